"""Pure privacy whose odds are a rational number, such as randomised response's 3 : 1."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from discreet.numbers import Interval, Number, above, between, exp, log
from discreet.privacy.gaussian import Gdp
from discreet.privacy.loss import Loss, epsilon_of, order_of
from discreet.privacy.pair import Pair, response
from discreet.privacy.search import certified

MOST_ODDS = "1e300"


@dataclass(frozen=True, slots=True, init=False)
class Odds(Loss):
    """Pure privacy with epsilon = ln(odds), kept exact.

    >>> Odds(3).pure, Odds(3).delta(0)
    (1.0986122886681098, 0.5)
    """

    tag: ClassVar[str] = "odds"
    odds: Fraction

    def __init__(self, odds: Number) -> None:
        """From the odds, one or more."""
        object.__setattr__(self, "odds", between(odds, "odds", 1, MOST_ODDS))

    def terms(self) -> dict[str, Fraction]:
        """Its odds."""
        return {"odds": self.odds}

    @property
    def pure(self) -> float:
        """ln(odds)."""
        return above(self.exponent_within(80)) if self.odds > 1 else 0.0

    @property
    def rho(self) -> float:
        """Its epsilon times tanh(epsilon / 2), as for pure privacy."""
        if self.odds == 1:
            return 0.0
        return above(self.exponent_within(80) * ((self.odds - 1) / (self.odds + 1)))

    @property
    def mu(self) -> float:
        """2 Phi⁻¹(odds / (1 + odds))."""
        return Gdp.of_pure(Fraction(self.pure)) if self.odds > 1 else 0.0

    @property
    def pair(self) -> Pair:
        """Randomised response."""
        return response(self.pure, 0.0)

    def corners(self) -> Sequence[Fraction]:
        """Its epsilon, or a hair above."""
        return (Fraction(self.pure),)

    def exponent_within(self, bits: int) -> Interval:
        """ln(odds), certified."""
        return log(self.odds, bits)

    def delta(self, epsilon: Number, /) -> float:
        """(odds - exp(epsilon)) / (odds + 1), or zero."""
        that = epsilon_of(epsilon)
        found = certified(lambda bits: (self.odds - exp(that, bits)) / (self.odds + 1))
        return min(1.0, max(0.0, above(found)))

    def sketch(self, epsilon: float, /) -> float:
        """About that delta, quickly."""
        odds = float(self.odds)
        return max(0.0, (1 - math.exp(min(epsilon, 700.0)) / odds) / (1 + 1 / odds))

    def renyi(self, orders: Sequence[Number], /) -> list[float]:
        """That of randomised response."""
        return [above(self._renyi(order_of(order))) for order in orders]

    def _renyi(self, order: Fraction) -> Interval:
        if self.odds == 1:
            return Interval.of(0, 64)

        def divergence(bits: int) -> Interval:
            # odds**order by way of logarithms: orders need not be whole.
            epsilon = self.exponent_within(bits)
            low, high = (
                exp(order * end, bits) + exp((1 - order) * end, bits)
                for end in (epsilon.lower, epsilon.upper)
            )
            moment = Interval.hull(low, high)
            return log(moment / (1 + self.odds), bits) / (order - 1)

        return certified(divergence)
