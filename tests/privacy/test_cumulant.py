"""The cumulant of a sum on grids, against closed forms."""

import math

import numpy as np
import pytest

from discreet.privacy.cumulant import Cumulant
from discreet.privacy.grid import upwards
from discreet.privacy.pair import Bell, response


def test_it_is_that_of_a_bell_curve() -> None:
    cumulant = Cumulant([(upwards(Bell(0.5), 0.01, 1e-30), 4)])
    moments = cumulant.at(2.0)
    # mu² = 1 in all: K(t) = t (t + 1) / 2, its slope t + 1/2, its curvature one.
    assert moments.log == pytest.approx(3.0, rel=1e-3)
    assert moments.mean == pytest.approx(2.5, rel=1e-3)
    assert moments.variance == pytest.approx(1.0, rel=1e-3)


def test_tails_are_bounded_from_above() -> None:
    cumulant = Cumulant([(upwards(Bell(0.5), 0.01, 1e-30), 4)])
    moments = cumulant.at(0.0)
    for away in (1.0, 3.0, 6.0):
        tail = math.erfc(away / math.sqrt(2)) / 2
        for way in (1, -1):
            found = cumulant.beyond(0.0, moments.mean + way * away, moments, way, 1e-30)
            assert tail <= found <= 20 * tail * (1 + away)
    assert cumulant.beyond(0.0, moments.mean - 1, moments, 1, 1e-9) == 1.0


def test_beyond_its_ends_there_is_nothing() -> None:
    cumulant = Cumulant([(upwards(response(1.0, 0.0), 1.0, 1e-30), 3)])
    moments = cumulant.at(0.0)
    assert cumulant.beyond(0.0, 6.5, moments, 1, 1e-9) == 0.0
    assert cumulant.beyond(0.0, -6.5, moments, -1, 1e-9) == 0.0


def test_the_top_is_what_always_comes_out_highest() -> None:
    cumulant = Cumulant([(upwards(response(1.0, 0.0), 1.0, 1e-30), 3)])
    assert cumulant.top(0.0) == pytest.approx((math.e / (1 + math.e)) ** 3, rel=1e-9)
    assert cumulant.top(50.0) == pytest.approx(1.0, rel=1e-9)


def test_slack_grows_with_the_number_of_steps() -> None:
    few = Cumulant([(upwards(Bell(0.5), 0.01, 1e-30), 4)])
    many = Cumulant([(upwards(Bell(0.5), 0.01, 1e-30), 4 * 10**6)])
    assert 0 < few.slack(1.0) < 1e-11 < many.slack(1.0) < 1e-4
    parts = few.split(np.ones(len(upwards(Bell(0.5), 0.01, 1e-30).mass)))
    assert len(parts) == 1
