"""Certified functions hold what mpmath finds with far more bits, and are narrow."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discreet.errors import Bug
from discreet.numbers import Interval, exp, exp_interval, log, log_two, pi, sqrt
from tests.numbers.truth import assert_holds

F = Fraction
BITS = [1, 2, 8, 24, 53, 64, 80, 128, 200, 333, 1000]


def scattered(count: int, least: int, most: int) -> list[Fraction]:
    """Positive numbers whose sizes spread evenly from 10**least to 10**most."""
    draw = np.random.default_rng(1)
    return [
        F(int(draw.integers(1, 10**6)), int(draw.integers(1, 10**6)))
        * F(10) ** int(draw.integers(least, most + 1))
        for _ in range(count)
    ]


@pytest.mark.parametrize("bits", BITS)
def test_exp_is_at_most_four_units_wide(bits: int) -> None:
    for x in scattered(40, -30, 5):
        for signed in (x, -x):
            assert_holds(exp(signed, bits), mpmath.exp, signed, units=4)


@pytest.mark.parametrize("x", [10**6, 10**9, 10**12, F(10**15, 7), F(1, 10**300), F(1, 3**200)])
def test_exp_is_as_narrow_far_out_and_near_zero(x: Fraction | int) -> None:
    for signed in (x, -x):
        assert_holds(exp(signed, 120), mpmath.exp, signed, units=4)


def test_exp_of_hundreds_of_digits_makes_no_long_integer() -> None:
    far = exp(-(F(10) ** 399), 80)
    assert far.low.bit_length() < 200
    # The exponent is a whole number of twos below 10**399 / ln 2, to as many digits as it has.
    with mpmath.workprec(2000):
        twos = int(mpmath.floor(-(mpmath.mpf(10) ** 399) / mpmath.log(2)))
    assert far.low.bit_length() - 1 + far.exponent == twos


def test_exp_of_zero_is_exactly_one() -> None:
    for bits in BITS:
        assert exp(0, bits).lower == exp(F(0), bits).upper == 1


def near_a_multiple_of_log_two(n: int, above: int) -> Fraction:
    """A number a hair above or below n ln 2, where the series is handed a hair beyond its range."""
    with mpmath.workprec(400):
        sign, man, exponent, _ = mpmath.mpf(n * mpmath.log(2))._mpf_
    value = F(-int(man) if sign else int(man)) * F(2) ** int(exponent)
    return value + F(above, 2**250)


@pytest.mark.parametrize("n", [-1000, -7, -1, 0, 1, 2, 63, 4000])
@pytest.mark.parametrize("above", [-1, 0, 1])
def test_exp_is_as_narrow_beside_a_power_of_two(n: int, above: int) -> None:
    x = near_a_multiple_of_log_two(n, above)
    for bits in (20, 64, 200):
        assert_holds(exp(x, bits), mpmath.exp, x, units=4)


@given(
    st.fractions(-300, 300, max_denominator=1000),
    st.fractions(0, 20, max_denominator=1000),
    st.fractions(0, 1, max_denominator=10),
)
def test_exp_of_an_interval_holds_exp_of_all_that_is_in_it(
    low: Fraction, width: Fraction, part: Fraction
) -> None:
    a, b = Interval.of(low, 80), Interval.of(low + width, 80)
    exponent = min(a.exponent, b.exponent)
    wide = Interval(
        a.low << (a.exponent - exponent), b.high << (b.exponent - exponent), exponent, 80
    )
    assert_holds(exp_interval(wide), mpmath.exp, low + part * width)
    narrow = exp_interval(a)
    # An error of a part of 2**80 of x is an error of |x| parts of 2**80 of exp(x).
    assert_holds(narrow, mpmath.exp, low, units=8 + 2 * float(abs(low)))


def test_exp_of_an_interval_makes_no_long_integer_far_out() -> None:
    far = Interval.of(-(10**12), 80)
    assert_holds(exp_interval(far), mpmath.exp, -(10**12), units=8)


@pytest.mark.parametrize("bits", BITS)
def test_log_is_at_most_four_units_wide(bits: int) -> None:
    for x in scattered(60, -60, 60):
        assert_holds(log(x, bits), mpmath.log, x, units=4)


NEAR_ONE = [F(1, 10**12), F(1, 2**20), F(1, 2**200), F(1, 3**90), F(2, 7), F(1, 3), F(1, 10**300)]


@pytest.mark.parametrize("part", NEAR_ONE)
def test_log_is_as_narrow_on_both_sides_of_one(part: Fraction) -> None:
    for signed in (part, -part):
        for bits in (10, 64, 200):
            assert_holds(log(1 + signed, bits), mpmath.log1p, signed, units=4)
            assert_holds(-log(1 / (1 + signed), bits), mpmath.log1p, signed, units=4)


def test_log_of_one_is_exactly_zero() -> None:
    for one in (1, F(1), Interval.of(1, 80), Interval(4, 4, -2, 80)):
        assert log(one, 80).lower == log(one, 80).upper == 0


@pytest.mark.parametrize("twos", [-2000, -1, 1, 2, 64, 10**30])
def test_log_of_a_power_of_two(twos: int) -> None:
    assert_holds(log(Interval(1, 1, twos, 80), 80), lambda: twos * mpmath.log(2), units=4)


@given(st.integers(1, 2**90), st.integers(0, 2**90), st.integers(-300, 300), st.fractions(0, 1))
def test_log_of_an_interval_holds_the_log_of_all_that_is_in_it(
    low: int, width: int, exponent: int, part: Fraction
) -> None:
    value = (low + part * width) * F(2) ** exponent
    interval = Interval(low, low + width, exponent, 80)
    assert_holds(log(interval, 80), mpmath.log, value)


@pytest.mark.parametrize("x", [F(1, 3), 5, -5, 1000, -(10**6), -(10**12), F(10**20, 3), -(10**50)])
def test_log_undoes_exp_however_far_out(x: Fraction | int) -> None:
    back = log(exp(x, 200), 200)
    assert back.holds(x)
    assert back.upper - back.lower <= F(8, 2**200) * max(abs(F(x)), F(1))


@pytest.mark.parametrize("x", [0, -1, F(-1, 3), Interval(0, 5, 0, 80), Interval(-5, -1, 0, 80)])
def test_log_of_what_may_not_be_positive_is_our_own_mistake(x: Interval | Fraction | int) -> None:
    with pytest.raises(Bug, match="may not be positive"):
        log(x, 80)


@pytest.mark.parametrize("bits", BITS)
def test_sqrt_is_at_most_two_units_wide(bits: int) -> None:
    for x in scattered(40, -60, 60):
        assert_holds(sqrt(x, bits), mpmath.sqrt, x, units=2)


@pytest.mark.parametrize("root", [0, 1, 2, 3, 1000, F(1, 1024), F(3, 2**500), 2**500])
def test_sqrt_of_a_dyadic_square_is_exact(root: Fraction | int) -> None:
    result = sqrt(F(root) ** 2, 80)
    assert result.lower == result.upper == root


@given(st.integers(0, 2**90), st.integers(0, 2**90), st.integers(-300, 300), st.fractions(0, 1))
def test_sqrt_of_an_interval_holds_the_root_of_all_that_is_in_it(
    low: int, width: int, exponent: int, part: Fraction
) -> None:
    value = (low + part * width) * F(2) ** exponent
    root = sqrt(Interval(low, low + width, exponent, 80), 80)
    assert root.lower**2 <= value <= root.upper**2


def test_sqrt_of_what_is_a_hair_below_zero_starts_at_zero() -> None:
    root = sqrt(Interval(-1, 4, 0, 80), 80)
    assert root.lower == 0
    assert root.upper == 2


@pytest.mark.parametrize("bits", [*BITS, 4000])
@pytest.mark.parametrize(
    ("constant", "compute"),
    [(pi, lambda: +mpmath.pi), (log_two, lambda: mpmath.log(2))],
)
def test_constants_are_at_most_two_units_wide(
    constant: Callable[[int], Interval], compute: Callable[[], Any], bits: int
) -> None:
    assert_holds(constant(bits), compute, units=2)
