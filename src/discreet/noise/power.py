"""An index drawn with weights that are powers of two, with any exponents, of a whole array.

Weights may be as far apart as 2**(2**30): none is ever rounded to nothing. Halves of the greatest
weight make levels; a level is drawn by how many are in it, and one of those is taken with the rest.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from discreet.law import Cells
from discreet.noise.coin import is_below
from discreet.noise.prepare import TableDraw
from discreet.noise.source import Source
from discreet.noise.uniform import below
from discreet.numbers import Interval, exp_interval, log_two

# Exponents count units of 2**-PLACES; the least integer stands for no weight at all.
PLACES = 32
NEVER = -(2**63)
MOST_EXPONENT = 2**61
_NEAR = 64
_PART = (1 << PLACES) - 1


class Levels:
    """How many indices have a weight between 2**-(k + 1) and 2**-k of the greatest, for each k."""

    def __init__(self, exponents: NDArray[np.int64]) -> None:
        """From exponents, at least one of which stands for a weight."""
        self._exponents, self.top = exponents, int(exponents.max())
        self._known: dict[int, tuple[list[int], int]] = {}

    def cells(self, bits: int) -> Cells:
        """Levels up to so many bits and more, weighed as if all in one had its greatest weight."""
        last = bits + _NEAR
        if last not in self._known:
            near = self.near(last)
            levels = (self.top - self._exponents[near]) >> PLACES
            counts = np.bincount(levels, minlength=last).tolist()
            self._known[last] = counts, len(self._exponents) - len(near)
        counts, far = self._known[last]
        weights = [count << last - level for level, count in enumerate(counts)]
        return Cells(range(last), weights, weights, far)

    def near(self, last: int) -> NDArray[np.int64]:
        """Indices of levels below the last."""
        least = max(self.top - (last << PLACES), NEVER)
        return np.flatnonzero(self._exponents > least)

    def at(self, level: int) -> NDArray[np.int64]:
        """Indices of one level."""
        high = self.top - (level << PLACES)
        low = max(high - (1 << PLACES), NEVER)
        found: NDArray[np.int64] = np.flatnonzero(
            (self._exponents > low) & (self._exponents <= high)
        )
        return found


def draw_power(exponents: NDArray[Any], source: Source) -> int:
    """An index i, with probability proportional to 2**(exponents[i] / 2**PLACES), exactly.

    How often it draws again depends on all weights together, and not on which index comes out.
    """
    levels = Levels(exponents)
    table = TableDraw(levels)
    while True:
        places = levels.at(table.one(source))
        index = int(places[int(below(len(places), 1, source)[0])])
        part = levels.top - int(exponents[index]) & _PART
        if is_below(lambda bits, part=part: _half(part, bits), source):  # type: ignore[misc]  # mypy knows no default of a lambda
            return index


def _half(part: int, bits: int) -> Interval:
    """2**-(part / 2**PLACES): from one down to a half."""
    return exp_interval(log_two(bits) * Fraction(-part, 1 << PLACES))
