"""Single exact draws whose work does not depend on what they draw."""

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from discreet.noise.source import Source
from discreet.noise.table import Table

Rows: TypeAlias = NDArray[np.intp] | slice


class Panel:
    """Several tables read side by side, one value of each.

    All thresholds are compared with their table's 64-bit key, and all comparisons are added up: no
    branch and no address depends on a value. Only a key as good as on a threshold takes more: with
    c cells, that is as rare as c in 2**63 draws.
    """

    def __init__(self, tables: Sequence[Table]) -> None:
        """From tables with keys of 64 bits."""
        self._tables = tables
        self._high = np.concatenate([table.high for table in tables])
        self._low = np.concatenate([table.low for table in tables])
        sizes = [len(table.high) for table in tables]
        rows = np.arange(len(tables))
        self._row_high: Rows = np.repeat(rows, sizes)
        self._row_low: Rows = np.repeat(rows, [size + 1 for size in sizes])
        if len(tables) == 1:  # one key is compared with all as it is
            self._row_high = self._row_low = slice(None)
        ends = np.cumsum([0, *sizes])
        self._parts = [slice(a, b) for a, b in pairwise(ends)]
        self._first = [int(table.values[0]) for table in tables]
        self._steps = [np.diff(table.values) for table in tables]

    def one(self, source: Source) -> list[int]:
        """A value of each table."""
        keys = np.empty(len(self._tables), np.uint64)
        source.fill(keys)
        passed = self._high <= keys[self._row_high]
        doubtful = np.count_nonzero(self._low <= keys[self._row_low]) > np.count_nonzero(passed)
        if doubtful:
            pairs = zip(self._tables, keys, strict=True)
            return [table.refined(int(key), source) for table, key in pairs]
        found = zip(self._first, self._parts, self._steps, strict=True)
        return [first + int(passed[part] @ steps) for first, part, steps in found]
