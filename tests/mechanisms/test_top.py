"""The best few: every list of them, its odds, its cost."""

from itertools import permutations

import numpy as np
import pytest

from discreet.errors import Invalid, OutOfRange
from discreet.mechanisms import TopK
from discreet.noise import System
from discreet.privacy import BoundedRange, Sensitivity
from tests.mechanisms.enumerate import array, covered, draws, follows, moved, scores, table
from tests.noise.bits import fixed

ONE = Sensitivity(linf=1)


def test_a_list_is_as_likely_as_its_choices_one_after_the_other() -> None:
    masses, weights = table(TopK(2, 2).law([3, 1, 0])), np.exp([1.5, 0.5, 0])
    for first, second in permutations(range(3), 2):
        left = weights.sum() - weights[first]
        expected = weights[first] / weights.sum() * weights[second] / left
        assert float(masses[first, second]) == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_loss_covers_every_pair_of_neighbours(count: int) -> None:
    pairs = [*moved(scores(3, 2), (-1, 0, 1))]
    assert covered(TopK(count, 2), ONE, pairs) > 0.4
    pairs = [*moved(scores(3, 2), (0, 1))]
    assert covered(TopK(count, 1, one_way=True), ONE, pairs) > 0.4


def test_choices_cost_as_many_bounded_ranges() -> None:
    loss = TopK(10, 2).loss(ONE)
    assert loss.pure == 10
    assert loss.rho == pytest.approx(10 / 8)
    assert TopK(1, 2).loss(ONE).rho == BoundedRange(1).rho


def test_choices_follow_the_law() -> None:
    x, source = array([3, 1, 0, 0]), fixed("top")
    drawn = draws(lambda: TopK(2, 2).sample(x, source))
    assert follows(drawn, TopK(2, 2).law(x))


def test_the_best_far_ahead_does_not_hide_who_is_second() -> None:
    x = array([10**15, *range(-50, 0), -(10**18)])
    assert TopK(3, "0.01").sample(x, System()) == (0, 50, 49)
    assert TopK(2, 1).sample(array([-1, 10**18]), System()) == (1, 0)


def test_more_than_there_are_cannot_be_chosen() -> None:
    with pytest.raises(Invalid, match="fewer candidates"):
        TopK(3, 1).sample(array([1, 2]), System())
    with pytest.raises(Invalid, match="fewer candidates"):
        TopK(3, 1).law([1, 2])
    with pytest.raises(OutOfRange):
        TopK(0, 1)
