"""Euler and Maclaurin's sum, beside sums term by term; its parts, beside closed forms."""

from fractions import Fraction
from math import factorial
from typing import Any

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discreet.law import DiscreteGaussian
from discreet.law.integral import _bernoulli, _coefficients, _hermite, _left, integrated
from discreet.numbers import exp, normal_tail, sqrt
from tests.law.oracle import tabulated
from tests.numbers.truth import assert_holds

F = Fraction


@given(
    st.fractions(F(1, 2), 300, max_denominator=50),
    st.integers(1, 60),
    st.sampled_from([10, 40, 90]),
)
def test_the_bound_on_what_is_left_holds_even_where_it_is_wide(
    v: Fraction, m: int, bits: int
) -> None:
    table = tabulated(DiscreteGaussian(v))
    assert_holds(integrated(v, m, bits), lambda: table.tail(m) * table.total)


@pytest.mark.parametrize("bits", [16, 64, 100, 160])
@pytest.mark.parametrize("m", [1, 50, 90, 93])
def test_it_is_narrow_as_soon_as_it_is_used(m: int, bits: int) -> None:
    """Terms are added up below v² = 2 · 128² (v + m²): from there on the integral has to do."""
    v = F(40000)
    assert v * v >= 2 * 128**2 * (v + m * m)
    table = tabulated(DiscreteGaussian(v))
    assert_holds(integrated(v, m, bits), lambda: table.tail(m) * table.total, units=4)


def test_hermite_polynomials_have_their_closed_form() -> None:
    """He_n = the sum of n! (-1)**j / (j! (n - 2j)! 2**j) x**(n - 2j)."""
    for n in range(40):
        expected = [0] * (n + 1)
        for j in range(n // 2 + 1):
            expected[n - 2 * j] = (
                (-1) ** j * factorial(n) // (factorial(j) * factorial(n - 2 * j) * 2**j)
            )
        assert list(_coefficients(n)) == expected


@pytest.mark.parametrize(("n", "expected"), [(1, F(1)), (3, F(-5, 4)), (5, F(9, 16))])
def test_odd_polynomials_are_told_by_the_square(n: int, expected: Fraction) -> None:
    """At z² = 7/4: He_1 = z, He_3 = z (z² - 3), He_5 = z (z⁴ - 10z² + 15)."""
    assert _hermite(n, F(7, 4)) == expected


def test_bernoulli_numbers_are_those_of_mpmath() -> None:
    assert [_bernoulli(n) for n in (0, 1, 2, 4)] == [1, F(-1, 2), F(1, 6), F(-1, 30)]
    for n in range(60):
        assert _bernoulli(n) == F(*map(int, mpmath.bernfrac(n)))


@pytest.mark.parametrize(("v", "m"), [(F(7), 1), (F(40000), 90), (F(1, 2), 3), (F(2**60), 2**30)])
@pytest.mark.parametrize("order", [1, 2, 6])
def test_the_bound_adds_up_the_sizes_of_all_parts_of_a_derivative(
    v: Fraction, m: int, order: int
) -> None:
    """A part c z**2j of He_2p has the integral c sqrt(v) 2**(j - 1/2) Γ(j + 1/2, m² / 2v)."""
    first = exp(-F(m * m) / (2 * v), 100)
    area = sqrt(v, 100) * normal_tail(F(m * m) / v, 100)

    def bound(v: Any) -> Any:  # noqa: ANN401  (mpmath has no types)
        half = mpmath.mpf(1) / 2
        parts = (
            abs(_coefficients(2 * order)[2 * j])
            * 2 ** (j - half)
            * mpmath.gammainc(j + half, m**2 / (2 * v))
            for j in range(order + 1)
        )
        size = abs(mpmath.bernoulli(2 * order)) / mpmath.factorial(2 * order)
        return size / v**order * mpmath.sqrt(v) * mpmath.fsum(parts)

    assert_holds(_left(v, m, order, first, area), bound, v, units=16)
