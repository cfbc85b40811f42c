"""Weights that are powers of two: drawn with their exact chances, however far apart."""

import math
from fractions import Fraction

import numpy as np
import pytest

from discreet.noise.power import NEVER, PLACES, Levels, draw_power
from discreet.testing import Replay
from tests.noise.bits import fixed

ONE = 1 << PLACES


def test_indices_come_as_often_as_their_weights_say() -> None:
    halves = [0, -1, 1, -3, 2, 0, -40]
    exponents = np.array([*(half * ONE // 2 for half in halves), NEVER])
    weights = [2 ** (half / 2) for half in halves]
    draws, source = 6000, fixed("power")
    counts = np.bincount([draw_power(exponents, source) for _ in range(draws)], minlength=8)
    # Hoeffding: off by more than this once in 1e10 for each.
    far = math.sqrt(math.log(2e10) / 2 / draws)
    for count, weight in zip(counts, weights, strict=False):
        assert abs(count / draws - weight / sum(weights)) < far
    assert counts[7] == 0


def test_the_rarest_index_can_still_be_drawn() -> None:
    exponents = np.array([0, -100 * ONE])
    assert draw_power(exponents, Replay(b"\xff" * 64)) == 1
    assert draw_power(exponents, Replay(b"\x00" * 64)) == 0


def test_exponents_may_be_as_far_apart_as_they_go() -> None:
    exponents = np.array([-(2**61), 2**61, NEVER, -(2**61)])
    assert draw_power(exponents, Replay(b"\xfe" * 64)) == 1
    assert draw_power(np.array([-(2**61), NEVER]), fixed("alone")) == 0


@pytest.mark.parametrize("bits", [64, 128, 192])
def test_levels_are_weighed_from_both_sides(bits: int) -> None:
    depths = [0, 0, 3, 70, 130, 400]
    levels = Levels(np.array([-depth * ONE for depth in depths]))
    low, high = levels.cells(bits).thresholds(bits)
    total = sum(Fraction(1, 2**depth) for depth in depths)
    for last in (0, 3, 70, 127):
        exact = sum(Fraction(1, 2**depth) for depth in depths if depth <= last) / total
        assert low[last] <= exact * 2**bits <= high[last]
    assert levels.cells(bits).rest == sum(depth >= bits + 64 for depth in depths)


def test_more_bits_only_add_cells() -> None:
    levels = Levels(np.array([-depth * ONE for depth in range(300)]))
    few, many = (levels.cells(bits) for bits in (64, 128))
    assert [*many.values][: len(few.values)] == [*few.values]


def test_an_index_of_a_level_is_found_there() -> None:
    levels = Levels(np.array([5, 5 - ONE + 1, 5 - ONE, NEVER]))
    assert levels.at(0).tolist() == [0, 1]
    assert levels.at(1).tolist() == [2]
