"""Sampled Gaussian steps: published profiles and divergences, in both directions."""

import math
from fractions import Fraction

import numpy as np
import pytest

from discreet.errors import OutOfRange
from discreet.numbers import Number
from discreet.privacy import Gdp
from discreet.privacy.pair import NOTHING, Bell
from discreet.privacy.sampled_gaussian import SampledGaussian, _fractional, sampled_gaussian
from discreet.privacy.sampling import Taken

ONE_PERCENT = sampled_gaussian(rate="0.01", noise=1)
TEN_PERCENT = sampled_gaussian(rate="0.1", noise=1)


@pytest.mark.parametrize(
    ("loss", "epsilon", "published"),
    [
        (ONE_PERCENT, "0.05", 3.1107e-4),
        (ONE_PERCENT, "0.5", 2.2145e-7),
        (ONE_PERCENT, 1, 2.7320e-9),
        (TEN_PERCENT, "0.1", 0.0184719),
        (TEN_PERCENT, 1, 2.0712e-4),
    ],
)
def test_published_deltas(loss: SampledGaussian, epsilon: Number, published: float) -> None:
    assert loss.delta(epsilon) == pytest.approx(published, rel=2.5e-5)
    assert loss.sketch(float(Fraction(epsilon))) == pytest.approx(loss.delta(epsilon), rel=1e-9)


@pytest.mark.parametrize(
    ("loss", "epsilon", "published"),
    [
        (ONE_PERCENT, "0.005", 9.6314e-4),
        (ONE_PERCENT, "0.05", 0.0),
        (TEN_PERCENT, "0.05", 0.0105726),
    ],
)
def test_published_deltas_of_a_unit_that_comes(
    loss: SampledGaussian, epsilon: str, published: float
) -> None:
    assert loss._coming(Fraction(epsilon)) == pytest.approx(published, rel=2.5e-5)


@pytest.mark.parametrize(
    ("order", "published"),
    [
        (2, 1.7181342e-4),
        (8, 8.9364391e-4),
        (32, 11.246276),
        ("1.5", 1.2725374e-4),
        ("2.5", 2.1757533e-4),
        ("8.5", 1.0893888e-3),
    ],
)
def test_published_divergences(order: Number, published: float) -> None:
    assert ONE_PERCENT.renyi([order])[0] == pytest.approx(published, rel=5e-8)


def test_fractional_orders_meet_whole_ones() -> None:
    near, whole = ONE_PERCENT.renyi(["8.0000001", 8])
    assert near == pytest.approx(whole, rel=1e-7)
    assert near >= whole
    for order in ("2.5", "20.25", "300.5"):
        low, here, high = ONE_PERCENT.renyi(
            [math.floor(Fraction(order)), order, math.ceil(Fraction(order))]
        )
        assert low <= here <= high


def test_divergences_out_of_reach_are_those_of_the_noise() -> None:
    assert ONE_PERCENT.renyi([10**6]) == Gdp(1).renyi([10**6])
    assert sampled_gaussian(rate=1, noise=2).renyi([4]) == [0.5]
    assert sampled_gaussian(rate=0, noise=2).renyi([4]) == [0.0]
    assert _fractional(0.4999, 1e6, 1.5) is None


def test_all_units_or_none() -> None:
    all_of_them, none = sampled_gaussian(rate=1, noise=2), sampled_gaussian(rate=0, noise=2)
    assert all_of_them.delta(1) == Gdp("0.5").delta(1)
    assert all_of_them.pair == Bell(0.5)
    assert none.delta(0) == none.sketch(0.0) == none.pure == none.mu == none.rho == 0.0
    assert none.pair is NOTHING
    assert (ONE_PERCENT.mu, ONE_PERCENT.rho, ONE_PERCENT.pure) == (1.0, 0.5, math.inf)
    assert ONE_PERCENT.plus(ONE_PERCENT) is None
    assert str(ONE_PERCENT) == "sampling rate = 0.01, noise = 1"
    with pytest.raises(OutOfRange):
        sampled_gaussian(rate=2, noise=1)


def test_published_single_step() -> None:
    assert sampled_gaussian(rate="0.02", noise=1).epsilon("1e-5") == pytest.approx(0.4389, abs=5e-5)


def delta_of(pair: Taken, epsilon: float) -> float:
    bounds = np.concatenate(([-np.inf], [epsilon], [np.inf]))
    cells = pair.cells(bounds)
    return float(cells.p[1] - math.exp(epsilon) * cells.q[1])


def test_the_pair_has_the_losses_profile() -> None:
    pair = Taken(Bell(1.0), 0.1)
    for epsilon in (0.01, 0.05, 0.1, 1.0):
        leaving = delta_of(pair, epsilon)
        assert leaving == pytest.approx(TEN_PERCENT.delta(epsilon), rel=1e-9)
        coming = delta_of(pair.reverse(), epsilon)  # type: ignore[arg-type]  # it is one
        assert coming == pytest.approx(TEN_PERCENT._coming(Fraction(epsilon)), rel=1e-9, abs=1e-15)
    low, high = pair.reach(1e-9)
    assert pair.cells(np.array([high, np.inf])).p[0] <= 1e-9
    assert pair.cells(np.array([-np.inf, low])).p[0] <= 1e-9
    assert pair.reverse().reach(1e-9)[1] == pytest.approx(-math.log(0.9), rel=0.2)
    assert pair.reverse().reverse() == pair


def test_where_nothing_more_is_told_of_a_unit_that_comes() -> None:
    # At epsilon = -ln(1 - q) and beyond; just before, hardly anything.
    edge = Fraction(-math.log(0.9))
    assert TEN_PERCENT._coming(edge + Fraction(1, 10**9)) == 0.0
    assert 0 <= TEN_PERCENT._coming(edge - Fraction(1, 10**9)) < 1e-9


def test_orders_below_two_are_bounded_where_the_series_is_not_taken() -> None:
    loud = sampled_gaussian(rate="0.5", noise="0.05")
    assert 0 < loud.renyi(["1.5"])[0] <= loud.renyi([2])[0]
    half = sampled_gaussian(rate="0.49995", noise="79.54")  # its terms hardly fall
    assert half.renyi(["1.02"])[0] <= half.renyi([2])[0] < Gdp(1 / half.noise).renyi([2])[0]


def test_orders_that_no_float_tells_from_one_are_bounded() -> None:
    near = TEN_PERCENT.renyi([1 + Fraction(1, 10**20), 1 + Fraction(1, 10**6), "1.01"])
    assert 0 < near[0] <= near[1] * (1 + 1e-5) <= near[2] * (1 + 2e-5)
