"""Chances of excesses over a noisy threshold, beside plain sums."""

import math
from itertools import product

import pytest

from discreet.law import Crossing, DiscreteLaplace, Geometric
from discreet.law.crossing import ABOVE, BELOW
from discreet.law.support import Support

BITS = 60


def middle(crossing: Crossing, values: list[int], excesses: list[Support]) -> float:
    chance = crossing.chance(values, excesses, BITS)
    assert chance.upper - chance.lower < 2.0**-40 * float(chance.upper) + 2.0**-55
    return float(chance.lower)


@pytest.mark.parametrize("law", [Geometric, DiscreteLaplace])
def test_all_outcomes_together_have_chance_one(law: type[Geometric | DiscreteLaplace]) -> None:
    crossing, values = Crossing(law(2), law(3), threshold=1), [0, 2, 1]
    chances = [
        crossing.chance(values, outcome, BITS) for outcome in product((ABOVE, BELOW), repeat=3)
    ]
    low, high = sum(one.lower for one in chances), sum(one.upper for one in chances)
    assert low <= 1 <= high
    assert high - low < 2.0**-50


def test_one_sided_noises_beside_a_closed_form() -> None:
    # P(below) = the sum over z > 0 of (1 - r) r^z (1 - s^z): 1 - (1 - r) / (1 - r s).
    r, s = math.exp(-1 / 2), math.exp(-1 / 4)
    crossing = Crossing(Geometric(2), Geometric(4), threshold=0)
    assert middle(crossing, [0], [BELOW]) == pytest.approx(1 - (1 - r) / (1 - r * s), rel=1e-14)


def test_two_sided_noises_beside_a_plain_sum() -> None:
    level, noise = DiscreteLaplace(2), DiscreteLaplace(4)
    crossing = Crossing(level, noise, threshold=3)
    plain = math.fsum(
        level.mass(z) * noise.cdf(2 + z) * noise.tail(2 + z) * noise.mass(5 + z)
        for z in range(-90, 91)
    )
    told = middle(crossing, [0, 1, 2], [BELOW, ABOVE, Support(4, 4)])
    assert told == pytest.approx(plain, rel=1e-12)


def test_a_range_is_the_sum_of_what_it_holds() -> None:
    crossing = Crossing(Geometric(2), Geometric(3), threshold=1)
    parts = [middle(crossing, [1], [Support(k, k)]) for k in (-1, 0, 1)]
    assert middle(crossing, [1], [Support(-1, 1)]) == pytest.approx(math.fsum(parts), rel=1e-14)
    assert middle(crossing, [1], [Support(None, None)]) == pytest.approx(1, rel=1e-15)


def test_rare_outcomes_keep_their_digits() -> None:
    # Far above: the level's noise is too short to matter, and each tail falls by its own ratio.
    crossing = Crossing(Geometric(1), Geometric(1), threshold=300)
    r = math.exp(-1)
    expected = r**300 * (1 - r) / (1 - r * r)
    chance = crossing.chance([0], [ABOVE], BITS)
    assert float(chance.lower) == pytest.approx(expected, rel=1e-13)
    assert float(chance.upper) == pytest.approx(expected, rel=1e-13)
