"""Uniform integers of any range."""

import numpy as np
import pytest

from discreet.law import Uniform
from discreet.noise import System
from discreet.noise.uniform import UniformDraw, below
from discreet.testing import Replay
from tests.noise.bits import fixed


@pytest.mark.parametrize("size", [1, 2, 3, 10, 255, 256, 257, 65536, 10**6])
def test_every_value_of_the_range_and_no_other_is_drawn(size: int) -> None:
    drawn = below(size, 200_000, System())
    assert len(drawn) == 200_000
    assert int(drawn.max()) < size
    if size <= 257:  # a value is missed with odds below 257 (1 - 1/257)**200000
        assert len(set(drawn.tolist())) == size


def test_each_value_is_as_likely() -> None:
    drawn = below(100, 1_000_000, fixed("uniform"))
    counts = np.bincount(drawn.astype(np.int64), minlength=100)
    # Chi-square with 99 degrees of freedom: beyond 206 with odds below 10⁻⁹.
    assert ((counts - 10_000) ** 2 / 10_000).sum() < 206


def test_all_words_of_a_small_range_give_a_uniform_law_exactly() -> None:
    words = np.arange(256, dtype=np.uint8)
    kept = below(5, 160, Replay(np.resize(words, 4096).tobytes()))
    # Three leading bits: 0 to 4 are kept, 5 to 7 drawn again; each kept one 32 times of 256.
    assert np.bincount(kept.astype(np.int64)).tolist() == [32] * 5


def test_single_values_are_drawn_again_until_they_fit() -> None:
    draw = UniformDraw(Uniform(10, 14))
    assert draw.one(Replay(bytes([0b111_00000, 0b101_00000, 0b100_00000]))) == 14
    assert draw.one(Replay(bytes([0b000_11111]))) == 10


@pytest.mark.parametrize(
    ("low", "high"), [(0, 2**64 - 1), (-(2**63), 2**63 - 1), (-5, 2**100), (2**63, 2**63 + 5)]
)
def test_ranges_of_any_length_stay_whole(low: int, high: int) -> None:
    draw = UniformDraw(Uniform(low, high))
    drawn = [*draw.many(200, System()), draw.one(System())]
    assert all(low <= int(value) <= high for value in drawn)
    assert len({int(value) for value in drawn}) > 5 or high - low < 10


def test_a_range_of_one_value_needs_no_bits() -> None:
    draw = UniformDraw(Uniform(7, 7))
    assert draw.one(Replay(b"")) == 7
    assert draw.many(3, Replay(b"")).tolist() == [7, 7, 7]
