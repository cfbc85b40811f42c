"""A mechanism with finitely many inputs and outputs, given by all its probabilities."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from discreet.errors import Invalid
from discreet.numbers import Interval, Number, above, between, exp, exp_interval, log
from discreet.privacy.loss import Loss, epsilon_of, order_of
from discreet.privacy.pair import EVERYTHING, Pair, Points
from discreet.privacy.search import certified
from discreet.privacy.steep import apart, steepest

# Larger odds are hardly floats.
_MOST_ODDS = 10**300


@dataclass(frozen=True, init=False)
class Finite(Loss):
    """Two neighbours' probabilities of each answer, exact: every view is exact.

    >>> Finite(["0.6", "0.4"], ["0.5", "0.5"]).delta("0.1")
    0.0579316327697409...
    """

    tag: ClassVar[str] = "finite"
    first: tuple[Fraction, ...]
    second: tuple[Fraction, ...]

    def __init__(self, first: Sequence[Number], second: Sequence[Number]) -> None:
        """From the probability of each answer with a unit and without."""
        rows = [tuple(between(p, "a probability", 0, 1) for p in row) for row in (first, second)]
        if len(rows[0]) != len(rows[1]) or any(sum(row) != 1 for row in rows):
            raise Invalid(
                "each neighbour has a probability for each answer; they add up to one",
                "write them as '1/3', not as 0.33",
            )
        object.__setattr__(self, "first", rows[0])
        object.__setattr__(self, "second", rows[1])

    def terms(self) -> dict[str, Fraction]:
        """All probabilities."""
        rows = (("first", self.first), ("second", self.second))
        return {f"{name} {place}": p for name, row in rows for place, p in enumerate(row)}

    @cached_property
    def ways(self) -> tuple[list[tuple[Fraction, Fraction]], list[tuple[Fraction, Fraction]]]:
        """The answers' probabilities, one way and the other."""
        there = [(p, q) for p, q in zip(self.first, self.second, strict=True) if p or q]
        return there, [(q, p) for p, q in there]

    def corners(self) -> Sequence[Fraction]:
        """Floats near the losses, and zero."""
        pairs = [(p, q) for way in self.ways for p, q in way if p > q > 0]
        return [Fraction(above(log(p / q, 80))) for p, q in pairs]

    @property
    def pure(self) -> float:
        """The logarithm of the largest odds."""
        pairs = [pair for way in self.ways for pair in way]
        if any(q == 0 for _, q in pairs):
            return math.inf
        most = max(p / q for p, q in pairs)
        return above(log(most, 80)) if most > 1 else 0.0

    @cached_property
    def rho(self) -> float:
        """The greatest divergence over its order, to a part in a thousand."""
        if self.pure in {0.0, math.inf}:
            return self.pure
        return steepest(lambda order: self.renyi([order])[0], self.pure)

    @cached_property
    def mu(self) -> float:
        """The least mu whose trade-off curve is nowhere above this one: at its corners."""
        if self.pure in {0.0, math.inf}:
            return self.pure
        return max(0.0, *(apart(alarms, misses) for alarms, misses in self.curve))

    @cached_property
    def curve(self) -> list[tuple[Fraction, Fraction]]:
        """The corners of its trade-off curve between its ends: false alarms, and misses."""
        corners, alarms, misses = [], Fraction(0), Fraction(1)
        for p, q in sorted(self.ways[0], key=lambda two: two[1] / two[0])[:-1]:
            alarms, misses = alarms + q, misses - p
            corners.append((alarms, misses))
        return corners

    def renyi(self, orders: Sequence[Number], /) -> list[float]:
        """ln(sum of p**a q**(1-a)) / (a - 1), the larger of both ways."""
        return [max(self._renyi(way, order_of(order)) for way in self.ways) for order in orders]

    def _renyi(self, way: Sequence[tuple[Fraction, Fraction]], order: Fraction) -> float:
        if any(p and not q for p, q in way):
            return math.inf
        if all(p == q for p, q in way):
            return 0.0

        def divergence(bits: int) -> Interval:
            total = Interval.of(0, bits)
            for p, q in way:
                if p:
                    total = total + q * exp_interval(log(p / q, bits) * order)
            return log(total, bits) / (order - 1)

        return max(0.0, above(certified(divergence)))

    def delta(self, epsilon: Number, /) -> float:
        """The sum of what p exceeds exp(e) q by, the larger of both ways."""
        that = epsilon_of(epsilon)
        return max(self._delta(way, that) for way in self.ways)

    def _delta(self, way: Sequence[tuple[Fraction, Fraction]], epsilon: Fraction) -> float:
        def told(bits: int) -> Interval:
            odds, total = exp(epsilon, bits), Interval.of(0, bits)
            for part in (p - odds * q for p, q in way if p > q):
                total = total + part if part.high > 0 else total
            return total

        return min(1.0, max(0.0, above(certified(told))))

    def sketch(self, epsilon: float, /) -> float:
        """About that delta, quickly."""
        odds = math.exp(min(epsilon, 700.0))
        return max(sum(max(0.0, float(p) - odds * float(q)) for p, q in way) for way in self.ways)

    @cached_property
    def pair(self) -> Pair:
        """One direction; answers with the same odds are one."""
        masses: dict[Fraction, Fraction] = {}
        for p, q in self.ways[0]:
            if p and q:
                masses[p / q] = masses.get(p / q, Fraction(0)) + p
        never, unseen = (sum((p for p, q in way if q == 0), Fraction(0)) for way in self.ways)
        odds = sorted(masses)
        if odds and max(odds[-1], 1 / odds[0]) > _MOST_ODDS:
            return EVERYTHING
        losses = tuple(math.log(value) for value in odds) or (0.0,)
        weights = tuple(float(masses[value]) for value in odds) or (0.0,)
        apart = losses[1] - losses[0] if len(losses) == len(self.ways) else 0.0
        return Points(losses, weights, float(never), float(unseen), spacing=apart)
