"""Two-sided noise folded into a range: all that lands outside counts as the nearest end."""

import math
from fractions import Fraction
from typing import Any

import mpmath
import pytest

from discreet.law import ClampedGeometric
from tests.law.oracle import tabulated

F = Fraction


def test_the_law_on_zero_to_ten_has_its_published_values() -> None:
    """Rows T5 of the reference table: epsilon = 1, true value 3."""
    law = ClampedGeometric(scale=1, center=3, low=0, high=10)
    assert law.mass(0) == pytest.approx(0.03639726343516549, rel=1e-12)
    assert law.mass(5) == pytest.approx(0.06254075636628171, rel=1e-12)
    assert law.mass(10) == pytest.approx(0.0006666391336166197, rel=1e-12)


@pytest.mark.parametrize("center", range(6))
def test_no_two_neighbouring_centers_tell_more_than_epsilon(center: int) -> None:
    """It is private because folding reads nothing: no ratio of masses is above exp(1 / scale)."""
    here = ClampedGeometric("0.5", center, 0, 6)
    there = ClampedGeometric("0.5", center + 1, 0, 6)
    losses = [abs(here.log_mass(k) - there.log_mass(k)) for k in range(7)]
    assert max(losses) == pytest.approx(2, rel=1e-12)


def test_a_range_of_one_value_is_certain() -> None:
    law = ClampedGeometric(7, 3, 3, 3)
    assert (law.mass(3), law.log_mass(3), law.cdf(3), law.tail(3), law.cdf(2)) == (1, 0, 1, 1, 0)
    assert (law.mean, law.variance) == (3, 0)
    assert law.quantile(0) == law.quantile("1/2") == law.quantile(1) == 3


def test_the_mean_of_a_symmetrical_range_is_its_middle() -> None:
    assert str(ClampedGeometric(3, center=0, low=-5, high=5).mean) == "0.0"
    assert ClampedGeometric(3, center=10**20, low=10**20 - 5, high=10**20 + 5).mean == 1e20
    far = 10**398
    assert ClampedGeometric(3, center=far, low=far - 5, high=far + 5).mean == math.inf


@pytest.mark.parametrize("scale", [F(1, 100), F(2), F(10**6), F(2**40)])
@pytest.mark.parametrize(("center", "low", "high"), [(1, 0, 3), (0, 0, 40), (40, 0, 40), (7, 0, 8)])
def test_moments_are_sums_of_tails_at_every_scale(
    scale: Fraction, center: int, low: int, high: int
) -> None:
    law = ClampedGeometric(scale, center, low, high)
    with mpmath.workprec(600):
        r = mpmath.exp(-mpmath.mpf(scale.denominator) / scale.numerator)

        def tail(k: int) -> Any:  # noqa: ANN401  (mpmath has no types)
            far = k - center
            return r**far / (1 + r) if far > 0 else 1 - r ** (1 - far) / (1 + r)

        # From 0 on, E X is the sum of P(X >= k), and E X² that of 2k - 1 times as much.
        first = mpmath.fsum(tail(k) for k in range(1, high + 1))
        second = mpmath.fsum((2 * k - 1) * tail(k) for k in range(1, high + 1))
        mean, variance = float(first), float(second - first**2)
    assert law.mean == pytest.approx(mean, rel=1e-15)
    assert law.variance == pytest.approx(variance, rel=1e-15)


def test_folding_at_the_center_keeps_half() -> None:
    law = ClampedGeometric(2, center=0, low=0, high=1000)
    ratio = math.exp(-0.5)
    assert law.mass(0) == pytest.approx(1 / (1 + ratio), rel=1e-15)
    # The expected positive part of discrete Laplace noise: r / (1 - r²).
    assert law.mean == pytest.approx(ratio / (1 - ratio**2), rel=1e-12)


def test_a_range_of_billions_is_no_more_work() -> None:
    law = ClampedGeometric(10, center=5, low=0, high=2**62)
    assert law.mass(5) == law.noise.mass(0)
    assert (law.quantile(0), law.quantile("1/2"), law.quantile(1)) == (0, 5, 2**62)
    # P(X <= 0) = r**5 / (1 + r) with r = exp(-1/10) is 0.318…
    assert (law.quantile("0.318"), law.quantile("0.32")) == (0, 1)
    unbounded = ClampedGeometric(10, center=2**61, low=0, high=2**62)
    assert unbounded.variance == unbounded.noise.variance
    assert unbounded.mean == 2**61


@pytest.mark.parametrize("scale", [F(1, 3), F(4), F(50)])
def test_quantiles_are_those_of_the_masses(scale: Fraction) -> None:
    law = ClampedGeometric(scale, center=2, low=-3, high=9)
    table = tabulated(law)
    for tenths in range(1, 10):
        k = law.quantile(F(tenths, 10))
        assert float(table.cdf(k - 1)) < tenths / 10 <= float(table.cdf(k))


def test_its_repr_never_shows_the_center() -> None:
    assert repr(ClampedGeometric(1, 7, 0, 10)) == (
        "ClampedGeometric(scale=Fraction(1, 1), center=…, low=0, high=10)"
    )
