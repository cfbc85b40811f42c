"""The least rho and the least mu of finite mechanisms: closed forms, and a look everywhere."""

import math
from fractions import Fraction

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discreet.privacy import Finite, Gdp, Odds
from discreet.privacy.steep import apart, steepest
from tests.privacy.truth import DIGITS, divergence, real

F = Fraction


def rows() -> st.SearchStrategy[tuple[list[Fraction], list[Fraction]]]:
    weights = st.lists(st.integers(1, 20), min_size=3, max_size=3)
    shares = weights.map(lambda drawn: [F(weight, sum(drawn)) for weight in drawn])
    return st.tuples(shares, shares)


@pytest.mark.parametrize("odds", ["1.001", "1.5", 3, 20, 1000])
def test_randomised_response_has_the_rho_and_the_mu_of_its_odds(odds: str) -> None:
    told = F(odds) / (1 + F(odds))
    loss = Finite([told, 1 - told], [1 - told, told])
    assert Odds(odds).rho * (1 - 1e-12) <= loss.rho <= Odds(odds).rho * 1.0002
    assert Odds(odds).mu * (1 - 1e-12) <= loss.mu <= Odds(odds).mu * (1 + 1e-9)


@settings(max_examples=30)
@given(rows())
def test_no_order_has_more_and_some_order_hardly_less(
    two: tuple[list[Fraction], list[Fraction]],
) -> None:
    loss = Finite(*two)
    if loss.pure == 0:
        assert loss.rho == loss.mu == 0
        return
    with mpmath.workdps(DIGITS):
        pairs = [[*zip(*two, strict=True)], [*zip(*reversed(two), strict=True)]]
        orders = [1 + F(k, 8) ** 3 / 64 for k in range(1, 120)]
        most = max(divergence(pair, a) / real(a) for pair in pairs for a in orders)
        assert most <= loss.rho <= most * mpmath.mpf("1.02")


@settings(max_examples=30)
@given(rows())
def test_the_bell_curves_lie_nowhere_above_and_touch(
    two: tuple[list[Fraction], list[Fraction]],
) -> None:
    loss = Finite(*two)
    if loss.pure == 0:
        return
    below = Gdp(F(loss.mu))
    gaps = []
    for alarms, misses in loss.curve:
        curve = below.tradeoff(alarms)
        assert curve <= misses
        gaps.append(float(misses) - curve)
    assert min(gaps) <= 1e-6


def test_what_tells_everything_or_nothing() -> None:
    assert Finite([1, 0], [0, 1]).rho == Finite(["0.5", "0.5"], [1, 0]).mu == math.inf
    assert Finite([1], [1]).rho == Finite([1], [1]).mu == 0.0
    assert apart(F(0), F(1, 2)) == math.inf
    assert apart(F(1, 2), F(1, 2)) == pytest.approx(0.0, abs=1e-15)
    assert apart(F(1, 10), F(9, 10)) == pytest.approx(0.0, abs=1e-12)


def test_a_straight_line_of_divergences_has_its_slope() -> None:
    assert 0.5 <= steepest(lambda order: 0.5 * float(order), 1e6) <= 0.5 * 1.0002
