"""Samples follow their law; bad requests are refused before a bit is drawn."""

import numpy as np
import pytest

from discreet.errors import OutOfRange
from discreet.law import (
    Coin,
    DiscreteLaplace,
    ExpCoin,
    ExponentialWeights,
    Law,
)
from discreet.noise import System, sample
from discreet.noise.prepare import TableDraw
from discreet.testing import Replay
from tests.noise.bits import fixed


@pytest.mark.parametrize("law", [Coin("1/3"), ExpCoin("0.7"), ExponentialWeights([0, 2, "1/2"])])
def test_small_laws_are_drawn_with_their_masses(law: Law) -> None:
    drawn = sample(law, 100_000, fixed(str(law)))
    first, last = law.support.low, law.support.high
    assert first is not None
    assert last is not None
    for value in range(first, last + 1):
        assert abs((drawn == value).mean() - law.mass(value)) < 3.3 / len(drawn) ** 0.5


def test_one_value_is_a_python_integer_and_many_are_64_bit() -> None:
    assert type(sample(DiscreteLaplace(10))) is int
    assert sample(DiscreteLaplace(10), 5, System()).dtype == np.int64
    assert sample(DiscreteLaplace(10), 0).shape == (0,)


@pytest.mark.parametrize("size", [-1, True, 2.5, "3", None.__class__, 2**41])
def test_a_bad_size_is_refused_before_a_bit_is_drawn(size: int) -> None:
    replay = Replay(bytes(100))
    with pytest.raises(OutOfRange, match="size is"):
        sample(DiscreteLaplace(10), size, replay)
    assert replay.left == 100


def test_any_law_with_cells_can_be_drawn_from() -> None:
    draw = TableDraw(DiscreteLaplace(2))
    assert draw.many(10, System()).dtype == np.int64
