"""The rare test of wide Gaussians: integers decide as exact numbers would."""

from fractions import Fraction

import mpmath
import numpy as np
import pytest

from discreet.noise.fall import _SLACK, SHARE, Fall, _exp_minus
from discreet.noise.wide import untested_shares
from discreet.testing import Replay
from tests.noise.bits import fixed

CASES = [
    (Fraction(16_385), 1),
    (Fraction(10**6), 3),
    (Fraction(10**12 + 1, 7), 12),
    (Fraction(2**60), 24),
]


def _fall(variance: Fraction, shift: int) -> Fall:
    return Fall(variance, shift, untested_shares(Fraction(4**shift) / variance, 256))


@pytest.mark.parametrize("bits", [32, 64])
def test_the_series_is_off_by_less_than_half_the_slack(bits: int) -> None:
    numbers = fixed("series")
    for _ in range(3000):
        y = numbers.integer(64) >> 66 - bits  # up to a quarter
        with mpmath.workprec(160):
            true = mpmath.exp(-mpmath.mpf(y) / 2**bits) * 2**bits
            assert abs(_exp_minus(y, bits) - true) < _SLACK / 2
    with mpmath.workprec(160):
        assert abs(_exp_minus(1 << bits - 2, bits) - mpmath.exp(-0.25) * 2**bits) < _SLACK / 2


def test_arrays_and_integers_evaluate_the_same_series() -> None:
    ys = np.arange(0, 1 << 30, 999_983, dtype=np.uint64)
    assert _exp_minus(ys, 32).tolist() == [_exp_minus(int(y), 32) for y in ys]


def _chance(variance: Fraction, shift: int, value: int, share: int) -> mpmath.mpf:
    """The chance of a value of which a share has been taken already, to 300 bits."""
    size = abs(value)
    start = (size - (value < 0)) >> shift << shift
    with mpmath.workprec(300):
        y = mpmath.mpf(size * size - start * start) * variance.denominator
        taken = mpmath.mpf(share) / 2**SHARE
        return (mpmath.exp(-y / (2 * variance.numerator)) - taken) / (1 - taken)


def _values(variance: Fraction) -> list[int]:
    """Values near and far on both sides, ends of buckets among them."""
    width = int(variance**0.5)
    sizes = [
        0,
        1,
        2,
        15,
        16,
        17,
        width // 3,
        width,
        width + 1,
        3 * width,
        6 * width + 5,
        300 * width | 1,
    ]
    return [side for size in sizes for side in (size, ~size)]


@pytest.mark.parametrize(("variance", "shift"), CASES)
def test_many_are_taken_exactly_where_their_number_is_below_the_chance(
    variance: Fraction, shift: int
) -> None:
    fall = _fall(variance, shift)
    for value in _values(variance):
        bucket = (value ^ value >> 63) >> shift
        share = int(fall._shares[min(bucket, len(fall._shares) - 1)])
        chance = _chance(variance, shift, value, share)
        with mpmath.workprec(300):
            cut, further = divmod(int(mpmath.floor(chance * mpmath.mpf(2) ** 160)), 1 << 128)
        for known in {0, *range(cut - 40, cut + 41, 8), cut - 1, cut, cut + 1, (1 << 32) - 1}:
            if not 0 <= known < 1 << 32:
                continue
            for more in (0, further - 2, further + 2, (1 << 128) - (1 << 64)):
                if not 0 <= more < 1 << 128:
                    continue
                stream = known.to_bytes(4, "little") + more.to_bytes(16, "big")
                taken = fall.takes(np.array([value]), Replay(stream))
                assert bool(taken[0]) == ((known << 128) + more < (cut << 128) + further)


@pytest.mark.parametrize(("variance", "shift"), CASES)
def test_one_is_taken_exactly_where_its_number_is_below_the_chance(
    variance: Fraction, shift: int
) -> None:
    fall = _fall(variance, shift)
    for value in _values(variance):
        with mpmath.workprec(300):
            chance = _chance(variance, shift, value, 0)
            cut, further = divmod(int(mpmath.floor(chance * mpmath.mpf(2) ** 192)), 1 << 128)
        for known in {0, cut - 40, cut - 1, cut, cut + 1, cut + 40, (1 << 64) - 1}:
            if not 0 <= known < 1 << 64:
                continue
            for more in (0, further - 2, further + 2):
                if not 0 <= more < 1 << 128:
                    continue
                replay = Replay(known.to_bytes(8, "big") + more.to_bytes(16, "big"))
                expected = (known << 128) + more < (cut << 128) + further
                assert fall.takes_one(value, replay) == expected


def test_a_value_too_far_out_for_the_series_is_decided_exactly() -> None:
    variance, shift = Fraction(16_385), 1
    fall = _fall(variance, shift)
    value = int(300 * variance**0.5) // 2 * 2 + 1  # y is above a quarter
    chance = _chance(variance, shift, value, 0)
    assert 0.0 < chance < mpmath.exp(-0.25)
    for known, expected in ((0, True), ((1 << 64) - 1, False)):
        assert fall.takes_one(value, Replay(known.to_bytes(8, "big") + bytes(64))) is expected
    for known, expected in ((0, True), ((1 << 32) - 1, False)):
        taken = fall.takes(np.array([value]), Replay(known.to_bytes(4, "little") + bytes(64)))
        assert bool(taken[0]) is expected


def test_a_difference_of_squares_beyond_64_bits_is_not_taken_for_a_small_one() -> None:
    fall, value = _fall(Fraction(2**60), 24), 2**40 + 2**23  # y is 8, and 2**46 / 2**61 if it wraps
    half = (1 << 31).to_bytes(4, "little")
    assert not fall.takes(np.array([value]), Replay(half + bytes(64)))[0]


def test_nothing_is_drawn_where_nothing_is_tested() -> None:
    assert len(_fall(*CASES[0]).takes(np.zeros(0, np.int64), Replay(b""))) == 0
