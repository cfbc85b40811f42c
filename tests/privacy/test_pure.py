"""Pure privacy: what randomised response tells is all that it tells."""

import math
from fractions import Fraction

import mpmath
import pytest

from discreet.errors import OutOfRange
from discreet.numbers import Number
from discreet.privacy import Gdp, Pure, Zcdp
from tests.privacy.truth import (
    DIGITS,
    SEARCHED,
    assert_above,
    assert_below,
    assert_least,
    crossed,
    divergence,
    miss,
    real,
    response,
    response_delta,
    response_rho,
    told,
)

F = Fraction
EPSILONS: list[Number] = ["1e-9", "0.0001", "0.1", "0.5", 1, "7/3", 8, 40, 700]


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("share", ["0", "0.001", "0.5", "0.999999", "1", "1.5"])
def test_its_profile_is_that_of_randomised_response(epsilon: Number, share: str) -> None:
    that = F(epsilon) * F(share)
    truth = response_delta(epsilon, that)
    assert_above(Pure(epsilon).delta(that), truth)
    with mpmath.workdps(DIGITS):
        assert abs(told(response(epsilon), that) - truth) <= mpmath.mpf(10) ** -50


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_its_other_views_follow(epsilon: Number) -> None:
    loss, exact = Pure(epsilon), F(epsilon)
    with mpmath.workdps(DIGITS):
        assert_above(loss.pure, real(exact), 1e-15)
        assert_above(loss.rho, response_rho(exact), 1e-15)
    assert loss.terms() == {"epsilon": exact}
    assert loss.corners() == (exact,)


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("order", ["1.000001", "1.5", "2", "10", "1000", "999999999"])
def test_its_divergences_are_those_of_randomised_response(epsilon: Number, order: str) -> None:
    with mpmath.workdps(8 * DIGITS):
        e, a = real(epsilon), real(order)
        moment = mpmath.exp(a * e) + mpmath.exp((1 - a) * e)
        truth = mpmath.log(moment / (1 + mpmath.exp(e))) / (a - 1)
        found = Pure(epsilon).renyi([order])[0]
        assert_above(found, truth)
        assert truth <= min(e, a * response_rho(epsilon)) * (1 + mpmath.mpf(10) ** -40)


def test_the_published_values() -> None:
    assert Pure(1).renyi([2])[0] == pytest.approx(0.7353256640555192, rel=1e-12)
    assert Pure(1).mu == pytest.approx(1.232035385344901, rel=1e-9)
    # A discrete Laplace of sensitivity one has exactly this profile; a continuous one is better.
    assert Pure(1).delta("0.5") == pytest.approx(0.2876491366449679, rel=1e-12)
    assert Pure(1).delta("0.5") > 0.2211992169285951
    # From the table of what epsilon means: advantage tanh(epsilon / 2), four digits each.
    for epsilon, advantage in (("0.1", 0.05), ("0.5", 0.2449), (1, 0.4621), (4, 0.964)):
        assert Pure(epsilon).delta(0) == pytest.approx(advantage, abs=5e-5)
        assert Pure(epsilon).delta(0) == pytest.approx(math.tanh(float(F(epsilon)) / 2), rel=1e-12)
    assert divergence(response(1), 2) == pytest.approx(0.7353256640555192, rel=1e-15)


@pytest.mark.parametrize("epsilon", ["1e-9", "0.0001", "0.1", 1, 8, 40, 700, 1500, 10**6])
def test_its_mu_puts_the_corner_on_the_gaussian_curve(epsilon: Number) -> None:
    with mpmath.workdps(DIGITS):
        corner = 1 / (1 + mpmath.exp(real(epsilon)))
        truth = crossed(lambda mu: corner - mpmath.erfc(mu / mpmath.sqrt(8)) / 2, 0, 4000)
        assert_above(Pure(epsilon).mu, truth, SEARCHED)


@pytest.mark.parametrize("epsilon", ["0.1", 1, 4])
def test_its_mu_covers_it(epsilon: Number) -> None:
    pure, gaussian = Pure(epsilon), Gdp(F(Pure(epsilon).mu))
    for level in (F(i, 20) for i in range(21)):
        assert gaussian.tradeoff(level) <= pure.tradeoff(level) + 1e-12
    for that in (F(epsilon) * F(i, 10) for i in range(11)):
        assert gaussian.delta(that) >= pure.delta(that) * (1 - 1e-12)


@pytest.mark.parametrize("level", ["0", "0.01", "0.25", "0.5", "0.9", "1"])
def test_its_trade_off_curve_is_that_of_randomised_response(level: str) -> None:
    # Odds of 3 : 1, that have a rational curve, and their logarithm as epsilon.
    pair = [(F(3, 4), F(1, 4)), (F(1, 4), F(3, 4))]
    loss = Pure(F(math.nextafter(math.log(3), 2)))
    assert_below(loss.tradeoff(level), real(miss(pair, F(level))), 1e-12)


@pytest.mark.parametrize("epsilon", ["0.1", 1, 40])
@pytest.mark.parametrize("delta", ["0.04", "1e-6", "1e-30"])
def test_a_delta_to_spare_makes_its_epsilon_less(epsilon: Number, delta: str) -> None:
    found = Pure(epsilon).epsilon(delta)
    assert_least(found, lambda that: response_delta(epsilon, that), delta)
    assert Pure(epsilon).epsilon(delta) <= Pure(epsilon).pure


def test_no_loss_at_all_tells_nothing() -> None:
    none = Pure(0)
    assert (none.pure, none.rho, none.mu, none.delta(0), none.epsilon(0)) == (0, 0, 0, 0, 0)
    assert none.renyi([2, 100]) == [0, 0]
    assert [none.tradeoff(level) for level in ("0", "0.25", "1")] == [1, 0.75, 0]
    assert none.sketch(0.0) == none.sketch(1000.0) == 0


def test_its_rho_is_not_the_loose_one_of_lectures() -> None:
    """exp(epsilon) - 1 in place of tanh(epsilon / 2): valid, and twice too large. Erratum 43."""
    # Mean loss of randomised response: epsilon tanh(epsilon / 2), the divergence at order one.
    for epsilon in (0.1, 1.0):
        mean = Pure(epsilon).renyi(["1.000000001"])[0]
        assert mean == pytest.approx(epsilon * math.tanh(epsilon / 2), rel=1e-6)
        assert mean < epsilon * math.expm1(epsilon) / 2


def test_beyond_a_million_there_is_nothing_to_promise() -> None:
    assert Zcdp(1).rho == 1
    with pytest.raises(OutOfRange, match="epsilon is 1000001\n  it can be anything from 0 to"):
        Pure(10**6 + 1)
