"""Discrete Laplace, beside (1 - r) / (1 + r) r**|k| and its sums in closed form."""

import math
from fractions import Fraction

import mpmath
import pytest

from discreet.errors import OutOfRange
from discreet.law import DiscreteLaplace
from tests.numbers.truth import assert_holds

F = Fraction
SCALES = [F(1, 100), F(1), F(355, 113), F(1000), F(2**40)]


def test_the_law_of_scale_one_has_its_published_values() -> None:
    """Rows T5 and T3 of the reference table: epsilon = 1, sensitivity 1."""
    law = DiscreteLaplace(1)
    assert law.mass(0) == pytest.approx(0.4621171572600098, rel=1e-12)
    assert law.variance == pytest.approx(1.841347188415585, rel=1e-12)
    assert 2 * sum(map(law.tail, range(1, 60))) == pytest.approx(0.8509181282393215, rel=1e-12)
    assert 2 * law.tail(3) == pytest.approx(0.07279452687033098, rel=1e-12)
    assert law.mass(2) == law.mass(-2) == pytest.approx(0.06254075636628171, rel=1e-12)
    assert law.cdf(2) == pytest.approx(0.9636027365648345, rel=1e-12)
    delta = law.cdf(0) - math.exp(0.5) * law.cdf(-1)
    assert delta == pytest.approx(0.2876491366449679, rel=1e-12)


@pytest.mark.parametrize("scale", SCALES)
def test_masses_and_tails_are_narrow_at_every_scale(scale: Fraction) -> None:
    law = DiscreteLaplace(scale)
    for steps in (0, 1, 2, 7, F(1, 2), 40, 1000):
        k = math.ceil(scale * steps) if steps in {F(1, 2), 40, 1000} else int(steps)
        for bits in (24, 64, 200):
            assert_holds(
                law.mass_within(-k, bits),
                lambda s: mpmath.tanh(1 / (2 * s)) * mpmath.exp(-k / s),  # noqa: B023
                scale,
                units=16,
            )
            assert_holds(
                law.tail_within(k + 1, bits),
                lambda s: mpmath.exp(-(k + 1) / s) / (1 + mpmath.exp(-1 / s)),  # noqa: B023
                scale,
                units=16,
            )
            assert law.cdf_within(-k - 1, bits) == law.tail_within(k + 1, bits)


@pytest.mark.parametrize("scale", SCALES)
def test_the_variance_is_the_closed_form_at_every_scale(scale: Fraction) -> None:
    with mpmath.workprec(400):
        r = mpmath.exp(-mpmath.mpf(scale.denominator) / scale.numerator)
        variance = float(2 * r / (1 - r) ** 2)
    assert DiscreteLaplace(scale).variance == pytest.approx(variance, rel=1e-15)
    assert DiscreteLaplace(scale).mean == 0


@pytest.mark.parametrize("far", [10**3, 10**6, 10**12, 10**300])
def test_logarithms_stay_finite_where_masses_are_too_small_for_floats(far: int) -> None:
    law = DiscreteLaplace(1)
    assert law.mass(far) == law.tail(far) == law.cdf(-far) == 0
    assert law.tail(-far) == law.cdf(far) == 1
    expected = math.log(math.tanh(0.5)) - far
    assert law.log_mass(far) == law.log_mass(-far) == pytest.approx(expected, rel=1e-15)


@pytest.mark.parametrize("scale", [F(1, 100), F(3, 2), F(2**40)])
@pytest.mark.parametrize("p", [F(1, 2), F(1, 1000), F(999, 1000), F(1, 10**300)])
def test_a_quantile_is_the_first_that_reaches_its_level_however_wide(
    scale: Fraction, p: Fraction
) -> None:
    law = DiscreteLaplace(scale)
    k = law.quantile(p)
    with mpmath.workprec(2000):
        r, level = mpmath.exp(-1 / mpmath.mpf(scale)), mpmath.mpf(p.numerator) / p.denominator

        def cdf(k: int) -> mpmath.mpf:
            return 1 - r ** (k + 1) / (1 + r) if k >= 0 else r**-k / (1 + r)

        assert cdf(k) >= level > cdf(k - 1)


def test_there_is_no_quantile_where_the_law_has_no_end() -> None:
    for p in (0, 1):
        with pytest.raises(OutOfRange, match=f"p is {p}, and this law has no end there") as refusal:
            DiscreteLaplace(1).quantile(p)
        assert "it can be anything strictly between 0 and 1" in str(refusal.value)
