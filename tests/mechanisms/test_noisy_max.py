"""Report noisy max: its law, its loss, its ties."""

import numpy as np
import pytest
from numpy.typing import NDArray

from discreet.errors import NoBound
from discreet.mechanisms import NoisyMax
from discreet.noise import System
from discreet.privacy import Sensitivity
from tests.mechanisms.enumerate import array, covered, draws, follows, moved, scores, table
from tests.noise.bits import fixed

ONE = Sensitivity(linf=1)


def _by_floats(x: tuple[int, ...], scale: float) -> NDArray[np.float64]:
    """P(greatest) for each, by adding up over a long range."""
    reach, ratio = int(80 * scale), np.exp(-1 / scale)
    values = np.arange(min(x) - reach, max(x) + reach)

    def below(k: NDArray[np.int64]) -> NDArray[np.float64]:
        tail = ratio ** np.abs(np.where(k >= 0, k + 1, -k)) / (1 + ratio)
        return np.asarray(np.where(k >= 0, 1 - tail, tail))

    def mass(k: NDArray[np.int64]) -> NDArray[np.float64]:
        return np.asarray((1 - ratio) / (1 + ratio) * ratio ** np.abs(k))

    rows = []
    for k, one in enumerate(x):
        others = [below(values - two - (j < k)) for j, two in enumerate(x) if j != k]
        rows.append((mass(values - one) * np.prod(others, axis=0)).sum())
    return np.array(rows)


@pytest.mark.parametrize("x", [(3, 1, 0, 0), (0, 0), (4,), (-7, -7, -5)])
def test_the_law_is_the_sum_over_what_the_greatest_may_be(x: tuple[int, ...]) -> None:
    law = NoisyMax(2).law(x)
    assert [law.mass(k) for k in range(len(x))] == pytest.approx(_by_floats(x, 2.0), rel=1e-12)


def test_on_a_fine_grid_it_is_the_one_in_the_reference_table() -> None:
    # Both orders of ties on average, and the error of a grid, a square, taken out.
    rows = []
    for parts in (100, 200):
        x = tuple(parts * score for score in (3, 1, 0, 0))
        there, back = _by_floats(x, 2.0 * parts), _by_floats(x[::-1], 2.0 * parts)[::-1]
        rows.append((there + back) / 2)
    found = (4 * rows[1] - rows[0]) / 3
    assert found[:2] == pytest.approx([0.575147660009, 0.198579502811], rel=1e-9)


@pytest.mark.parametrize("one_way", [False, True])
def test_the_loss_covers_every_pair_of_neighbours(*, one_way: bool) -> None:
    pairs = [*moved(scores(3, 2), (0, 1) if one_way else (-1, 0, 1))]
    mechanism = NoisyMax(1 if one_way else 2, one_way=one_way)
    assert 0.8 < covered(mechanism, ONE, pairs) <= 1


def test_two_candidates_reach_the_loss_when_scores_are_far_apart() -> None:
    assert covered(NoisyMax(2), ONE, [((40, 0), (39, 1))]) == pytest.approx(1, abs=0.1)


def test_choices_follow_the_law() -> None:
    for x in ((3, 1, 0, 0), (-5, -5, -9)):
        source = fixed(f"noisy max {x}")
        drawn = draws(lambda x=x, source=source: NoisyMax(2).sample(array(x), source))  # type: ignore[misc]
        assert follows(drawn, NoisyMax(2).law(x))


def test_the_first_of_equals_is_the_likeliest() -> None:
    masses = table(NoisyMax(1).law([0, 0, 0]))
    assert masses[0] > masses[1] > masses[2]


def test_huge_scores_never_go_round() -> None:
    top = 2**63 - 1
    assert NoisyMax(1).sample(array([top, -top]), System()) == 0
    assert NoisyMax(1).sample(array([-top, top, top - 10**4]), System()) == 1
    assert NoisyMax(1).sample(np.array([-(10**30), 10**30], object), System()) == 1
    assert NoisyMax(1).sample(array([5]), System()) == 0


def test_scores_that_nothing_bounds_are_refused() -> None:
    with pytest.raises(NoBound, match="linf"):
        NoisyMax(1).loss(Sensitivity(l2=1))
