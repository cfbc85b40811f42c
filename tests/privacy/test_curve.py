"""Trade-off curves by their corners: the two laws behind them, and what they tell."""

import math
from fractions import Fraction
from typing import Any

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discreet.errors import Invalid
from discreet.privacy import Approx, Curve, Finite, Odds, Pure, compose
from tests.privacy.truth import DIGITS, assert_above, real

F = Fraction
# f(a) = max(0, 1 - d - 3 a, (1 - d - a) / 3): its corner is where the lines meet.
OF_ODDS = Curve({0: 1, "0.25": "0.25", 1: 0})
LOOSE = Curve({0: "0.9", "0.225": "0.225", "0.9": 0})


def test_the_curve_of_randomised_response() -> None:
    for epsilon in ("0", "0.5", "1", "2"):
        assert OF_ODDS.delta(epsilon) == Odds(3).delta(epsilon)
        assert OF_ODDS.sketch(float(epsilon)) == pytest.approx(Odds(3).sketch(float(epsilon)))
    assert OF_ODDS.pure == Odds(3).pure
    assert OF_ODDS.rho >= Odds(3).rho * (1 - 1e-15)
    assert OF_ODDS.renyi([2]) == Odds(3).renyi([2])
    assert OF_ODDS.corners()[0] == F(Odds(3).pure)


def test_the_curve_of_an_approximate_loss() -> None:
    for epsilon in ("0", "0.5", "2"):
        truth = Approx(F(Odds(3).pure), "0.1").delta(epsilon)
        assert LOOSE.delta(epsilon) == pytest.approx(truth, rel=1e-14)
    assert LOOSE.pure == math.inf
    assert (LOOSE * 2).pld().delta(1) == pytest.approx(
        (Approx(F(Odds(3).pure), "0.1") * 2).delta(1), abs=1e-6
    )


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=5))
def test_the_curve_of_two_laws_tells_what_they_tell(weights: list[tuple[int, int]]) -> None:
    p, q = (sum(two[side] for two in weights) for side in (0, 1))
    if p == 0 or q == 0:
        return
    chances = [(F(a, p), F(b, q)) for a, b in weights]
    # Neyman and Pearson: accuse in the order of the odds.
    order = sorted(chances, key=lambda two: two[0] / two[1] if two[1] else math.inf, reverse=True)
    corners, alarms, misses = dict[Any, Any](), F(0), F(1)
    corners[alarms] = misses
    for chance, other in order:
        alarms, misses = alarms + other, misses - chance
        corners[alarms] = misses
    curve = Curve(corners)
    both = Finite(*([two[side] for two in chances] for side in (0, 1)))
    for epsilon in ("0", "0.3", "1", "2"):
        assert curve.delta(epsilon) == pytest.approx(both.delta(epsilon), rel=1e-14, abs=1e-300)


def test_a_level_between_corners_lies_on_the_line() -> None:
    with mpmath.workdps(DIGITS):
        assert OF_ODDS.tradeoff("0.1") == pytest.approx(0.7, abs=1e-12)
        assert OF_ODDS.tradeoff("0.1") <= 0.7
        assert_above(OF_ODDS.delta(0), real("0.5"))


@pytest.mark.parametrize(
    ("corners", "why"),
    [
        ({}, "not given from end to end"),
        ({"0.1": "0.5"}, "not given from end to end"),
        ({0: 1, 1: "0.1"}, "not given from end to end"),
        ({0: "0.5", "0.5": "0.6", 1: 0}, "does not fall"),
        ({0: 1, "0.5": "0.9", 1: 0}, "falls faster later"),
        ({0: 1, "0.0": 1, 1: 0}, "not given from end to end"),
        ([(0, 1)], "given by no corners"),
        (None, "given by no corners"),
        ({0: 2}, "a rate of misses is 2"),
        ({0: True}, "a rate of misses is not a number"),
        ({"NaN": 1}, "a rate of false alarms is not a number"),
    ],
)
def test_what_is_no_curve_is_refused(corners: Any, why: str) -> None:  # noqa: ANN401
    with pytest.raises(Invalid, match=why):
        Curve(corners)


def test_no_loss_at_all_is_the_diagonal() -> None:
    assert Curve({0: 1, 1: 0}).delta(0) == Pure(0).delta(0) == 0.0


def test_a_curve_turned_beside_itself_is_covered() -> None:
    """A curve does not say for which tests it is: (P, P) against (Q, Q) is one of the cases."""
    twice = Finite(["0.0001", "0.0099", "0.0099", "0.9801"], ["0.04", "0.16", "0.16", "0.64"])
    both = compose(Curve({0: 1, "0.8": "0.01", 1: 0}), Curve({0: 1, "0.01": "0.8", 1: 0}))
    for epsilon in (0, 1, 2):
        assert both.delta(epsilon) >= twice.delta(epsilon) * (1 - 1e-12)
