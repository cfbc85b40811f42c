"""Arrangements: each as likely as its law says."""

from collections import Counter
from itertools import combinations, permutations

import numpy as np
import pytest

from discreet.law import FixedSubset, Permutation, PoissonSubset
from discreet.noise import System, sample
from discreet.testing import Replay
from tests.noise.bits import fixed


def _chi_square(
    law: Permutation | FixedSubset | PoissonSubset, outcomes: list[tuple[int, ...]]
) -> float:
    bits, count = fixed(str(law)), 6000
    found = Counter(tuple(drawn.tolist()) for drawn in sample(law, count, bits))
    assert set(found) <= set(outcomes)
    expected = {outcome: count * law.mass(outcome) for outcome in outcomes}
    return sum((found[outcome] - mean) ** 2 / mean for outcome, mean in expected.items())


def test_every_order_is_as_likely() -> None:
    # 23 degrees of freedom: beyond 90 with odds below 10⁻⁹.
    assert _chi_square(Permutation(4), list(permutations(range(4)))) < 90


def test_every_subset_of_a_size_is_as_likely() -> None:
    # 9 degrees of freedom: beyond 63 with odds below 10⁻⁹.
    assert _chi_square(FixedSubset(5, 2), list(combinations(range(5), 2))) < 63


def test_every_member_is_in_at_its_rate() -> None:
    outcomes = [chosen for size in range(4) for chosen in combinations(range(3), size)]
    # 7 degrees of freedom: beyond 58 with odds below 10⁻⁹.
    assert _chi_square(PoissonSubset(3, "0.3"), outcomes) < 58


@pytest.mark.parametrize("size", [0, 1, 5000])
def test_a_permutation_holds_everyone_once(size: int) -> None:
    assert sorted(sample(Permutation(size)).tolist()) == list(range(size))


@pytest.mark.parametrize("count", [0, 1, 17, 5000])
def test_a_fixed_subset_has_its_size_and_ascends(count: int) -> None:
    chosen = sample(FixedSubset(5000, count))
    assert len(chosen) == count
    assert np.all(np.diff(chosen) > 0)


def test_a_poisson_subset_is_as_large_as_coins_make_it() -> None:
    sizes = [len(chosen) for chosen in sample(PoissonSubset(10_000, "0.01"), 200)]
    assert abs(np.mean(sizes) - 100) < 6.5 * (99 / 200) ** 0.5
    assert abs(np.var(sizes) / 99 - 1) < 6.5 * (2 / 200) ** 0.5
    assert len(sample(PoissonSubset(5, 0))) == 0
    assert sample(PoissonSubset(3, 1)).tolist() == [0, 1, 2]


def test_equal_numbers_are_drawn_again() -> None:
    twice = np.array([5, 9, 5], np.uint64).tobytes()
    once = np.array([30, 10, 20], np.uint64).tobytes()
    replay = Replay(twice + once)
    assert sample(Permutation(3), source=replay).tolist() == [1, 2, 0]
    assert replay.left == 0


def test_draws_differ() -> None:
    first, second = sample(Permutation(100), 2, System())
    assert first.tolist() != second.tolist()
