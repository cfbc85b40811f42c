"""Smooth sensitivity of the median: the published figures, and every neighbour of small tables."""

import math
from fractions import Fraction
from itertools import combinations_with_replacement, product

import numpy as np
import pytest

from discreet.errors import Invalid, NoBound, OutOfRange
from discreet.mechanisms import Smooth
from discreet.mechanisms.catalogue import read
from discreet.noise import System
from discreet.privacy import Approx, Pure, Sensitivity
from discreet.release.recipe import plain
from tests.noise.bits import fixed

GRID = 10**15
DATA = [GRID * percent // 100 for percent in (11, 23, 31, 44, 52, 57, 61, 78, 93)]
REPLACED = Sensitivity(l1=2)
ROOM = 5


@pytest.mark.parametrize(
    ("beta", "expected"), [("0.5", 0.127371438539653), ("0.1", 0.4178759366290161)]
)
def test_the_smooth_sensitivity_is_the_published_one(beta: str, expected: float) -> None:
    spread = Smooth(0, GRID, 1, beta).spread(DATA)
    assert float(spread) / GRID == pytest.approx(expected, rel=1e-14)


def plainly(data: tuple[int, ...], beta: float, low: int, high: int) -> float:
    """By the definition: the largest move within k replacements, over all tables so near."""
    middle, size = (len(data) - 1) // 2, len(data)
    ends = [low] * (size + 2) + sorted(data) + [high] * (size + 2)
    at = middle + size + 2
    return max(
        math.exp(-k * beta) * max(ends[at + t] - ends[at + t - k - 1] for t in range(k + 2))
        for k in range(size + 1)
    )


@pytest.mark.parametrize("beta", ["0.01", "0.3", "2"])
def test_it_is_the_largest_of_all_distances(beta: str) -> None:
    generator = np.random.default_rng(3)
    for size in (0, 1, 2, 5, 30):
        data = tuple(int(one) for one in generator.integers(-50, 50, size))
        found = Smooth(-60, 60, 1, beta).spread(data)
        assert float(found) == pytest.approx(plainly(data, float(beta), -60, 60), rel=1e-13)


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_it_bounds_every_move_and_changes_by_no_more_than_its_factor(size: int) -> None:
    ours = Smooth(0, ROOM - 1, 1, "0.2")
    factor = math.exp(0.2) * (1 + 1e-12)
    tables = {data: ours.spread(data) for data in combinations_with_replacement(range(ROOM), size)}
    for data, spread in tables.items():
        for place, value in product(range(size), range(ROOM)):
            other = tuple(sorted((*data[:place], *data[place + 1 :], value)))
            middle = (size - 1) // 2
            assert abs(data[middle] - other[middle]) <= spread
            assert float(spread) <= factor * float(tables[other])


def test_weights_never_fall_faster_than_they_may() -> None:
    # Exactly, not nearly: a table and its neighbour, where the greatest weight is a late one.
    ours = Smooth(0, 10**18, 1, "0.001")
    here, there = ours.spread([0] * 50 + [10**18] * 49), ours.spread([0] * 51 + [10**18] * 48)
    assert max(here / there, there / here) <= Fraction(math.exp(0.001)) + Fraction(1, 2**50)


def test_the_worst_loss_of_cauchy_noise_is_the_published_one() -> None:
    # Half the loss for moving, half for stretching. The specification's T11 has 0.7957987867, of a
    # coarser grid: the maximum, at z = 1.45264, is 0.79579936276.
    z, alpha, beta = np.linspace(-50, 50, 2_000_001), 0.5, 0.5
    worst = max(
        np.abs(np.log((1 + (turn * (z + alpha)) ** 2) / (1 + z**2)) - math.log(turn)).max()
        for turn in (math.exp(beta), math.exp(-beta))
    )
    assert worst == pytest.approx(0.7957987867, abs=1e-6)
    assert worst <= Smooth(0, 1, "0.5", "0.5").loss(REPLACED).pure == 1


@pytest.mark.parametrize("delta", ["0.001", "0.000001"])
def test_laplace_noise_tells_no_more_than_it_says(delta: str) -> None:
    ours = Smooth(0, 1, "0.5", "0.05", delta)
    loss = ours.loss(REPLACED)
    z = np.linspace(-60, 60, 1_200_001)
    step = z[1] - z[0]
    epsilon = loss.epsilon(delta)
    for turn in (math.exp(0.05), 1.0, math.exp(-0.05)):
        # The neighbour's noise is `turn` times as wide, and no wider is the move.
        here = np.exp(-np.abs(z)) / 2
        there = np.exp(-np.abs(z + 0.5 * min(1.0, turn)) / turn) / 2 / turn
        told = np.maximum(here - math.exp(epsilon) * there, 0).sum() * step
        assert told <= float(delta) * 1.001


def test_the_loss_of_laplace_noise_is_within_the_textbook_one() -> None:
    # Half for moving, and beta = epsilon / (2 ln (2 / delta)). [nissim2007]
    beta = Fraction(str(round(1 / (2 * math.log(2e6)), 9)))
    loss = Smooth(0, 1, "0.5", beta, "0.000001").loss(REPLACED)
    assert isinstance(loss, Approx)
    assert 0.9 < loss.exponent <= 1


def test_the_loss_counts_values_replaced() -> None:
    cauchy, laplace = Smooth(0, 9, "0.3", "0.2"), Smooth(0, 9, "0.3", "0.2", "0.01")
    assert cauchy.loss(REPLACED) == Pure("0.5")
    assert cauchy.loss(Sensitivity(l1=6)) == Pure("1.5")
    with pytest.raises(Invalid, match="Cauchy noise adds up"):
        laplace.loss(Sensitivity(l1=4))
    with pytest.raises(Invalid, match="replaced twice"):
        cauchy.loss(Sensitivity(l1=1))
    with pytest.raises(NoBound):
        cauchy.loss(Sensitivity(linf=1))
    assert [one.name for one in cauchy.assumes] == ["public-size"]


@pytest.mark.parametrize("delta", [None, "0.01"])
def test_medians_come_near(delta: str | None) -> None:
    data, source = np.arange(0, 100_000, 100), fixed(f"smooth {delta}")
    ours = Smooth(0, 100_000, "0.5", "0.5", delta)
    scale = float(ours.spread(data)) / 0.5
    draws = [ours.sample(data, source) for _ in range(2000)]
    # Half of a Cauchy lies within its scale, half of a Laplace within ln 2 of it.
    width = scale if delta is None else scale * math.log(2)
    share = sum(abs(one - 49_900) <= width for one in draws) / len(draws)
    assert abs(share - 0.5) < math.sqrt(math.log(2e10) / 2 / len(draws)) + 0.01


def test_answers_lie_within_the_ends_and_nothing_has_a_median_too() -> None:
    assert all(0 <= Smooth(0, 9, 1, 1).sample(x, System()) <= 9 for x in ([], [100], [-5] * 3))
    assert Smooth(4, 4, 1, 1).sample([1, 2, 3], System()) == 4


def test_only_whole_numbers_have_a_median() -> None:
    with pytest.raises(Invalid):
        Smooth(0, 9, 1, 1).sample(np.array([0.5]), System())


@pytest.mark.parametrize("wrong", [{"alpha": 0}, {"beta": "0.0001"}, {"delta": 0}, {"high": -1}])
def test_parameters_that_are_none_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(OutOfRange):
        Smooth(**({"low": 0, "high": 9, "alpha": 1, "beta": 1} | wrong))


@pytest.mark.parametrize("delta", [None, "0.01"])
def test_it_is_stored_and_read_again(delta: str | None) -> None:
    assert read(plain(Smooth(0, 9, 1, 1, delta))) == Smooth(0, 9, 1, 1, delta)
