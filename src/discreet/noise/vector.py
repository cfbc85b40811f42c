"""Exact rounded Euclidean noise: reals are known by intervals, refined until rounding is sure.

The length of the noise is a sum of exponentials, its direction that of independent normals (found
by Marsaglia's polar method). Nothing is ever rounded on the way, so nothing is charged for it.
"""

from fractions import Fraction
from math import floor

import numpy as np
from numpy.typing import NDArray

from discreet.law import EuclideanLaplace
from discreet.noise.source import Source
from discreet.numbers import Interval, log, sqrt

_STEP = 64


class Unfolding:
    """A uniform number of [0, 1) of which more bits are drawn when they are asked for."""

    __slots__ = ("_bits", "_known", "_source")

    def __init__(self, source: Source) -> None:
        """Nothing of it is known yet."""
        self._source, self._known, self._bits = source, 0, 0

    def within(self, bits: int) -> Interval:
        """An interval of width 2**-bits or less around it."""
        while self._bits < bits:
            self._known = self._known << _STEP | self._source.integer(_STEP)
            self._bits += _STEP
        return Interval(self._known, self._known + 1, -self._bits, bits)


class Point:
    """A uniform point of the unit disc, other than its middle."""

    __slots__ = ("_x", "_y")

    def __init__(self, source: Source) -> None:
        """By drawing points of the square until one lies inside."""
        bits, square = 0, Interval.of(1, _STEP)
        while square.upper >= 1 or square.lower <= 0:
            if square.lower >= 1:
                self._x, self._y = Unfolding(source), Unfolding(source)
                bits = 0
            bits += _STEP
            square = self.square(bits)

    def square(self, bits: int) -> Interval:
        """Its squared distance from the middle."""
        x, y = self.sides(bits)
        return x * x + y * y

    def sides(self, bits: int) -> tuple[Interval, Interval]:
        """Its coordinates."""
        return 2 * self._x.within(bits) - 1, 2 * self._y.within(bits) - 1


class VectorDraw:
    """Euclidean noise ready to be drawn from."""

    def __init__(self, law: EuclideanLaplace) -> None:
        """From its law."""
        self._law = law

    def one(self, source: Source) -> NDArray[np.int64]:
        """A vector."""
        size, bits = self._law.dimension, 2 * _STEP
        lengths = [Unfolding(source) for _ in range(size)]
        points = [Point(source) for _ in range(-(-size // 2))]
        while (vector := self._rounded(lengths, points, bits)) is None:
            bits += _STEP
        return np.array(vector, np.int64)

    def many(self, count: int, source: Source) -> NDArray[np.int64]:
        """So many independent vectors, one a row."""
        rows = [self.one(source) for _ in range(count)]
        return np.array(rows, np.int64).reshape(count, self._law.dimension)

    def _rounded(
        self, lengths: list[Unfolding], points: list[Point], bits: int
    ) -> list[int] | None:
        """The vector, unless a coordinate lies too close to a half to tell."""
        product = Interval.of(1, bits)
        for length in lengths:
            product = product * length.within(bits)
        if product.low <= 0 or any(point.square(bits).low <= 0 for point in points):
            return None
        normals = [side for point in points for side in _normals(point, bits)][: len(lengths)]
        squares = Interval.of(0, bits)
        for normal in normals:
            squares = squares + normal * normal
        if squares.low <= 0:
            return None
        radius = -log(product, bits) * self._law.scale / sqrt(squares, bits)
        found = [_nearest(radius * normal) for normal in normals]
        return None if None in found else [value for value in found if value is not None]


def _normals(point: Point, bits: int) -> tuple[Interval, Interval]:
    """Two independent standard normals."""
    square = point.square(bits)
    stretch = sqrt(-2 * log(square, bits) / square, bits)
    x, y = point.sides(bits)
    return x * stretch, y * stretch


def _nearest(value: Interval) -> int | None:
    """floor(value + 1/2), where it is certain."""
    low, high = (floor(end + Fraction(1, 2)) for end in (value.lower, value.upper))
    return low if low == high else None
