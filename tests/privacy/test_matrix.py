"""Finite mechanisms: every view from exact probabilities."""

import math
from fractions import Fraction

import mpmath
import pytest

from discreet.errors import Invalid
from discreet.privacy import Odds, Pure
from discreet.privacy.matrix import Finite
from discreet.privacy.pair import EVERYTHING

F = Fraction
COIN = Finite(["0.75", "0.25"], ["0.25", "0.75"])


def test_published_delta_that_is_not_a_tail_of_the_loss() -> None:
    loss = Finite(["0.6", "0.4"], ["0.5", "0.5"])
    assert loss._delta(loss.ways[0], F("0.1")) == pytest.approx(0.0474145409621762, abs=1e-16)
    # The other direction tells more: 0.5 - 0.4 exp(0.1).
    assert loss.delta("0.1") == pytest.approx(0.5 - 0.4 * math.exp(0.1), abs=1e-16)


def test_randomised_response_is_one() -> None:
    for epsilon in ("0", "0.5", "1", "2"):
        assert COIN.delta(epsilon) == pytest.approx(Odds(3).delta(epsilon), rel=1e-15)
    assert COIN.pure == Odds(3).pure
    assert COIN.renyi([2, "3.5"]) == pytest.approx(Odds(3).renyi([2, "3.5"]), rel=1e-15)
    assert COIN.rho == pytest.approx(Odds(3).rho, rel=2e-4)
    assert COIN.sketch(0.3) == pytest.approx(COIN.delta("0.3"))
    assert float(COIN.corners()[0]) == pytest.approx(math.log(3))


def test_the_worse_direction_counts() -> None:
    loss = Finite(["0.5", "0.25", "0.25"], ["0.9", "0.05", "0.05"])
    with mpmath.workdps(30):
        ways = [
            sum(max(mpmath.mpf(0), p - mpmath.e * q) for p, q in way)
            for way in (((0.5, 0.9), (0.25, 0.05), (0.25, 0.05)),)
        ]
    assert loss.delta(1) == pytest.approx(float(ways[0]), rel=1e-14)
    assert loss.pure == pytest.approx(math.log(5))
    order = 3
    there = 0.25**order * 0.05 ** (1 - order) * 2 + 0.5**order * 0.9 ** (1 - order)
    assert loss.renyi([order])[0] == pytest.approx(math.log(there) / (order - 1), rel=1e-12)


def test_what_only_one_neighbour_gives_is_told() -> None:
    loss = Finite(["1", "0"], ["0.9", "0.1"])
    assert loss.delta(5) == pytest.approx(0.1, abs=1e-15)
    assert loss.pure == math.inf
    assert loss.rho == math.inf
    assert loss.renyi([2]) == [math.inf]
    assert loss.pair.infinite == 0.0
    assert loss.pair.reverse().infinite == pytest.approx(0.1)
    apart = Finite(["1", "0"], ["0", "1"])
    assert apart.delta(3) == 1.0
    assert apart.pair.infinite == 1.0


def test_equal_rows_tell_nothing() -> None:
    loss = Finite(["1/3", "2/3"], ["1/3", "2/3"])
    assert loss.delta(0) == loss.pure == 0.0
    assert loss.renyi([2]) == [0.0]
    assert loss.corners() == []
    assert loss.plus(Pure(1)) is None
    assert loss.terms()["first 0"] * 3 == 1


@pytest.mark.parametrize(
    ("first", "second"), [(["1"], ["0.5", "0.5"]), (["0.5", "0.4"], ["0.5", "0.5"])]
)
def test_rows_that_are_no_probabilities_are_refused(first: list[str], second: list[str]) -> None:
    with pytest.raises(Invalid):
        Finite(first, second)


def test_its_rho_is_that_of_its_epsilon_as_it_stands() -> None:
    for high in range(51, 99):
        loss = Finite([F(high, 100), F(100 - high, 100)], [F(100 - high, 100), F(high, 100)])
        assert loss.rho >= Odds(F(high, 100 - high)).rho


def test_odds_that_are_no_floats_tell_everything() -> None:
    far = Finite(["0.5", "0.5"], ["1e-320", 1 - Fraction("1e-320")])
    assert far.pair is EVERYTHING
    assert far.pld().delta(1) == 1.0


def test_a_rho_is_found_where_odds_are_large_and_next_to_never() -> None:
    """Beyond the greatest order there is, the pure loss bounds the quotient."""
    rare = Finite(["1e-12", 1 - Fraction("1e-12")], ["1e-20", 1 - Fraction("1e-20")])
    most = max(rare.renyi([order])[0] / order for order in (2, 3, 4, 5, 6, 8, 16))
    assert most <= rare.rho <= 1.1 * most
