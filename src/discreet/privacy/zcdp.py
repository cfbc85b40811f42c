"""Zero-concentrated privacy: a loss no heavier in the tails than a bell curve's."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from discreet.numbers import Interval, Number, above, between, exp, exp_interval, log
from discreet.privacy.loss import Loss, epsilon_of, left_of, order_of, probability
from discreet.privacy.search import certified, root, short

MOST_RHO = 10**12


@dataclass(frozen=True, slots=True, init=False)
class Zcdp(Loss):
    """The Rényi divergence at each order a is at most a rho, but for a part of probability delta.

    >>> Zcdp("0.1").delta(1), Zcdp("0.1").epsilon("1e-6")
    (0.00893324577181836..., 2.14193892838547...)
    """

    tag: ClassVar[str] = "zcdp"
    rate: Fraction
    failing: Fraction

    def __init__(self, rho: Number, delta: Number = 0) -> None:
        """From its rho, and from its delta where it has one."""
        object.__setattr__(self, "rate", between(rho, "rho", 0, MOST_RHO))
        object.__setattr__(self, "failing", probability(delta, "delta"))

    def terms(self) -> dict[str, Fraction]:
        """Its rho, and its delta where it has one."""
        return {"rho": self.rate} | ({"delta": self.failing} if self.failing else {})

    def plus(self, other: Loss, /) -> Loss | None:
        """Rhos add up, deltas too."""
        if not isinstance(other, Zcdp):
            return None
        failing = short(self.failing + other.failing)
        return Zcdp(short(self.rate + other.rate), min(Fraction(1), failing))

    @property
    def pure(self) -> float:
        """Infinite, but for no loss at all."""
        return 0.0 if self.rate == self.failing == 0 else math.inf

    @property
    def rho(self) -> float:
        """Its rho, if its delta is zero."""
        return above(Interval.of(self.rate, 64)) if self.failing == 0 else math.inf

    def renyi(self, orders: Sequence[Number], /) -> list[float]:
        """Order times rho, if its delta is zero."""
        if self.failing:
            return [math.inf for _ in orders]
        return [above(Interval.of(order_of(order) * self.rate, 64)) for order in orders]

    def delta(self, epsilon: Number, /) -> float:
        """The best over all orders a of exp((a - 1)(a rho - e)) (1 - 1/a)**a / (a - 1)."""
        that = epsilon_of(epsilon)
        if self.rate == 0:
            return above(Interval.of(self.failing, 64))
        order = Fraction(self._best_order(float(that)))
        rest = certified(lambda bits: renyi_delta(order, order * self.rate, that, bits))
        return min(1.0, above(rest * (1 - self.failing) + self.failing))

    def epsilon(self, delta: Number, /) -> float:
        """What is left of delta after its own decides."""
        if self.failing == 0:
            return super(Zcdp, self).epsilon(delta)
        wanted = probability(delta, "delta")
        if wanted < self.failing:
            return math.inf
        if wanted == 1:
            return 0.0
        return Zcdp(self.rate).epsilon(left_of(wanted, self.failing))

    def sketch(self, epsilon: float, /) -> float:
        """About that delta, quickly."""
        failing, order = float(self.failing), self._best_order(epsilon)
        rest = sketch_delta(order - 1, order * float(self.rate), epsilon) if self.rate else 0.0
        return min(1.0, failing + (1 - failing) * rest)

    def _best_order(self, epsilon: float) -> float:
        """Where the bound is least: (2a - 1) rho - e + ln(1 - 1/a) = 0, a guess."""
        rate = max(float(self.rate), 1e-200)

        def slope(gap: float) -> float:  # falls in a = 1 + exp(gap)
            order = 1 + math.exp(gap)
            return epsilon - (2 * order - 1) * rate - math.log1p(-1 / order)

        return 1 + math.exp(root(slope, -30.0, math.log((epsilon + 1) / (2 * rate) + 2)))


def renyi_delta(order: Fraction, divergence: Fraction, epsilon: Fraction, bits: int) -> Interval:
    """The tight delta that a Rényi divergence at one order leaves at an epsilon."""
    shrink = exp_interval(log(1 - 1 / order, bits) * order)
    return exp((order - 1) * (divergence - epsilon), bits) * shrink / (order - 1)


def sketch_delta(gap: float, divergence: float, epsilon: float) -> float:
    """About that delta, quickly, at order 1 + gap."""
    power = gap * (divergence - epsilon - math.log1p(1 / gap)) - math.log1p(gap)
    return math.exp(min(power, 0.0))
