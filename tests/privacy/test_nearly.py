"""Draws that are only about right: what the two laws' distance adds, by enumeration."""

import math
from fractions import Fraction
from itertools import pairwise

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discreet.privacy import Approx, Composed, Gdp, Loss, Nearly, Odds, Pure, compose
from tests.privacy.truth import DIGITS, assert_above, real, told

F = Fraction


def test_the_published_sum() -> None:
    """(1 + exp(epsilon)) v, beside the delta that there was."""
    with mpmath.workdps(DIGITS):
        truth = (1 + mpmath.e) * real("1e-9")
        assert_above(Nearly(Pure(1), "1e-9").delta(1), truth)
        assert_above(Nearly(Approx(1, "1e-6"), "1e-9").delta(1), truth + real("1e-6"))


@st.composite
def chances(draw: st.DrawFn, outcomes: int) -> list[Fraction]:
    weights = st.lists(st.integers(0, 9), min_size=outcomes, max_size=outcomes).filter(any)
    drawn = draw(weights)
    return [F(weight, sum(drawn)) for weight in drawn]


@given(chances(3), chances(3), chances(3), chances(3), st.fractions(0, 2, max_denominator=9))
def test_laws_that_near_are_covered(
    p: list[Fraction], q: list[Fraction], near: list[Fraction], by: list[Fraction], that: Fraction
) -> None:
    """P and Q with a part replaced by anything: total variation at most that part."""
    part = F(1, 20)
    first = [(1 - part) * a + part * b for a, b in zip(p, near, strict=True)]
    second = [(1 - part) * a + part * b for a, b in zip(q, by, strict=True)]
    distances = (
        sum((abs(a - b) for a, b in zip(*two, strict=True)), F(0)) / 2
        for two in ((p, first), (q, second))
    )
    exact = [*zip(p, q, strict=True)], [*zip(q, p, strict=True)]
    delta = max(told(way, that) for way in exact)
    if delta < 1:
        loss = Nearly(Approx(that, F(math.nextafter(float(delta), 2))), max(distances))
        off = [*zip(first, second, strict=True)], [*zip(second, first, strict=True)]
        for more in (F(0), F(1, 2), F(3)):
            truth = max(told(way, that + more) for way in off)
            assert loss.delta(that + more) >= truth - mpmath.mpf(10) ** -40


def test_delta_never_rises_though_its_price_does() -> None:
    loss = Nearly(Odds(3), "1e-3")
    deltas = [loss.delta(F(k, 10)) for k in range(60)]
    assert all(later <= sooner * (1 + 1e-9) for sooner, later in pairwise(deltas))
    assert loss.delta(6) == pytest.approx(4e-3, rel=1e-6)  # (1 + 3) v, from ln 3 on
    assert loss.sketch(6.0) == pytest.approx(4e-3, rel=1e-6)
    assert loss.delta(0) == pytest.approx(0.5 + 2e-3)
    assert loss.epsilon("5e-3") <= 1.1


def test_other_views_are_lost_unless_draws_are_exact() -> None:
    assert Nearly(Pure(1), 0).pure == 1
    assert Nearly(Pure(1), "1e-9").pure == math.inf
    assert Nearly(Gdp(1), "1e-9").rho == math.inf
    assert Nearly(Pure(1), 1).delta(0) == 1


def test_distances_add_up_around_what_is_composed() -> None:
    loss = compose(Nearly(Gdp(1), "1e-9"), Pure(1), Nearly(Pure(1), "2e-9") * 3)
    assert isinstance(loss, Nearly)
    assert loss.distance == F(7, 10**9)
    assert loss.loss == compose(Gdp(1), Pure(1), Pure(1) * 3)
    assert isinstance(loss.loss, Composed)
    again = compose(loss, loss)
    assert isinstance(again, Nearly)
    assert again.distance == F(14, 10**9)
    assert again.loss == compose(*[loss.loss] * 2)
    most = compose(Nearly(Pure(1), "0.7"), Nearly(Pure(1), "0.7"))
    assert isinstance(most, Nearly)
    assert most.distance == 1


@pytest.mark.parametrize("loss", [Nearly(Pure(1), "1e-6"), Nearly(Gdp(1), "1e-3") * 4])
def test_its_distribution_is_that_of_its_profile(loss: Loss) -> None:
    for epsilon in ("0.1", "1", "2"):
        assert loss.pld().delta(epsilon) >= loss.delta(epsilon) * (1 - 1e-9)
        assert loss.pld().delta(epsilon) <= loss.delta(epsilon) * 1.1 + 1e-6
