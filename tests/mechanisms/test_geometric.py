"""Folded geometric noise: never outside its range, and losing nothing by that."""

import pytest

from discreet.errors import DiscreetError, NoBound
from discreet.mechanisms import Geometric
from discreet.noise import System
from discreet.privacy import DiscreteLaplaceNoise, Pure, Sensitivity


def test_the_law_is_that_of_the_table() -> None:
    law = Geometric(1, 0, 10).law(3)  # the specification, table T5
    assert law.mass(0) == pytest.approx(0.03639726343516549, rel=1e-12)
    assert law.mass(5) == pytest.approx(0.06254075636628171, rel=1e-12)
    assert law.mass(10) == pytest.approx(0.0006666391336166197, rel=1e-12)


def test_every_answer_is_inside() -> None:
    source = System()
    assert {Geometric(2, 0, 3).sample(1, source) for _ in range(300)} == {0, 1, 2, 3}
    assert Geometric(2, 5, 5).sample(1, source) == 5


def test_a_count_outside_is_its_nearest_end_first() -> None:
    assert Geometric(1, 0, 10).law(12) == Geometric(1, 0, 10).law(10)
    assert Geometric(1, 0, 10).law(-5) == Geometric(1, 0, 10).law(0)


def test_no_unit_moves_a_count_further_than_its_range() -> None:
    assert Geometric(2, 0, 4).loss(Sensitivity(linf=9)) == DiscreteLaplaceNoise(2, 4)
    assert Geometric(2, 0, 4).loss(Sensitivity(linf="2.5")) == DiscreteLaplaceNoise(2, 2)
    assert Geometric(1000, 0, 10**6).loss(Sensitivity(linf=10**6)) == Pure(1000)
    with pytest.raises(NoBound):
        Geometric(2, 0, 4).loss(Sensitivity(l2=1))


@pytest.mark.parametrize("bad", [(0, 0, 1), (1, 2, 1), (1, 0.5, 1), (1, 0, "1")])
def test_parameters_that_cannot_be_are_refused(bad: tuple[int, int, int]) -> None:
    with pytest.raises(DiscreetError):
        Geometric(*bad)
