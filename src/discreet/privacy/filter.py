"""Budgets that hold although each question may depend on earlier answers.

A filter adds up one kind of amount, chosen when it is opened, and stops before the sum passes the
budget. Taking the best of several kinds after each answer is not valid; so a filter has one kind,
which is that of its budget. [rogers2016, whitehouse2023]
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

from discreet.errors import BudgetExceeded, Invalid, Refused
from discreet.privacy.approx import Approx
from discreet.privacy.compose import Composed, concentrated
from discreet.privacy.gaussian import Gdp
from discreet.privacy.loss import Loss
from discreet.privacy.pure import Pure
from discreet.privacy.renyi import Renyi
from discreet.privacy.zcdp import Zcdp

Amounts: TypeAlias = tuple[Fraction, ...]
# Amounts and sums whose denominators are too long to add quickly are rounded up to multiples of
# 1/GRAIN.
GRAIN = 1 << 128


@dataclass(frozen=True, slots=True)
class Definition:
    """How a kind of budget counts: what a loss costs, and what amounts are as a loss again."""

    name: str
    amounts: Callable[[Loss], tuple[Fraction | float, ...]]
    loss: Callable[..., Loss]


@dataclass(frozen=True, slots=True)
class Filter:
    """A budget and what has been promised against it, in the budget's own definition.

    Guarantee. However losses are chosen, all that are let through together are within the budget.

    >>> some = Filter.open(Pure(1)).after(Pure("0.6"))
    >>> some.covers(Pure("0.4")), some.covers(Pure("0.5"))
    (True, False)
    """

    budget: Loss
    definition: Definition
    limit: Amounts
    spent: Amounts

    @classmethod
    def open(cls, budget: Loss) -> Filter:
        """Nothing promised yet."""
        definition = definition_of(budget)
        limit = tuple(Fraction(amount) for amount in definition.amounts(budget))
        return cls(budget, definition, limit, tuple(Fraction(0) for _ in limit))

    def price(self, loss: Loss) -> Amounts:
        """What a loss costs in the budget's definition: known before anything is read."""
        parts = loss.parts if isinstance(loss, Composed) else ((loss, 1),)
        total = [Fraction(0) for _ in self.limit]
        for part, count in parts:
            amounts = self.definition.amounts(part)
            if math.inf in amounts:
                problem = f"a loss of {part} has no amount in a budget of {self.definition.name}"
                raise Refused(problem, f"ask for a loss such as {self.budget}")
            total = [
                most + _grained(Fraction(amount)) * count
                for most, amount in zip(total, amounts, strict=True)
            ]
        return tuple(total)

    def covers(self, loss: Loss) -> bool:
        """Whether the loss still fits."""
        return self._fits(self.price(loss))

    def after(self, loss: Loss) -> Filter:
        """The filter once the loss is promised; refused if it does not fit."""
        price = self.price(loss)
        if not self._fits(price):
            problem = f"{loss} was asked, and {self.left} is left of {self.budget}"
            raise BudgetExceeded(problem, "ask for less, or open another budget")
        spent = zip(self.spent, price, strict=True)
        return replace(self, spent=tuple(_grained(a + b) for a, b in spent))

    @property
    def left(self) -> Loss:
        """What may still be promised, as one loss."""
        rest = zip(self.limit, self.spent, strict=True)
        return self.definition.loss(*(most - used for most, used in rest))

    def _fits(self, price: Amounts) -> bool:
        sums = zip(self.spent, price, self.limit, strict=True)
        return all(used + cost <= most for used, cost, most in sums)


def definition_of(budget: Loss) -> Definition:
    """How a budget counts; only budgets for which a filter is proved can be opened."""
    match budget:
        case Pure():
            return _PURE
        case Approx():
            return _APPROX
        case Zcdp():
            return _ZCDP
        case Gdp():
            return _GDP
        case Renyi(curve=((order, _),)):
            return Definition(
                f"Rényi divergence at order {order}",
                lambda loss: _renyi(loss, order),
                lambda most: Renyi({order: most}),
            )
        case _:
            problem = f"no filter is proved for a budget of {budget}"
            raise Invalid(problem, "open one of Pure, Approx, Zcdp, Gdp, or Renyi at one order")


def _pure(loss: Loss) -> tuple[Fraction | float, ...]:
    return (loss.exponent if isinstance(loss, Pure) else loss.pure,)


def _approx(loss: Loss) -> tuple[Fraction | float, ...]:
    if isinstance(loss, Approx):
        return loss.exponent, loss.failing
    return *_pure(loss), Fraction(0)


def _zcdp(loss: Loss) -> tuple[Fraction | float, ...]:
    match loss:
        case Pure(exponent=exponent):
            return exponent**2 / 2, Fraction(0)
        case Gdp(square=square):
            return square / 2, Fraction(0)
        case Zcdp(rate=rate, failing=failing):
            return rate, failing
        case _:
            return concentrated(loss)


def _gdp(loss: Loss) -> tuple[Fraction | float, ...]:
    if isinstance(loss, Gdp):
        return (loss.square,)
    return (loss.mu if math.isinf(loss.mu) else Fraction(loss.mu) ** 2,)


def _renyi(loss: Loss, order: Fraction) -> tuple[Fraction | float, ...]:
    exact = loss.at(order) if isinstance(loss, Renyi) else None
    return (loss.renyi([order])[0] if exact is None else exact,)


def _grained(amount: Fraction) -> Fraction:
    """An amount with a short denominator, rounded up if it has to be."""
    if amount.denominator <= GRAIN:
        return amount
    return Fraction(math.ceil(amount * GRAIN), GRAIN)


_PURE = Definition("pure epsilon", _pure, Pure)
_APPROX = Definition("epsilon and delta", _approx, Approx)
_ZCDP = Definition("rho", _zcdp, Zcdp)
_GDP = Definition("mu squared", _gdp, lambda square: Gdp(square=square))
