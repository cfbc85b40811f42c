"""From intervals to floats: the nearest one, or the next on the safe side."""

import math
import sys
from collections.abc import Callable
from fractions import Fraction

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discreet.errors import Bug
from discreet.numbers import Interval, above, below, exp, log, nearest, pi, sqrt
from tests.numbers.truth import ends

F = Fraction
MOST = F(sys.float_info.max)
LEAST = F(1, 2**1074)
HALF_ULP = F(2) ** 970  # half the last place of the greatest float
# All sizes of floats, and some beyond on both sides.
NUMBERS = st.builds(
    lambda n, d, twos: F(n, d) * F(2) ** twos,
    st.integers(-(2**70), 2**70),
    st.integers(1, 2**70),
    st.integers(-1150, 1100),
)


def of(value: Fraction | int) -> Callable[[int], Interval]:
    return lambda bits: Interval.of(value, bits)


def is_nearest(found: float, value: Fraction) -> bool:
    """Whether no other float is closer, and the even one is taken of two that are as close."""
    distance = abs(F(found) - value)
    for other in (math.nextafter(found, -math.inf), math.nextafter(found, math.inf)):
        there = abs((F(other) if math.isfinite(other) else 2 * MOST) - value)
        even = (F(found) / LEAST / F(math.ulp(found)) * LEAST) % 2 == 0
        if there < distance or (there == distance and not even):
            return False
    return True


@given(NUMBERS)
def test_no_float_is_closer_than_the_nearest(value: Fraction) -> None:
    found = nearest(of(value))
    if abs(value) >= MOST + HALF_ULP:
        assert found == math.copysign(math.inf, value)
    else:
        assert is_nearest(found, value)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_float_is_nearest_to_itself(value: float) -> None:
    assert nearest(of(F(value))) == value


TIES = [
    (1 + F(1, 2**53), 1.0),
    (1 + F(3, 2**53), 1 + 2**-51),
    (-1 - F(1, 2**53), -1.0),
    (LEAST / 2, 0.0),
    (LEAST / 2 + F(1, 2**1300), 5e-324),
    (LEAST * F(3, 2), 1e-323),
    (LEAST * F(5, 2), 1e-323),
    (-LEAST / 2 - F(1, 2**1300), -5e-324),
    (F(1, 2**2000), 0.0),
    (-F(1, 2**2000), 0.0),
    (MOST + HALF_ULP - 1, sys.float_info.max),
    (MOST + HALF_ULP, math.inf),
    (-MOST - HALF_ULP, -math.inf),
    (F(2) ** 1024, math.inf),
    (-(F(2) ** 3000), -math.inf),
    (F(sys.float_info.min) - LEAST / 3, sys.float_info.min),
    (F(0), 0.0),
]


@pytest.mark.parametrize(("value", "expected"), TIES)
def test_halfway_cases_go_to_the_even_float(value: Fraction, expected: float) -> None:
    assert nearest(of(value)) == expected


@pytest.mark.parametrize(
    "x", [F(1, 3), F(-1, 7), 1, -1, 700, -700, -740, F(-1489, 2), 710, -(10**9)]
)
def test_exp_is_rounded_to_the_nearest_float(x: Fraction | int) -> None:
    with mpmath.workprec(3000):
        value = mpmath.exp(mpmath.mpf(F(x).numerator) / F(x).denominator)
        scaled = int(mpmath.nint(mpmath.ldexp(value, 2000)))
    found = nearest(lambda bits: exp(x, bits))
    if x == 710:
        assert found == math.inf
    else:
        assert is_nearest(found, F(scaled, 2**2000))


def test_a_number_that_is_hard_to_round_is_asked_for_with_more_bits() -> None:
    asked = []
    hard = 1 + F(1, 2**53) + F(1, 3 * 2**400)  # a hair above a tie: rounds up

    def number(bits: int) -> Interval:
        asked.append(bits)
        return Interval.of(hard, bits)

    assert nearest(number) == 1 + 2**-52
    assert asked == [80, 160, 320, 640]


def test_a_zero_that_is_never_certain_is_a_positive_zero() -> None:
    """As where parts cancel: ends close in on zero from both sides, with ever longer integers."""
    zero = nearest(lambda bits: Interval(-(1 << bits), 1 << bits, -3 * bits, bits))
    assert zero == 0
    assert math.copysign(1, zero) == 1


def test_a_number_that_never_settles_is_our_own_mistake() -> None:
    tie = 2**53 + 1
    with pytest.raises(Bug, match="no precision pins down"):
        nearest(lambda bits: Interval((tie << bits) - 1, (tie << bits) + 1, -bits, bits))


@given(NUMBERS, st.integers(1, 200))
def test_above_is_the_least_float_that_is_not_below(value: Fraction, bits: int) -> None:
    interval = Interval.of(value, bits)
    found = above(interval)
    assert found >= interval.upper
    assert math.nextafter(found, -math.inf) < interval.upper


@given(NUMBERS, st.integers(1, 200))
def test_below_is_the_greatest_float_that_is_not_above(value: Fraction, bits: int) -> None:
    interval = Interval.of(value, bits)
    found = below(interval)
    assert found <= interval.lower
    assert math.nextafter(found, math.inf) > interval.lower


@given(st.integers(-(2**70), 2**70), st.integers(0, 2**70), st.integers(-1150, 1000))
def test_any_interval_lies_between_its_floats(low: int, width: int, exponent: int) -> None:
    interval = Interval(low, low + width, exponent, 70)
    assert below(interval) <= interval.lower
    assert above(interval) >= interval.upper


EDGES = [
    (MOST, sys.float_info.max, sys.float_info.max),
    (MOST + 1, sys.float_info.max, math.inf),
    (F(2) ** 5000, sys.float_info.max, math.inf),
    (-MOST - 1, -math.inf, -sys.float_info.max),
    (-(F(2) ** 5000), -math.inf, -sys.float_info.max),
    (LEAST, 5e-324, 5e-324),
    (LEAST / 3, 0.0, 5e-324),
    (F(1, 2**5000), 0.0, 5e-324),
    (-F(1, 2**5000), -5e-324, 0.0),
    (-LEAST / 3, -5e-324, 0.0),
    (F(0), 0.0, 0.0),
]


@pytest.mark.parametrize(("value", "least", "most"), EDGES)
def test_where_floats_end_the_safe_side_is_kept(value: Fraction, least: float, most: float) -> None:
    interval = Interval.of(value, 2000)
    assert below(interval) == least
    assert above(interval) == most


def test_far_beyond_all_floats_no_long_integer_is_made() -> None:
    tiny, huge = exp(-(10**15), 80), exp(10**15, 80)
    assert (below(tiny), above(tiny)) == (0.0, 5e-324)
    assert (below(-tiny), above(-tiny)) == (-5e-324, 0.0)
    assert (below(huge), above(huge)) == (sys.float_info.max, math.inf)
    assert (below(-huge), above(-huge)) == (-math.inf, -sys.float_info.max)
    assert (nearest(lambda _: tiny), nearest(lambda _: huge)) == (0.0, math.inf)


@pytest.mark.parametrize("make", [pi, lambda bits: sqrt(2, bits), lambda bits: log(3, bits)])
def test_irrational_numbers_lie_between_neighbouring_floats(
    make: Callable[[int], Interval],
) -> None:
    interval = make(100)
    low, high = below(interval), above(interval)
    assert math.nextafter(low, math.inf) == high
    assert nearest(make) in {low, high}
    with mpmath.workprec(300):
        assert low < ends(interval)[0] <= ends(interval)[1] < high
