"""A leading part and independent digits make up the law, exactly."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from discreet.law import Cells, DiscreteLaplace, Geometric
from discreet.noise import System
from discreet.noise.digit import Digits, Leading, Place
from discreet.numbers import Interval

BITS = 120


def _masses(cells: Cells) -> dict[int, Interval]:
    """The certified mass of each value, from the thresholds that a table would use."""
    low, high = cells.thresholds(BITS)
    ends = zip([0, *low], [0, *high], low, high, strict=False)
    return {
        value: Interval(max(here_low - before_high, 0), here_high - before_low, -BITS, BITS)
        for value, (before_low, before_high, here_low, here_high) in zip(
            cells.values, ends, strict=True
        )
    }


@pytest.mark.parametrize("signed", [True, False])
@pytest.mark.parametrize("scale", [Fraction(33), Fraction(5000), Fraction(8192), Fraction(100_001)])
def test_the_product_of_parts_is_the_law(scale: Fraction, signed: bool) -> None:
    law = DiscreteLaplace(scale) if signed else Geometric(scale)
    digits = Digits(scale, signed=signed)
    places = len(digits.digits)
    assert places >= 1
    leading = _masses(Leading(scale, places, signed).cells(BITS))
    parts = [_masses(Place(scale, place).cells(BITS)) for place in range(places)]
    tops = [*leading][:6]
    lows = [[*part][:3] + [*part][-3:] for part in parts]
    for top, *below in product(tops, *lows):
        value = top ^ sum(below)
        mass = leading[top]
        for part, digit in zip(parts, below, strict=True):
            mass = mass * part[digit]
        true = law.mass_within(value, BITS)
        assert mass.lower <= true.upper
        assert true.lower <= mass.upper
        assert mass.upper - mass.lower < true.upper / 10**14


@pytest.mark.parametrize(
    ("scale", "places"), [("1/100", 0), (32, 0), (33, 1), (8192, 1), (8193, 2), (2**40, 5)]
)
def test_there_are_as_few_digits_as_keep_the_leading_part_narrow(
    scale: int | str, places: int
) -> None:
    assert len(Digits(Fraction(scale), signed=True).digits) == places


def test_every_integer_has_one_way_to_be_made() -> None:
    made = [
        top ^ (second + first)
        for top in (0, 65536, ~0, ~65536)
        for second in range(0, 65536, 256)
        for first in range(256)
    ]
    assert sorted(made) == list(range(-2 * 65536, 2 * 65536))


def test_a_law_as_wide_as_allowed_fills_64_bits_without_wrapping() -> None:
    digits = Digits(Fraction(2**40), signed=True)
    drawn = digits.many(100_000, System())
    single = [digits.one(System()) for _ in range(2000)]
    for found in (drawn, np.array(single)):
        # The mean distance is 2**40; its error here is below a tenth with odds beyond 10⁻⁹.
        assert abs(np.abs(found.astype(float)).mean() / 2**40 - 1) < 0.15
        assert abs((found > 0).mean() - 0.5) < 0.08


@pytest.mark.parametrize("bug", ["sign", "digit"])
def test_a_planted_bug_is_seen(bug: str) -> None:
    scale = Fraction(33)
    leading = _masses(Leading(scale, 1, signed=True).cells(BITS))
    digit = _masses(Place(scale + (bug == "digit"), 0).cells(BITS))
    top, low = (
        ([*leading][1], [*digit][5]) if bug == "sign" else (next(iter(leading)), [*digit][250])
    )
    value = -((top ^ -1) + low) if bug == "sign" else top ^ low  # a sign instead of a complement
    mass, true = leading[top] * digit[low], DiscreteLaplace(scale).mass_within(value, BITS)
    assert mass.upper < true.lower or mass.lower > true.upper
