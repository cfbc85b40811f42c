"""Weights of several quantiles together, in floats: a sum over all ways to place them, by parts.

Here are floats, and nowhere else between data and answer: they become weights, which are rounded to
whole numbers before anything is drawn. How far off they can be is proved, and `slack` says it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from math import ceil
from typing import Any

import numpy as np
from numpy.typing import NDArray

from discreet.noise.power import NEVER, PLACES

# Within a part of a running sum, floats may differ by exp(_SPAN) without being lost.
_SPAN, _LONGEST = 600, 1024
# What is less than exp of this times the greatest part of a sum is less than a rounding of it.
_NEGLIGIBLE = -45
_SLAB = 1 << 14
_NONE = -np.inf
_TWO = np.log(2)
Floats = NDArray[Any]


@dataclass(frozen=True)
class Placing:
    """Quantiles o_1 <= o_2 <= …: which cell each lies in, weighed.

    Cell i holds the `lengths[i]` values with i of the data below them. Between o_(j-1) and o_j
    there should be `targets[j]` of the data, and `rate` is lost for each too few or too many.

    Because. The first of k in a cell comes from any earlier one, the others stay: the sums over
    earlier cells are of two geometric pieces, so each is two running sums. [gillenwater2021]
    Error. Each logarithm has at most so many rounded additions behind it as `slack` counts, each
    off by half a unit in the last place of the greatest, given that numpy's exp and log are
    within 4 units.
    """

    lengths: Floats
    targets: tuple[Fraction, ...]
    rate: Fraction

    def exponents(self, j: int, after: int) -> NDArray[np.int64]:
        """For each cell: the weight of o_j there, when the one after o_j is in cell `after`.

        In units of 2**-PLACES, as logarithms to the base of two, up to a factor of all.
        """
        last = after + (j == self.count)
        gaps = after - np.arange(last)
        weights = self.together[j - 1][:last] + self._missed(gaps, j)
        top = weights.max()
        scaled = np.rint((weights - top) * (2**PLACES / _TWO))
        return np.where(scaled > _NONE, scaled, NEVER).astype(np.int64)

    def stays(self, j: int, cell: int) -> NDArray[np.int64]:
        """For k = 1, 2, …: the weight of the last k up to o_j being in this cell."""
        logs = np.array([self._staying(j, k, slice(cell, cell + 1))[0] for k in range(1, j + 1)])
        scaled = np.rint((logs - logs.max()) * (2**PLACES / _TWO))
        return np.where(scaled > _NONE, scaled, NEVER).astype(np.int64)

    @property
    def count(self) -> int:
        """How many quantiles."""
        return len(self.targets) - 1

    @cached_property
    def together(self) -> list[Floats]:
        """Logarithms of the weight of o_1 … o_j with o_j in each cell, for each j."""
        found: list[Floats] = []
        for j in range(1, self.count + 1):
            if j == 1:
                entered = self._missed(np.arange(len(self.lengths)), 0)
            else:
                entered = self._entered(found[-1], j - 1)
            self._first.append(entered + _log(self.lengths))
            stays = [partial(self._staying, j, k) for k in range(1, j + 1)]
            found.append(_sum(stays, len(self.lengths)) if j > 1 else self._first[0])
        return found

    @cached_property
    def _first(self) -> list[Floats]:
        """Those of o_j being the first in its cell; filled in by `together`."""
        return []

    @cached_property
    def _ways(self) -> list[Floats]:
        """How many more ways there are to choose k values of a cell than one, as logarithms."""
        found = [np.zeros(len(self.lengths))]
        for k in range(2, self.count + 1):
            found.append(found[-1] + np.log((self.lengths + (k - 1)) / k))
        return found

    def _staying(self, j: int, k: int, here: slice) -> Floats:
        """Logarithms of the weight of exactly the last k up to o_j being in each of some cells."""
        if k == 1:
            return self._first[j - 1][here].copy()
        missed = -self._rate * float(sum(self.targets[j - k + 1 : j]))
        return self._first[j - k][here] + (self._ways[k - 1][here] + missed)

    def _missed(self, gaps: Floats, j: int) -> Floats:
        """Logarithms of what is lost when so many lie between o_j and the one after it."""
        return -self._rate * np.abs(gaps - float(self.targets[j]))

    def _entered(self, before: Floats, j: int) -> Floats:
        """Logarithms of the sums over all earlier cells, each with what is lost on the way."""
        size, start = len(before), max(1, ceil(self.targets[j]))
        rise = self._rate * np.arange(size)
        due = self._rate * float(self.targets[j])
        found = np.full(size, _NONE)
        if start < size:  # so many or more between: falls with each
            sums = self._running((before[: size - start] + rise[: size - start])[None])[0]
            np.subtract(sums, rise[start:] - due, out=found[start:])
        if start > 1 and size > 1:  # fewer: rises with each
            near = self._window(before - rise, min(start, size) - 1)
            near += rise[1:] - due
            found[1:] = _two(found[1:], near)
        return found

    def _window(self, values: Floats, width: int) -> Floats:
        """Logarithms of the sums of the last `width` values before each place but the first.

        Because. A window is the end of one block and the beginning of the next: nothing is taken
        away, so nothing cancels.
        """
        size = len(values)
        blocks = -(-size // width)
        padded = np.full(blocks * width, _NONE)
        padded[:size] = values
        rows = padded.reshape(blocks, width)
        heads = self._running(rows).ravel()[: size - 1]
        tails = self._running(rows[:, ::-1])[:, ::-1].ravel()
        starts = np.maximum(np.arange(1, size) - width, 0)
        ends = np.where(starts % width == 0, _NONE, tails[starts])
        return _two(heads, ends)

    def _running(self, rows: Floats) -> Floats:
        """Logarithms of running sums along rows, part by part."""
        many, width = rows.shape
        length = min(part_of(self.rate), width)
        parts = -(-width // length)
        values = np.full((many, parts * length), _NONE)
        values[:, :width] = rows
        values = values.reshape(many * parts, length)
        sums, top, least = _parts(values)
        with np.errstate(divide="ignore"):
            totals = np.where(top > _NONE, top, 0) + np.log(sums[:, -1])
        carried = np.full((many, parts), _NONE)
        carried[:, 1:] = np.logaddexp.accumulate(totals.reshape(many, parts), axis=1)[:, :-1]
        before = carried.ravel()
        _carry(sums, top, before)
        # What comes before, or the first values, might be lost beside the greatest.
        lost = (top > before) & (top - np.minimum(least, _above(before)) > _SPAN)
        for part in np.flatnonzero(lost):
            both = np.concatenate([before[part : part + 1], values[part]])
            sums[part] = np.logaddexp.accumulate(both)[1:]
        return sums.reshape(many, -1)[:, :width]

    @property
    def _rate(self) -> float:
        return float(self.rate)


def part_of(rate: Fraction) -> int:
    """How many values a part of a running sum has."""
    return max(16, min(_LONGEST, int(_SPAN / 4 / max(rate, Fraction(1, 10**6)))))


def slack(rate: Fraction, most: int, count: int, room: int) -> Fraction:
    """The most that the logarithm of an answer's probability is off, for so many values and less.

    Because. No logarithm exceeds M = 4 rate most + (count + 2) ln(4 room) + 8, so each rounded
    operation on it is off by u M, u = 2**-53, and each function by 4 units more. A quantile adds
    to what is behind its weight the additions of one running sum, a part's and the parts' before,
    and 64 others. Each of at most 2 count draws is off by twice that and 2**-PLACES.
    """
    size = most + 1
    longest = -(-size // part_of(rate)) + part_of(rate) + 2
    greatest = 4 * rate * most + (count + 2) * (4 * room).bit_length() + 8
    steps = (count + 1) * (longest + 64)
    each = steps * (greatest + 8) * Fraction(1, 1 << 52) + Fraction(1, 1 << PLACES)
    return 2 * 2 * count * each


def _parts(values: Floats) -> tuple[Floats, Floats, Floats]:
    """Running sums of each row over its greatest value; that value, and the least there is."""
    sums, top, least = np.empty_like(values), np.empty(len(values)), np.empty(len(values))
    for here in _slabs(*values.shape):
        top[here] = values[here].max(axis=1)
        least[here] = _above(values[here]).min(axis=1)
        base = np.where(top[here] > _NONE, top[here], 0)[:, None]
        part = np.subtract(values[here], base, out=sums[here])
        np.cumsum(np.exp(part, out=part), axis=1, out=part)
    return sums, top, least


def _carry(sums: Floats, top: Floats, before: Floats) -> None:
    """Turn running sums over their greatest values into logarithms, with what comes before."""
    peak = np.maximum(top, before)
    level = np.where(peak > _NONE, peak, 0)
    factor, more = np.exp(np.minimum(top - level, 0)), np.exp(before - level)
    for here in _slabs(*sums.shape):
        part = sums[here]
        part *= factor[here, None]
        part += more[here, None]
        with np.errstate(divide="ignore"):
            np.log(part, out=part)
        part += level[here, None]


def _sum(logs: Sequence[Callable[[slice], Floats]], size: int) -> Floats:
    """The logarithm of a sum, from those of its parts."""
    out = np.empty(size)
    for here in _slabs(size, 1):
        parts = [log(here) for log in logs]
        top = np.maximum.reduce(parts)
        base = np.where(top > _NONE, top, 0)
        total = np.zeros(len(top))
        for part in parts:
            np.subtract(part, base, out=part)
            if part.max() > _NEGLIGIBLE:
                total += np.exp(part)
        out[here] = base + _log(total)
    return out


def _two(one: Floats, other: Floats) -> Floats:
    """The logarithm of the sum of two."""
    out = np.empty_like(one)
    for here in _slabs(len(one), 1):
        high = np.maximum(one[here], other[here])
        with np.errstate(invalid="ignore"):  # nothing and nothing
            apart = np.minimum(one[here], other[here]) - high
        np.exp(np.fmax(apart, -2 * _SPAN, out=apart), out=apart)
        apart += 1
        np.add(high, np.log(apart, out=apart), out=out[here])
    return out


def _log(values: Floats) -> Floats:
    """Logarithms, where zero has one."""
    with np.errstate(divide="ignore"):
        return np.log(values)


def _above(values: Floats) -> Floats:
    """Values, and infinity where there is none."""
    return np.where(values > _NONE, values, np.inf)


def _slabs(size: int, width: int) -> Iterator[slice]:
    """So many rows at a time that they stay in the cache."""
    step = max(1, _SLAB // width)
    return (slice(start, start + step) for start in range(0, size, step))
