"""Wide discrete Gaussians by exact rejection: a coarse Gaussian, bits below it, and a rare test.

A bucket of 2**shift values from s on is proposed with the weight exp(-s² / 2v), then a place in
it; x is taken with probability exp(-(x² - s²) / 2v), close to one. What comes out has the law
exp(-x² / 2v), exactly. Negative values are complements, so that zero is not counted twice.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from discreet.law import Cells
from discreet.law.bell import bell_weights
from discreet.law.cell import powers
from discreet.noise.fall import SHARE, Fall
from discreet.noise.panel import Panel
from discreet.noise.source import Source
from discreet.noise.table import BLOCK, Table
from discreet.numbers import exp

# Up to this variance a single table holds every value.
NARROW = 1 << 14
# Buckets that a word may decide alone reach to this many standard deviations.
REACH = 4
_TEST = 1 << 62


@dataclass(frozen=True, slots=True)
class Buckets:
    """Signed buckets, weighed by their start: no value in them is likelier."""

    variance: Fraction
    shift: int

    @property
    def curvature(self) -> Fraction:
        """One over the variance, counted in buckets."""
        return Fraction(4**self.shift) / self.variance

    def cells(self, bits: int) -> Cells:
        """0, ~0, 1, ~1, …, each as the first value of its bucket."""
        low, high, rest = bell_weights(self.curvature, bits)
        values = [side for start in self.starts(len(low)) for side in (start, ~start)]
        return Cells(values, _twice(low), _twice(high), 2 * rest)

    def starts(self, count: int) -> range:
        """The first values of so many buckets from zero on."""
        return range(0, count << self.shift, 1 << self.shift)


@dataclass(frozen=True, slots=True)
class Split:
    """Buckets in two cells each: a share that is taken untested comes first, the rest last.

    `shares` are the untested parts of the first buckets, in units of 2**-16. A value whose bit 62
    is turned over is one to be tested.
    """

    buckets: Buckets
    shares: tuple[int, ...]

    def cells(self, bits: int) -> Cells:
        """All untested cells, then all others."""
        whole = self.buckets.cells(bits)
        shares = _twice(self.shares)
        rests = [(1 << SHARE) - share for share in shares]
        rests += [1 << SHARE] * (len(whole.values) - len(rests))
        values = [*whole.values[: len(shares)], *(value ^ _TEST for value in whole.values)]
        low, high = (
            [a * b for part in (shares, rests) for a, b in zip(part, weights, strict=False)]
            for weights in (whole.low, whole.high)
        )
        return Cells(values, low, high, whole.rest << SHARE)


class WideGaussian:
    """A discrete Gaussian of large variance, ready to be drawn from."""

    def __init__(self, variance: Fraction) -> None:
        """With 64 to 128 buckets in a standard deviation."""
        self.shift = isqrt(int(variance)).bit_length() - 7
        buckets = Buckets(variance, self.shift)
        reach = REACH * isqrt(int(variance)) >> self.shift
        shares = untested_shares(buckets.curvature, reach)
        self._table = Table(Split(buckets, tuple(shares.tolist())), sure=2 * reach)
        self._panel = Panel([Table(buckets)])
        self._fall = Fall(variance, self.shift, shares)

    def one(self, source: Source) -> int:
        """A single value; how often it is proposed anew says nothing about it."""
        while True:
            value = self._panel.one(source)[0] ^ source.integer(64) >> 64 - self.shift
            if self._fall.takes_one(value, source):
                return value

    def many(self, count: int, source: Source) -> NDArray[np.int64]:
        """So many independent values."""
        out = np.empty(count, np.int64)
        index = np.empty(min(count, BLOCK), np.intp)
        places = np.empty(min(count, BLOCK), np.min_scalar_type((1 << self.shift) - 1))
        for start in range(0, count, BLOCK):
            part = out[start : start + BLOCK]
            self._read(index[: len(part)], places[: len(part)], part, source)
        return out

    def _read(
        self,
        index: NDArray[np.intp],
        places: NDArray[Any],
        out: NDArray[np.int64],
        source: Source,
    ) -> None:
        """Fill `out`, with room for words and for the places in buckets."""
        words = np.empty(len(out), np.uint16)
        source.fill(words)
        source.fill(places)
        np.right_shift(places, 8 * places.itemsize - self.shift, out=places)
        undecided = self._table.look_up(words, index, out)
        np.bitwise_xor(out, places, out=out, dtype=np.int64)
        if len(undecided):
            values = self._table.settle(words[undecided], source) ^ places[undecided]
            tested = np.flatnonzero((values ^ (values >> 63)) >= _TEST)
            values[tested] ^= _TEST
            refused = tested[~self._fall.takes(values[tested], source)]
            values[refused] = self.many(len(refused), source)
            out[undecided] = values


def untested_shares(curvature: Fraction, count: int) -> NDArray[np.uint64]:
    """At most 2**16 exp(-(2b + 1) curvature / 2), whole numbers, for the first buckets b."""
    work = 64
    low, _ = powers(exp(-curvature, work), count, work)
    first, _ = exp(-curvature / 2, work).fixed(work)
    return np.array([weight * first >> 2 * work - SHARE for weight in low], np.uint64)


def _twice(weights: list[int] | tuple[int, ...]) -> list[int]:
    return [weight for weight in weights for _ in range(2)]
