"""Noise added to whole numbers, one or an array of them, without ever wrapping round."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from discreet.errors import Invalid
from discreet.law import Law
from discreet.noise.sample import sample
from discreet.noise.source import Source
from discreet.numbers import whole

Whole = TypeVar("Whole", int, NDArray[Any])


def add_noise(value: Whole, law: Law, source: Source) -> Whole:
    """The value, plus noise of its own for each entry.

    Sums beyond 64 bits stop at the greatest or least such number: that is done to the exact sum.
    """
    if isinstance(value, np.ndarray):
        return _to_all(value, sample(law, value.size, source))
    return whole(value, "the value") + sample(law, source=source)


def _to_all(value: NDArray[Any], noise: NDArray[Any]) -> NDArray[Any]:
    if value.dtype.kind not in "iuO":
        raise Invalid("noise is added to whole numbers", "put values on a grid first")
    if {value.dtype, noise.dtype} & {np.dtype(object), np.dtype(np.uint64)}:
        long: NDArray[Any] = value.astype(object) + noise.reshape(value.shape).astype(object)
        return long
    one, other = value.astype(np.int64), noise.reshape(value.shape)
    total: NDArray[Any] = one + other
    # Where both have a sign that the sum has not, it went round.
    wrapped = ((one ^ total) & (other ^ total)) < 0
    if wrapped.any():
        ends = np.where(one < 0, np.iinfo(np.int64).min, np.iinfo(np.int64).max)
        total = np.where(wrapped, ends, total)
    return total
