"""Weights of quantiles placed together, beside all placements and beside direct sums."""

import math
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from discreet.mechanisms import JointQuantile
from discreet.mechanisms.placing import Placing, part_of, slack
from tests.mechanisms.joint import drawn

GRID = 10**9
DATA = [GRID * percent // 100 - 1 for percent in (10, 35, 40, 80, 85, 90)]
QUARTILES = ["0.25", "0.5", "0.75"]


def published(rate: Fraction, *, public_size: bool) -> Placing:
    """The specification's example (its table T6), on a grid of a billionth."""
    mechanism = JointQuantile(QUARTILES, 0, GRID - 1, rate, public_size=public_size)
    return mechanism.placing(np.diff([-1, *DATA, GRID - 1]))


@pytest.mark.parametrize(
    ("rate", "public_size", "total"),
    [(Fraction(1, 4), True, 0.05574429317159219), (Fraction(1, 3), False, 0.03966107420930003)],
)
def test_the_normaliser_is_the_published_one(
    rate: Fraction, public_size: bool, total: float
) -> None:
    placing = published(rate, public_size=public_size)
    logs = placing.together[-1] - float(rate) * abs(6 - np.arange(7) - 1.5)
    assert math.fsum(np.exp(logs)) / GRID**3 == pytest.approx(total, rel=1e-8)


def test_the_chances_of_cells_are_the_published_ones() -> None:
    cells = [0.0] * 7
    for path, p in drawn(published(Fraction(1, 4), public_size=True)).items():
        cells[path[1]] += p
    expected = [0.01594338029399516, 0.2313527613230764, 0.08679056872836705, 0.5700895558852951]
    expected += [0.04927976508440031, 0.03060058839087081, 0.01594338029399516]
    assert cells == pytest.approx(expected, abs=1e-8)
    first = drawn(published(Fraction(1, 3), public_size=False))
    assert math.fsum(p for path, p in first.items() if path[0] == 1) == pytest.approx(
        0.5455772264976636, abs=1e-8
    )


def direct(placing: Placing) -> list[NDArray[np.float64]]:
    """The same sums in quadratic time, in long floats."""
    size, rate = len(placing.lengths), np.longdouble(float(placing.rate))
    gaps = np.arange(size)[:, None] - np.arange(size)[None]
    with np.errstate(divide="ignore"):
        room = np.log(placing.lengths.astype(np.longdouble))
    targets = [np.longdouble(one.numerator) / one.denominator for one in placing.targets]
    found: list[NDArray[Any]] = []
    first: list[NDArray[Any]] = [room - rate * abs(np.arange(size) - targets[0])]
    for j in range(1, placing.count + 1):
        if j > 1:
            lost = np.where(gaps > 0, -rate * abs(gaps - targets[j - 1]), -np.inf)
            first.append(np.logaddexp.reduce(found[-1][None] + lost, axis=1) + room)
        parts, more = [first[-1]], np.zeros(size, np.longdouble)
        for k in range(2, j + 1):
            more = more + np.log((placing.lengths + np.longdouble(k - 1)) / k)
            parts.append(first[j - k] + more - rate * sum(targets[j - k + 1 : j]))
        found.append(np.logaddexp.reduce(parts, axis=0))
    return [one.astype(np.float64) for one in found]


@pytest.mark.parametrize("size", [1, 2, 7, 400])
@pytest.mark.parametrize("rate", [Fraction(1, 1000), Fraction(1, 3), Fraction(9)])
@pytest.mark.parametrize("kind", ["spread", "atoms", "uneven"])
def test_running_sums_are_the_direct_ones(size: int, rate: Fraction, kind: str) -> None:
    generator = np.random.default_rng(size)
    lengths = generator.integers(1, 100, size)
    if kind == "atoms":
        lengths[generator.random(size) < 0.9] = 0
        lengths[-1] = 1
    if kind == "uneven":
        lengths = 2 ** generator.integers(0, 55, size)
    ends = [Fraction(0), *(Fraction(j, 50) for j in (1, 2, 10, 30, 49)), Fraction(1)]
    targets = tuple((b - a) * (size - 1) for a, b in pairwise(ends))
    placing = Placing(lengths, targets, rate)
    allowed = float(slack(rate, size, 5, 2**60)) / 20
    for ours, theirs in zip(placing.together, direct(placing), strict=True):
        there = theirs > -np.inf
        assert (there == (ours > -np.inf)).all()
        assert np.abs(ours[there] - theirs[there]).max(initial=0) <= allowed


def test_what_floats_are_off_is_little_for_a_million_values() -> None:
    assert slack(Fraction(5, 18), 10**6, 9, 10**9) < Fraction(1, 2000)
    assert slack(Fraction(5, 18), 10**4, 9, 10**9) < Fraction(1, 10**6)
    assert slack(Fraction(1, 3), 10**5, 9, 10**9) > slack(Fraction(1, 3), 10**4, 9, 10**9)


@pytest.mark.parametrize(("rate", "length"), [("1/1000000000", 1024), ("1/3", 450), ("1000", 16)])
def test_parts_are_short_where_weights_fall_fast(rate: str, length: int) -> None:
    assert part_of(Fraction(rate)) == length
