"""Staircases: kinds of steps, stairs, and places on a step make up the law."""

from fractions import Fraction

import numpy as np
import pytest

from discreet.law import Staircase
from discreet.noise import System
from discreet.noise.staircase import StairsDraw, Steps


@pytest.mark.parametrize(("length", "width"), [(1, 1), (4, 2), (5, 5), (7, 1)])
def test_step_weights_times_places_are_the_law(length: int, width: int) -> None:
    law = Staircase(Fraction(2, 3), length, width)
    steps = Steps(law)
    low, high = steps.cells(120).thresholds(120)
    fall = np.exp(-2 / 3)
    before = 0
    for kind, (start, size) in enumerate(zip(steps.starts, steps.sizes, strict=True)):
        mass = (low[kind] - before) / 2**120
        before = high[kind]
        for stair in (0, 1, 3):
            for place in range(size):
                x = stair * length + start + place
                value = x if kind < 2 else ~x
                made = mass / size * fall**stair * (1 - fall)
                assert made == pytest.approx(law.mass(value), rel=1e-12)


def test_every_integer_is_on_one_step() -> None:
    steps = Steps(Staircase(1, 6, 2))
    found = [
        x if kind < 2 else ~x
        for kind, (start, size) in enumerate(zip(steps.starts, steps.sizes, strict=True))
        for stair in range(3)
        for x in range(stair * 6 + start, stair * 6 + start + size)
    ]
    assert sorted(found) == list(range(-18, 18))


@pytest.mark.parametrize("law", [Staircase(1, 4, 2), Staircase(3, 1, 1), Staircase("0.1", 3, 3)])
def test_draws_spread_as_the_law_says(law: Staircase) -> None:
    draw = StairsDraw(law)
    found = draw.many(200_000, System())
    assert abs(found.mean()) < 6.5 * (law.variance / len(found)) ** 0.5
    assert abs((found == 0).mean() - law.mass(0)) < 3.3 / len(found) ** 0.5
    # The square's own spread is under 6 variances for these laws.
    assert abs(found.var() / law.variance - 1) < 6.5 * 6 / len(found) ** 0.5
    assert abs(np.mean([draw.one(System()) == 0 for _ in range(2000)]) - law.mass(0)) < 0.08
