"""Rényi privacy, at one order or at several."""

import math
from collections.abc import Mapping
from fractions import Fraction

import mpmath
import pytest

from discreet.errors import Invalid
from discreet.numbers import Number
from discreet.privacy import Pure, Renyi
from tests.privacy.truth import (
    DIGITS,
    SEARCHED,
    Real,
    assert_above,
    assert_least,
    divergence,
    order_delta,
    real,
    response,
)

F = Fraction
CURVE: Mapping[Number, Number] = {"1.5": "0.1", 2: "0.3", 10: 1, 64: 5}


@pytest.mark.parametrize("epsilon", ["0", "0.2", "1", "3", "20", "400"])
def test_its_profile_is_the_best_over_its_orders(epsilon: str) -> None:
    with mpmath.workdps(DIGITS):
        truth = min(order_delta(str(order), real(most), epsilon) for order, most in CURVE.items())
        assert_above(Renyi(CURVE).delta(epsilon), truth)


def test_the_published_values() -> None:
    found = Renyi({10: 1}).epsilon("1e-5")
    assert found == pytest.approx(1.918010636783972, rel=1e-9)
    # Erratum 47: without the last two terms it is valid, and loose.
    loose = 1 + math.log(1e5) / 9
    assert loose == pytest.approx(2.279213940552248, rel=1e-12)
    assert found < loose


@pytest.mark.parametrize("order", ["1.001", "1.5", "2", "10", "300"])
@pytest.mark.parametrize("delta", ["0.01", "1e-5", "1e-30"])
def test_its_epsilon_is_the_closed_form(order: str, delta: str) -> None:
    with mpmath.workdps(DIGITS):
        a = real(order)
        spread = mpmath.log(1 / real(delta)) + (a - 1) * mpmath.log(1 - 1 / a) - mpmath.log(a)
        truth = max(mpmath.mpf(0), 1 + spread / (a - 1))
    found = Renyi({order: 1}).epsilon(delta)
    if truth:
        assert_above(found, truth, SEARCHED)

        def profile(epsilon: Fraction) -> Real:
            return order_delta(order, mpmath.mpf(1), epsilon)

        assert_least(found, profile, delta)
    else:
        assert found == 0


def test_between_two_orders_the_later_one_bounds() -> None:
    loss = Renyi(CURVE)
    assert loss.renyi(["1.1", "1.5", "1.6", 2, 64]) == [
        Renyi({2: "0.1"}).renyi([2])[0],
        Renyi({2: "0.1"}).renyi([2])[0],
        Renyi({2: "0.3"}).renyi([2])[0],
        Renyi({2: "0.3"}).renyi([2])[0],
        5,
    ]
    assert loss.renyi([65]) == [math.inf]
    assert (loss.pure, loss.rho, loss.mu) == (math.inf,) * 3


def test_a_divergence_never_falls_so_a_later_one_may_be_the_better_bound() -> None:
    assert Renyi({2: 5, 3: 1}).renyi([2]) == [1]


def test_divergences_add_up_wherever_both_say_something() -> None:
    first, second = Renyi({2: "0.1", 8: "0.5"}), Renyi({4: "0.2"})
    both = Renyi({2: "0.3", 4: "0.7"})
    assert first.plus(second) == second.plus(first) == both
    assert first * 3 == Renyi({2: "0.3", 8: "1.5"})
    assert first.plus(Pure(1)) is None
    assert Renyi({2: "1/3"}) * 3 == Renyi({2: 1})


def test_its_curve_is_kept_in_order() -> None:
    loss = Renyi({64: 5, "1.5": "0.1", 10: 1, "2": "0.3"})
    assert loss == Renyi(CURVE)
    assert list(loss.terms()) == [f"epsilon at order {a}" for a in ("3/2", 2, 10, 64)]


@pytest.mark.parametrize("order", ["1.5", "2", "8", "100"])
def test_what_randomised_response_diverges_by_covers_it(order: str) -> None:
    loss = Renyi({order: F(math.nextafter(float(divergence(response(1), order)), 2))})
    for epsilon in ("0", "0.3", "0.9"):
        assert loss.delta(epsilon) >= Pure(1).delta(epsilon)


@pytest.mark.parametrize("order", [F(10**20 + 1, 10**20), F(10**190 + 1, 10**190), 10**9 - 1])
def test_orders_near_one_and_far_from_it_are_as_good_as_others(order: Fraction | int) -> None:
    loss = Renyi({order: 1})
    assert 0 < loss.delta(2) <= 1
    assert 0 <= loss.sketch(2.0) <= 1
    assert loss.renyi([order]) == [1]


@pytest.mark.parametrize(
    ("curve", "problem"),
    [
        ({}, "no order is listed"),
        (None, "no order is listed"),
        ([(2, 1)], "no order is listed"),
        ({2: 1, "2.0": 3}, "an order is listed twice"),
        ({1: 1}, "an order is 1"),
        ({"1e10": 1}, "an order is"),
        ({2: -1}, "epsilon is -1"),
        ({True: 1}, "an order is not a number"),
        ({None: 1}, "an order is not a number"),
    ],
)
def test_what_is_no_curve_is_refused(curve: Mapping[Number, Number], problem: str) -> None:
    with pytest.raises(Invalid, match=problem):
        Renyi(curve)


def test_an_order_of_one_or_less_has_no_divergence_here() -> None:
    """Erratum 47: the conversion is for orders above one."""
    for order in (1, "0.5", 0, -2):
        with pytest.raises(Invalid, match="strictly between 1 and"):
            Pure(1).renyi([order])
