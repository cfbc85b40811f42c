"""Budgets that hold although each question may depend on earlier answers.

A filter adds up one kind of amount, chosen when it is opened, and stops before the sum passes the
budget. Taking the best of several kinds after each answer is not valid; so a filter has one kind,
which is that of its budget. [rogers2016, whitehouse2023]
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from discreet.errors import BudgetExceeded, Invalid, Refused
from discreet.numbers import Interval, above
from discreet.privacy.approx import Approx
from discreet.privacy.compose import Composed, approximated, concentrated
from discreet.privacy.gaussian import Gdp
from discreet.privacy.loss import Loss
from discreet.privacy.pure import Pure
from discreet.privacy.renyi import Renyi
from discreet.privacy.search import readable
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
    def open(cls, budget: Loss, promised: Iterable[Loss] = ()) -> Filter:
        """Nothing promised yet, or all of these; refused if they are too much."""
        definition = definition_of(budget)
        limit = tuple(Fraction(amount) for amount in definition.amounts(budget))
        none = cls(budget, definition, limit, tuple(Fraction(0) for _ in limit))
        prices = zip(*map(none.price, promised), strict=True)
        spent = tuple(map(_sum, prices)) or none.spent
        if any(used > most for used, most in zip(spent, limit, strict=True)):
            problem = f"what is promised comes to more than {budget}"
            raise BudgetExceeded(problem, "open it with the budget that it was promised against")
        return replace(none, spent=spent)

    def at(self, spent: Amounts) -> Filter:
        """The filter when so much has been promised."""
        return replace(self, spent=spent)

    def price(self, loss: Loss) -> Amounts:
        """What a loss costs in the budget's definition: known before anything is read."""
        if not isinstance(loss, Composed):
            return self._price_of_one(loss)
        total = tuple(Fraction(0) for _ in self.limit)
        for part, count in loss.parts:
            each = zip(total, self._price_of_one(part), strict=True)
            total = tuple(sum_before + amount * count for sum_before, amount in each)
        return total

    def _price_of_one(self, part: Loss) -> Amounts:
        amounts = _amounts(self.definition, part)
        if any(isinstance(amount, float) and math.isinf(amount) for amount in amounts):
            problem = f"a loss of {part} has no amount in a budget of {self.definition.name}"
            raise Refused(problem, f"ask for a loss such as {self.budget}")
        return tuple([_grained(amount) for amount in amounts])

    def covers(self, loss: Loss) -> bool:
        """Whether the loss still fits."""
        sums = [a + b for a, b in zip(self.spent, self.price(loss), strict=True)]
        return self._holds(sums)

    def after(self, loss: Loss) -> Filter:
        """The filter once the loss is promised; refused if it does not fit."""
        sums = [a + b for a, b in zip(self.spent, self.price(loss), strict=True)]
        if not self._holds(sums):
            problem = (
                f"{loss} was asked, and {self.left} is left of {self.budget}: {self.total} is spent"
            )
            raise BudgetExceeded(problem, "ask for less, or open another budget")
        # What is rounded up is still no more than the budget: the sum itself is not.
        spent = [min(_grained(s), most) for s, most in zip(sums, self.limit, strict=True)]
        return Filter(self.budget, self.definition, self.limit, tuple(spent))

    @property
    def total(self) -> Loss:
        """What has been promised, as one loss."""
        return self.definition.loss(*self.spent)

    @property
    def left(self) -> Loss:
        """What may still be promised, as one loss."""
        rest = zip(self.limit, self.spent, strict=True)
        return self.definition.loss(*(most - used for most, used in rest))

    def _holds(self, sums: Iterable[Fraction]) -> bool:
        return all(amount <= most for amount, most in zip(sums, self.limit, strict=True))


def definition_of(budget: object) -> Definition:
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
    known = f"a budget of {budget}" if isinstance(budget, Loss) else "what is no loss"
    raise Invalid(
        f"no filter is proved for {known}",
        "open one of Pure, Approx, Zcdp, Gdp, or Renyi at one order",
    )


@lru_cache(maxsize=256)
def _amounts(definition: Definition, part: Loss) -> tuple[Fraction | float, ...]:
    """What a loss costs: the same few are asked for again and again."""
    return definition.amounts(part)


def _pure(loss: Loss) -> tuple[Fraction | float, ...]:
    exact = approximated(loss)
    return (loss.pure if exact is None or exact.failing else exact.exponent,)


def _approx(loss: Loss) -> tuple[Fraction | float, ...]:
    exact = approximated(loss)
    return (loss.pure, Fraction(0)) if exact is None else (exact.exponent, exact.failing)


def _zcdp(loss: Loss) -> tuple[Fraction | float, ...]:
    match loss:
        case Gdp(square=square):
            return square / 2, Fraction(0)
        case Zcdp(rate=rate, failing=failing):
            return rate, failing
        case _:
            return concentrated(loss)


def _gdp(loss: Loss) -> tuple[Fraction | float, ...]:
    if isinstance(loss, Gdp):
        return (loss.square,)
    mu = loss.mu
    return (mu if math.isinf(mu) else above(Interval.of(Fraction(mu) ** 2, 64)),)


def _renyi(loss: Loss, order: Fraction) -> tuple[Fraction | float, ...]:
    exact = loss.at(order) if isinstance(loss, Renyi) else None
    return (loss.renyi([order])[0] if exact is None else exact,)


def _sum(amounts: Iterable[Fraction]) -> Fraction:
    """Their sum; those with the same denominator, most of a real ledger, are added up first."""
    tops: dict[int, int] = {}
    for amount in amounts:
        under = amount.denominator
        tops[under] = tops.get(under, 0) + amount.numerator
    total = Fraction(0)
    for under, top in tops.items():
        total = _grained(total + Fraction(top, under))
    return total


def _grained(amount: Fraction | float) -> Fraction:
    """An amount with a short denominator, rounded up if it has to be."""
    if isinstance(amount, float):
        amount = readable(amount)
    if amount.denominator <= GRAIN:
        return amount
    return Fraction(math.ceil(amount * GRAIN), GRAIN)


_PURE = Definition("pure epsilon", _pure, Pure)
_APPROX = Definition("epsilon and delta", _approx, Approx)
_ZCDP = Definition("rho", _zcdp, Zcdp)
_GDP = Definition("mu squared", _gdp, lambda square: Gdp(square=square))
