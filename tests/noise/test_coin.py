"""Coins: exact, down to the last bit that is asked for."""

from fractions import Fraction

import mpmath
import pytest

from discreet.errors import OutOfRange
from discreet.noise import System, coin, exp_coin
from discreet.noise.coin import is_below
from discreet.numbers import Interval
from discreet.testing import Replay


def _bits(number: int, bits: int) -> Replay:
    return Replay(number.to_bytes(bits // 8, "big"))


@pytest.mark.parametrize("p", [Fraction(1, 3), Fraction(2, 7), Fraction(1, 10**30)])
def test_a_rational_coin_falls_where_its_number_is_below_p(p: Fraction) -> None:
    for bits in (64, 128, 192):
        cut = int(p * 2**bits)
        prefix = cut >> 64
        for number, expected in ((cut - 1, 1), (cut + 1, 0)):
            if bits > 64 and number >> 64 != prefix:
                continue
            if number < 0:
                continue
            replay = _bits(number, bits)
            assert coin(p, replay) == expected


def test_an_exponential_coin_is_decided_three_refinements_deep() -> None:
    with mpmath.workprec(400):
        cut = int(mpmath.exp(-mpmath.mpf(5) / 7) * 2**256)
    for number, expected in ((cut - 4, 1), (cut + 4, 0)):
        replay = _bits(number, 256)
        assert exp_coin("5/7", replay) == expected
        assert replay.left == 0


@pytest.mark.parametrize(("p", "expected"), [(0, 0), (1, 1)])
def test_a_coin_that_is_certain_always_falls_the_same_way(p: int, expected: int) -> None:
    assert {coin(p, System()) for _ in range(100)} == {expected}
    assert coin(p, _bits(0, 64)) == coin(p, _bits((1 << 64) - 1, 64)) == expected


def test_an_exponential_coin_of_zero_always_falls() -> None:
    assert exp_coin(0, _bits((1 << 64) - 1, 64)) == 1
    assert exp_coin(2**40, _bits(1, 64)) == 0


def test_bits_that_are_known_already_count() -> None:
    half = Interval.of(Fraction(1, 2), 200)
    assert is_below(lambda _: half, Replay(b""), known=0b01, bits=2)
    assert not is_below(lambda _: half, Replay(b""), known=0b10, bits=2)


@pytest.mark.parametrize("bad", [-1, "2", float("nan"), True, "x"])
def test_a_bad_probability_is_refused_before_a_bit_is_drawn(bad: float | str) -> None:
    replay = Replay(bytes(64))
    with pytest.raises(OutOfRange, match="p is"):
        coin(bad, replay)
    assert replay.left == 64


@pytest.mark.parametrize("bad", ["-1", 2**41, float("inf"), False])
def test_a_bad_exponent_is_refused_before_a_bit_is_drawn(bad: float | str) -> None:
    replay = Replay(bytes(64))
    with pytest.raises(OutOfRange, match="x is"):
        exp_coin(bad, replay)
    assert replay.left == 64
