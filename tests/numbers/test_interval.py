"""An interval holds its number through all arithmetic, and stays narrow."""

from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from discreet.numbers import Interval, cut_up, exp

BITS = st.integers(4, 300)
# Rational numbers of all sizes, from about 2**-400 to 2**400.
NUMBERS = st.builds(
    lambda n, d, twos: Fraction(n, d) * Fraction(2) ** twos,
    st.integers(-(10**12), 10**12),
    st.integers(1, 10**12),
    st.integers(-360, 360),
)
# Intervals of any width, also around zero, and a number inside.
WIDE = st.builds(
    lambda low, width, exponent, bits, part: (
        Interval(low, low + width, exponent, bits),
        (low + part * width) * Fraction(2) ** exponent,
    ),
    st.integers(-(2**40), 2**40),
    st.integers(0, 2**30),
    st.integers(-90, 90),
    st.integers(4, 60),
    st.fractions(0, 1, max_denominator=100),
)


def units(interval: Interval, value: Fraction) -> Fraction:
    """How wide, in parts of 2**bits of the value."""
    return (interval.upper - interval.lower) * (1 << interval.bits) / abs(value)


@given(NUMBERS, BITS)
def test_an_interval_around_a_number_is_at_most_two_units_wide(value: Fraction, bits: int) -> None:
    interval = Interval.of(value, bits)
    assert interval.lower <= value <= interval.upper
    assert interval.holds(value)
    assert interval.high - interval.low <= 1
    assert max(abs(interval.low), abs(interval.high)) <= 2 ** (bits + 1)
    assert value == 0 or units(interval, value) <= 2


@given(st.integers(-(2**60), 2**60), st.integers(-2000, 2000))
def test_a_dyadic_number_is_held_exactly(value: int, twos: int) -> None:
    exact = value * Fraction(2) ** twos
    interval = Interval.of(exact, 64)
    assert interval.lower == interval.upper == exact


@given(NUMBERS, BITS)
def test_an_interval_does_not_hold_what_lies_outside(value: Fraction, bits: int) -> None:
    interval = Interval.of(value, bits)
    hair = Fraction(1, 2**2000)
    assert not interval.holds(interval.lower - hair)
    assert not interval.holds(interval.upper + hair)


@given(WIDE, WIDE)
def test_whatever_two_intervals_hold_their_results_hold(
    one: tuple[Interval, Fraction], other: tuple[Interval, Fraction]
) -> None:
    (a, x), (b, y) = one, other
    assert (a + b).holds(x + y)
    assert (a - b).holds(x - y)
    assert (a * b).holds(x * y)
    assert (-a).holds(-x)
    if not b.holds(0):
        assert (a / b).holds(x / y)
        assert b.inverse().holds(1 / y)


@given(WIDE, NUMBERS)
def test_rational_numbers_stand_on_either_side(one: tuple[Interval, Fraction], y: Fraction) -> None:
    a, x = one
    assert (a + y).holds(x + y)
    assert (y + a).holds(x + y)
    assert (a - y).holds(x - y)
    assert (y - a).holds(y - x)
    assert (a * y).holds(x * y)
    assert (y * a).holds(x * y)
    if y:
        assert (a / y).holds(x / y)
    if not a.holds(0):
        assert (y / a).holds(y / x)


@given(NUMBERS.filter(bool), NUMBERS.filter(bool), BITS)
def test_results_are_at_most_eight_units_wide(x: Fraction, y: Fraction, bits: int) -> None:
    a, b = Interval.of(x, bits), Interval.of(y, bits)
    assert units(a * b, x * y) <= 8
    assert units(a / b, x / y) <= 8
    assert units(b.inverse(), 1 / y) <= 8
    largest = max(abs(x), abs(y))
    assert units(a + b, largest) <= 8
    assert units(a - b, largest) <= 8


@given(NUMBERS.filter(bool), NUMBERS.filter(bool), st.integers(4, 99), st.integers(100, 300))
def test_a_result_is_known_as_well_as_the_less_known_of_two(
    x: Fraction, y: Fraction, few: int, many: int
) -> None:
    a, b = Interval.of(x, few), Interval.of(y, many)
    for result in (a + b, b + a, a * b, b * a, a - b, b - a):
        assert result.bits == few
        assert max(abs(result.low), abs(result.high)).bit_length() <= few + 4


@pytest.mark.parametrize("combine", [lambda a, b: a + b, lambda a, b: a - b])
def test_a_part_that_is_far_smaller_is_rounded_and_makes_no_long_integer(
    combine: Callable[[Interval, Interval], Interval],
) -> None:
    tiny = exp(-(10**15), 80)
    for result in (combine(Interval.of(1, 80), tiny), combine(tiny, Interval.of(1, 80))):
        assert max(abs(result.low), abs(result.high)).bit_length() <= 84
        assert result.holds(1) or result.holds(-1)
        assert result.upper - result.lower <= Fraction(8, 2**80)


def test_an_exact_zero_rounds_nothing_however_small_or_large_the_other_part() -> None:
    zero, tiny, huge = Interval.of(0, 80), exp(-1000, 80), exp(10**9, 80)
    for total in (zero + tiny, tiny + zero, 0 + tiny, tiny - zero, huge * 0 + tiny):
        assert total.holds(tiny.lower)
        assert total.holds(tiny.upper)
        assert units(total, tiny.lower) <= 8
    assert (zero + zero).lower == (zero + zero).upper == 0
    assert (1 + huge * 0).lower == (1 + huge * 0).upper == 1


@given(WIDE, WIDE)
def test_a_hull_is_the_narrowest_interval_around_two(
    one: tuple[Interval, Fraction], other: tuple[Interval, Fraction]
) -> None:
    a, b = one[0], other[0]
    hull = Interval.hull(a, b)
    assert hull.lower == min(a.lower, b.lower)
    assert hull.upper == max(a.upper, b.upper)
    assert hull.bits == min(a.bits, b.bits)


def test_a_hull_far_out_makes_no_long_integer() -> None:
    hull = Interval.hull(exp(-(10**15), 80), exp(-(10**15) - 1, 80))
    assert max(hull.low.bit_length(), hull.high.bit_length()) < 200


@pytest.mark.parametrize(("low", "high"), [(0, 0), (-1, 1), (0, 5), (-5, 0)])
def test_nothing_is_divided_by_what_may_be_zero(low: int, high: int) -> None:
    interval = Interval(low, high, -3, 80)
    with pytest.raises(ZeroDivisionError):
        interval.inverse()
    with pytest.raises(ZeroDivisionError):
        1 / interval
    with pytest.raises(ZeroDivisionError):
        Interval.of(1, 80) / interval


@given(NUMBERS.filter(lambda x: x > 0), st.integers(-20, 20), st.integers(20, 200))
def test_a_power_holds_the_power_and_loses_little(x: Fraction, n: int, bits: int) -> None:
    power = Interval.of(x, bits).power(n)
    assert power.holds(x**n)
    assert units(power, x**n) <= 8 * (abs(n) + 1)


def test_a_power_of_zero_is_zero_and_the_power_zero_is_one() -> None:
    assert Interval.of(0, 80).power(3).upper == 0
    assert Interval.of(0, 80).power(0).lower == 1


@given(NUMBERS, BITS, st.integers(-100, 200))
def test_fixed_ends_lie_around_the_number_in_units_of_the_caller(
    value: Fraction, bits: int, places: int
) -> None:
    interval = Interval.of(value, bits)
    low, high = interval.fixed(places)
    scaled = Fraction(2) ** places
    assert low == floor(interval.lower * scaled)
    assert high == ceil(interval.upper * scaled)


@given(st.integers(), st.integers(0, 100))
def test_cutting_up_never_goes_below(value: int, bits: int) -> None:
    assert cut_up(value, bits) == ceil(Fraction(value, 2**bits))
