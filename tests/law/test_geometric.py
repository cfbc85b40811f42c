"""One-sided geometric noise, beside (1 - r) r**k."""

import math
from fractions import Fraction

import mpmath
import pytest

from discreet.law import DiscreteLaplace, Geometric
from tests.numbers.truth import assert_holds

F = Fraction
SCALES = [F(1, 100), F(1), F(355, 113), F(1000), F(2**40)]


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("bits", [24, 64, 200])
def test_masses_and_tails_are_narrow_at_every_scale(scale: Fraction, bits: int) -> None:
    law = Geometric(scale)
    for k in (0, 1, 5, math.ceil(scale / 2), math.ceil(40 * scale), math.ceil(900 * scale)):
        assert_holds(
            law.mass_within(k, bits),
            lambda s: -mpmath.expm1(-1 / s) * mpmath.exp(-k / s),  # noqa: B023
            scale,
            units=16,
        )
        assert_holds(law.tail_within(k, bits), lambda s: mpmath.exp(-k / s), scale, units=4)  # noqa: B023


@pytest.mark.parametrize("scale", SCALES)
def test_mean_and_variance_are_the_closed_forms_at_every_scale(scale: Fraction) -> None:
    with mpmath.workprec(400):
        r = mpmath.exp(-mpmath.mpf(scale.denominator) / scale.numerator)
        mean, variance = float(r / (1 - r)), float(r / (1 - r) ** 2)
    assert Geometric(scale).mean == pytest.approx(mean, rel=1e-15)
    assert Geometric(scale).variance == pytest.approx(variance, rel=1e-15)


def test_it_begins_at_zero() -> None:
    law = Geometric(5)
    assert (law.support.low, law.support.high) == (0, None)
    assert (law.mass(-1), law.cdf(-1), law.tail(0), law.tail(-7)) == (0, 0, 1, 1)
    assert law.quantile(0) == 0
    assert law.quantile("0.1") == 0  # 1 - exp(-1/5) is 0.18


@pytest.mark.parametrize("far", [10**4, 10**12, 10**300])
def test_logarithms_stay_finite_where_masses_are_too_small_for_floats(far: int) -> None:
    law = Geometric(2)
    assert law.mass(far) == law.tail(far) == 0
    assert law.log_mass(far) == pytest.approx(math.log(-math.expm1(-0.5)) - far / 2, rel=1e-15)


@pytest.mark.parametrize("scale", [F(1, 2), F(3), F(25)])
def test_the_difference_of_two_is_discrete_laplace(scale: Fraction) -> None:
    one, both = Geometric(scale), DiscreteLaplace(scale)
    for k in (0, 1, 4):
        total = math.fsum(one.mass(j) * one.mass(j + k) for j in range(int(32 * scale) + 1))
        assert total == pytest.approx(both.mass(k), rel=1e-12)
