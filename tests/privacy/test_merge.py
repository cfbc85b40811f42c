"""Merging: outcomes that lie on points, or a hair above, and little lost by it."""

import math

import numpy as np
import pytest

from discreet.errors import Bug
from discreet.privacy.merge import Above, cuts, greedy
from discreet.privacy.pair import Bell, Pair, Spike
from discreet.privacy.sampling import Taken


@pytest.mark.parametrize(
    ("pair", "step", "within"),
    [
        (Bell(1.0), 0.05, 1e-9),
        (Bell(0.01), 4e-4, 1e-9),
        (Taken(Bell(1.0), 0.01), 2e-4, 1e-3),
        (Taken(Bell(1.0), 0.01, added=True), 2e-4, 1e-3),
    ],
)
def test_merged_losses_are_their_points(pair: Pair, step: float, within: float) -> None:
    low, high = pair.reach(1e-12)
    points = step * np.arange(math.floor(low / step), math.ceil(high / step) + 1.0)
    bounds = cuts(pair, points)
    assert (np.diff(bounds) >= 0).all()
    cells = pair.cells(bounds)
    kept = cells.p > 1e-7
    above = (np.log(cells.p[kept] / cells.q[kept]) - points[kept]) / step
    assert (cells.p[kept] * np.abs(above)).sum() < within
    assert cells.p[kept][above < -1e-6].sum() < 1e-6
    assert cells.p.sum() > 1 - 1e-4


def test_middles_will_do_for_a_spike() -> None:
    points = np.array([-0.2, -0.1, 0.0, 0.1, 0.2])
    assert cuts(Spike(1.0), points) == pytest.approx(np.linspace(-0.25, 0.25, 6))


def test_greedy_merging_splits_atoms_and_keeps_all_mass() -> None:
    losses, masses = np.array([-0.35, 0.11, 0.36]), np.array([0.6, 0.3, 0.1])
    points = np.array([-0.4, -0.2, 0.0, 0.2, 0.4])
    found, weights = greedy(losses, masses, points)
    assert weights.sum() == pytest.approx(1, abs=1e-15)
    q = (weights * np.exp(-found)).sum()
    assert q == pytest.approx((masses * np.exp(-losses)).sum(), abs=1e-14)
    # 0.36 comes down to 0.2 with a part of 0.11; the rest of it to 0.0 with a part of -0.35.
    assert found == pytest.approx([0.2, 0.0, -0.35], abs=1e-14)


def test_greedy_merging_keeps_what_lies_below_all_points() -> None:
    found, weights = greedy(np.array([-1.0, 0.5]), np.array([0.5, 0.5]), np.array([0.0, 0.5]))
    assert found.tolist() == [0.5, -1.0]
    assert weights.tolist() == [0.5, 0.5]
    found, weights = greedy(np.array([-0.1, 0.2]), np.array([0.5, 0.5]), np.array([0.1]))
    assert weights.sum() == pytest.approx(1)


def test_all_atoms_may_go_into_one_outcome() -> None:
    found, weights = greedy(np.array([-0.1, 0.9]), np.array([0.1, 0.9]), np.array([-0.2, 0.1]))
    assert weights == pytest.approx([1.0])
    assert found[0] > 0.1


def test_half_of_a_pair_has_no_other_direction() -> None:
    half = Above(Bell(1.0), 0.5)
    assert half.cells(np.array([-1.0, 0.0, 0.5])).p.sum() == 0
    assert half.reach(1e-9)[0] == 0.5
    assert not half.even
    with pytest.raises(Bug):
        half.reverse()


def test_atoms_whose_other_mass_is_no_float_are_merged_lower() -> None:
    points = np.linspace(-1.0, 350.0, 352)
    losses, masses = greedy(np.array([0.4, 690.5]), np.array([1 - 1e-250, 1e-250]), points)
    assert np.isfinite(losses).all()
    assert losses.max() < 690
    assert masses.sum() <= 1 + 1e-12


def test_an_outcome_a_hair_short_takes_nothing_by_chance() -> None:
    losses, _ = greedy(np.array([0.3, 0.3 + 1e-16]), np.array([0.5, 0.5]), np.array([0.3, 0.4]))
    assert np.isfinite(losses).all()
