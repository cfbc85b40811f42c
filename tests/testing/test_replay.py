"""Recorded bits come again in order, then nothing."""

import pickle

import numpy as np
import pytest

from discreet.errors import Invalid
from discreet.law import DiscreteGaussian, DiscreteLaplace
from discreet.noise import sample
from discreet.testing import Recording, Replay


def test_a_recording_drawn_again_gives_the_same_noise() -> None:
    tape = Recording()
    laws = (DiscreteLaplace(1000), DiscreteGaussian(10**8))
    first = [sample(law, 5000, tape) for law in laws]
    single = [sample(law, source=tape) for law in laws]
    again = Replay(tape.taken)
    assert all(
        np.array_equal(sample(law, 5000, again), found)
        for law, found in zip(laws, first, strict=True)
    )
    assert [sample(law, source=again) for law in laws] == single
    assert again.left == 0


def test_bits_come_in_order_the_first_the_most_significant() -> None:
    replay = Replay(bytes(range(1, 9)))
    assert replay.integer(16) == 0x0102
    room = np.zeros(4, np.uint8)
    replay.fill(room)
    assert room.tolist() == [3, 4, 5, 6]
    assert replay.left == 2


def test_a_recording_that_is_used_up_says_so() -> None:
    replay = Replay(b"abc")
    with pytest.raises(Invalid, match="8 recorded bytes were asked for, and 3 are left"):
        replay.integer(64)
    assert replay.integer(24) == int.from_bytes(b"abc", "big")


def test_its_repr_says_that_it_is_not_private() -> None:
    assert repr(Replay(b"abc")) == "Replay(<3 bytes left>, not private)"


def test_a_recording_may_be_taken_of_another_source() -> None:
    tape = Recording(Replay(b"abcd"))
    assert tape.integer(16) == int.from_bytes(b"ab", "big")
    assert tape.taken == b"ab"
    assert pickle.loads(pickle.dumps(tape.taken)) == b"ab"  # noqa: S301  (our own bytes)
