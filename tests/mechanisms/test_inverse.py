"""Inverse sensitivity: the loss is what it is, no more and no less."""

from fractions import Fraction

import pytest

from discreet.errors import Invalid, NoBound, OutOfRange
from discreet.mechanisms import Inverse
from discreet.privacy import Sensitivity
from tests.mechanisms.enumerate import covered, draws, follows
from tests.noise.bits import fixed

ONE = Sensitivity(linf=1)


def test_the_losses_of_ten_bits_are_those_in_the_reference_table() -> None:
    assert Inverse.bits(10, 1).loss(ONE).pure == pytest.approx(1.209060321070666, rel=1e-15)
    assert Inverse.bits(10, 2).loss(ONE).pure == pytest.approx(0.7126636112686522, rel=1e-15)
    # The greatest admissible coefficient for epsilon one, from a root found elsewhere.
    scale = 1 / Fraction("0.7783334494090054")
    assert Inverse.bits(10, scale).loss(ONE).pure == pytest.approx(1, rel=1e-14)


@pytest.mark.parametrize("people", [1, 2, 3, 4, 5])
def test_the_loss_covers_every_pair_of_neighbours_and_is_reached(people: int) -> None:
    mechanism = Inverse.bits(people, 1)
    pairs = [(state, state + 1) for state in range(people)]
    assert covered(mechanism, ONE, pairs) == pytest.approx(mechanism.loss(ONE).pure, rel=1e-15)
    pairs += [(state, state + 2) for state in range(people - 1)]
    two = mechanism.loss(Sensitivity(linf=2))
    assert covered(mechanism, Sensitivity(linf=2), pairs) == pytest.approx(two.pure, rel=1e-15)


def test_with_two_answers_the_two_is_dropped() -> None:
    # Each further yes moves one distance up or the other down, and past half both.
    for people in (3, 5, 11):
        assert Inverse.majority(people, 1).loss(ONE).pure == pytest.approx(1, rel=1e-15)


def test_a_unit_that_moves_nothing_costs_nothing() -> None:
    assert Inverse.bits(5, 1).loss(Sensitivity(linf=0)).pure == 0
    assert Inverse([[0]], 1).loss(ONE).pure == 0


def test_answers_follow_the_law() -> None:
    mechanism, source = Inverse.bits(6, 2), fixed("inverse")
    assert follows(draws(lambda: mechanism.sample(2, source)), mechanism.law(2))


def test_what_is_no_table_or_no_state_is_refused() -> None:
    tables: list[list[list[int]]] = [[], [[]], [[0, 1], [0]]]
    for bad in tables:
        with pytest.raises(Invalid, match="table"):
            Inverse(bad, 1)
    for worse in (float("nan"), [1, 2], None):
        with pytest.raises(Invalid, match="table"):
            Inverse(worse, 1)  # type: ignore[arg-type]
    with pytest.raises(OutOfRange):
        Inverse([[-1]], 1)
    with pytest.raises(OutOfRange):
        Inverse.bits(3, 1).law(4)
    with pytest.raises(Invalid, match="even"):
        Inverse.majority(4, 1)
    with pytest.raises(NoBound, match="linf"):
        Inverse.bits(3, 1).loss(Sensitivity(l2=1))
