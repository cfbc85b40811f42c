"""Uniform integers of any range: as many bits as it needs, drawn again where they overshoot."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from discreet.law import Uniform
from discreet.noise.source import Source

# Larger ranges are drawn as Python integers.
_WORD = 64


class UniformDraw:
    """A uniform law ready to be drawn from; how often it draws again says nothing of the result."""

    def __init__(self, law: Uniform) -> None:
        """From its law."""
        self._law = law
        self._bits = (law.size - 1).bit_length()

    def one(self, source: Source) -> int:
        """A single value."""
        room = -(-self._bits // 8) * 8
        while True:
            found = source.integer(room) >> room - self._bits
            if found < self._law.size:
                return self._law.low + found

    def many(self, count: int, source: Source) -> NDArray[Any]:
        """So many independent values."""
        law = self._law
        if self._bits > _WORD or not -(2**63) <= law.low <= law.high < 2**63:
            return np.array([self.one(source) for _ in range(count)], object)
        return below(law.size, count, source).view(np.int64) + np.int64(law.low)


def below(size: int, count: int, source: Source) -> NDArray[np.uint64]:
    """So many uniform numbers of 0 … size - 1, size at most 2**64."""
    bits = (size - 1).bit_length()
    out = np.zeros(count, np.uint64)
    done = count if size == 1 else 0
    dtype = np.min_scalar_type(size - 1)
    while done < count:
        missing = count - done
        words = np.empty((missing << bits) // size + 16, dtype)
        source.fill(words)
        words >>= dtype.type(8 * words.itemsize - bits)
        kept = words[words <= size - 1][:missing]
        out[done : done + len(kept)] = kept
        done += len(kept)
    return out
