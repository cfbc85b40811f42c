"""Lower bounds from answers, beside published values and exact confidence."""

import math
from fractions import Fraction

import pytest
from scipy.optimize import brentq
from scipy.stats import binom

from discreet.audit import lower_bound, shown
from discreet.errors import DiscreetError
from discreet.mechanisms import Laplace, Response
from discreet.noise import System

SURE = 1 - Fraction(1, 10**9)


@pytest.mark.parametrize(
    ("often", "rarely", "of", "expected"),
    [  # from the specification, section 9.2: confidence 95 %, delta 0
        (750, 250, 1000, 0.9542),
        (7500, 2500, 10_000, 1.0532),
        (75_000, 25_000, 100_000, 1.0843),
        (1000, 0, 1000, 5.6006),
        (10_000, 0, 10_000, 7.9048),
    ],
)
def test_counts_show_what_is_published(often: int, rarely: int, of: int, expected: float) -> None:
    assert shown(often, of, rarely, of) == pytest.approx(expected, abs=5e-5)


def test_limits_hold_exactly_as_often_as_they_say() -> None:
    # At the limit itself, the counts seen or rarer ones have just the chance that was allowed.
    epsilon = shown(60, 100, 20, 100, confidence="0.9")
    low = brentq(lambda p: binom.sf(59, 100, p) - 0.05, 0.01, 0.99)
    high = brentq(lambda p: binom.cdf(20, 100, p) - 0.05, 0.01, 0.99)
    assert epsilon == pytest.approx(math.log(low / high), rel=1e-9)


def test_more_tries_and_delta_show_less() -> None:
    once = shown(750, 1000, 250, 1000)
    assert shown(750, 1000, 250, 1000, tried=10) < once
    assert shown(750, 1000, 250, 1000, delta="0.1") < once
    assert shown(5, 1000, 0, 1000, delta="0.5") == -math.inf
    assert shown(0, 1000, 1000, 1000) == -math.inf


def test_sound_mechanisms_are_never_shown_to_tell_more() -> None:
    """False alarm: one in a billion for each."""
    source = System()
    coins, laplace = Response(2, "3/4"), Laplace(1)
    found = lower_bound(lambda x: coins.sample(x, source), 0, 1, confidence=SURE)
    assert 0.8 < found.epsilon < math.log(3)
    found = lower_bound(lambda x: laplace.sample(x, source), 0, 1, confidence=SURE)
    assert 0.5 < found.epsilon < 1


def test_a_mechanism_that_tells_more_is_shown_to() -> None:
    twice, source = Laplace("1/2"), System()
    found = lower_bound(lambda x: twice.sample(x, source), 0, 1, draws=20_000, confidence=SURE)
    assert found.epsilon > 1.2
    assert "epsilon is at least" in str(found)


def test_words_are_answers_too() -> None:
    found = lower_bound(lambda x: "ab"[x], 0, 1, draws=2000)
    assert found.epsilon == pytest.approx(5.6006, abs=5e-5)
    assert found.event == "the answer is a"


@pytest.mark.parametrize("bad", [{"draws": 1}, {"delta": 2}, {"confidence": 1}])
def test_what_makes_no_sense_is_refused(bad: dict[str, int]) -> None:
    with pytest.raises(DiscreetError):
        lower_bound(lambda x: x, 0, 1, **bad)
