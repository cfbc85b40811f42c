"""The majority: exactly optimal, beside the two forms of the lecture notes."""

import math
from fractions import Fraction

import pytest
from scipy.optimize import linprog

from discreet.errors import NoBound, OutOfRange
from discreet.mechanisms import Exponential, Inverse, Majority
from discreet.noise import System
from discreet.privacy import Sensitivity
from tests.mechanisms.enumerate import covered, draws, follows
from tests.noise.bits import fixed

ONE = Sensitivity(linf=1)


@pytest.mark.parametrize(
    ("lead", "right"),
    [
        (1, 0.6224593312018546),
        (2, 0.771010009085512),
        (3, 0.8611105497430457),
        (5, 0.9489054266548628),
    ],
)
def test_it_is_right_as_often_as_the_reference_table_says(lead: int, right: float) -> None:
    mechanism = Majority(11, 2)
    assert mechanism.law(5 + lead).mass(1) == pytest.approx(right, rel=1e-15)
    assert mechanism.law(6 - lead).mass(0) == pytest.approx(right, rel=1e-15)
    assert float(mechanism.doubt(lead)) == pytest.approx(1 - right, rel=1e-13)


def test_the_forms_of_the_notes_are_right_less_often() -> None:
    for lead in range(1, 6):
        count = 5 + lead
        by_distance = Inverse.majority(11, 2).law(count).mass(1)
        assert by_distance == pytest.approx(1 / (1 + math.exp(-lead / 2)), rel=1e-14)
        # Scores (2 t - 1)(s - n/2) move by one: in halves, two on a scale of 2 * 2 * 2 / eps.
        by_score = Exponential(8).law([11 - 2 * count, 2 * count - 11]).mass(1)
        assert by_score == pytest.approx(1 / (1 + math.exp(-(lead - 0.5) / 2)), rel=1e-14)
        assert by_score < by_distance <= Majority(11, 2).law(count).mass(1) + 1e-15
    assert Inverse.majority(11, 2).law(8).mass(1) == pytest.approx(0.8175744761936437, rel=1e-15)


@pytest.mark.parametrize("people", [1, 2, 3, 4, 5])
def test_the_loss_covers_every_pair_of_neighbours_and_is_reached(people: int) -> None:
    pairs = [(count, count + 1) for count in range(people)]
    most = covered(Majority(people, 2), ONE, pairs)
    if people % 2:  # where a tie is possible, no yes counts for all
        assert most == pytest.approx(0.5, abs=1e-15)


def test_an_even_number_is_split_by_a_fair_coin() -> None:
    law = Majority(10, 1).law
    assert law(5).mass(1) == law(5).mass(0) == 0.5
    for lead in range(1, 6):
        assert law(5 + lead).mass(1) == pytest.approx(1 - math.exp(-lead) / 2, rel=1e-15)


@pytest.mark.parametrize("people", [10, 11])
def test_no_symmetric_mechanism_is_right_more_often(people: int) -> None:
    # A linear programme over p(0 … n): p(n - s) = 1 - p(s), odds of neighbours at most e.
    rows, sides, odds = [], [], math.e
    for one in range(people + 1):
        for two in {one - 1, one + 1} & {*range(people + 1)}:
            row = [0.0] * (people + 1)
            row[one], row[two] = 1.0, -odds
            rows.append(row)
            sides.append(0.0)
    for s in range(people // 2 + 1, people + 1):
        equal = [
            [float(k in (t, people - t)) * (1 + (2 * t == people)) for k in range(people + 1)]
            for t in range(people + 1)
        ]
        best = linprog(
            [-float(k == s) for k in range(people + 1)],
            A_ub=rows,
            b_ub=sides,
            A_eq=equal,
            b_eq=[1.0] * (people + 1),
            bounds=(0, 1),
        )
        assert best.fun is not None
        assert -best.fun == pytest.approx(Majority(people, 1).law(s).mass(1), abs=1e-9)


@pytest.mark.parametrize(("people", "count"), [(5, 3), (4, 2), (1, 0), (6, 4)])
def test_answers_follow_the_law(people: int, count: int) -> None:
    mechanism, source = Majority(people, 2), fixed(f"majority {people}")
    assert follows(draws(lambda: mechanism.sample(count, source)), mechanism.law(count))


def test_a_majority_of_all_is_hardly_ever_missed() -> None:
    assert Majority(10**6, 10).sample(10**6, System()) == 1
    assert Majority(10**6, 10).doubt(10**5) < Fraction(1, 10**4000)


def test_counts_that_nothing_bounds_or_that_are_none_are_refused() -> None:
    with pytest.raises(NoBound, match="linf"):
        Majority(5, 1).loss(Sensitivity(l2=1))
    with pytest.raises(OutOfRange):
        Majority(5, 1).law(6)
    with pytest.raises(OutOfRange):
        Majority(5, 1).doubt(4)
