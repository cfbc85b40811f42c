"""Pure privacy with rational odds, exact."""

import math
from fractions import Fraction

import mpmath
import pytest

from discreet.errors import OutOfRange
from discreet.numbers import Number
from discreet.privacy import Odds, Pure
from tests.privacy.truth import (
    DIGITS,
    SEARCHED,
    Pair,
    assert_above,
    assert_below,
    assert_least,
    divergence,
    miss,
    real,
    told,
)

F = Fraction
ODDS: list[Number] = ["1.000000001", "1.1", "3/2", 3, 199, 10**30, 10**300]


def response(odds: Number) -> list[tuple[Fraction, Fraction]]:
    """Randomised response, exactly."""
    truth = F(odds) / (1 + F(odds))
    return [(truth, 1 - truth), (1 - truth, truth)]


@pytest.mark.parametrize("odds", ODDS)
@pytest.mark.parametrize("epsilon", ["0", "0.00001", "0.4", "1.09", "1.1", "690", "1000000"])
def test_its_profile_is_that_of_randomised_response(odds: Number, epsilon: str) -> None:
    assert_above(Odds(odds).delta(epsilon), told(response(odds), epsilon))


def test_a_hair_below_its_epsilon_something_is_left() -> None:
    with mpmath.workdps(400):
        near = F(int(mpmath.floor(mpmath.log(3) * mpmath.mpf(10) ** 100)), 10**100)
        truth = (3 - mpmath.exp(mpmath.mpf(near.numerator) / near.denominator)) / 4
        assert_above(Odds(3).delta(near), truth)
    assert Odds(3).delta(near + F(1, 10**100)) == 0


@pytest.mark.parametrize("odds", ODDS)
def test_its_other_views_follow(odds: Number) -> None:
    with mpmath.workdps(4 * DIGITS):
        epsilon = mpmath.log(real(odds))
        assert_above(Odds(odds).pure, epsilon, 1e-15)
        assert_above(Odds(odds).rho, epsilon * mpmath.tanh(epsilon / 2), 1e-15)
    assert Odds(odds).mu == Pure(F(Odds(odds).pure)).mu
    assert Odds(odds).terms() == {"odds": F(odds)}
    assert Odds(odds).corners() == (F(Odds(odds).pure),)


@pytest.mark.parametrize("odds", ODDS)
@pytest.mark.parametrize("order", ["1.001", "1.5", "2", "7", "1000"])
def test_its_divergences_are_those_of_randomised_response(odds: Number, order: str) -> None:
    found = Odds(odds).renyi([order])[0]
    with mpmath.workdps(800):
        p, a = real(odds) / (1 + real(odds)), real(order)
        moment = p**a * (1 - p) ** (1 - a) + (1 - p) ** a * p ** (1 - a)
        assert_above(found, mpmath.log(moment) / (a - 1))
    pair: Pair = response(odds)
    if F(odds) < 10**20:
        assert_above(found, divergence(pair, order), SEARCHED)


@pytest.mark.parametrize("odds", ["1.1", 3, 199])
@pytest.mark.parametrize("level", ["0", "0.001", "0.25", "0.3", "0.5", "0.9", "1"])
def test_its_trade_off_curve_is_that_of_randomised_response(odds: Number, level: str) -> None:
    assert_below(Odds(odds).tradeoff(level), real(miss(response(odds), F(level))))


@pytest.mark.parametrize("delta", ["0.4", "1e-6", "1e-20"])
def test_a_delta_to_spare_makes_its_epsilon_less(delta: str) -> None:
    assert_least(Odds(3).epsilon(delta), lambda epsilon: told(response(3), epsilon), delta)


def test_two_coins_are_three_to_one() -> None:
    assert Odds(3).pure == pytest.approx(math.log(3), rel=1e-15)
    assert Odds(3).delta(0) == 0.5
    assert Odds("1.1").sketch(700.0) == Odds("1.1").sketch(1000.0) == 0


def test_even_odds_tell_nothing() -> None:
    none = Odds(1)
    assert (none.pure, none.rho, none.mu, none.delta(0), none.epsilon(0)) == (0, 0, 0, 0, 0)
    assert none.renyi([2]) == [0]
    assert none.tradeoff("0.25") == 0.75


@pytest.mark.parametrize("odds", ["0.999", 0, "1e301"])
def test_odds_are_one_or_more(odds: Number) -> None:
    with pytest.raises(OutOfRange, match="from 1 to 1e300"):
        Odds(odds)
