"""Noise of a random direction: how long it is, beside scipy's incomplete gamma function."""

import math

import mpmath
import pytest
from scipy.special import gammaincc

from discreet.errors import OutOfRange
from discreet.law import EuclideanLaplace
from discreet.numbers import Number


@pytest.mark.parametrize("dimension", [1, 2, 3, 10, 100, 1000])
@pytest.mark.parametrize("scale", [1, "2.5", 2**40])
@pytest.mark.parametrize("part", [0, 0.01, 0.5, 1, 1.25, 2, 4])
def test_the_length_adds_up_as_many_exponentials_as_coordinates(
    dimension: int, scale: int | str, part: float
) -> None:
    radius = part * dimension * float(scale)
    found = EuclideanLaplace(dimension, scale).radius_tail(radius)
    expected = gammaincc(dimension, part * dimension)
    assert found == pytest.approx(float(expected), rel=1e-10, abs=1e-300)


@pytest.mark.parametrize("dimension", [1, 2, 5, 40])
@pytest.mark.parametrize("radius", [1, 7, 300, 5000])
def test_the_tail_is_the_closest_float_also_far_out(dimension: int, radius: int) -> None:
    """exp(-x) (1 + x + x²/2 + … + x**(d - 1) / (d - 1)!), to 300 bits."""
    with mpmath.workprec(300):
        x = mpmath.mpf(radius) / 3
        terms = (x**k / mpmath.factorial(k) for k in range(dimension))
        expected = float(mpmath.exp(-x) * mpmath.fsum(terms))
    found = EuclideanLaplace(dimension, 3).radius_tail(radius)
    assert found == pytest.approx(expected, rel=2e-16, abs=5e-324)


def test_ten_exponentials_have_their_published_tail() -> None:
    """Row T5 of the reference table: Laplace L1 norm, K = 10, beyond ln 200."""
    law = EuclideanLaplace(10, 1)
    assert law.radius_tail(math.log(200)) == pytest.approx(0.9560200371322986, rel=1e-12)


@pytest.mark.parametrize(
    ("dimension", "scale", "variance"), [(1, 3, 18), (2, 1, 3), (99, "0.1e2", 10**4)]
)
def test_a_coordinate_varies_as_its_share_of_the_squared_length(
    dimension: int, scale: Number, variance: int
) -> None:
    """E |g|² is d (d + 1) scale², of which each coordinate has one part in d."""
    assert EuclideanLaplace(dimension, scale).variance == variance


def test_no_length_is_below_zero() -> None:
    law = EuclideanLaplace(3, 2)
    assert law.radius_tail(0) == 1
    for radius in (-1, "-1e-9", 2**81):
        with pytest.raises(OutOfRange, match=r"radius is .*\n  it can be anything from 0 to"):
            law.radius_tail(radius)
