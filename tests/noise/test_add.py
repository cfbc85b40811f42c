"""Noise on whole numbers: shapes stay, and nothing wraps round."""

import numpy as np
import pytest

from discreet.errors import DiscreetError
from discreet.law import DiscreteLaplace, Uniform
from discreet.noise import System, add_noise

END = np.iinfo(np.int64)
SOURCE = System()


def test_a_whole_number_stays_one_however_long() -> None:
    assert add_noise(10**50, Uniform(7, 7), SOURCE) == 10**50 + 7


@pytest.mark.parametrize("kind", [np.int64, np.int32, np.uint8, np.uint32])
def test_an_array_keeps_its_shape_and_becomes_long_enough(kind: type[np.integer]) -> None:
    noisy = add_noise(np.full((2, 3), 100, kind), Uniform(100, 100), SOURCE)
    assert noisy.dtype == np.int64
    assert noisy.tolist() == [[200] * 3] * 2


@pytest.mark.parametrize(
    ("value", "noise", "expected"),
    [(END.max - 2, 5, END.max), (END.min + 2, -5, END.min), (END.max, -1, END.max - 1)],
)
def test_sums_beyond_64_bits_stop_there(value: int, noise: int, expected: int) -> None:
    assert add_noise(np.array([value]), Uniform(noise, noise), SOURCE).tolist() == [expected]


def test_long_integers_do_not_stop() -> None:
    for array in (np.array([2**70], object), np.array([2**64 - 1], np.uint64)):
        (noisy,) = add_noise(array, Uniform(5, 5), SOURCE).tolist()
        assert noisy == int(array[0]) + 5


def test_each_entry_has_noise_of_its_own() -> None:
    noisy = add_noise(np.zeros(1000, np.int64), DiscreteLaplace(1000), SOURCE)
    assert len(set(noisy.tolist())) > 100
    assert add_noise(np.zeros(0, np.int64), DiscreteLaplace(1), SOURCE).shape == (0,)


def test_what_is_not_whole_is_refused() -> None:
    for array in (np.array([0.5]), np.array([True]), np.array(["a"])):
        with pytest.raises(DiscreetError, match="whole numbers"):
            add_noise(array, DiscreteLaplace(1), SOURCE)
    for value in (0.5, True, "1"):
        with pytest.raises(DiscreetError, match="the value"):
            add_noise(value, DiscreteLaplace(1), SOURCE)  # type: ignore[type-var]  # that is what is tried
