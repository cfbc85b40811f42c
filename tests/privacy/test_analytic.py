"""The least Gaussian noise: reference values, and never too little."""

import math
from fractions import Fraction

import pytest

from discreet.errors import Invalid
from discreet.privacy import Approx, Gdp, Sensitivity, analytic_gaussian

# Central specification, table T4: found there by bisection in 50 digits.
LEAST = [
    ("0.1", "1e-5", 30.74956613197745),
    ("0.5", "1e-5", 7.031826675582491),
    ("1", "1e-5", 3.730631634815942),
    ("1", "1e-6", 4.224678889326835),
    ("3", "1e-6", 1.54386141777564),
    ("10", "1e-5", 0.4998886197090085),
]


@pytest.mark.parametrize(("epsilon", "delta", "expected"), LEAST)
def test_the_least_noise_is_found_and_is_enough(epsilon: str, delta: str, expected: float) -> None:
    loss = Approx(epsilon, delta)
    found = analytic_gaussian(loss, Sensitivity(l2=1))
    assert found == pytest.approx(expected, rel=1e-9)
    assert Gdp(square=1 / Fraction(found) ** 2).delta(epsilon) <= Fraction(delta)
    assert Gdp(square=1 / Fraction(found * (1 - 1e-9)) ** 2).delta(epsilon) > Fraction(delta)


def test_noise_grows_with_how_far_a_unit_moves_the_value() -> None:
    loss = Approx(1, "1e-6")
    one = analytic_gaussian(loss, Sensitivity(l2=1))
    assert analytic_gaussian(loss, Sensitivity(l2=1000)) == pytest.approx(1000 * one, rel=1e-9)
    assert analytic_gaussian(loss, Sensitivity(l0=4, linf=1)) == pytest.approx(2 * one, rel=1e-9)
    assert analytic_gaussian(loss, Sensitivity(l2=0)) == 0


def test_the_rule_of_thumb_is_not_enough_at_high_epsilon() -> None:
    # sqrt(2 ln(1.25 / delta)) / epsilon is proved for epsilon below one; at ten its true delta is
    # 2.265374364793423e-5 (the same table), more than twice what it claims.
    thumb = Fraction(math.sqrt(2 * math.log(1.25e5)) / 10)
    assert Gdp(square=1 / thumb**2).delta(10) == pytest.approx(2.265374364793423e-5, rel=1e-9)
    assert float(thumb) < analytic_gaussian(Approx(10, "1e-5"), Sensitivity(l2=1))


@pytest.mark.parametrize("delta", [0, 1])
def test_a_delta_at_an_end_is_refused(delta: int) -> None:
    with pytest.raises(Invalid, match="its delta lies at an end"):
        analytic_gaussian(Approx(1, delta), Sensitivity(l2=1))


def test_a_value_of_unknown_length_is_refused() -> None:
    with pytest.raises(Invalid, match="no length is known"):
        analytic_gaussian(Approx(1, "1e-6"), Sensitivity(linf=1))


def test_the_noise_is_enough_as_it_is_shown_too() -> None:
    for tenths in range(1, 30):
        loss = Approx(Fraction(tenths, 10), "1e-6")
        found = analytic_gaussian(loss, Sensitivity(l2=1))
        for meant in (Fraction(found), Fraction(str(found))):
            assert Gdp(square=1 / meant**2).delta(loss.exponent) <= loss.failing
