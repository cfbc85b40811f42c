"""Steps on a public range: half open, and nothing for those of no length."""

import numpy as np
import pytest

from discreet.errors import Invalid, NoBound, OutOfRange
from discreet.law import ExponentialWeights
from discreet.mechanisms import Exponential, Piecewise
from discreet.noise import System
from discreet.privacy import Sensitivity
from tests.mechanisms.enumerate import array, draws, follows, table
from tests.noise.bits import fixed

ONE = Sensitivity(linf=1)
STEPS = array([0, 2, 2, 5]), array([1, 9, 3, -2])


def test_each_number_has_the_weight_of_its_step() -> None:
    plain = ExponentialWeights([s / 2 for s in (1, 1, 3, 3, 3, -2, -2)])
    law = Piecewise(0, 6, 2).law(STEPS)
    assert [law.mass(k) for k in range(7)] == pytest.approx([plain.mass(k) for k in range(7)])
    assert law.mass(-1) == law.mass(7) == 0


def test_it_is_the_exponential_mechanism_number_by_number() -> None:
    assert Piecewise(0, 6, 2).loss(ONE) == Exponential(2).loss(ONE)
    assert Piecewise(0, 6, 2, one_way=True).loss(ONE) == Exponential(2, one_way=True).loss(ONE)
    with pytest.raises(NoBound):
        Piecewise(0, 6, 2).loss(Sensitivity(l2=1))


def test_numbers_follow_the_law() -> None:
    source = fixed("piecewise")
    drawn = draws(lambda: Piecewise(0, 6, 2).sample(STEPS, source))
    assert follows(drawn, Piecewise(0, 6, 2).law(STEPS))


def test_the_range_is_that_of_the_plan_whatever_steps_say() -> None:
    steps = array([-50, -9, 3, 99]), array([5, 0, 0, 0])
    drawn = {Piecewise(1, 4, 2).sample(steps, System()) for _ in range(300)}
    assert drawn == {1, 2, 3, 4}
    masses = table(Piecewise(1, 4, 2).law((array([3]), array([0]))))
    assert [float(p) for p in masses.values()] == pytest.approx([0.25] * 4)


def test_wide_ranges_and_huge_scores_are_exact() -> None:
    most = 1 << 61
    steps = array([-most, 0, 1]), array([-(10**18), 10**18, -(10**18)])
    assert Piecewise(-most, most, 1).sample(steps, System()) == 0
    even = array([-most]), array([10**18])
    assert abs(Piecewise(-most, most, 1).sample(even, System())) <= most
    assert Piecewise(3, 3, 1).sample(even, System()) == 3
    short = np.array([0, 5], np.int8), np.array([0, -128], np.int8)
    assert Piecewise(0, most, 1).sample(short, System()) < 5


@pytest.mark.parametrize(
    "bad",
    [
        (array([0, 3, 1]), array([0, 0, 0])),
        (array([0, 3]), array([0])),
        (array([]), array([])),
        (np.array([0.5]), array([1])),
    ],
)
def test_what_is_no_list_of_steps_is_refused(bad: tuple[np.ndarray, np.ndarray]) -> None:
    with pytest.raises(Invalid, match="steps"):
        Piecewise(0, 9, 1).sample(bad, System())


def test_a_range_that_is_none_is_refused() -> None:
    with pytest.raises(OutOfRange):
        Piecewise(3, 2, 1)
