"""Mistakes of lecture notes on the online and local models are not repeated: a test for each.

Expected numbers are closed forms, lists of all outcomes, or published tables. Those about noise
are in `test_errata_noise.py`. These belong to parts that are still to come, and will be tested
there:

- thresholds and holdouts: 1, 2, 3, 4, 5
- many hypotheses, tested one after the other: 6, 7, 8, 9, 10, 11
- sums of streams, and learning from them: 13, 14, 16, 17
- learning by noisy gradients: 18
- estimates from randomised response: 21, 22, 23, 26, 34
"""

import math
import re
from fractions import Fraction
from pathlib import Path

import pytest

from discreet.errors import OutOfRange
from discreet.privacy import (
    Approx,
    Composed,
    DiscreteLaplaceNoise,
    Finite,
    LaplaceNoise,
    Odds,
    Pure,
    Relation,
    Renyi,
    compose,
    lift,
    power,
    sampled_gaussian,
    under,
)
from tests.privacy.truth import miss, together, told

F = Fraction
HALF = F(1, 2)


def response(odds: int) -> tuple[list[Fraction], list[Fraction]]:
    """Randomised response, as rational numbers."""
    return [F(odds, 1 + odds), F(1, 1 + odds)], [F(1, 1 + odds), F(odds, 1 + odds)]


# Online 12.
def test_t_steps_cost_the_root_of_t_times_the_logarithm_and_purely_t() -> None:
    each, steps = 0.01, 1000
    loss = Pure("0.01") * steps
    assert loss.pure == 10
    found, certain = loss.epsilon("1e-6"), math.log(1e6)
    assert found <= each * math.sqrt(2 * steps * certain) + steps * each * math.tanh(each / 2)
    # With the root over T alone, it would be three times as much.
    assert 3 * found < each * math.sqrt(steps) * certain


# Online 15.
def test_a_value_moves_by_its_bound_to_a_blank_and_by_twice_that_to_another_value() -> None:
    blanked, replaced = DiscreteLaplaceNoise(4, 1), DiscreteLaplaceNoise(4, 2)
    ratio = math.exp(-1 / 4)  # from values within one of zero: 1 to 0, and 1 to -1
    for loss, moved in ((blanked, 1), (replaced, 2)):
        odds = max(ratio ** (abs(x) - abs(x - moved)) for x in range(-9, 10))
        assert loss.pure == pytest.approx(math.log(odds), rel=1e-14)
    assert under(Pure(F(1, 4)), Relation.BLANK, Relation.REPLACE) == Pure(F(1, 2))


# Online 19.
def test_divergences_are_above_order_one_add_up_at_one_order_and_one_is_enough() -> None:
    p, q = [F(1, 2), F(1, 2)], [F(3, 4), F(1, 4)]
    # Expected without the unit: the sum of p²/q, squared where it is done twice.
    square = sum((a * a / b for a, b in zip(p, q, strict=True)), F(0))
    once = Finite(p, q)
    pair = together(list(zip(p, q, strict=True)), list(zip(p, q, strict=True)))
    twice = Finite([a for a, _ in pair], [b for _, b in pair])
    assert square == F(4, 3)
    for loss, moment in ((once, square), (twice, square**2), (compose(once, once), square**2)):
        assert loss.renyi([2])[0] == pytest.approx(math.log(moment), rel=1e-13)
    with pytest.raises(OutOfRange):
        Renyi({1: 1})
    # A bound at order three is one at order two, and says nothing beyond.
    both = compose(Renyi({2: "0.1"}), Renyi({3: "0.2"}))
    assert both == Renyi({2: "0.3"})
    closed = 0.3 + math.log(1e5) + math.log(HALF) - math.log(2)
    assert both.epsilon("1e-5") == pytest.approx(closed, rel=1e-9)


# Online 20.
def test_adding_up_distributions_needs_a_tenth_of_the_root_bound() -> None:
    step, steps = sampled_gaussian(rate="0.01", noise=4), 10_000
    # Half of delta for the steps' own, half for the bound.
    each = step.epsilon(F(1, 2 * 10**5 * steps))
    root = each * math.sqrt(2 * steps * math.log(2e5)) + steps * each * math.tanh(each / 2)
    total = step * steps
    assert isinstance(total, Composed)
    divergences = total.routes["adding Rényi divergences"].epsilon("1e-5")
    found = total.pld().epsilon("1e-5")
    assert found == pytest.approx(0.9470, rel=5e-3)  # online, 6.5
    assert found < divergences < root / 10


# Online 24.
def test_a_delta_bounds_sets_of_answers() -> None:
    n = 100
    few, all_of_them = [F(4, n)] * (n // 4) + [F(0)] * (3 * n // 4), [F(1, n)] * n
    ways = (few, all_of_them), (all_of_them, few)
    excess = [[max(F(0), p - 2 * q) for p, q in zip(*way, strict=True)] for way in ways]
    assert max(map(max, excess)) == F(2, 100)
    assert list(map(sum, excess)) == [F(1, 2), F(3, 4)]
    assert Finite(few, all_of_them).delta(F(math.log(2))) == pytest.approx(0.75, rel=1e-13)


# Online 27.
def test_who_moves_from_one_part_to_another_costs_the_sum_of_both() -> None:
    pair = together(*(list(zip(*response(odds), strict=True)) for odds in (2, 3)))
    worst = max(p / q for p, q in pair)
    assert worst == 6
    assert compose(Odds(2), Odds(3)).pure == pytest.approx(math.log(6), rel=1e-14)
    same = under(Odds(3), Relation.ADD_REMOVE, Relation.REPLACE)
    assert same == Odds(9)


# Online 28.
def test_a_tail_of_the_loss_is_no_delta_and_a_delta_is_no_tail() -> None:
    # P(loss > 1) = 3/4 for odds of three; what exceeds e times the other is (3 - e) / 4.
    loss = Odds(3)
    assert loss.delta(1) == pytest.approx((3 - math.e) / 4, rel=1e-13)
    assert Finite(*response(3)).delta(1) == pytest.approx((3 - math.e) / 4, rel=1e-13)
    # So no bound but three holds, but for less than three quarters of outputs.
    assert lift(loss, F(7, 10)) == 3
    # The converse is true: a loss above ln 2 with probability 1/4 at most has that as its delta.
    pair = [(F(1, 4), F(1, 40)), (F(3, 4), F(39, 40))]
    assert told(pair, F(math.log(2))) <= F(1, 4)


# Online 29.
def test_forcing_yes_has_no_epsilon_and_two_fair_coins_have_ln_three() -> None:
    forced = Finite(["1", "0"], ["1/2", "1/2"])  # heads: yes; else the truth
    assert forced.pure == math.inf
    assert forced.delta(20) == pytest.approx(0.5, rel=1e-14)
    fair = Finite(["3/4", "1/4"], ["1/4", "3/4"])  # heads: the truth; else another coin
    assert fair.pure == pytest.approx(math.log(3), rel=1e-14)


# Online 31.
@pytest.mark.parametrize("level", ["0.001", "0.05", "0.2"])
def test_a_test_finds_at_most_exp_epsilon_times_its_level_and_delta(level: str) -> None:
    alpha = float(level)
    assert power(Approx(1, "1e-3"), level) == pytest.approx(math.e * alpha + 1e-3, rel=1e-13)
    assert power(Approx(1, "1e-3"), level) > alpha


# Online 32.
@pytest.mark.parametrize("edge", ["1e-6", "0.1", "0.2", "0.25"])
def test_epsilon_is_between_four_and_four_point_four_gamma_up_to_a_quarter(edge: str) -> None:
    gamma = F(edge)
    loss = Odds((HALF + gamma) / (HALF - gamma))
    assert 4 * gamma < loss.pure < F(44, 10) * gamma
    if edge == "0.25":
        assert loss.pure == pytest.approx(1.0986122886681098, rel=1e-14)


# Online 33.
def test_a_trade_off_holds_both_ways_round_and_leaves_delta_out() -> None:
    rows = [F(1), F(0)], [F(9, 10), F(1, 10)]
    there = list(zip(*rows, strict=True))
    back = [(q, p) for p, q in there]
    loss, differ = Finite(*rows), False
    for alpha in (F(i, 20) for i in range(21)):
        one_way, other = miss(there, alpha), miss(back, alpha)
        differ |= one_way != other
        assert loss.tradeoff(alpha) <= min(one_way, other)
    assert differ
    # 1 - delta - e alpha, and 1 - e alpha would be more.
    assert Approx(1, "1e-5").tradeoff("0.05") == pytest.approx(0.8640759085770477, rel=1e-12)


# Online 36.
def test_two_tails_to_flip_is_the_truth_three_times_of_four() -> None:
    lies = HALF * HALF
    flipped = Finite([1 - lies, lies], [lies, 1 - lies])
    assert flipped.pure == Odds(3).pure == pytest.approx(math.log(3), rel=1e-15)
    assert flipped.delta(0) == pytest.approx(0.5, rel=1e-14)
    assert LaplaceNoise(F(Odds(3).pure)).delta(0) < 0.5


def test_every_erratum_is_tested_or_has_its_place() -> None:
    here = Path(__file__)
    texts = here.read_text("utf-8"), here.with_name("test_errata_noise.py").read_text("utf-8")
    tested = re.findall(r"^# Online (\d+)\.$", "\n".join(texts), re.MULTILINE)
    left = re.findall(r"\d+", __doc__ or "")
    assert sorted(map(int, (*tested, *left))) == list(range(1, 37))
