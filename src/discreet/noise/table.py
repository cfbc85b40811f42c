"""Exact draws from a table: one short random word decides, and only where it cannot do more follow.

A word w of 16 bits stands for the numbers u of [w, w + 1) / 2**16. Where all of them fall into one
cell of the law, the table holds that cell's value. The few words that a threshold runs through take
48 bits more; if even then the threshold is too close to tell, 64 more, and so on. Thresholds are
certified from both sides, so the law that comes out is the law that went in, exactly.
"""

from bisect import bisect_right
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from discreet.law import Tabled
from discreet.noise.source import Source, fresh_words

# Draws are made this many at a time: what they pass through stays in the cache.
BLOCK = 1 << 18
_WORD = 64


class Table:
    """A law ready to be drawn from in arrays; for a single value there is `Panel`.

    Cells from the `sure`-th on are never decided by a word alone. `word` and `key` are the bits of
    a first look and of a settled one: tests make them small, to go through every case there is.
    """

    def __init__(
        self,
        law: Tabled,
        *,
        sure: int | None = None,
        dtype: type[np.integer[Any]] | np.dtype[Any] = np.int64,
        word: int = 16,
        key: int = 64,
    ) -> None:
        """From a law that can be cut into cells, whose values fit in 64 bits."""
        cells = law.cells(key)
        low, high = cells.thresholds(key)
        known = sum(threshold < 1 << key for threshold in high)
        self.law, self.word, self.key = law, word, key
        self.dtype = dtype
        self._sure = len(cells.values) if sure is None else sure
        # A key is certain when it has reached a `high` and not the next `low`. Past the last
        # threshold nothing is: repeating that threshold says so.
        last = min(low[min(known, len(low) - 1)], (1 << key) - 1)
        self.high = np.array(high[:known], np.uint64)
        self.low = np.array([*low[:known], last], np.uint64)
        self.values = np.array([*cells.values, cells.values[-1]][: known + 1], np.int64)

    def many(self, count: int, source: Source) -> NDArray[np.int64]:
        """So many independent values."""
        out = np.empty(count, np.int64)
        index = np.empty(min(count, BLOCK), np.intp)
        for start in range(0, count, BLOCK):
            part = out[start : start + BLOCK]
            self.read(index[: len(part)], part, source)
        return out

    def read(self, index: NDArray[np.intp], out: NDArray[Any], source: Source) -> None:
        """Fill `out` with values; `index` is room for the words they come from."""
        words = np.empty(len(out), np.uint16)
        source.fill(words)
        words >>= np.uint16(16 - self.word)
        undecided = self.look_up(words, index, out)
        if len(undecided):
            out[undecided] = self.settle(words[undecided], source)

    def look_up(
        self, words: NDArray[np.uint16], index: NDArray[np.intp], out: NDArray[Any]
    ) -> NDArray[np.intp]:
        """Put values into `out`, and tell at which places the word could not decide."""
        entries, prefixes = self._entries
        np.copyto(index, words)
        entries.take(index, out=out, mode="clip")
        return np.flatnonzero(words >= len(entries) - len(prefixes))

    def settle(self, words: NDArray[np.uint16], source: Source) -> NDArray[np.int64]:
        """Values for words that could not decide, each from as many bits more as it takes."""
        entries, prefixes = self._entries
        more = self.key - self.word
        keys = prefixes[words - np.uint16(len(entries) - len(prefixes))] << np.uint64(more)
        keys |= fresh_words(len(words), source) >> np.uint64(_WORD - more)
        cell = np.searchsorted(self.high, keys, "right")
        values: NDArray[np.int64] = self.values[cell]
        for place in np.flatnonzero(keys >= self.low[cell]):
            values[place] = self.refined(int(keys[place]), source)
        return values

    def refined(self, key: int, source: Source) -> int:
        """The value of a key, with more bits while it is too close to a threshold."""
        bits = self.key
        while True:
            cells = self.law.cells(bits)
            low, high = cells.thresholds(bits)
            cell = bisect_right(high, key)
            if cell < len(low) and key < low[cell]:
                return cells.values[cell]
            bits += self.key
            key = key << self.key | source.integer(self.key)

    @cached_property
    def _entries(self) -> tuple[NDArray[Any], NDArray[np.uint64]]:
        """What each word means, the undecided ones numbered last; and what those stand for."""
        rest = np.uint64(self.key - self.word)
        first = np.arange(1 << self.word, dtype=np.uint64) << rest
        last = first | ((np.uint64(1) << rest) - np.uint64(1))
        cell = np.searchsorted(self.high, first, "right")
        decided = (last < self.low[cell]) & (cell < self._sure)
        entries = np.zeros(1 << self.word, self.dtype)
        entries[: np.count_nonzero(decided)] = self.values[cell[decided]]
        return entries, np.flatnonzero(~decided).astype(np.uint64)


def as_array(values: list[int]) -> NDArray[Any]:
    """64-bit integers where all of them fit, Python's own otherwise: nothing ever wraps."""
    try:
        return np.array(values, np.int64)
    except OverflowError:
        return np.array(values, object)
