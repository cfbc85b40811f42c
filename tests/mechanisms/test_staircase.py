"""Staircase noise: a loss a stair, and less noise where epsilon is large."""

from fractions import Fraction

import pytest

from discreet.errors import DiscreetError, NoBound
from discreet.law import DiscreteLaplace
from discreet.mechanisms import Staircase
from discreet.noise import System
from discreet.privacy import Pure, Sensitivity


@pytest.mark.parametrize(("far", "epsilon"), [(0, 0), (1, 2), (5, 2), (6, 4), ("5.9", 2), (11, 6)])
def test_the_loss_is_one_epsilon_a_stair(far: int | str, epsilon: int) -> None:
    assert Staircase(2, 5, 1).loss(Sensitivity(l0=1, linf=far)) == Pure(epsilon)


def test_it_is_for_one_number() -> None:
    with pytest.raises(NoBound, match="one number"):
        Staircase(2, 5, 1).loss(Sensitivity(l0=2, linf=1))


def test_it_adds_less_than_laplace_noise_where_epsilon_is_large() -> None:
    # Both tell epsilon 5 about a unit that moves the number by 100.
    assert Staircase(5, 100, 8).law(0).variance < 0.5 * DiscreteLaplace(20).variance


def test_its_error_is_a_quantile_of_its_law() -> None:
    bound = int(Staircase(1, 10, 4).error(Fraction(9, 10)))
    law = Staircase(1, 10, 4).law(0)
    assert law.cdf(bound) >= 0.95 > law.cdf(bound - 1)


def test_it_answers_with_a_whole_number() -> None:
    assert isinstance(Staircase(1, 3, 1).sample(5, System()), int)


@pytest.mark.parametrize("bad", [(0, 3, 1), (1, 0, 1), (1, 3, 4), (1, 3, 0)])
def test_parameters_that_cannot_be_are_refused(bad: tuple[int, int, int]) -> None:
    with pytest.raises(DiscreetError):
        Staircase(*bad)
