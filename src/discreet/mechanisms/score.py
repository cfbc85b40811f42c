"""Scores for choosing a quantile or the most common value, with how far a unit moves them.

Whole numbers in, whole numbers out: scores of a quantile p / q count in units of 1 / q. They are
the steps that `Piecewise` takes, or an array for `PermuteFlip` and its like.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from discreet.errors import Impossible, Invalid
from discreet.numbers import Number, between, whole
from discreet.privacy import Relation, Sensitivity

Whole: TypeAlias = NDArray[np.int64]
MOST_PARTS = 10**6
MOST_WIDE, MOST_VALUE = 1 << 60, 1 << 61


@dataclass(frozen=True, slots=True, init=False)
class RankScore:
    """How far the share of values up to t is from `level`: minus |q #(x <= t) - p n|.

    Exact where no value is common; where one is, `IntervalScore` finds it.

    >>> RankScore("1/2").steps(np.array([3, 5]), low=0)
    (array([0, 3, 5]), array([-2,  0, -2]))
    """

    level: Fraction

    def __init__(self, level: Number) -> None:
        """From the level, such as 1/2 for the median."""
        object.__setattr__(self, "level", _level(level))

    def sensitivity(self, relation: Relation) -> Sensitivity:
        """The greater of p and q - p, where a unit is added or removed; else q."""
        return _ranked(self.level, relation)

    def steps(self, values: Whole, low: int) -> tuple[Whole, Whole]:
        """Starts and scores, from the low end of the range on."""
        ordered, p, q = _ordered(values, low), self.level.numerator, self.level.denominator
        starts = np.unique(np.append(ordered, np.int64(low)))
        upto = np.searchsorted(ordered, starts, "right")
        return starts, -np.abs(q * upto - p * len(ordered))


@dataclass(frozen=True, slots=True, init=False)
class IntervalScore:
    """How far `level` is outside of what shares of values are below t and up to t.

    A value that is as common as it takes scores best by itself. With `wide`, so do all numbers that
    are at most so far from one that would: the inverse-sensitivity mechanism, smoothed.

    Because. The share below t only grows with t, and so does the share up to t: over a window each
    is best at one of its ends, and any number between two that are good is. [asi2020]
    """

    level: Fraction
    wide: int

    def __init__(self, level: Number, *, wide: int = 0) -> None:
        """From the level, and how far around a good number others are as good."""
        object.__setattr__(self, "level", _level(level))
        object.__setattr__(self, "wide", whole(wide, "wide", 0, MOST_WIDE))

    def sensitivity(self, relation: Relation) -> Sensitivity:
        """As that of a `RankScore`."""
        return _ranked(self.level, relation)

    def steps(self, values: Whole, low: int) -> tuple[Whole, Whole]:
        """Starts and scores, from the low end of the range on."""
        p, q = self.level.numerator, self.level.denominator
        starts, below, upto = _counted(values, low, self.wide)
        wanted = p * len(values)
        return starts, -np.maximum(0, np.maximum(q * below - wanted, wanted - q * upto))


@dataclass(frozen=True, slots=True, init=False)
class OrderScore:
    """Minus how many values have to be replaced for t to be the one at `level` in their order.

    That one is the m-th, m = level n rounded up. See `IntervalScore` for `wide`.

    >>> OrderScore("1/2").steps(np.array([3, 5, 9]), low=0)
    (array([ 0,  3,  4,  5,  6,  9, 10]), array([-2, -1, -1,  0, -1, -1, -2]))
    """

    level: Fraction
    wide: int

    def __init__(self, level: Number, *, wide: int = 0) -> None:
        """From the level, and how far around a good number others are as good."""
        object.__setattr__(self, "level", _level(level))
        object.__setattr__(self, "wide", whole(wide, "wide", 0, MOST_WIDE))

    def sensitivity(self, relation: Relation) -> Sensitivity:
        """One, where units are replaced; else which one is meant moves with how many there are."""
        if relation is Relation.ADD_REMOVE:
            problem = "a unit that is added moves which value is meant"
            raise Impossible(problem, "use IntervalScore or RankScore")
        return Sensitivity(linf=1)

    def steps(self, values: Whole, low: int) -> tuple[Whole, Whole]:
        """Starts and scores, from the low end of the range on."""
        starts, below, upto = _counted(values, low, self.wide)
        place = -(-self.level.numerator * len(values) // self.level.denominator)
        return starts, -np.maximum(0, np.maximum(below - (place - 1), place - upto))


def mode_distances(counts: NDArray[Any]) -> Whole:
    """How many units have to change before each value is the most common, the first of equals.

    Units that are replaced move it by one at most. `PermuteFlip` on counts is simpler and as good.

    Because. The least number m takes whatever the others have above the value's count and m, one by
    one; a greater number does so too. Who comes earlier has to be exceeded. [asi2020]

    >>> mode_distances(np.array([1, 4, 2]))
    array([2, 0, 2])
    """
    others = np.arange(len(counts))
    found = np.zeros(len(counts), np.int64)
    for value, count in enumerate(counts):
        few, many = 0, int(counts.max()) + 1
        while few < many:
            middle = (few + many) // 2
            room = np.maximum(count + middle - (others < value), 0)
            above = np.maximum(counts - room, 0)
            above[value] = 0
            few, many = (few, middle) if above.sum() <= middle else (middle + 1, many)
        found[value] = few
    return found


def _counted(values: Whole, low: int, wide: int) -> tuple[Whole, Whole, Whole]:
    """Where counts change, and how many values are below a window there and up to its end."""
    ordered = _ordered(values, low)
    changes = np.concatenate([ordered - wide, ordered + (wide + 1), [low]])
    starts = np.unique(np.maximum(changes, low))
    below = np.searchsorted(ordered, starts - wide, "left")
    return starts, below, np.searchsorted(ordered, starts + wide, "right")


def _ordered(values: NDArray[Any], low: int) -> Whole:
    """Values clipped to what the range holds at most, one by one, in order: sums cannot wrap."""
    if values.dtype.kind not in "iu":
        raise Invalid("values are not whole numbers of 64 bits", "put them on a grid first")
    least = whole(low, "low", -MOST_VALUE, MOST_VALUE)
    wide = values.astype(np.uint64 if values.dtype.kind == "u" else np.int64)
    return np.sort(np.maximum(np.minimum(wide, MOST_VALUE).astype(np.int64), least))


def _level(level: Number) -> Fraction:
    exact = between(level, "the level", 0, 1)
    return Fraction(exact.numerator, whole(exact.denominator, "its denominator", 1, MOST_PARTS))


def _ranked(level: Fraction, relation: Relation) -> Sensitivity:
    p, q = level.numerator, level.denominator
    return Sensitivity(linf=max(p, q - p) if relation is Relation.ADD_REMOVE else q)
