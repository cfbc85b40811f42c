"""Exact random arrangements: an order, a subset at a rate, a subset of a given size."""

import numpy as np
from numpy.typing import NDArray

from discreet.law import Coin, FixedSubset, Permutation, PoissonSubset
from discreet.noise.source import Source, fresh_words
from discreet.noise.table import Table

Places = NDArray[np.int64]


class PermutationDraw:
    """A uniform order: everyone draws a number, and they line up."""

    def __init__(self, law: Permutation) -> None:
        """From its law."""
        self._size = law.size

    def one(self, source: Source) -> Places:
        """An order."""
        return np.argsort(_different(self._size, source)).astype(np.int64)

    def many(self, count: int, source: Source) -> list[Places]:
        """So many independent orders."""
        return [self.one(source) for _ in range(count)]


class FixedSubsetDraw:
    """A uniform subset of a given size: everyone draws a number, and the lowest are in."""

    def __init__(self, law: FixedSubset) -> None:
        """From its law."""
        self._law = law

    def one(self, source: Source) -> Places:
        """A subset, ascending."""
        drawn = _different(self._law.size, source)
        if self._law.count in {0, self._law.size}:
            return np.arange(self._law.count)
        lowest = np.argpartition(drawn, self._law.count)[: self._law.count]
        return np.sort(lowest).astype(np.int64)

    def many(self, count: int, source: Source) -> list[Places]:
        """So many independent subsets."""
        return [self.one(source) for _ in range(count)]


class PoissonSubsetDraw:
    """A subset by a coin for each."""

    def __init__(self, law: PoissonSubset) -> None:
        """From its law."""
        self._size, self._coins = law.size, Table(Coin(law.rate))

    def one(self, source: Source) -> Places:
        """A subset, ascending."""
        return np.flatnonzero(self._coins.many(self._size, source)).astype(np.int64)

    def many(self, count: int, source: Source) -> list[Places]:
        """So many independent subsets."""
        return [self.one(source) for _ in range(count)]


def _different(size: int, source: Source) -> NDArray[np.uint64]:
    """A number for each, no two the same: given that, every order of them is as likely."""
    while True:
        drawn = fresh_words(size, source)
        ordered = np.sort(drawn)
        if not np.any(ordered[1:] == ordered[:-1]):
            return drawn
