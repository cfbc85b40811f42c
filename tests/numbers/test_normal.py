"""The area beyond a point, beside sqrt(pi / 2) erfc(z / sqrt 2) from mpmath."""

from fractions import Fraction
from typing import Any

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discreet.numbers import normal_tail
from tests.numbers.truth import assert_holds

F = Fraction


def area(square: Any) -> Any:  # noqa: ANN401  (mpmath has no types)
    return mpmath.sqrt(mpmath.pi / 2) * mpmath.erfc(mpmath.sqrt(square / 2))


@pytest.mark.parametrize("bits", [20, 53, 80, 160, 320])
@pytest.mark.parametrize("z", [0, F(1, 10**20), F(1, 100), F(1, 2), 1, 2, 5, 9, 17, 30, 60])
def test_the_tail_is_at_most_four_units_wide(z: Fraction | int, bits: int) -> None:
    square = F(z) ** 2
    assert_holds(normal_tail(square, bits), area, square, units=4)


@pytest.mark.parametrize("bits", [1, 8, 24, 53, 64, 80, 128, 200, 400])
def test_both_sides_of_the_switch_between_the_two_series_are_as_narrow(bits: int) -> None:
    switch = F(3 * bits + 80, 2)
    for square in (switch - 1, switch, switch + F(1, 10**9), switch + 1):
        assert_holds(normal_tail(square, bits), area, square, units=4)


@given(st.fractions(0, 3600, max_denominator=10**6), st.integers(10, 200))
def test_the_tail_at_any_point(square: Fraction, bits: int) -> None:
    assert_holds(normal_tail(square, bits), area, square, units=4)


@pytest.mark.parametrize("square", [10**6, 10**10, F(10**13, 3)])
def test_the_tail_far_beyond_all_floats(square: Fraction | int) -> None:
    assert_holds(normal_tail(F(square), 100), area, square, units=4)
