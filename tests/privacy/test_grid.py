"""Losses on grids: above the truth, below it, and nearly as near as they can be."""

import math
from collections.abc import Callable

import numpy as np
import pytest

from discreet.privacy import Gdp
from discreet.privacy.grid import Gridded, downwards, upwards
from discreet.privacy.pair import Bell, Pair, Points, Spike, response
from discreet.privacy.sampling import Taken


def told(grid: Gridded, epsilon: float) -> float:
    """The delta of a loss on a grid."""
    losses = grid.losses()
    return grid.infinite + float(grid.mass @ -np.expm1(np.minimum(epsilon - losses, 0.0)))


def laplace(ratio: float) -> Callable[[float], float]:
    """Its profile, on both sides of zero."""

    def delta(epsilon: float) -> float:
        if epsilon < -ratio:
            return -math.expm1(epsilon)
        return max(0.0, -math.expm1((epsilon - ratio) / 2))

    return delta


def gauss(mu: float) -> Callable[[float], float]:
    return lambda epsilon: Gdp(mu).delta(epsilon)


CASES = [
    (Bell(1.0), gauss(1.0), 0.05),
    (Bell(0.01), gauss(0.01), 4e-4),
    (Spike(1.0), laplace(1.0), 0.01),
    (Spike(0.1), laplace(0.1), 0.003),
    (response(1.0, 0.01), lambda e: 0.01 + 0.99 * max(0, math.e - math.exp(e)) / (1 + math.e), 0.1),
]


@pytest.mark.parametrize(("pair", "delta", "step"), CASES)
def test_the_truth_lies_between(pair: Pair, delta: Callable[[float], float], step: float) -> None:
    above, below = upwards(pair, step, 1e-15), downwards(pair, step, 1e-15)
    top = pair.reach(1e-9)[1]
    for epsilon in np.linspace(0.0, top, 41).tolist():
        truth = delta(epsilon)
        assert told(above, epsilon - above.error) >= truth * (1 - 1e-13)
        assert told(below, epsilon + below.error) <= truth * (1 + 1e-13) + 1e-300
        assert told(above, epsilon) - told(below, epsilon) < step * 0.4


@pytest.mark.parametrize("mu", [1.0, 0.1])
@pytest.mark.parametrize("tilt", [1.0, 5.0])
def test_what_is_lost_goes_with_the_square_of_the_step(mu: float, tilt: float) -> None:
    # In a cell both masses are kept, so ln E exp(t L) grows by step² t (t + 1) / 12; merging
    # takes half as much away. The closed form is mu² t (t + 1) / 2.
    step, exact = mu / 25, mu * mu * tilt * (tilt + 1) / 2
    for grid, part in (
        (upwards(Bell(mu), step, 1e-25), 1 / 12),
        (downwards(Bell(mu), step, 1e-25), -1 / 24),
    ):
        found = math.log(float(grid.mass @ np.exp(tilt * grid.losses()))) - exact
        assert found == pytest.approx(part * step**2 * tilt * (tilt + 1), rel=0.03)


def test_rounding_the_wrong_way_would_be_seen() -> None:
    # The same check as above, on a loss moved down where it must go up.
    wrong, epsilon = downwards(Bell(1.0), 0.05, 1e-15), 1.0
    assert told(wrong, epsilon) < Gdp(1).delta(1) * (1 - 1e-5)
    right = upwards(Bell(1.0), 0.05, 1e-15)
    moved = Gridded(right.first - 1, right.mass, 0.0, right.offset, right.step, 0.0)
    assert told(moved, epsilon) < Gdp(1).delta(1)


def test_atoms_off_the_grid_are_merged_or_shared_out() -> None:
    pair = Points((-0.31, 0.3), (0.42, 0.58), symmetric=False)
    exact = 0.58 * -math.expm1(0.1 - 0.3)
    above, below = upwards(pair, 0.07, 1e-15), downwards(pair, 0.07, 1e-15)
    assert told(below, 0.1) <= exact <= told(above, 0.1 - above.error)
    assert told(above, 0.1) - told(below, 0.1) < 0.04


def test_a_low_atom_is_lifted_by_what_lies_above_it() -> None:
    for pair in (Spike(0.3), Taken(Spike(1.0), 0.3)):
        grid = downwards(pair, 0.011, 1e-15)
        assert grid.mass.sum() == pytest.approx(1, abs=1e-9)
        kept = float(grid.mass @ np.exp(-grid.losses()))
        assert 1 <= kept < 1 + 2e-4


def test_an_atom_that_nothing_can_lift_goes_down() -> None:
    grid = downwards(Spike(0.001), 0.0015, 1e-15)
    above = upwards(Spike(0.001), 0.0015, 1e-15)
    assert told(grid, 0.0) <= -math.expm1(-0.0005) <= told(above, 0.0)


def test_losses_that_no_float_holds_count_as_told() -> None:
    above = upwards(Bell(30.0), 1.0, 1e-200)
    assert above.infinite > 1e-3
    assert above.losses()[-1] < 400
    below = downwards(Bell(30.0), 1.0, 1e-200)
    assert told(below, 1.0) <= 1 <= told(above, 1.0) + 1e-9
    far = upwards(Points((0.0, 500.0), (0.4, 0.6)), 1.0, 1e-9)
    assert far.infinite >= 0.6
