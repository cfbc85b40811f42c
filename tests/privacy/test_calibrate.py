"""Noise for a loss and for an accuracy: published values, and one digit less does not do."""

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from discreet.errors import Impossible, OutOfRange
from discreet.law import DiscreteGaussian, DiscreteLaplace
from discreet.privacy import (
    Approx,
    Gdp,
    LaplaceNoise,
    Loss,
    Pure,
    Sensitivity,
    Zcdp,
    analytic_gaussian,
    compose,
    greatest_noise,
    least_noise,
    sampled_gaussian,
    share,
)

F = Fraction


def gaussian(noise: Fraction) -> Loss:
    return Gdp(1 / noise)


def laplace(noise: Fraction) -> Loss:
    return LaplaceNoise(1 / noise)


@pytest.mark.parametrize(
    ("epsilon", "delta"), [("0.1", "1e-5"), ("1", "1e-6"), ("3", "1e-6"), ("10", "1e-5")]
)
def test_gaussian_noise_is_that_of_the_closed_form_rounded_up(epsilon: str, delta: str) -> None:
    exact = analytic_gaussian(Approx(epsilon, delta), Sensitivity(l2=1))
    for digits in (1, 3, 9):
        found = least_noise(gaussian, Approx(epsilon, delta), digits=digits)
        unit = F(10) ** (math.floor(math.log10(exact)) - digits + 1)
        assert found == math.ceil(F(exact) / unit) * unit


def test_amounts_that_add_up_exactly_leave_nothing_over() -> None:
    assert least_noise(laplace, Pure("0.25")) == 4
    assert least_noise(lambda noise: LaplaceNoise(1 / noise) * 7, Pure(1)) == 7
    assert least_noise(gaussian, Zcdp("0.005")) == 10
    assert least_noise(laplace, Pure(1000)) == F(1, 1000)
    assert least_noise(laplace, Pure("1e-9")) == 10**9


@pytest.mark.parametrize(
    ("steps", "epsilon", "published"), [(3515, 1, 1.1851), (3515, 3, 0.7282), (14062, 3, 0.9685)]
)
def test_published_noise_of_private_learning(steps: int, epsilon: int, published: float) -> None:
    def family(noise: Fraction) -> Loss:
        return sampled_gaussian(rate="256/60000", noise=noise) * steps

    found = least_noise(family, Approx(epsilon, "1e-5"))
    assert float(found) == pytest.approx(published, rel=1e-3)
    assert family(found).epsilon("1e-5") <= epsilon * (1 + 1e-3)


@pytest.mark.parametrize("error", [1, 30, 1000])
@pytest.mark.parametrize("law", [DiscreteLaplace, lambda scale: DiscreteGaussian(scale**2)])
def test_the_most_noise_for_an_accuracy(error: int, law: Callable[[Fraction], Any]) -> None:
    def accurate(scale: Fraction) -> bool:
        return bool(law(scale).quantile("0.975") <= error)

    found = greatest_noise(accurate, digits=3)
    more = found + F(10) ** (math.floor(math.log10(found)) - 2)
    assert accurate(found)
    assert not accurate(more)


def test_a_plan_is_shared_out_in_proportion() -> None:
    # 1 / s² + 1 / (2 s)² + 4 / (4 s)² = 1, where rho is a half.
    noises = share(
        Zcdp("0.5"), (gaussian, 1), (gaussian, 2), (lambda s: gaussian(s) * 4, 4), digits=6
    )
    assert noises[1] == 2 * noises[0]
    assert noises[2] == 4 * noises[0]
    assert float(noises[0]) == pytest.approx(math.sqrt(1.5), rel=5e-6)
    budget = Approx(1, "1e-6")
    some = share(budget, (laplace, 1), (gaussian, "0.5"))
    assert budget.covers(compose(laplace(some[0]), gaussian(some[1])))
    less = [noise * F(998, 1000) for noise in some]
    assert not budget.covers(compose(laplace(less[0]), gaussian(less[1])))


def test_noise_too_small_to_be_written_is_too_little() -> None:
    found = least_noise(
        lambda noise: sampled_gaussian(rate="0.01", noise=noise), Approx(5000, "0.5")
    )
    assert found == F(1, 100)


def test_what_no_noise_reaches_is_said() -> None:
    with pytest.raises(Impossible, match="no noise keeps within epsilon = 1\n  ask for"):
        least_noise(gaussian, Pure(1))
    with pytest.raises(Impossible, match="even no noise is too much\n  no noise is needed"):
        greatest_noise(lambda _: False)
    with pytest.raises(Impossible, match="no noise is too much"):
        greatest_noise(lambda _: True)


@pytest.mark.parametrize("digits", [0, 13, 1.5, True, None])
def test_digits_are_a_few(digits: Any) -> None:  # noqa: ANN401
    with pytest.raises(OutOfRange, match="the digits"):
        least_noise(gaussian, Zcdp(1), digits=digits)


@pytest.mark.parametrize("weight", [0, -1, math.nan, "1e10"])
def test_a_weight_is_above_zero(weight: Any) -> None:  # noqa: ANN401
    with pytest.raises(OutOfRange, match="a weight"):
        share(Zcdp(1), (gaussian, weight))
