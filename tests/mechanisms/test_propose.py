"""Propose, test, release: its law against its loss, exactly, for the mode of small tables."""

import math
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from discreet.errors import Invalid, NoBound, OutOfRange
from discreet.law import DiscreteLaplace
from discreet.mechanisms import Propose
from discreet.mechanisms.catalogue import read
from discreet.noise import System
from discreet.privacy import ONE, Approx, Sensitivity
from discreet.release.recipe import plain
from tests.noise.bits import fixed

CHOICES = 3


def mode(data: tuple[int, ...]) -> tuple[int, int]:
    """How many values must be replaced before one more could change the mode; and the mode."""
    counts = Counter(data)
    order = sorted(range(CHOICES), key=lambda one: (-counts[one], one))
    first, second = order[0], order[1:]
    # A replacement brings a rival nearer by two; ties go to the lesser.
    needed = min(-(-(counts[first] - counts[one] + (one > first)) // 2) for one in second)
    return max(needed - 1, 0), first


def laws(mechanism: Propose, x: tuple[int, int]) -> dict[int | None, float]:
    distance, value = x
    passed = float(DiscreteLaplace(mechanism.scale).tail_within(mechanism.cut - distance, 60).lower)
    return {value: passed, None: 1 - passed}


@pytest.mark.parametrize("size", [1, 3, 6])
def test_the_loss_covers_every_pair_of_neighbours(size: int) -> None:
    mechanism = Propose.of(1, "0.05")
    loss = mechanism.loss(ONE)
    assert isinstance(loss, Approx)
    epsilon, delta = float(loss.exponent), float(loss.failing)
    tables = [*product(range(CHOICES), repeat=size)]
    known = {x: laws(mechanism, x) for x in {mode(data) for data in tables}}
    for data in tables:
        for place, value in product(range(size), range(CHOICES)):
            other = (*data[:place], value, *data[place + 1 :])
            here, there = known[mode(data)], known[mode(other)]
            told = sum(
                max(0.0, p - math.exp(epsilon) * there.get(answer, 0.0))
                for answer, p in here.items()
            )
            assert told <= delta + 1e-12


@pytest.mark.parametrize("bound", [0, 3])
@pytest.mark.parametrize("delta", ["0.01", "0.000001"])
def test_what_is_asked_for_is_what_is_stated(bound: int, delta: str) -> None:
    mechanism = Propose.of("0.8", delta, bound)
    loss = mechanism.loss(ONE)
    assert isinstance(loss, Approx)
    assert loss.exponent == Fraction("0.8")
    assert loss.failing <= Fraction(delta)
    nearer = Propose(bound, mechanism.scale, mechanism.cut - 1, mechanism.value_scale)
    assert nearer.loss(ONE).terms()["delta"] > Fraction(delta)


def test_far_from_danger_it_answers_and_near_it_does_not() -> None:
    mechanism, source = Propose.of(1, "0.001"), fixed("propose")
    assert {mechanism.sample((1000, 7), source) for _ in range(100)} == {7}
    assert {mechanism.sample((-1000, 7), source) for _ in range(100)} == {None}


def test_a_value_that_moves_gets_noise() -> None:
    mechanism = Propose.of(1, "0.001", bound=5)
    assert mechanism.value_scale == 10
    found = [mechanism.sample((1000, 7), System()) for _ in range(60)]
    # All alike: less than once in 1e60.
    assert len(set(found)) > 1
    with pytest.raises(Invalid):
        Propose(5, 1, 10)


@pytest.mark.parametrize("wrong", [{"bound": -1}, {"scale": 0}, {"cut": 0}])
def test_parameters_that_are_none_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(OutOfRange):
        Propose(**({"bound": 0, "scale": 1, "cut": 5} | wrong))


@pytest.mark.parametrize("bound", [0, 3])
def test_it_is_stored_and_read_again(bound: int) -> None:
    mechanism = Propose.of(1, "0.001", bound)
    assert read(plain(mechanism)) == mechanism


@pytest.mark.parametrize("moved", [Sensitivity(linf=2), Sensitivity(l2=3), Sensitivity(l0=1, l1=5)])
def test_a_unit_that_moves_the_distance_further_is_refused(moved: Sensitivity) -> None:
    with pytest.raises(NoBound, match=r"more than one in Sensitivity.*\n  count units, not rows"):
        Propose(0, 1, 14).loss(moved)
    assert Propose(0, 1, 14).loss(Sensitivity(linf="1.5")) == Propose(0, 1, 14).loss(ONE)


def test_twice_the_distance_would_tell_more_than_one_step_is_charged() -> None:
    """Why it is refused: the chance to tell rises by exp(2) for two steps, and exp(1) is stated."""
    tail, cut = DiscreteLaplace(1), 14
    assert tail.tail(cut - 2) > math.exp(1.9) * tail.tail(cut)
