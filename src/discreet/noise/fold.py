"""Whole numbers of any type, each taken to the nearest end of a range: ready to be compared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from discreet.errors import Invalid
from discreet.numbers import whole


def folded(values: Sequence[int] | NDArray[Any], low: int, high: int) -> NDArray[np.int64]:
    """The values as 64-bit integers between two others, whatever their type was.

    >>> folded([-5, 3, 10**30], 0, 9)
    array([0, 3, 9])
    """
    given = np.asarray(values)
    if given.size and given.dtype.kind not in "iuO":
        raise Invalid("these are not whole numbers", "put values on a grid first")
    if given.dtype.kind == "i":
        return np.clip(given.astype(np.int64), low, high)
    inside = [min(max(whole(value, "a value"), low), high) for value in given.ravel().tolist()]
    return np.array(inside, np.int64)
