"""The discrete Gaussian, beside published values and sums over the integers."""

import math
from fractions import Fraction

import mpmath
import pytest

from discreet.law import DiscreteGaussian
from tests.law.oracle import tabulated
from tests.numbers.truth import assert_holds

F = Fraction


@pytest.mark.parametrize(
    ("v", "mass", "variance", "delta", "first"),
    [
        ("0.25", 0.7865707070419479, 0.2150126750881385, 0.6032048691666064, 0),
        (1, 0.3989422782668617, 0.9999997887677281, 0.1413513394056219, 1),
        (4, 0.1994711402007163, 4.0, 0.007248776845952578, 4),
        (100, 0.03989422804014327, 100.0, 1.279240856716094e-25, 100),
    ],
)
def test_the_law_has_its_published_values(
    v: str | int, mass: float, variance: float, delta: float, first: int
) -> None:
    """Rows T5 of the reference table; delta is at epsilon = 1, from `first` on."""
    law = DiscreteGaussian(v)
    assert law.mass(0) == pytest.approx(mass, rel=1e-12)
    assert law.variance == pytest.approx(variance, rel=1e-12)
    found = law.tail(first) - math.e * law.tail(first + 1)
    assert found == pytest.approx(delta, rel=1e-12)


@pytest.mark.parametrize("v", [F(1, 100), F(1, 4), F(1), F(7, 3), F(40), F(1000), F(40000)])
@pytest.mark.parametrize("bits", [24, 64, 150])
def test_masses_tails_and_variances_are_sums_over_the_integers(v: Fraction, bits: int) -> None:
    law, table = DiscreteGaussian(v), tabulated(DiscreteGaussian(v))
    width = math.isqrt(math.ceil(v))
    for k in {0, 1, 2, width, 5 * width}:
        assert_holds(law.mass_within(k, bits), lambda k=k: table.mass(k), units=16)
        assert_holds(law.tail_within(k + 1, bits), lambda k=k: table.tail(k + 1), units=16)
    lost = 110  # what cancels, at most: the variance at v = 1/100 is 2**-71 of the curve's
    assert_holds(law.variance_within(bits + lost), lambda: table.moment(2), units=2.0**lost)


def test_the_variance_is_close_to_none_where_the_law_is_narrow() -> None:
    """For v = 1/100: 2 exp(-50), as 1 and -1 are all but the only other values."""
    law = DiscreteGaussian("0.01")
    assert law.variance == pytest.approx(2 * math.exp(-50), rel=1e-15)
    assert law.variance == float(tabulated(law).moment(2))


@pytest.mark.parametrize("v", [F(10**6), F(10**10), F(2**60), F(10**18, 7)])
def test_wide_laws_are_the_bell_curve(v: Fraction) -> None:
    """Poisson's formula leaves exp(-2π²v) of the difference."""
    law = DiscreteGaussian(v)
    assert law.variance == pytest.approx(float(v), rel=1e-15)
    assert_holds(law.mass_within(0, 200), lambda v: 1 / mpmath.sqrt(2 * mpmath.pi * v), v, units=16)
    one = math.isqrt(int(v))
    assert law.tail(one) == pytest.approx(0.158655253931457, rel=1e-2)
    half = law.mass(0) / 2
    assert law.tail(0) - 0.5 == pytest.approx(half, rel=1e-3)


@pytest.mark.parametrize("far", [50, 10**5, 10**12, 10**150])
def test_logarithms_stay_finite_where_masses_are_too_small_for_floats(far: int) -> None:
    law = DiscreteGaussian(1)
    expected = -(far**2) / 2 - math.log(float(tabulated(law).total))
    assert law.log_mass(far) == law.log_mass(-far) == pytest.approx(expected, rel=1e-15)
    assert law.mass(far) == law.tail(far) == law.cdf(-far) == 0
    assert law.cdf(far) == law.tail(-far) == 1


def test_it_is_symmetrical() -> None:
    law = DiscreteGaussian("7/3")
    assert law.mean == 0
    for k in range(5):
        assert law.mass(k) == law.mass(-k)
        assert law.cdf(-k) == law.tail(k)
        assert law.quantile("0.5") == 0


def test_it_prints_as_it_is_written() -> None:
    assert repr(DiscreteGaussian("0.25")) == "DiscreteGaussian(variance=Fraction(1, 4))"
