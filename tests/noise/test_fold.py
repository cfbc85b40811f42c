"""Whole numbers within a range, of whatever type they come."""

import numpy as np
import pytest

from discreet.errors import Invalid, OutOfRange
from discreet.noise.fold import folded


@pytest.mark.parametrize("kind", [np.int8, np.int16, np.int64, np.uint8, np.uint64, object])
def test_every_type_of_whole_numbers_is_folded_alike(kind: type) -> None:
    found = folded(np.array([0, 7, 100], kind), -1000, 50)
    assert found.dtype == np.int64
    assert found.tolist() == [0, 7, 50]


def test_numbers_of_any_length_are_folded() -> None:
    assert folded([-(10**30), 10**30, 5], -(2**60), 2**60).tolist() == [-(2**60), 2**60, 5]
    assert folded(np.array([2**64 - 1], np.uint64), 0, 9).tolist() == [9]
    assert folded([], 0, 9).tolist() == []


def test_other_things_are_refused() -> None:
    with pytest.raises(Invalid):
        folded(np.array([0.5]), 0, 9)
    with pytest.raises(Invalid):
        folded(np.array([True]), 0, 9)
    with pytest.raises(OutOfRange):
        folded(np.array([0.5, 1], object), 0, 9)
