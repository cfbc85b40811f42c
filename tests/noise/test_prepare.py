"""Noise laws are prepared once; what may hold private data is prepared anew."""

from fractions import Fraction

import numpy as np
import pytest

from discreet.errors import NotYet
from discreet.law import (
    ClampedGeometric,
    Coin,
    DiscreteGaussian,
    DiscreteLaplace,
    ExponentialWeights,
    Finite,
    Staircase,
    Uniform,
)
from discreet.noise import System, prepare, sample
from discreet.noise.prepare import _KEPT, _MADE_ANEW, TableDraw, build
from discreet.noise.wide import NARROW, WideGaussian


@pytest.mark.parametrize(
    "law", [DiscreteLaplace(3), DiscreteGaussian(3), Staircase(1, 4, 2)], ids=str
)
def test_a_noise_law_is_prepared_once(law: object) -> None:
    assert prepare(law) is prepare(law)
    assert build(law) is not build(law)


@pytest.mark.parametrize(
    "law",
    [
        ClampedGeometric(3, 1, 0, 5),
        Coin("1/3"),
        ExponentialWeights([1, 2]),
        Finite({0: "1/2", 1: "1/2"}),
        Uniform(0, 5),
    ],
    ids=str,
)
def test_a_law_with_private_parameters_is_never_kept(law: object) -> None:
    assert type(law) in _MADE_ANEW
    assert type(law) not in _KEPT
    assert prepare(law) is not prepare(law)


def test_gaussians_are_wide_from_the_stated_variance_on() -> None:
    assert isinstance(build(DiscreteGaussian(NARROW)), TableDraw)
    assert isinstance(build(DiscreteGaussian(NARROW + 1)), WideGaussian)


def test_something_that_is_no_law_is_refused_with_what_there_is() -> None:
    with pytest.raises(NotYet, match=r"no way to draw from a str\n.*DiscreteLaplace"):
        prepare("laplace")


def test_values_beyond_64_bits_are_whole_integers() -> None:
    law = Finite({-(2**80): "1/2", 2**63: "1/4", 3: "1/4"})
    drawn = sample(law, 300)
    assert drawn.dtype == object
    assert set(drawn.tolist()) == {-(2**80), 2**63, 3}
    assert {sample(law) for _ in range(100)} == {-(2**80), 2**63, 3}


def test_values_that_fit_but_whose_distance_does_not_are_right_one_by_one() -> None:
    for law in (
        Finite({-(2**62): "1/2", 2**62: "1/2"}),
        Finite({-(2**63): "1/2", 2**63 - 1: "1/2"}),
    ):
        values = {value for value, _ in law.masses}
        assert {sample(law) for _ in range(60)} == values  # one is missed with odds 2**-59
        assert set(sample(law, 60).tolist()) == values


@pytest.mark.parametrize("far", [0, 2**63 - 8, -(2**63) - 8, 2**70])
def test_clamped_noise_stays_in_its_range_around_its_center(far: int) -> None:
    law = ClampedGeometric(Fraction(2), far + 3, far, far + 10)
    draw = build(law)
    drawn = np.array(draw.many(20_000, System()) - far, np.int64)
    single = np.array([draw.one(System()) - far for _ in range(3000)], np.int64)
    small = ClampedGeometric(Fraction(2), 3, 0, 10)
    for found in (drawn, single):
        shares = np.bincount(found, minlength=11) / len(found)
        masses = [small.mass(k) for k in range(11)]
        assert np.abs(shares - masses).max() < 3.3 / len(found) ** 0.5
