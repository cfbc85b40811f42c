"""Text becomes a law."""

from fractions import Fraction

import pytest

from discreet.cli.kind import KINDS, MEANING
from discreet.errors import OutOfRange
from discreet.law import ClampedGeometric, DiscreteGaussian, Law, Uniform
from discreet.noise import sample


@pytest.mark.parametrize("name", KINDS)
def test_every_example_is_a_law_that_can_be_drawn_from(name: str) -> None:
    law = KINDS[name].read(KINDS[name].numbers)
    assert isinstance(law, Law)
    assert sample(law) in law.support


def test_numbers_mean_what_was_written() -> None:
    assert KINDS["gaussian"].read({"variance": "0.1"}) == DiscreteGaussian(Fraction(1, 10))
    assert KINDS["uniform"].read({"low": "-1", "high": "1e20"}) == Uniform(-1, 10**20)


def test_names_of_numbers_reach_their_places() -> None:
    written = {"low": "0", "scale": "2", "high": "10", "center": "3"}
    assert KINDS["clamped-geometric"].read(written) == ClampedGeometric(2, 3, 0, 10)


def test_a_number_is_named_when_it_is_none() -> None:
    with pytest.raises(OutOfRange, match="width is not a number: 'wide'"):
        KINDS["staircase"].read({"epsilon": "1", "sensitivity": "3", "width": "wide"})


def test_every_number_is_explained_and_nothing_else() -> None:
    assert {name for kind in KINDS.values() for name in kind.numbers} == set(MEANING)
