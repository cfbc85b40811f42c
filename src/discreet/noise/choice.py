"""Exact choices among very many candidates by their scores: whole arrays at a time, in integers.

Candidates stand on levels, by how far they fall short of the best. What a level falls short is
settled for all who stand on it at once; the little that a candidate falls short beyond its level is
settled by a coin of its own, and only for the few that come so far.

How often a coin is thrown again depends on the scores; what is chosen has exactly its law.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from discreet.errors import Invalid
from discreet.law import Cells, Uniform
from discreet.law.cell import powers
from discreet.noise.coin import is_below
from discreet.noise.prepare import TableDraw
from discreet.noise.source import Source
from discreet.noise.uniform import UniformDraw
from discreet.numbers import cut_up, exp

# So many levels, an eighth of the scale apart or one: all beyond stand on the last.
LEVELS = 1 << 10
_PARTS = 8
_WORD = 32


def shortfalls(scores: NDArray[Any]) -> NDArray[Any]:
    """How far each score is below the greatest, exactly: never negative, and nothing wraps."""
    if scores.dtype.kind not in "iuO" or scores.ndim != 1 or not scores.size:
        raise Invalid("scores are a list of whole numbers", "put them on a grid first")
    if scores.dtype.kind == "O":
        long: NDArray[Any] = scores.max() - scores
        return long
    wide = scores.astype(np.uint64 if scores.dtype.kind == "u" else np.int64)
    gaps: NDArray[Any] = (wide.max() - wide).view(np.uint64)  # right, modulo 2**64
    return gaps


class Levels:
    """Candidates by how far they fall short, for one scale; `sizes` are how often each counts."""

    def __init__(
        self, scores: NDArray[Any], scale: Fraction, sizes: NDArray[np.int64] | None = None
    ) -> None:
        """From a score of each."""
        self.scale, self.step = scale, max(int(scale) // _PARTS, 1)
        self.gaps, self.sizes = shortfalls(scores), sizes
        self.level = np.minimum(self.gaps // self.step, LEVELS - 1).astype(np.intp)

    def cells(self, bits: int) -> Cells:
        """All levels that somebody stands on, each with the most its candidates can weigh."""
        counts = np.zeros(int(self.level.max()) + 1, np.int64)
        np.add.at(counts, self.level, 1 if self.sizes is None else self.sizes)
        work = bits + 32 + LEVELS.bit_length() + int(counts.sum()).bit_length()
        low, high = self.weights(work)
        there = [int(level) for level in np.flatnonzero(counts)]
        return Cells(
            there,
            [low[level] * int(counts[level]) for level in there],
            [high[level] * int(counts[level]) for level in there],
            0,
        )

    def weights(self, work: int) -> tuple[list[int], list[int]]:
        """Integers that 2**work exp(-level step / scale) lies between, up to the last level."""
        return powers(exp(-self.step / self.scale, work), int(self.level.max()) + 1, work)

    def member(self, level: int, source: Source) -> int:
        """One of those who stand on a level, each as often as it counts."""
        there = np.flatnonzero(self.level == level)
        if self.sizes is None:
            return int(there[_below(len(there), source)])
        sums = np.cumsum(self.sizes[there])
        return int(there[np.searchsorted(sums, _below(int(sums[-1]), source), "right")])

    def stays(self, candidate: int, source: Source) -> bool:
        """A coin for what a candidate falls short beyond its level."""
        rest = int(self.gaps[candidate]) - int(self.level[candidate]) * self.step
        return _falls(rest / self.scale, source)


def exponential_choice(
    scores: NDArray[Any],
    scale: Fraction,
    source: Source,
    sizes: NDArray[np.int64] | None = None,
) -> int:
    """An index drawn with weights exp(score / scale), times its size.

    Because. A level is drawn with the most that all on it can weigh, then one of them, and it stays
    with the share of that which it does weigh; if not, all begins anew.
    """
    levels = Levels(scores, scale, sizes)
    draw = TableDraw(levels)
    while True:
        candidate = levels.member(draw.one(source), source)
        if levels.stays(candidate, source):
            return candidate


def flip_choice(scores: NDArray[Any], scale: Fraction, source: Source) -> int:
    """The first heads, when coins of exp(-shortfall / scale) are thrown in a random order.

    Because. It makes no difference whether coins are thrown before the order is known: the first
    heads is one of all heads, any of them alike. So all throw for their level at once, and those
    who are left throw for the rest in a random order. Who is best always has heads.
    """
    levels = Levels(scores, scale)
    left = np.flatnonzero(_heads(levels, source))
    while True:
        at = _below(len(left), source)
        candidate = int(left[at])
        if levels.stays(candidate, source):
            return candidate
        left[at], left = left[-1], left[:-1]


def _heads(levels: Levels, source: Source) -> NDArray[np.bool_]:
    """A coin for everybody's level: a word decides, and where it cannot do more bits follow."""
    low, high = levels.weights(2 * _WORD)
    yes = np.array([weight >> _WORD for weight in low], np.uint64)
    no = np.array([cut_up(weight, _WORD) for weight in high], np.uint64)
    words = np.empty(len(levels.level), np.uint32)
    source.fill(words)
    heads: NDArray[np.bool_] = words < yes[levels.level]
    doubtful = ~heads & (words < no[levels.level])
    for place in np.flatnonzero(doubtful):
        fall = int(levels.level[place]) * levels.step / levels.scale
        heads[place] = _falls(fall, source, known=int(words[place]), bits=_WORD)
    return heads


def _falls(x: Fraction, source: Source, *, known: int = 0, bits: int = 0) -> bool:
    """A coin of exp(-x), of which some bits may be known; without a draw where it is certain."""
    return x == 0 or is_below(lambda work: exp(-x, work), source, known=known, bits=bits)


def _below(size: int, source: Source) -> int:
    return UniformDraw(Uniform(0, size - 1)).one(source)
