"""Approximate privacy: pure but for a small delta."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from discreet.numbers import Interval, Number, above
from discreet.privacy.loss import Loss, epsilon_of, left_of, probability
from discreet.privacy.pair import Pair, response
from discreet.privacy.pure import Pure, response_delta


@dataclass(frozen=True, slots=True, init=False)
class Approx(Loss):
    """P(answer in S) <= exp(epsilon) P'(answer in S) + delta for all S and all neighbours.

    Because. It tells no more than: everything with probability delta, else randomised response.

    >>> Approx(1, "1e-6").delta(1), Approx(1, "1e-6").epsilon("1e-6")
    (1.0000000000000002e-06, 1.0)
    """

    tag: ClassVar[str] = "approx"
    exponent: Fraction
    failing: Fraction

    def __init__(self, epsilon: Number, delta: Number) -> None:
        """From its epsilon and its delta."""
        object.__setattr__(self, "exponent", epsilon_of(epsilon))
        object.__setattr__(self, "failing", probability(delta, "delta"))

    def terms(self) -> dict[str, Fraction]:
        """Its epsilon and its delta."""
        return {"epsilon": self.exponent, "delta": self.failing}

    @property
    def pure(self) -> float:
        """Its epsilon, if its delta is zero."""
        return Pure(self.exponent).pure if self.failing == 0 else super(Approx, self).pure

    @property
    def rho(self) -> float:
        """As for pure privacy, if its delta is zero."""
        return Pure(self.exponent).rho if self.failing == 0 else super(Approx, self).rho

    def renyi(self, orders: Sequence[Number], /) -> list[float]:
        """As for pure privacy, if its delta is zero."""
        if self.failing == 0:
            return Pure(self.exponent).renyi(orders)
        return super(Approx, self).renyi(orders)

    @property
    def pair(self) -> Pair:
        """Randomised response, or everything."""
        return response(float(self.exponent), float(self.failing))

    def corners(self) -> Sequence[Fraction]:
        """Its epsilon."""
        return (self.exponent,)

    def delta(self, epsilon: Number, /) -> float:
        """Its own, and what randomised response adds below its epsilon."""
        that, rest = epsilon_of(epsilon), Interval.of(0, 96)
        if that < self.exponent:
            rest = response_delta(self.exponent, that)
        return min(1.0, above(rest * (1 - self.failing) + self.failing))

    def epsilon(self, delta: Number, /) -> float:
        """Its own at its own delta; less at a greater one, and none at a lesser."""
        wanted = probability(delta, "delta")
        if wanted < self.failing:
            return math.inf
        if wanted == 1:
            return 0.0
        return Pure(self.exponent).epsilon(left_of(wanted, self.failing))

    def sketch(self, epsilon: float, /) -> float:
        """About that delta, quickly."""
        failing = float(self.failing)
        return failing + (1 - failing) * Pure(self.exponent).sketch(epsilon)
