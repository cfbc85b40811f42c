"""What stored losses cost in a budget, worked out once more: in decimals, from first formulas."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any, TypeAlias

from discreet.errors import Invalid
from discreet.privacy import from_json

Stored: TypeAlias = Mapping[str, Any]
Formula: TypeAlias = Callable[[Stored], list[Fraction]]
_DIGITS = 60


@dataclass(frozen=True)
class Price:
    """How a kind of budget counts; kinds of losses that no formula here knows are remembered."""

    formulas: Mapping[str, Formula]
    view: Callable[[Any], list[Any]]
    unknown: set[str] = field(default_factory=set)

    def amounts(self, loss: Stored) -> list[Fraction]:
        """What a loss costs."""
        kind = str(loss["loss"])
        if kind == "composed":
            parts = [
                [amount * count for amount in self.amounts(part)] for part, count in loss["parts"]
            ]
            return [sum(column, Fraction(0)) for column in zip(*parts, strict=True)]
        if kind in self.formulas:
            return self.formulas[kind](loss)
        self.unknown.add(kind)
        return [Fraction(amount) for amount in self.view(from_json(loss))]


def price(budget: Stored) -> Price:
    """How a ledger with this budget counts."""
    kind = str(budget["loss"])
    if kind == "renyi":
        order = next(
            str(name).removeprefix("epsilon at order ") for name in budget if name != "loss"
        )
        return Price({}, lambda loss: [loss.renyi([order])[0]])
    if kind not in _KINDS:
        raise Invalid(f"no ledger has a budget of kind {kind!r}", "see whether it is a ledger")
    return replace(_KINDS[kind], unknown=set())


def _exponent(loss: Stored) -> Fraction:
    """The epsilon of a pure loss."""
    match loss["loss"]:
        case "pure":
            return Fraction(loss["epsilon"])
        case "laplace-noise":
            return Fraction(loss["laplace ratio"])
        case "discrete-laplace-noise":
            return Fraction(loss["distance"]) / Fraction(loss["discrete laplace scale"])
        case _:  # odds
            odds = Fraction(loss["odds"])
            with localcontext(prec=_DIGITS):
                return Fraction((Decimal(odds.numerator) / odds.denominator).ln())


def _pure_rho(loss: Stored) -> Fraction:
    """Epsilon times tanh(epsilon / 2), the mean loss of randomised response."""
    epsilon = _exponent(loss)
    with localcontext(prec=_DIGITS):
        power = Fraction((Decimal(epsilon.numerator) / epsilon.denominator).exp())
    return epsilon * (power - 1) / (power + 1)


def _laplace_rho(loss: Stored) -> Fraction:
    """The mean loss of Laplace noise."""
    ratio = _exponent(loss)
    with localcontext(prec=_DIGITS):
        fall = Fraction((-Decimal(ratio.numerator) / ratio.denominator).exp())
    return ratio + fall - 1


def _square(loss: Stored) -> Fraction:
    """Mu squared."""
    return Fraction(loss["mu squared"]) if "mu squared" in loss else Fraction(loss["mu"]) ** 2


def _bell(loss: Stored) -> Fraction:
    """The rho of discrete Gaussian noise."""
    return Fraction(loss["distance"]) ** 2 / (2 * Fraction(loss["discrete gaussian variance"]))


def _failing(loss: Stored) -> Fraction:
    return Fraction(loss.get("delta", 0))


_PURE = ("pure", "odds", "laplace-noise", "discrete-laplace-noise")
_KINDS: Mapping[str, Price] = {
    "pure": Price(
        {kind: lambda loss: [_exponent(loss)] for kind in _PURE}, lambda loss: [loss.pure]
    ),
    "approx": Price(
        {
            **{kind: lambda loss: [_exponent(loss), Fraction(0)] for kind in _PURE},
            "approx": lambda loss: [Fraction(loss["epsilon"]), _failing(loss)],
        },
        lambda loss: [loss.pure, 0],
    ),
    "zcdp": Price(
        {
            **{kind: lambda loss: [_pure_rho(loss), Fraction(0)] for kind in _PURE},
            "laplace-noise": lambda loss: [_laplace_rho(loss), Fraction(0)],
            "discrete-gaussian-noise": lambda loss: [_bell(loss), Fraction(0)],
            "gdp": lambda loss: [_square(loss) / 2, Fraction(0)],
            "zcdp": lambda loss: [Fraction(loss["rho"]), _failing(loss)],
        },
        lambda loss: [loss.rho, 0],
    ),
    "gdp": Price({"gdp": lambda loss: [_square(loss)]}, lambda loss: [Fraction(loss.mu) ** 2]),
}
