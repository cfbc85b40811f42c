"""Noise for vectors whose length is what one unit can move: rounded to whole numbers."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from discreet.law.scale import MOST_SCALE
from discreet.numbers import Interval, Number, between, exp, nearest, whole

MOST_DIMENSIONS = 10**6


@dataclass(frozen=True, slots=True, init=False)
class EuclideanLaplace:
    """A point g of R**dimension with density proportional to exp(-|g| / scale), rounded.

    Each coordinate becomes the integer nearest to it, by floor(g + 1/2). Rounding commutes with
    whole shifts, so on whole data it is post-processing of the unrounded noise and costs nothing.

    >>> EuclideanLaplace(dimension=1, scale=3).radius_tail(3)
    0.36787944117144233
    """

    tag: ClassVar[str] = "euclidean-laplace"
    dimension: int
    scale: Fraction

    def __init__(self, dimension: int, scale: Number) -> None:
        """From how many coordinates there are, and how far out each e-fold of the density is."""
        object.__setattr__(self, "dimension", whole(dimension, "dimension", 1, MOST_DIMENSIONS))
        object.__setattr__(self, "scale", between(scale, "scale", 1, MOST_SCALE))

    @property
    def variance(self) -> float:
        """That of a coordinate before rounding, (dimension + 1) scale²; rounding adds some 1/12."""
        exact = (self.dimension + 1) * self.scale**2
        return nearest(lambda bits: Interval.of(exact, bits))

    def radius_tail(self, radius: Number) -> float:
        """How likely the unrounded noise is longer: its length adds up `dimension` exponentials."""
        x = between(radius, "radius", 0, MOST_SCALE**2) / self.scale
        return nearest(lambda bits: self._erlang(x, bits))

    def _erlang(self, x: Fraction, bits: int) -> Interval:
        work = bits + self.dimension.bit_length()
        term = total = Interval.of(1, work)
        for k in range(1, self.dimension):
            term = term * x / k
            total = total + term
        tail = total * exp(-x, work)
        return Interval(tail.low, tail.high, tail.exponent, bits)
