"""Approximate privacy: all is told with probability delta, else no more than response tells."""

import math
from fractions import Fraction

import mpmath
import pytest

from discreet.numbers import Number
from discreet.privacy import Approx, Odds, Pure
from tests.privacy.truth import (
    DIGITS,
    assert_above,
    assert_below,
    assert_least,
    miss,
    real,
    telling,
    told,
)

F = Fraction
CASES: list[tuple[Number, Number]] = [
    ("0.1", "1e-6"),
    (1, "1e-6"),
    ("0.5", "0.01"),
    (0, "1e-3"),
    (8, "1e-30"),
    (2, 0),
    (1, 1),
]


@pytest.mark.parametrize(("epsilon", "delta"), CASES)
@pytest.mark.parametrize("that", ["0", "0.05", "0.4999", "1", "7.9", "100"])
def test_its_profile_is_that_of_four_outcomes(epsilon: Number, delta: Number, that: str) -> None:
    assert_above(Approx(epsilon, delta).delta(that), told(telling(epsilon, delta), that))


@pytest.mark.parametrize("level", ["0", "0.01", "0.05", "0.25", "0.5", "0.9", "1"])
def test_its_trade_off_curve_is_that_of_four_outcomes(level: str) -> None:
    delta, odds = F(1, 100), F(3)
    rest = [(p * (1 - delta), q * (1 - delta)) for p, q in ((F(3, 4), F(1, 4)), (F(1, 4), F(3, 4)))]
    pair = [(delta, F(0)), *rest, (F(0), delta)]
    loss = Approx(F(Odds(odds).pure), delta)
    assert_below(loss.tradeoff(level), real(miss(pair, F(level))))


def test_the_published_trade_off_value() -> None:
    assert Approx(1, "1e-5").tradeoff("0.05") == pytest.approx(0.8640759085770477, rel=1e-12)


@pytest.mark.parametrize(("epsilon", "delta"), CASES[:5])
def test_at_its_own_delta_its_epsilon_is_its_own(epsilon: Number, delta: Number) -> None:
    with mpmath.workdps(DIGITS):
        assert_above(Approx(epsilon, delta).epsilon(delta), real(epsilon), 1e-15)
    assert Approx(epsilon, delta).epsilon(F(delta) * F(999, 1000)) == math.inf
    assert Approx(epsilon, delta).epsilon(0) == Approx(epsilon, delta).pure == math.inf


@pytest.mark.parametrize(("epsilon", "delta"), CASES[:5])
@pytest.mark.parametrize("more", ["1e-9", "0.02", "0.3", "0.99"])
def test_more_delta_makes_its_epsilon_less(epsilon: Number, delta: Number, more: str) -> None:
    wanted = F(delta) + F(more) / 2
    found = Approx(epsilon, delta).epsilon(wanted)
    assert_least(found, lambda that: told(telling(epsilon, delta), that), wanted)


def test_without_a_delta_it_is_pure() -> None:
    loss, pure = Approx("0.7", 0), Pure("0.7")
    assert (loss.pure, loss.rho) == (pure.pure, pure.rho)
    assert loss.renyi([2, 3]) == pure.renyi([2, 3])
    assert loss.delta("0.3") == pure.delta("0.3")
    assert loss.epsilon("0.01") == pure.epsilon("0.01")


def test_with_a_delta_nothing_else_is_proved() -> None:
    loss = Approx("0.7", "1e-9")
    assert (loss.pure, loss.rho, loss.mu) == (math.inf,) * 3
    assert loss.renyi([2]) == [math.inf]
    assert loss.terms() == {"epsilon": F(7, 10), "delta": F(1, 10**9)}
    assert loss.corners() == (F(7, 10),)
    assert Approx(1, 1).epsilon(1) == 0


def test_a_small_loss_but_for_delta_is_more_than_the_profile_asks() -> None:
    """Erratum 23: P(loss <= e) >= 1 - d gives (e, d), and (e, d) does not give it back."""
    pair, epsilon = [(F(6, 10), F(1, 2)), (F(4, 10), F(1, 2))], F(1, 10)
    delta = told(pair, epsilon)
    assert float(delta) == pytest.approx(0.0474145409621762, rel=1e-12)
    # So it is (0.1, 0.0475) private one way, and yet its loss passes 0.1 with probability 0.6.
    losses = [math.log(p / q) for p, q in pair]
    assert sum(p for (p, _), loss in zip(pair, losses, strict=True) if loss > 0.1) == F(6, 10)
    # What does follow, at any larger epsilon: P(loss > e') <= d / (1 - exp(e - e')).
    for larger in (0.15, 0.18, 0.2):
        beyond = sum(p for (p, _), loss in zip(pair, losses, strict=True) if loss > larger)
        assert beyond <= float(delta) / -math.expm1(0.1 - larger)
    # A pair is looked at from both sides.
    other = told([(q, p) for p, q in pair], epsilon)
    assert other > delta
    loss = Approx(epsilon, F(math.nextafter(float(other), 1)))
    assert all(loss.tradeoff(F(i, 10)) <= miss(pair, F(i, 10)) for i in range(11))


def test_single_answers_are_not_enough_where_there_is_a_delta() -> None:
    """Errata 23 and 33: each answer keeps within delta, and all together do not."""
    count = 100
    pair = [(F(2, count), F(1, count))] * (count // 2) + [(F(0), F(1, count))] * (count // 2)
    each = max(p - q for p, q in pair)
    assert each == F(1, 100)
    assert told(pair, 0) == F(1, 2)
    assert Approx(0, each).delta(0) < told(pair, 0)
    assert Approx(0, F(1, 2)).delta(0) >= told(pair, 0)


def test_one_row_in_the_open_is_private_by_this_definition() -> None:
    """Erratum 31: one row of n, chosen at random, is (0, 1/n): so delta has to be far below 1/n."""
    n = 1000
    pair = [(F(1, n), F(0)), (F(n - 1, n), F(n - 1, n)), (F(0), F(1, n))]
    assert_above(Approx(0, F(1, n)).delta(0), told(pair, 0))
    assert told(pair, 50) == pytest.approx(1 / n)


def test_a_forced_answer_is_private_for_no_epsilon() -> None:
    """Erratum 49: yes, whatever is true, with probability 1 - theta: then a no proves it."""
    theta = F(1, 10)
    pair = [(F(1), 1 - theta), (F(0), theta)]
    mirrored = [(q, p) for p, q in pair]
    for epsilon in (0, 1, 20):
        assert max(told(pair, epsilon), told(mirrored, epsilon)) == pytest.approx(0.1)
        assert_above(Approx(0, theta).delta(epsilon), real(theta))
    assert Approx(0, theta).pure == math.inf


def test_what_is_left_of_a_delta_may_have_many_digits() -> None:
    failing = Fraction(10**150 + 7, 3 * 10**156)
    loss, wanted = Approx(2, failing), Fraction(7**108, 7**110 + 2)
    found = loss.epsilon(wanted)
    assert 0 < found < 2
    assert loss.delta(Fraction(found)) <= wanted
