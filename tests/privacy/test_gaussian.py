"""Gaussian privacy: two bell curves, told apart."""

import math
from fractions import Fraction

import mpmath
import pytest

from discreet.numbers import Number
from discreet.privacy import Gdp, Zcdp
from discreet.privacy.gaussian import MOST_MU
from tests.privacy.truth import DIGITS, assert_above, gaussian_delta, real

F = Fraction
MUS: list[Number] = ["0.0001", "0.05", "0.3", 1, "7/3", 10, 100]


@pytest.mark.parametrize("mu", MUS)
@pytest.mark.parametrize("deviations", ["-0.5", "-0.1", "0", "0.5", "1", "4", "12", "37"])
def test_its_profile_is_never_below_the_truth(mu: Number, deviations: str) -> None:
    epsilon = F(mu) ** 2 / 2 + F(deviations) * F(mu)
    if epsilon >= 0:
        found = Gdp(mu).delta(epsilon)
        assert_above(found, gaussian_delta(F(mu) ** 2, epsilon))
        assert Gdp(mu).sketch(float(epsilon)) == pytest.approx(found, rel=1e-4, abs=1e-300)


def test_the_published_values() -> None:
    for mu, epsilon, delta in (
        (1, 1, 0.1269367375066439),
        ("0.5", 1, 0.006829594983114575),
        (1, 0, 0.3829249225480262),
        (2, 1, 0.509862),
    ):
        assert Gdp(mu).delta(epsilon) == pytest.approx(delta, rel=1e-12 if mu != 2 else 1e-5)
    assert (Gdp("0.3") * 10).delta(2) == pytest.approx(0.014910021078338, rel=1e-12)
    # Advantage 2 Phi(mu / 2) - 1, from the table of what epsilon means.
    for mu, advantage in (("0.5", 0.1974), (1, 0.3829), (2, 0.6827)):
        assert Gdp(mu).delta(0) == pytest.approx(advantage, abs=5e-5)


def test_squares_add_up_exactly() -> None:
    tenth = Gdp("0.1")
    assert tenth * 100 == Gdp(1)
    assert Gdp(3).plus(Gdp(4)) == Gdp(5)
    assert (tenth * 3).terms() == {"mu squared": F(3, 100)}
    assert (tenth * 4).terms() == {"mu": F(1, 5)}
    assert Gdp(square=2).root is None
    assert Gdp(square="1/2").root is None
    assert Gdp(square="9/4").root == F(3, 2)
    assert Gdp(1).plus(Zcdp(1)) is None
    assert Gdp(1) * 10**12 == Gdp(MOST_MU)
    assert (Gdp(1) * 10**6).mu == 1000


@pytest.mark.parametrize("mu", MUS)
def test_its_other_views_follow(mu: Number) -> None:
    loss = Gdp(mu)
    with mpmath.workdps(DIGITS):
        assert_above(loss.mu, real(mu), 1e-15)
        assert_above(loss.rho, real(mu) ** 2 / 2, 1e-15)
        for order in ("1.5", "2", "64"):
            assert_above(loss.renyi([order])[0], real(order) * real(mu) ** 2 / 2, 1e-15)
    assert loss.pure == math.inf


def test_two_curves_in_one_place_tell_nothing() -> None:
    none = Gdp()
    assert none == Gdp(0) == Gdp(square=0)
    assert (none.pure, none.mu, none.rho, none.delta(0), none.epsilon(0)) == (0, 0, 0, 0, 0)
    assert none.sketch(0.0) == none.sketch(3.0) == 0
    assert none.tradeoff("0.25") == 0.75
    assert none.renyi([2]) == [0]


@pytest.mark.parametrize("mu", ["1e-6", "1e-80", "1e-199", 10**6])
def test_the_smallest_and_the_largest_have_all_views(mu: Number) -> None:
    loss = Gdp(mu)
    advantage = gaussian_delta(F(mu) ** 2, 0) if F(mu) > F(1, 10**50) else None
    found = loss.delta(0)
    if advantage is not None:
        assert_above(found, advantage)
    else:
        assert found == pytest.approx(float(F(mu)) / math.sqrt(2 * math.pi), rel=1e-12)
    assert loss.epsilon("0.999999") in {0.0, math.inf}
    assert 0 < loss.epsilon(F(mu) / 10**9) < 1 if F(mu) < 1 else True
    assert loss.delta(10**6) <= 1
    assert loss.sketch(10.0**6) <= 1
    assert loss.tradeoff("0.5") <= 0.5


@pytest.mark.parametrize("epsilon", ["0.1", "0.5", 1, 3, 10])
@pytest.mark.parametrize("delta", ["1e-5", "1e-6"])
def test_the_published_least_noise_is_the_least(epsilon: Number, delta: str) -> None:
    """With noise a hair larger than the table's the loss is met; with a hair less it is not."""
    table = {
        ("0.1", "1e-5"): "30.74956613197745",
        ("0.5", "1e-5"): "7.031826675582491",
        (1, "1e-5"): "3.730631634815942",
        (1, "1e-6"): "4.224678889326835",
        (3, "1e-6"): "1.54386141777564",
        (10, "1e-5"): "0.4998886197090085",
    }
    if (epsilon, delta) in table:
        noise = F(table[epsilon, delta])
        assert Gdp(1 / (noise * (1 + F(1, 10**9)))).delta(epsilon) <= F(delta)
        assert Gdp(1 / (noise * (1 - F(1, 10**9)))).delta(epsilon) > F(delta)


def classic(epsilon: float, delta: float) -> float:
    """The formula of lectures, for noise of standard deviation sqrt(2 ln(1.25 / delta)) / e."""
    return math.sqrt(2 * math.log(1.25 / delta)) / epsilon


def test_the_formula_of_lectures_needs_a_small_epsilon() -> None:
    """Erratum 29: it is for the standard deviation, not for its square, and for epsilon below 1."""
    broken = Gdp(square=1 / F(classic(10, 1e-5)) ** 2).delta(10)
    assert broken == pytest.approx(2.265374364793423e-5, rel=1e-9)
    assert broken > 1e-5
    assert Gdp(square=1 / F(classic(0.5, 1e-5)) ** 2).delta("0.5") < 1e-5
    # As misprinted, with the square of it on the left, the loss is far larger.
    assert Gdp(square=1 / F(classic(0.5, 1e-5))).delta("0.5") > 1e-3


def test_ten_thousand_of_them_have_a_closed_form() -> None:
    assert (Gdp("0.01") * 10_000).epsilon("1e-6") == pytest.approx(4.88655, abs=5e-6)
    assert Gdp("0.01") * 10_000 == Gdp(1)
