"""Permute and flip: its law by two routes, its loss to the last bit, and what it is not."""

import math
import time
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from numpy.polynomial.legendre import leggauss

from discreet.errors import Invalid, NoBound
from discreet.mechanisms import Exponential, PermuteFlip
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


def _by_subsets(x: tuple[int, ...], scale: float) -> list[float]:
    """The known sum over sets of others: (-1)^|S| prod p / (|S| + 1)."""
    heads = [math.exp((one - max(x)) / scale) for one in x]
    found = []
    for k, p in enumerate(heads):
        rest = heads[:k] + heads[k + 1 :]
        parts = [
            (-1) ** size * math.prod(some) / (size + 1)
            for size in range(len(rest) + 1)
            for some in combinations(rest, size)
        ]
        found.append(p * math.fsum(parts))
    return found


def _by_noise(x: tuple[int, ...], scale: float) -> list[float]:
    """The greatest score with exponential noise, by quadrature from the best score on."""
    nodes, weights = leggauss(40)
    u, weights = (nodes + 1) / 2, weights / 2  # u = exp(-t / scale), t above the best
    heads = [math.exp((one - max(x)) / scale) for one in x]
    found = []
    for k, p in enumerate(heads):
        others = np.prod([1 - q * u for q in heads[:k] + heads[k + 1 :]], axis=0)
        found.append(float((weights * p * others).sum()))
    return found


def test_the_law_is_the_one_in_the_reference_table() -> None:
    law = PermuteFlip(2).law([3, 1, 0, 0])
    assert law.mass(0) == pytest.approx(0.6596702314155526, rel=1e-15)
    assert law.mass(1) == pytest.approx(0.1581043576184827, rel=1e-15)
    assert regret(PermuteFlip(2), (3, 1, 0, 0)) == pytest.approx(0.8628849481348593, rel=1e-14)


@pytest.mark.parametrize("x", [(3, 1, 0, 0), (0,), (5, 5, 5), (-3, 9, 8, 8, 2, -20), (0, 1)])
def test_the_law_is_the_sum_over_subsets_and_that_of_the_greatest_noisy_score(
    x: tuple[int, ...],
) -> None:
    masses = [PermuteFlip("3/2").law(x).mass(k) for k in range(len(x))]
    assert masses == pytest.approx(_by_subsets(x, 1.5), rel=1e-11)
    assert masses == pytest.approx(_by_noise(x, 1.5), rel=1e-11)


@pytest.mark.parametrize("one_way", [False, True])
def test_the_loss_covers_every_pair_of_neighbours_and_is_reached(*, one_way: bool) -> None:
    pairs = [*moved(scores(3, 3), (0, 1) if one_way else (-1, 0, 1))]
    mechanism = PermuteFlip(1 if one_way else 2, one_way=one_way)
    assert covered(mechanism, ONE, pairs) == pytest.approx(1.0, abs=1e-15)


def test_the_loss_covers_more_candidates_too() -> None:
    for count in (4, 5):
        pairs = [(one, two) for one, two in moved(scores(count, 2), (-1, 0, 1)) if one < two]
        assert 0.97 < covered(PermuteFlip(2), ONE, pairs) <= 1


def test_the_loss_covers_scores_that_move_together_but_for_a_little() -> None:
    # Up to a constant all go one way: moves of two and three are one apart.
    pairs = [
        (x, tuple(s + 2 + k for s, k in zip(x, more, strict=True)))
        for x in scores(3, 3)
        for more in scores(3, 2)
    ]
    assert covered(PermuteFlip(1, one_way=True), ONE, pairs) == pytest.approx(1, abs=1e-15)


def test_its_losses_have_no_bounded_range() -> None:
    # Exponential weights stay within a range of one here; rho = 1/8 would be wrong.
    pairs = [*moved(scores(2, 2), (-1, 0, 1))]
    assert width(PermuteFlip(2), pairs) > 1.2
    p, q = (table(PermuteFlip(2).law(x)) for x in ((1, 0), (0, 1)))
    second = math.log(float(sum(p[k] ** 2 / q[k] for k in p)))
    assert second == pytest.approx(0.5496861604060984, rel=1e-14)
    assert second > 2 / 8
    assert PermuteFlip(2).loss(ONE).renyi([2])[0] >= second
    assert PermuteFlip(2).loss(ONE).rho > Exponential(2).loss(ONE).rho


@pytest.mark.parametrize("x", [(3, 1, 0, 0), (9, 8, 8, 7, 7, 7, 7, 0), (1, 0), *scores(3, 3)])
def test_it_never_errs_more_than_exponential_weights(x: tuple[int, ...]) -> None:
    ours, theirs = regret(PermuteFlip(2), x), regret(Exponential(2), x)
    assert theirs / 2 - 1e-15 <= ours <= theirs + 1e-15


@pytest.mark.parametrize(
    ("x", "scale"),
    [((3, 1, 0, 0), 2), ((-5, -5, -9), 3), ((0, 40, 80, 85, 90), "50/3"), ((0, 1), 100)],
)
def test_choices_follow_the_law(x: tuple[int, ...], scale: int | str) -> None:
    mechanism, source = PermuteFlip(scale), fixed(f"permute {x}")
    assert follows(draws(lambda: mechanism.sample(array(x), source)), mechanism.law(x))


def test_one_candidate_is_chosen_and_huge_scores_are_told_apart() -> None:
    assert PermuteFlip(1).sample(array([7]), System()) == 0
    assert PermuteFlip(1).sample(array([-(10**18), 10**18]), System()) == 1
    assert PermuteFlip(1).sample(np.array([2**64 - 1, 0], np.uint64), System()) == 0
    x = [10**18 - 1, 10**18, -(10**18)]
    source = fixed("permute huge")
    drawn = draws(lambda: PermuteFlip(1).sample(array(x), source))
    assert follows(drawn, PermuteFlip(1).law(x))


def test_the_best_score_is_rarely_far_better_than_the_chosen_one() -> None:
    mechanism, x = PermuteFlip(3), [20, *[0] * 20, 5, 11]
    for level in (Fraction(1, 2), Fraction(9, 10), Fraction(99, 100)):
        bound = mechanism.shortfall(len(x), level)
        assert bound < Exponential(3).shortfall(len(x), level)
        far = sum(p for k, p in table(mechanism.law(x)).items() if 20 - x[k] > bound)
        assert far <= 1 - level
    assert mechanism.shortfall(1) == mechanism.shortfall(2, "0.5") == 0


def test_scores_that_nothing_bounds_are_refused() -> None:
    with pytest.raises(NoBound, match="linf"):
        PermuteFlip(1).loss(Sensitivity(l2=1))


@pytest.mark.parametrize("bad", [np.array([0.5]), np.array([], np.int64), np.zeros((2, 2), int)])
def test_what_is_no_list_of_whole_numbers_is_refused(bad: np.ndarray) -> None:
    with pytest.raises(Invalid, match="whole numbers"):
        PermuteFlip(1).sample(bad, System())


@pytest.mark.timing
def test_a_million_candidates_take_a_fifth_of_a_second_at_most() -> None:
    x, best = np.arange(10**6) % 1009 * 1000, math.inf
    for _ in range(3):
        start = time.perf_counter()
        PermuteFlip(500).sample(x, System())
        best = min(best, time.perf_counter() - start)
    assert best < 0.2
