"""Mistakes of lecture notes about noise are not repeated: a test for each, by its number.

`test_errata_central.py` and `test_errata_online.py` have the others, and say which are left.
"""

import itertools
import math
from fractions import Fraction

import mpmath
import numpy as np
import pytest

from discreet.law import ClampedGeometric, DiscreteLaplace, EuclideanLaplace
from discreet.noise import sample
from discreet.privacy import (
    Approx,
    DiscreteLaplaceNoise,
    Gdp,
    LaplaceNoise,
    Sensitivity,
    analytic_gaussian,
)
from tests.noise.bits import fixed
from tests.privacy.truth import Real

F = Fraction
HALF = F(1, 2)


# Central 4.
@pytest.mark.parametrize(
    ("ahead", "published"),
    [  # central, table T5
        (1, 0.6224593312018546),
        (2, 0.771010009085512),
        (3, 0.8611105497430457),
        (5, 0.9489054266548628),
    ],
)
def test_a_majority_with_noise_is_right_more_often_than_a_choice_by_its_lead(
    ahead: int, published: float
) -> None:
    right = DiscreteLaplace(2).cdf(ahead - 1)  # k + r of 2k + 1 votes, and noise of -r loses
    assert right == pytest.approx(published, rel=1e-14)
    assert right == pytest.approx(1 - math.exp(-ahead / 2) / (1 + math.exp(-0.5)), rel=1e-14)
    assert right >= (1 - 1e-14) / (1 + math.exp(-ahead / 2))
    assert (right > 1.01 / (1 + math.exp(-ahead / 2))) is (ahead > 1)


# Central 9.
def test_folding_into_a_range_keeps_epsilon_and_taking_shares_of_a_range_does_not() -> None:
    places, epsilon = range(11), 1.0
    folded = [[ClampedGeometric(1, c, 0, 10).log_mass(k) for k in places] for c in places]
    weights = [[-abs(k - c) * epsilon for k in places] for c in places]
    shares = [[w - math.log(math.fsum(map(math.exp, row))) for w in row] for row in weights]

    def loss(rows: list[list[float]]) -> float:
        pairs = itertools.chain(*(zip(a, b, strict=True) for a, b in itertools.pairwise(rows)))
        return max(abs(a - b) for a, b in pairs)

    assert all(math.fsum(map(math.exp, row)) == pytest.approx(1, rel=1e-13) for row in folded)
    assert loss(folded) == pytest.approx(1, rel=1e-13)
    assert loss(shares) == pytest.approx(1.209060321070666, rel=1e-13)  # central, table T5


# Central 10.
@pytest.mark.parametrize("k", [1, 2, 7])
def test_noise_passes_k_with_r_to_the_k_over_one_plus_r_and_zero_is_counted_once(
    k: int,
) -> None:
    ratio = math.exp(-0.5)
    listed = math.fsum(ratio ** abs(x) for x in range(k, 400))
    whole = math.fsum(ratio ** abs(x) for x in range(-400, 400))
    assert DiscreteLaplace(2).tail(k) == pytest.approx(listed / whole, rel=1e-13)
    assert DiscreteLaplace(2).tail(k) == pytest.approx(ratio**k / (1 + ratio), rel=1e-14)
    # Twice the noise is not needed: 1 / (n epsilon) on a mean of n bits has epsilon.
    n, epsilon = 100, F(1, 10)
    assert LaplaceNoise(F(1, n) / (1 / (n * epsilon))).pure == pytest.approx(0.1, rel=1e-15)


# Central 28.
def test_noise_passes_t_scales_with_exp_minus_t_exactly() -> None:
    for t in ("0.5", "1", "7.25"):
        found = EuclideanLaplace(dimension=1, scale=40).radius_tail(40 * F(t))
        assert found == pytest.approx(math.exp(-float(t)), rel=1e-15)


# Central 29.
def test_the_gaussian_rule_gives_a_standard_deviation_and_needs_a_small_epsilon() -> None:
    rule = math.sqrt(2 * math.log(1.25e5))  # times the length of the difference, over epsilon
    loss = Approx(HALF, "1e-5")
    assert Gdp(square=1 / F(rule / 0.5) ** 2).delta(HALF) < 1e-5
    assert Gdp(square=1 / F(rule / 0.5)).delta(HALF) > 1e-3  # as if it were the variance
    assert Gdp(square=1 / F(rule / 10) ** 2).delta(10) == pytest.approx(2.265374364793423e-5)
    # Four numbers that one unit moves by two: the length is four, not eight.
    four = analytic_gaussian(loss, Sensitivity(l0=4, linf=2))
    assert four == pytest.approx(4 * 7.031826675582491, rel=1e-9)  # central, table T4


# Central 37.
def test_laplace_noise_has_a_scale_of_sensitivity_over_epsilon() -> None:
    people, epsilon = 50, F(1, 1000)
    scale = F(1, people) / epsilon
    assert LaplaceNoise(F(1, people) / scale).pure == pytest.approx(0.001, rel=1e-15)
    # Squared errors: twice the scale squared; for a histogram two bins move, so four times that.
    for moved, factor in ((1, 2), (2, 8)):
        loss = DiscreteLaplaceNoise(moved / epsilon, moved)
        assert loss.pure == pytest.approx(0.001, rel=1e-15)
        error = DiscreteLaplace(loss.scale).variance
        assert error == pytest.approx(factor / float(epsilon) ** 2, rel=1e-6)


# Central 39.
@pytest.mark.parametrize("scale", [1, 10, 1000])
def test_a_scale_is_not_a_standard_deviation(scale: int) -> None:
    ratio = math.exp(-1 / scale)
    variance = DiscreteLaplace(scale).variance
    assert variance == pytest.approx(2 * ratio / math.expm1(-1 / scale) ** 2, rel=1e-12)
    assert math.sqrt(variance) == pytest.approx(math.sqrt(2) * scale, rel=0.1 / scale**2)
    # Noise whose standard deviation, not scale, is one over epsilon has sqrt(2) epsilon.
    assert LaplaceNoise(1 / F(math.sqrt(1 / 2))).pure == pytest.approx(math.sqrt(2), rel=1e-15)


# Central 50.
def test_noise_falls_on_both_sides_alike() -> None:
    law = DiscreteLaplace(3)
    for k in range(1, 20):
        assert law.mass(-k) == law.mass(k)
        assert law.mass(k) / law.mass(k - 1) == pytest.approx(math.exp(-1 / 3), rel=1e-14)
    assert law.cdf(-1) + law.mass(0) + law.tail(1) == pytest.approx(1, rel=1e-15)


# Online 25.
def test_the_noise_of_one_frequency_of_n_people_has_scale_one_over_n_epsilon() -> None:
    people, epsilon = 200, F(1, 5)
    scale = 1 / (people * epsilon)
    assert LaplaceNoise(F(1, people) / scale).pure == pytest.approx(0.2, rel=1e-15)
    # A whole histogram moves by 2 / n where a row is replaced: that scale leaves twice epsilon.
    assert LaplaceNoise(F(2, people) / scale).pure == pytest.approx(0.4, rel=1e-15)
    assert DiscreteLaplaceNoise(1 / epsilon, 2).pure == pytest.approx(0.4, rel=1e-15)


# Online 30.
@pytest.mark.parametrize("epsilon", [0.0, 0.5, 0.9])
def test_laplace_noise_has_a_density_of_the_distance_from_zero(epsilon: float) -> None:
    def density(x: Real) -> Real:
        return mpmath.exp(-abs(x)) / 2

    def excess(x: Real) -> Real:
        return max(mpmath.mpf(0), density(x) - mpmath.exp(epsilon) * density(x - 1))

    turn = (1 - epsilon) / 2  # what lies below tells more than epsilon
    integral = mpmath.quad(excess, [-40, 0, turn, 1, 40])
    assert LaplaceNoise(1).delta(epsilon) == pytest.approx(float(integral), rel=1e-12)


def floating(middle: float, places: np.ndarray, sign: np.ndarray) -> np.ndarray:
    """The Laplace noise of lectures, in floats: -ln(1 - 2 u) with a sign, from a 53-bit u."""
    return middle - sign * np.log(1 - 2 * (places / 2.0**53))


# Online 35.
def test_no_answer_with_exact_noise_gives_away_its_input_as_floats_do() -> None:
    """Of 2000 floats 20 % are expected to be possible from elsewhere; 15 % are five deviations off.

    The draws are always the same, so there is no false alarm but from another logarithm.
    """
    draw = np.random.default_rng(35)
    places, sign = draw.integers(1, 2**52, 2000), draw.choice([-1.0, 1.0], 2000)
    given = floating(1.0, places, sign)

    def possible(middle: float) -> float:
        away = given - middle
        near = np.round(-np.expm1(-np.abs(away)) / 2 * 2.0**53)
        tried = floating(middle, near[:, None] + np.arange(-64, 65), np.sign(away)[:, None])
        return float((tried == given[:, None]).any(axis=1).mean())

    assert possible(1.0) == 1
    assert 0.15 < possible(0.0) < 0.25
    law = DiscreteLaplace(1)
    exact = sample(law, 2000, fixed("online 35")) + 1
    assert np.issubdtype(exact.dtype, np.integer)
    for answer in set(exact.tolist()):
        odds = law.mass(answer - 1) / law.mass(answer)
        assert math.exp(-1) * (1 - 1e-14) <= odds <= math.e * (1 + 1e-14)
