"""Rounded Euclidean noise: its length, its direction, and roundings too close to tell."""

from fractions import Fraction

import numpy as np
import pytest

from discreet.law import EuclideanLaplace
from discreet.noise import sample
from discreet.noise.vector import Point, Unfolding, VectorDraw, _nearest
from discreet.numbers import Interval
from discreet.testing import Replay
from tests.noise.bits import fixed


@pytest.mark.parametrize(("dimension", "scale"), [(1, 50), (2, 30), (5, 20), (8, 1)])
def test_vectors_are_as_long_and_as_spread_as_the_law_says(dimension: int, scale: int) -> None:
    law, count = EuclideanLaplace(dimension, scale), 1500
    drawn = sample(law, count, fixed(str(law), 1 << 20))
    assert drawn.shape == (count, dimension)
    lengths = np.sqrt((drawn.astype(float) ** 2).sum(axis=1))
    # Odds of a false alarm below 10⁻⁹: 6.1 standard errors. Rounding moves a length by √d / 2.
    slack = 6.1 * 0.5 / count**0.5
    for radius in (scale * dimension // 2, scale * dimension, 2 * scale * dimension):
        room = dimension**0.5 / 2
        assert (lengths > radius + room).mean() < law.radius_tail(radius) + slack
        assert (lengths > max(radius - room, 0)).mean() > law.radius_tail(radius) - slack
    assert np.abs(drawn.mean(axis=0)).max() < 6.5 * (law.variance / count) ** 0.5
    kurtosis = 6  # a coordinate's fourth moment is under that many squared variances
    assert abs(drawn.var() / (law.variance + 1 / 12) - 1) < 6.5 * (kurtosis / drawn.size) ** 0.5


def test_single_vectors_have_their_dimension() -> None:
    assert sample(EuclideanLaplace(3, 10)).shape == (3,)
    assert sample(EuclideanLaplace(3, 10), 0).shape == (0, 3)


def test_a_number_unfolds_only_as_far_as_it_is_asked_for() -> None:
    replay = Replay(bytes([128, *[0] * 7]) + bytes([255] * 8))
    number = Unfolding(replay)
    assert replay.left == 16
    assert number.within(64).lower == Fraction(1, 2)
    assert number.within(10).lower == Fraction(1, 2)
    assert replay.left == 8
    assert number.within(65).lower == Fraction(1, 2) + Fraction((1 << 64) - 1, 1 << 128)


def test_a_point_outside_the_disc_is_drawn_again() -> None:
    corner, inside = bytes(8), bytes([160, *[0] * 7])
    replay = Replay(corner * 2 + inside * 2)
    square = Point(replay).square(64)
    assert replay.left == 0
    assert square.holds(Fraction(1, 8))


def test_a_point_too_close_to_the_rim_is_looked_at_more_closely() -> None:
    # x = -1 but for 2**-64, y = 0: the first 64 bits cannot tell on which side of the rim it is.
    edge, middle = bytes(8), bytes([128, *[0] * 7])
    replay = Replay(edge + middle + bytes([255] * 8) + bytes([0] * 8))
    point = Point(replay)
    assert replay.left == 0
    assert point.square(64).upper < 1


def test_a_rounding_too_close_to_tell_asks_for_more_bits() -> None:
    assert _nearest(Interval(5, 7, -2, 10)) is None  # 1.25 to 1.75
    assert _nearest(Interval(7, 9, -2, 10)) == 2  # 1.75 to 2.25
    assert _nearest(Interval(-6, -6, -2, 10)) == -1  # -1.5, upwards


def test_a_direction_that_may_be_none_asks_for_more_bits() -> None:
    # One coordinate is all that counts, and 128 bits do not tell it from zero.
    middle, off = bytes([128, *[0] * 7]), bytes([160, *[0] * 7])
    further = bytes([0] * 8) + bytes([255] * 64)
    drawn = VectorDraw(EuclideanLaplace(1, 5)).one(Replay(middle + off + bytes([7] * 16) + further))
    assert drawn.shape == (1,)


def test_a_point_near_the_middle_asks_for_more_bits() -> None:
    # 128 bits do not tell the point from the middle of the disc; the 256 that drew it did.
    middle = bytes([128, *[0] * 7])
    replay = Replay(middle * 2 + bytes(32) + bytes([255] * 16) + bytes([7] * 400))
    assert VectorDraw(EuclideanLaplace(2, 5)).one(replay).shape == (2,)


def test_the_first_bits_may_say_too_little() -> None:
    # All known bits of the length are zero: its logarithm has no bound yet.
    draw = VectorDraw(EuclideanLaplace(1, 5))
    point = bytes([160, *[0] * 7])
    known = [point, point, bytes(16), bytes([1] * 200)]
    tape = Replay(b"".join(known))
    assert draw.one(tape).shape == (1,)
