"""Pairs: masses of cells against mpmath, and that they are no further off than they say."""

import math

import mpmath
import numpy as np
import pytest

from discreet.privacy.pair import NOTHING, ULP, Bell, Points, Spike, between_bells, response

DIGITS = 40


def normal(low: float, high: float) -> mpmath.mpf:
    """The bell's mass between two floats, exactly these."""
    with mpmath.workdps(DIGITS + 40):
        root = mpmath.sqrt(2)
        ends = [mpmath.erfc(mpmath.mpf(x) / root) / 2 for x in (low, high)]
        return ends[0] - ends[1]


@pytest.mark.parametrize("step", [1e-4, 0.02, 0.06, 1.5])
def test_a_bells_masses_are_no_further_off_than_they_say(step: float) -> None:
    bounds = np.concatenate(([-np.inf], -9 + step * np.arange(80), [3.0, 8.5, 20, 36, 37.5, 50]))
    bounds = np.sort(np.concatenate((bounds, [np.inf])))
    masses, errors = between_bells(bounds, np.zeros(len(bounds)))
    for low, high, mass, error in zip(bounds, bounds[1:], masses, errors, strict=False):
        assert abs(normal(float(low), float(high)) - mpmath.mpf(float(mass))) <= error
    assert errors[20] < 1e-9 * masses[20]  # and that is little


@pytest.mark.parametrize("mu", [0.01, 1.0, 7.0, 1 / 3])
def test_a_bell_pairs_masses_are_normal_ones_between_the_same_ends(mu: float) -> None:
    bounds = mu * mu / 2 + mu * np.linspace(-7, 7, 57)
    ends = bounds / mu + mu / 2
    cells = Bell(mu).cells(bounds)
    with mpmath.workdps(DIGITS):
        exact = mpmath.mpf(mu)
        for end, bound in zip(ends, bounds, strict=True):
            meant = exact * mpmath.mpf(float(end)) - exact**2 / 2
            assert abs(meant - float(bound)) <= 32 * ULP * (1 + abs(bounds).max())
        for j in range(56):
            low, high = (mpmath.mpf(float(x)) for x in ends[j : j + 2])
            # Whatever number rounds to this float may be meant by it.
            for of in (exact * (1 - ULP / 2), exact * (1 + ULP / 2)):
                for mass, error, shift in (
                    (cells.p[j], cells.p_error[j], of),
                    (cells.q[j], cells.q_error[j], 0),
                ):
                    tails = [mpmath.erfc((x - shift) / mpmath.sqrt(2)) / 2 for x in (low, high)]
                    assert abs(tails[0] - tails[1] - float(mass)) <= error
    low, high = Bell(mu).reach(1e-9)
    assert Bell(mu).cells(np.array([-np.inf, low])).p[0] <= 1e-9
    assert Bell(mu).cells(np.array([high, np.inf])).p[0] <= 1e-9
    assert Bell(mu).reverse() == Bell(mu)


def test_a_spikes_masses_add_up_and_have_the_middle_as_their_loss() -> None:
    spike = Spike(0.7)
    bounds = np.array([-np.inf, -0.5, 0.1, 0.2, 0.65, np.inf])
    cells = spike.cells(bounds)
    losses, masses = spike.atoms
    assert cells.p.sum() + masses.sum() == pytest.approx(1, abs=1e-15)
    assert cells.q.sum() + (masses * np.exp(-losses)).sum() == pytest.approx(1, abs=1e-15)
    inner = bounds.clip(-0.7, 0.7)
    assert np.log(cells.p / cells.q) == pytest.approx((inner[1:] + inner[:-1]) / 2, abs=1e-13)
    # P(loss <= l) = exp((l - e) / 2) / 2 from -e on: Laplace's tail.
    assert masses[0] + cells.p[0] == pytest.approx(math.exp((-0.5 - 0.7) / 2) / 2, abs=1e-15)
    assert spike.even
    assert spike.anchor == 0.7
    assert spike.step == 1.4
    assert spike.reach(1e-9) == (-0.7, 0.7)
    assert spike.reverse() is spike
    assert spike.infinite == 0


def test_points_turn_round_and_keep_what_either_never_gives() -> None:
    points = Points((-0.5, 1.0), (0.2, 0.7), 0.1, 0.05, spacing=1.5)
    turned = points.reverse()
    assert turned.atoms[0].tolist() == [-1.0, 0.5]
    assert turned.atoms[1] == pytest.approx([0.7 * math.exp(-1), 0.2 * math.exp(0.5)])
    assert turned.infinite == 0.05
    assert turned.reverse().infinite == 0.1
    assert turned.step == 1.5
    assert turned.reach(0.1) == (-1.0, 0.5)
    assert points.cells(np.array([0.0, 1.0])).p.tolist() == [0.0]
    assert points.anchor == 1.0
    assert not points.even


def test_randomised_response_has_four_outcomes() -> None:
    pair = response(1.0, 0.01)
    assert pair.reverse() is pair
    assert sum(pair.masses) + pair.never == pytest.approx(1)
    assert pair.masses[1] == pytest.approx(0.99 * math.e / (1 + math.e))
    assert response(0.0, 0.1).masses == (0.9,)
    assert NOTHING.atoms[0].tolist() == [0.0]
    assert Bell(1.0).anchor == 0.0
    assert Bell(1.0).step == 0.0
