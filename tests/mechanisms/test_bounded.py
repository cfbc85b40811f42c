"""Bounded noise: its delta is exactly what the last values weigh."""

import math
from fractions import Fraction

import pytest

from discreet.audit.spread import side_by_side
from discreet.audit.told import Told
from discreet.errors import DiscreetError, NoBound
from discreet.mechanisms import Bounded
from discreet.noise import System
from discreet.privacy import Approx, Sensitivity


@pytest.mark.parametrize(("scale", "bound", "far"), [(1, 11, 1), ("0.5", 3, 2), (5, 40, 3)])
def test_its_delta_is_reached_and_not_passed(scale: str, bound: int, far: int) -> None:
    mechanism = Bounded(scale, bound)
    loss = mechanism.loss(Sensitivity(l0=1, linf=far))
    assert isinstance(loss, Approx)
    one, other = side_by_side(mechanism.law(7), mechanism.law(7 + far))
    low, high = Told(one, other).delta(loss.exponent)
    assert high <= loss.failing <= low * (1 + Fraction(1, 10**11))


def test_its_delta_is_that_of_the_closed_form() -> None:
    # c r^s with c = (1 - r) / (1 + r - 2 r^(s + 1)): the specification, section 8.1, s = 11.
    r = math.exp(-1)
    expected = (1 - r) / (1 + r - 2 * r**12) * r**11
    found = Bounded(1, 11).loss(Sensitivity(l0=1, linf=1)).delta(1)
    assert found == pytest.approx(expected, rel=1e-11)
    assert found <= 1e-5 < Bounded(1, 10).loss(Sensitivity(l0=1, linf=1)).delta(1)


def test_nothing_is_moved_without_a_trace_and_everything_without_overlap() -> None:
    assert Bounded(1, 3).loss(Sensitivity(l0=1, linf="0.5")) == Approx(0, 0)
    assert Bounded(1, 3).loss(Sensitivity(l0=1, linf=7)) == Approx(0, 1)
    assert Bounded(1, 3).loss(Sensitivity(l0=1, linf=6)).delta(6) < 1
    with pytest.raises(NoBound, match="one number"):
        Bounded(1, 3).loss(Sensitivity(linf=1))


def test_no_answer_is_beyond_the_bound() -> None:
    source = System()
    assert {Bounded(2, 2).sample(10, source) for _ in range(300)} == {8, 9, 10, 11, 12}
    assert Bounded(2, 2).error(Fraction(99, 100)) == 2


def test_a_bound_that_most_draws_would_miss_is_refused() -> None:
    for bad in ((10, 9), (1, 0), (1, True), (1, 2**33)):
        with pytest.raises(DiscreetError):
            Bounded(*bad)
