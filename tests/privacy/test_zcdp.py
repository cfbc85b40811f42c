"""Zero-concentrated privacy, and the best of all orders."""

import math
from fractions import Fraction

import mpmath
import pytest

from discreet.numbers import Number
from discreet.privacy import Approx, Gdp, Loss, Pure, Zcdp
from tests.privacy.truth import (
    DIGITS,
    Real,
    assert_above,
    assert_least,
    concentrated_delta,
    order_delta,
    real,
)

F = Fraction


@pytest.mark.parametrize("rho", ["1e-9", "0.0001", "0.025", "0.1", 1, 30])
@pytest.mark.parametrize("epsilon", ["0", "0.01", "1", "5", "50", "200"])
def test_its_profile_is_the_best_over_all_orders(rho: Number, epsilon: str) -> None:
    assert_above(Zcdp(rho).delta(epsilon), concentrated_delta(rho, epsilon))


def test_the_published_values() -> None:
    assert Zcdp("0.1").delta(1) == pytest.approx(0.008933245771818362, rel=1e-12)
    assert Zcdp("0.1").epsilon("1e-6") == pytest.approx(2.141938928385474, rel=1e-9)
    assert Zcdp("0.025").delta(1) == pytest.approx(1.336131906403222e-6, rel=1e-12)
    assert Zcdp("0.025").epsilon("1e-6") == pytest.approx(1.014074254726128, rel=1e-9)
    # The largest rho with (1, 1e-6): a hair less has it, a hair more has not.
    largest = F("0.02435597035953837")
    assert Zcdp(largest * (1 - F(1, 10**9))).delta(1) <= F(1, 10**6)
    assert Zcdp(largest * (1 + F(1, 10**9))).delta(1) > F(1, 10**6)


def test_it_is_better_than_the_closed_form_of_lectures() -> None:
    loose = 0.1 + 2 * math.sqrt(0.1 * math.log(1e6))
    assert loose == pytest.approx(2.4507880004768, rel=1e-12)
    assert Zcdp("0.1").epsilon("1e-6") < loose


@pytest.mark.parametrize("rho", ["1e-6", "0.025", "0.1", 2])
@pytest.mark.parametrize("delta", ["0.1", "1e-6", "1e-18"])
def test_an_epsilon_is_the_least_that_keeps_the_delta(rho: Number, delta: str) -> None:
    def profile(epsilon: Fraction) -> Real:
        return concentrated_delta(rho, epsilon)

    assert_least(Zcdp(rho).epsilon(delta), profile, delta)


@pytest.mark.parametrize("epsilon", ["0", "0.5", "2", "10"])
def test_what_fails_is_told_and_the_rest_is_concentrated(epsilon: str) -> None:
    with mpmath.workdps(DIGITS):
        failing = real("1e-6")
        truth = failing + (1 - failing) * concentrated_delta("0.1", epsilon)
        assert_above(Zcdp("0.1", "1e-6").delta(epsilon), truth)


def test_an_epsilon_needs_more_than_what_fails() -> None:
    loss = Zcdp("0.1", "1e-6")
    assert loss.epsilon("1e-7") == loss.epsilon("1e-6") == loss.epsilon(0) == math.inf
    assert loss.epsilon(1) == 0
    rest = (F("1e-5") - F("1e-6")) / (1 - F("1e-6"))
    assert loss.epsilon("1e-5") == Zcdp("0.1").epsilon(rest)
    assert Zcdp(0, "1e-6").epsilon("1e-6") == 0
    assert Zcdp(0, "1e-6").delta(0) == Approx(0, "1e-6").delta(0)
    assert Zcdp(0, "1e-6").sketch(1.0) == pytest.approx(1e-6)


def test_rhos_and_deltas_add_up_exactly() -> None:
    assert Zcdp("0.1", "1e-6") * 10 == Zcdp(1, "1e-5")
    assert Zcdp("1/3") * 3 == Zcdp(1)
    assert Zcdp("0.1").plus(Gdp(1)) is None
    assert Zcdp(1, "0.6") * 3 == Zcdp(3, 1)
    assert Zcdp("1e-6") * 10**6 == Zcdp(1)
    assert Zcdp(1) * 10**12 == Zcdp(10**12)


def test_a_sum_of_many_denominators_is_rounded_up() -> None:
    total: Loss = Zcdp(0)
    exact = F(0)
    for i in range(3, 900, 2):
        total, exact = total.plus(Zcdp(F(1, i))) or total, exact + F(1, i)
    assert isinstance(total, Zcdp)
    assert exact <= total.rate <= exact * (1 + F(1, 10**100))


def test_its_views() -> None:
    with mpmath.workdps(DIGITS):
        assert_above(Zcdp("0.1").rho, real("0.1"), 1e-15)
        assert_above(Zcdp("0.1").renyi([3])[0], real("0.3"), 1e-15)
    assert Zcdp("0.1").pure == Zcdp("0.1", "1e-6").pure == math.inf
    assert Zcdp("0.1", "1e-6").rho == math.inf
    assert Zcdp("0.1", "1e-6").renyi([2, 3]) == [math.inf, math.inf]
    assert Zcdp("0.1").terms() == {"rho": F(1, 10)}
    assert Zcdp("0.1", "1e-6").terms() == {"rho": F(1, 10), "delta": F(1, 10**6)}


def test_no_loss_at_all_tells_nothing() -> None:
    none = Zcdp(0)
    assert (none.pure, none.rho, none.delta(0), none.epsilon(0)) == (0, 0, 0, 0)
    assert none.renyi([2]) == [0]
    assert none.tradeoff("0.25") == 0.75


@pytest.mark.parametrize("rho", ["1e-200", "1e-310", "1e-390", 10**12])
def test_the_smallest_and_the_largest_have_all_views(rho: Number) -> None:
    loss = Zcdp(rho)
    for epsilon in (0, 1, 10**6):
        assert 0 < loss.delta(epsilon) <= 1
        assert 0 <= loss.sketch(float(epsilon)) <= 1
    assert loss.epsilon("0.5") in {0.0, math.inf}
    assert loss.epsilon("1e-6") == math.inf or loss.epsilon("1e-6") < 1e-6


def test_a_bell_curve_tells_no_more_than_its_rho_allows() -> None:
    for epsilon in ("0", "0.5", "1", "3"):
        assert Gdp(1).delta(epsilon) <= Zcdp("0.5").delta(epsilon)
    for epsilon in ("0.1", "0.5", "0.9"):
        assert Pure(1).delta(epsilon) <= Zcdp("0.5").delta(epsilon)


def test_any_one_order_is_a_bound_and_never_the_better_one() -> None:
    with mpmath.workdps(DIGITS):
        for order in ("1.5", "2", "5", "8", "20"):
            one = order_delta(order, real(order) * real("0.1"), 1)
            assert Zcdp("0.1").delta(1) <= one * (1 + mpmath.mpf(10) ** -12)


def test_what_is_left_of_a_delta_may_have_many_digits() -> None:
    failing = Fraction(10**150 + 7, 3 * 10**156)
    loss, wanted = Zcdp("0.1", failing), Fraction(7**108, 7**110 + 2)
    assert loss.delta(Fraction(loss.epsilon(wanted))) <= wanted
