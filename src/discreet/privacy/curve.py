"""A trade-off curve, given by its corners."""

from __future__ import annotations

from collections.abc import ItemsView, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import ClassVar

from discreet.errors import Invalid
from discreet.numbers import Number
from discreet.privacy.loss import Loss, probability
from discreet.privacy.matrix import Finite
from discreet.privacy.pair import Pair

_WAY_ON = "give it from no false alarms on, falling ever more slowly, such as Curve({0: 1, 1: 0})"


@dataclass(frozen=True, init=False)
class Curve(Loss):
    """A test with this rate of false alarms misses at least so often: straight between corners.

    It holds for tests of a unit's presence, or of its absence; for the others the curve turned.

    Because. Such a curve is that of two laws with an answer for each straight piece. [dong2022]

    >>> Curve({0: "0.9", "0.1": "0.4", 1: 0}).delta(0)  # at "0.1": 1 - 0.1 - 0.4
    0.500000000000000...
    """

    tag: ClassVar[str] = "curve"
    corner: tuple[tuple[Fraction, Fraction], ...]

    def __init__(self, corners: Mapping[Number, Number]) -> None:
        """From how often is missed at each rate of false alarms; one of them is zero."""
        points = sorted(
            (probability(alarms, "a rate of false alarms"), probability(misses, "a rate of misses"))
            for alarms, misses in _listed(corners)
        )
        if points and points[-1][0] < 1:
            points.append((Fraction(1), Fraction(0)))
        _check(points)
        object.__setattr__(self, "corner", tuple(points))

    def terms(self) -> dict[str, Fraction]:
        """How often is missed at each corner."""
        return {f"misses at {alarms}": misses for alarms, misses in self.corner}

    @property
    def pure(self) -> float:
        """The steepest of its lines."""
        return self._laws.pure

    @property
    def rho(self) -> float:
        """That of its pure privacy."""
        return self._laws.rho

    def renyi(self, orders: Sequence[Number], /) -> list[float]:
        """Those of the two laws."""
        return self._laws.renyi(orders)

    def corners(self) -> Sequence[Fraction]:
        """Near the slopes of its lines."""
        return self._laws.corners()

    def delta(self, epsilon: Number, /) -> float:
        """How far the line with that slope, laid on the curve, stays below one."""
        return self._laws.delta(epsilon)

    def sketch(self, epsilon: float, /) -> float:
        """About that delta, quickly."""
        return self._laws.sketch(epsilon)

    @property
    def pair(self) -> Pair:
        """That of the two laws if they are as hard to tell apart turned, else of the profile.

        Which of both tests the curve is for is not known: sampled, or beside others, it matters.
        """
        there, back = self._laws.ways
        return self._laws.pair if sorted(there) == sorted(back) else super().pair

    @cached_property
    def _laws(self) -> Finite:
        """What falls between two corners, and what is told at once."""
        pieces = [
            (before - after, later - sooner)
            for (sooner, before), (later, after) in pairwise(self.corner)
        ]
        pieces.append((1 - self.corner[0][1], Fraction(0)))
        return Finite([p for p, _ in pieces], [q for _, q in pieces])


def _listed(corners: object) -> ItemsView[Number, Number]:
    if not isinstance(corners, Mapping):
        raise Invalid("a trade-off curve is given by no corners", _WAY_ON)
    return corners.items()


def _check(points: Sequence[tuple[Fraction, Fraction]]) -> None:
    """Refuse what is no trade-off curve: it starts at zero, ends at (1, 0), falls and is convex."""
    rates = [alarms for alarms, _ in points]
    if not points or rates[0] != 0 or len({*rates}) < len(rates) or points[-1][1] != 0:
        raise Invalid("a trade-off curve is not given from end to end", _WAY_ON)
    slopes = [(b - a) / (y - x) for (x, a), (y, b) in pairwise(points)]
    if any(slope > 0 for slope in slopes) or slopes != sorted(slopes):
        raise Invalid("a trade-off curve does not fall, or falls faster later", _WAY_ON)
