"""Mistakes of lecture notes on the central model are not repeated: a test for each, by its number.

Expected numbers are closed forms, lists of all outcomes, or published tables. Those about noise
are in `test_errata_noise.py`. These belong to parts that are still to come, and will be tested
there:

- estimates from randomised response: 1, 2, 17, 18, 19, 34, 35, 36, 38
- choices and their accuracy: 5, 15, 32, 42
- noise on vectors, means, histograms and series, and how far it is off: 11, 22, 30, 41, 45, 53
- densities and data sets that are released: 52, 54, 56, 57
- lower bounds: 8, 12, 13, 55
- streams, holdouts and learning: 48

Of 7 and 40, slips of notation in a proof, nothing can be computed.
"""

import itertools
import math
import re
from fractions import Fraction
from pathlib import Path

import pytest

from discreet.errors import Impossible, OutOfRange
from discreet.privacy import (
    Approx,
    Composed,
    Finite,
    Gdp,
    Odds,
    Pure,
    Relation,
    Renyi,
    compose,
    explain,
    group,
    guess,
    lift,
    posterior,
    power,
    under,
)
from tests.privacy.truth import miss, told

F = Fraction
HALF = F(1, 2)


def spread(ratio: Fraction, *centers: int) -> list[list[Fraction]]:
    """Masses of two-sided geometric noise around each center, as rational numbers."""
    gap = (1 - ratio) / (1 + ratio)
    places = range(min(centers) - 40, max(centers) + 41)
    return [[gap * ratio ** abs(place - center) for place in places] for center in centers]


def worst_odds(first: list[Fraction], second: list[Fraction]) -> Fraction:
    """The largest odds of an answer, either way."""
    return max(max(p / q, q / p) for p, q in zip(first, second, strict=True))


# Central 3.
@pytest.mark.parametrize("n", [1, 3, 11])
def test_all_of_n_votes_are_told_from_none_with_odds_of_n_epsilon(n: int) -> None:
    right = guess(group(Pure(HALF), n))
    assert right == pytest.approx(1 / (1 + math.exp(-n / 2)), rel=1e-14)
    assert right < 1 / (1 + math.exp(-(n + 2) / 2))


# Central 6.
def test_from_the_first_of_k_tables_to_the_last_are_k_minus_one_steps() -> None:
    tables = spread(HALF, 1, 2, 3, 4)
    assert worst_odds(tables[0], tables[-1]) == 2**3
    assert group(Odds(2), 3) == Odds(2**3)


# Central 14.
def test_an_answer_that_neither_gives_tells_nothing_and_one_that_one_gives_tells_all() -> None:
    assert Finite(["1/2", "1/2", "0"], ["1/4", "3/4", "0"]).pure == pytest.approx(math.log(2))
    for rows in ((["1/2", "1/2"], ["1", "0"]), (["1", "0"], ["1/2", "1/2"])):
        assert Finite(*rows).pure == math.inf


# Central 16.
def test_randomised_answers_in_a_list_hide_a_row_in_its_place_and_not_one_that_moves() -> None:
    def answers(*truths: int) -> list[Fraction]:
        each = [[F(3, 4), F(1, 4)] if truth == 0 else [F(1, 4), F(3, 4)] for truth in truths]
        return [math.prod(picked, start=F(1)) for picked in itertools.product(*each)]

    def counted(chances: list[Fraction]) -> list[Fraction]:
        return [chances[0], chances[1] + chances[2], chances[3]]

    in_place, moved = answers(0, 1), answers(1, 0)
    assert Finite(in_place, answers(1, 1)).pure == pytest.approx(math.log(3))
    assert Finite(in_place, moved).pure == pytest.approx(math.log(9))  # the same two people
    assert Finite(counted(in_place), counted(moved)).pure == 0
    with pytest.raises(Impossible, match="says nothing"):
        under(Odds(3), Relation.REPLACE, Relation.REPLACE_UNORDERED)


# Central 20.
@pytest.mark.parametrize("edge", ["0.01", "0.1", "0.25", "0.49"])
def test_answers_true_with_a_half_and_gamma_have_epsilon_two_artanh_two_gamma(
    edge: str,
) -> None:
    gamma = F(edge)
    loss = Finite([HALF + gamma, HALF - gamma], [HALF - gamma, HALF + gamma])
    exact = 2 * math.atanh(2 * float(gamma))
    assert loss.pure == pytest.approx(exact, rel=1e-14)
    assert Odds((HALF + gamma) / (HALF - gamma)).pure == pytest.approx(exact, rel=1e-14)
    assert loss.pure > 4 * gamma


# Central 21.
@pytest.mark.parametrize("level", ["0", "0.1", "0.25", "0.5", "0.9", "1"])
def test_both_inequalities_bound_a_test(level: str) -> None:
    alpha = F(level)
    exact = miss([(F(3, 4), F(1, 4)), (F(1, 4), F(3, 4))], alpha)
    assert exact == max(1 - 3 * alpha, (1 - alpha) / 3)
    assert Odds(3).tradeoff(alpha) == pytest.approx(float(exact), rel=1e-14)
    assert power(Odds(3), alpha) == pytest.approx(float(1 - exact), rel=1e-14)


# Central 23.
def test_with_a_delta_odds_rise_further_with_a_probability_that_is_not_delta() -> None:
    """See also tests/privacy/test_approx.py, where what does follow is held to lists."""
    loss = Finite(["0.6", "0.4"], ["0.5", "0.5"])
    # P(loss > 0.1) = 0.6, for 0.6 / 0.5 = 1.2 > exp(0.1); and yet:
    assert told([(F(6, 10), HALF), (F(4, 10), HALF)], "0.1") == pytest.approx(0.0474145409621762)
    delta = F(loss.delta("0.1"))
    assert delta < F(6, 100)
    # So no bound may say that odds above 1.1052 are as rare as delta.
    assert math.exp(0.1) < 1.2
    assert lift(loss, delta) >= 1.2
    for but_for in (delta, HALF):
        assert lift(Approx("0.1", delta), but_for) >= 1.2


# Central 24.
def test_a_private_answer_without_chance_is_always_the_same() -> None:
    assert Finite(["1", "0"], ["1", "0"]).pure == 0
    differing = Finite(["1", "0"], ["0", "1"])
    assert differing.pure == math.inf
    assert [differing.delta(epsilon) for epsilon in (0, 1, 100)] == [1, 1, 1]


# Central 25.
def test_epsilons_and_deltas_add_up_and_a_delta_may_be_zero() -> None:
    loss = compose(Approx("0.1", "1e-6"), Approx("0.2", "1e-5"), Approx("0.3", 0))
    assert isinstance(loss, Composed)
    assert loss.routes["adding epsilons and deltas"] == Approx("0.6", "11e-6")
    assert Approx("0.3", 0).epsilon(0) == pytest.approx(0.3, rel=1e-15)


# Central 26.
def test_different_questions_about_the_same_people_add_up() -> None:
    once, twice = spread(HALF, 0, 1), spread(F(1, 3), 0, 1)
    both = [
        [p * q for p, q in itertools.product(first, second)]
        for first, second in zip(once, twice, strict=True)
    ]
    assert worst_odds(*both) == 6
    assert compose(Odds(2), Odds(3)).pure == pytest.approx(math.log(6), rel=1e-14)
    # And of parts without a common row, a row that is replaced may leave one and enter another.
    leaves, enters = spread(HALF, 1, 0), spread(HALF, 0, 1)
    moved = [
        [p * q for p, q in itertools.product(first, second)]
        for first, second in zip(leaves, enters, strict=True)
    ]
    assert worst_odds(*moved) == 4
    assert under(Odds(2), Relation.ADD_REMOVE, Relation.REPLACE) == Odds(4)


# Central 27.
def test_the_delta_of_a_group_is_a_geometric_sum() -> None:
    loss = group(Approx("0.5", "1e-6"), 4)
    assert isinstance(loss, Approx)
    geometric = 1e-6 * math.expm1(2) / math.expm1(0.5)
    assert geometric == pytest.approx(9.848692169497238e-6, rel=1e-14)  # central, table T2
    assert float(loss.failing) == pytest.approx(geometric, rel=1e-13)
    assert loss.failing < 4 * F(math.exp(2)) / 10**6 / 2


# Central 31.
def test_a_row_in_the_open_is_private_with_a_delta_of_one_over_n() -> None:
    n = 1000
    loss = Finite([F(1, n), F(n - 1, n), F(0)], [F(0), F(n - 1, n), F(1, n)])
    for epsilon in (0, 1, 50):
        assert loss.delta(epsilon) == pytest.approx(1 / n, rel=1e-14)
    assert "at most 1 for any of 1000" in " ".join(str(explain(Approx(0, "1e-3"))).split())


# Central 33.
def test_a_delta_is_of_sets_of_answers_not_of_single_ones() -> None:
    n = 100
    loss = Finite([F(2, n), F(0)] * (n // 2), [F(1, n)] * n)
    # No single answer is likelier by more than 0.01.
    assert loss.delta(0) == pytest.approx(0.5, rel=1e-14)


# Central 43.
def test_many_small_losses_drift_by_epsilon_tanh_of_half_epsilon() -> None:
    hundred = Pure("0.1") * 100
    mean = 0.1 * math.tanh(0.05)
    assert hundred.rho == pytest.approx(100 * mean, rel=1e-14)
    spread_out = 0.1 * math.sqrt(200 * math.log(1e6))
    better, worse = spread_out + 100 * mean, spread_out + 10 * math.expm1(0.1)
    assert better == pytest.approx(5.756105519335732, rel=1e-12)  # central, table T1
    assert worse == pytest.approx(6.308230950513408, rel=1e-12)
    assert hundred.epsilon("1e-6") < better < worse
    # A root is gained only while the drift is small: a thousand of one come to nearly their mean.
    thousand = (Pure(1) * 1000).epsilon("1e-6")
    assert thousand > 1000 * math.tanh(0.5) > 2 * math.sqrt(2000 * math.log(1e6))


# Central 44.
@pytest.mark.parametrize("size", [2, 4, 20])
def test_k_exp_of_k_minus_one_epsilons_is_valid_for_a_group_and_loose(size: int) -> None:
    loss, none = group(Approx(HALF, "1e-9"), size), group(Approx(0, "1e-9"), size)
    assert isinstance(loss, Approx)
    assert isinstance(none, Approx)
    steps = math.fsum(math.exp(i / 2) for i in range(size))
    assert float(loss.failing) == pytest.approx(steps * 1e-9, rel=1e-13)
    assert loss.failing < F(9, 10) * size * F(math.exp((size - 1) / 2)) / 10**9
    assert none.failing == F(size, 10**9)


# Central 46.
def test_delta_is_not_the_chance_that_epsilon_fails() -> None:
    loss = Gdp(1)
    # The loss is N(1/2, 1): above one with probability Phi(-1/2), while delta is
    # Phi(-1/2) - e Phi(-3/2).
    fails = math.erfc(0.5 / math.sqrt(2)) / 2
    delta = fails - math.e * math.erfc(1.5 / math.sqrt(2)) / 2
    assert loss.delta(1) == pytest.approx(delta, rel=1e-13)
    assert fails > 2.4 * delta
    assert lift(loss, F(loss.delta(1))) > math.e
    said = " ".join(str(explain(Approx(1, "1e-6"))).split())
    assert "chance that epsilon" not in said
    # What an answer impossible without a unit has is a delta, at every epsilon: that is said.
    assert Finite(["0.9", "0.1"], ["1", "0"]).delta(50) == pytest.approx(0.1, rel=1e-14)
    assert "outputs that are impossible without" in said


# Central 47.
def test_a_divergence_is_expected_without_the_unit_at_orders_above_one() -> None:
    p, q = [HALF, HALF], [F(3, 4), F(1, 4)]
    with_it = sum(a * a / b for a, b in zip(p, q, strict=True))  # under Q: (P / Q) squared
    against_it = sum(b * b / a for a, b in zip(p, q, strict=True))
    assert (with_it, against_it) == (F(4, 3), F(5, 4))
    assert Finite(p, q).renyi([2])[0] == pytest.approx(math.log(4 / 3), rel=1e-14)
    with pytest.raises(OutOfRange):
        Finite(p, q).renyi([1])
    loose = 1 + math.log(1e5) / 9
    tight = loose + math.log(1 - 1 / 10) - math.log(10) / 9
    assert tight == pytest.approx(1.918010636783972, rel=1e-14)  # central, table T4
    assert Renyi({10: 1}).epsilon("1e-5") == pytest.approx(tight, rel=1e-9)


# Central 49.
def test_a_forced_answer_has_a_delta_and_no_epsilon() -> None:
    theta = F(1, 10)
    forced = Finite([F(1), F(0)], [1 - theta, theta])
    assert forced.pure == math.inf
    assert [forced.delta(epsilon) for epsilon in (0, 3, 100)] == pytest.approx([0.1] * 3)
    honest = (1 + theta) / 2  # forced either way alike
    even = Finite([honest, 1 - honest], [1 - honest, honest])
    assert even.pure == pytest.approx(math.log(11 / 9), rel=1e-14)


# Central 51.
def test_a_belief_is_bounded_given_the_others_and_relatives_are_a_group() -> None:
    # Three relatives give the same answer: a count moves by three.
    first, second = spread(HALF, 0, 3)
    odds = worst_odds(first, second)
    believed = odds / (1 + odds)
    assert posterior(Odds(2), HALF) < believed
    assert posterior(group(Odds(2), 3), HALF) == pytest.approx(float(believed), rel=1e-15)


def test_every_erratum_is_tested_or_has_its_place() -> None:
    here = Path(__file__)
    texts = here.read_text("utf-8"), here.with_name("test_errata_noise.py").read_text("utf-8")
    tested = re.findall(r"^# Central (\d+)\.$", "\n".join(texts), re.MULTILINE)
    left = re.findall(r"\d+", __doc__ or "")
    assert sorted(map(int, (*tested, *left))) == list(range(1, 58))
