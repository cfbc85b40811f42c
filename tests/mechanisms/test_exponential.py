"""The exponential mechanism: its law, its loss, its speed-up, its edges."""

import math
import time
from fractions import Fraction

import numpy as np
import pytest

from discreet.errors import NoBound, OutOfRange
from discreet.mechanisms import Exponential
from discreet.noise import System
from discreet.privacy import Sensitivity
from tests.mechanisms.enumerate import (
    array,
    covered,
    draws,
    follows,
    moved,
    regret,
    scores,
    table,
    width,
)
from tests.noise.bits import fixed

ONE = Sensitivity(linf=1)


def test_the_law_is_the_one_in_the_reference_table() -> None:
    law = Exponential(2).law([3, 1, 0, 0])
    assert law.mass(0) == pytest.approx(0.5512254464841422, rel=1e-15)
    assert law.mass(1) == pytest.approx(0.202784509212065, rel=1e-15)
    assert regret(Exponential(2), (3, 1, 0, 0)) == pytest.approx(1.143539151335508, rel=1e-14)


@pytest.mark.parametrize("one_way", [False, True])
def test_the_loss_covers_every_pair_of_neighbours(*, one_way: bool) -> None:
    pairs = [*moved(scores(3, 3), (0, 1) if one_way else (-1, 0, 1))]
    mechanism = Exponential(1 if one_way else 2, one_way=one_way)
    assert covered(mechanism, ONE, pairs) > 0.5
    assert width(mechanism, pairs) == pytest.approx(1.0, abs=1e-15)  # the range is reached


def test_the_loss_covers_five_candidates_too() -> None:
    pairs = [(one, two) for one, two in moved(scores(5, 2), (-1, 0, 1)) if one < two]
    assert 0.5 < covered(Exponential(2), ONE, pairs) <= 1


def test_many_poor_candidates_come_close_to_the_whole_loss() -> None:
    # One goes up, thousands down: the sum of weights moves as far as it can.
    laws = [Exponential(2).law([first, *[rest] * 5000]) for first, rest in ((0, 0), (1, -1))]
    assert math.log(laws[1].mass(0) / laws[0].mass(0)) == pytest.approx(1.0, abs=1e-3)


def test_only_one_count_that_moves_costs_half_of_what_scores_that_may_go_apart_do() -> None:
    mechanism = Exponential(10)
    assert mechanism.loss(Sensitivity(l0=1, linf=1)).pure == 0.1
    assert mechanism.loss(ONE).pure == 0.2
    assert Exponential(10, one_way=True).loss(ONE).pure == 0.1
    assert mechanism.loss(ONE).rho == pytest.approx(0.2**2 / 8)


def test_scores_that_nothing_bounds_are_refused() -> None:
    with pytest.raises(NoBound, match="linf"):
        Exponential(1).loss(Sensitivity(l2=1))


@pytest.mark.parametrize(
    ("x", "scale"),
    [((3, 1, 0, 0), 2), ((-5, -5, -9), 3), ((0, 40, 80, 85, 90), "50/3"), ((0, 1), 100)],
)
def test_choices_follow_the_law(x: tuple[int, ...], scale: int | str) -> None:
    mechanism, source = Exponential(scale), fixed(f"exponential {x}")
    assert follows(draws(lambda: mechanism.sample(array(x), source)), mechanism.law(x))


def test_one_candidate_is_chosen_and_equal_ones_alike() -> None:
    assert Exponential(1).sample(array([7]), System()) == 0
    source, third = fixed("equal"), dict.fromkeys(range(3), Fraction(1, 3))
    assert follows(draws(lambda: Exponential(1).sample(array([-4] * 3), source)), third)


@pytest.mark.parametrize("top", [10**18, 2**63 - 1, 10**30])
def test_huge_scores_are_chosen_among_exactly(top: int) -> None:
    kind = object if top >= 2**63 else np.int64
    x = np.array([-top, top, top - 1], kind)
    assert follows(
        draws(lambda: Exponential(1).sample(x, System()), 500),
        Exponential(1).law([-top, top, top - 1]),
    )


def test_the_best_score_is_rarely_far_better_than_the_chosen_one() -> None:
    mechanism, x = Exponential(3), [20, *[0] * 50, 5, 11]
    for level in (Fraction(1, 2), Fraction(9, 10), Fraction(99, 100)):
        bound = mechanism.shortfall(len(x), level)
        masses = table(mechanism.law(x)).items()
        far = sum(p for k, p in masses if max(x) - x[k] > bound)
        assert far <= 1 - level
    assert mechanism.shortfall(1) == 0


@pytest.mark.parametrize("bad", [0, -1, "x", float("nan")])
def test_a_scale_that_is_none_is_refused(bad: float | str) -> None:
    with pytest.raises(OutOfRange):
        Exponential(bad)


@pytest.mark.timing
def test_a_million_candidates_take_a_fifth_of_a_second_at_most() -> None:
    x = np.arange(10**6) % 1009 * 1000
    best = math.inf
    for _ in range(3):
        start = time.perf_counter()
        Exponential(500).sample(x, System())
        best = min(best, time.perf_counter() - start)
    assert best < 0.2
