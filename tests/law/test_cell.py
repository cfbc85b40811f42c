"""Thresholds that samplers compare with, beside sums with 200 bits more by mpmath."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor, log
from typing import TypeAlias

import mpmath
import numpy as np
import pytest

from discreet.law import (
    Cells,
    Coin,
    Digit,
    DiscreteGaussian,
    DiscreteLaplace,
    ExpCoin,
    ExponentialWeights,
    Finite,
    Geometric,
    Tabled,
)
from discreet.law.cell import powers
from discreet.law.digit import one_sided, two_sided
from discreet.numbers import Interval, exp
from tests.law.oracle import PRECISION, Weight, defined, falling, reach
from tests.numbers.truth import written

F = Fraction
Draw: TypeAlias = np.random.Generator


@dataclass(frozen=True)
class OneSided:
    """The leading digit of a geometric number, as it is cut into cells."""

    scale: Fraction

    def cells(self, bits: int) -> Cells:
        return one_sided(self.scale, bits)


@dataclass(frozen=True)
class TwoSided:
    """The leading digit of a discrete Laplace number of so many digits."""

    scale: Fraction
    digits: int

    @property
    def leading(self) -> Fraction:
        return self.scale / F(256) ** self.digits

    def cells(self, bits: int) -> Cells:
        return two_sided(self.scale, self.leading, bits)


def weighed(law: Tabled) -> tuple[Weight, Sequence[int]]:
    """The weight of each value by its definition, and the values to be added up."""
    if isinstance(law, OneSided):
        return falling(law.scale), range(reach(law.scale))
    if isinstance(law, TwoSided):
        # A leading digit h stands for the numbers from h 256**digits up to the next.
        side, ratio = falling(law.leading), falling(law.scale)
        values = [value for h in range(reach(law.leading)) for value in (h, ~h)]
        return lambda k: side(k) if k >= 0 else side(~k) * ratio(1), values
    return defined(law)


def spread(draw: Draw, least: float, most: float) -> Fraction:
    """A number whose size is even on a scale of logarithms; its digits have no pattern."""
    power = draw.uniform(log(least), log(most))
    exact = F(floor(np.exp(power) * 1e9), 10**9 - int(draw.integers(1, 10**6)))
    return max(exact, F(str(least)))


def finite(draw: Draw) -> Finite:
    weights = [int(one) for one in draw.integers(1, 10**9, size=int(draw.integers(1, 30)))]
    return Finite({3 * k - 20: F(one, sum(weights)) for k, one in enumerate(weights)})


def weighted(draw: Draw) -> ExponentialWeights:
    sizes = draw.integers(-30_000, 1000, size=int(draw.integers(1, 40)))
    exponents = [F(int(one), 997) for one in sizes]
    return ExponentialWeights([*exponents, *exponents[:3]])  # with some that are equal


# How many random parameters are tried: 640 in all.
KINDS: list[tuple[int, Callable[[Draw], Tabled]]] = [
    (80, lambda draw: DiscreteLaplace(spread(draw, 0.01, 9))),
    (80, lambda draw: Geometric(spread(draw, 0.01, 9))),
    (100, lambda draw: DiscreteGaussian(spread(draw, 0.01, 2000))),
    (60, lambda draw: Coin(F(int(draw.integers(0, 10**9)), 10**9))),
    (60, lambda draw: ExpCoin(spread(draw, 1e-9, 200))),
    (60, finite),
    (60, weighted),
    (50, lambda draw: Digit(spread(draw, 0.001, 10**9))),
    (30, lambda draw: OneSided(spread(draw, 0.001, 9))),
    (60, lambda draw: TwoSided(spread(draw, 1, 2500), 1)),
]
NAMES = [
    *("laplace", "geometric", "gaussian", "coin", "exp coin", "finite", "weighted"),
    *("digit", "one-sided", "two-sided"),
]


@pytest.mark.parametrize(("count", "make"), KINDS, ids=NAMES)
def test_thresholds_enclose_those_computed_with_two_hundred_bits_more(
    count: int, make: Callable[[Draw], Tabled]
) -> None:
    draw = np.random.default_rng(15)
    for number in range(count):
        assert_certified(make(draw), (64, 128, 16)[number % 3])


EDGES: list[Tabled] = [
    *(DiscreteLaplace("0.01"), DiscreteLaplace(50), Geometric("0.01"), Geometric(50)),
    *(DiscreteGaussian("0.01"), DiscreteGaussian(1 << 14), Coin(0), Coin(1), Coin("1e-300")),
    *(ExpCoin(0), ExpCoin("1e-30"), ExpCoin(10**6), Finite({7: 1}), Finite({-1: "1/3", 1: "2/3"})),
    *(ExponentialWeights([0]), ExponentialWeights([5] * 300), ExponentialWeights([0, -(10**6)])),
    *(Digit(F(1, 1000)), Digit(F(10**12)), TwoSided(F(2**40), 5), TwoSided(F(1, 100), 1)),
]


@pytest.mark.parametrize("law", EDGES, ids=repr)
def test_thresholds_are_as_certain_at_the_edges(law: Tabled) -> None:
    assert_certified(law, 16, 64, 128)


def assert_certified(law: Tabled, *precisions: int) -> None:
    """True sums lie between thresholds, which are two units apart at most."""
    weight, values = weighed(law)
    with mpmath.workprec(PRECISION):
        weights = {k: weight(k) for k in values}
        total = mpmath.fsum(weights.values())
    for bits in precisions:
        cells = law.cells(bits)
        low, high = cells.thresholds(bits)
        assert len(low) == len(high) == len(cells.values) == len(set(cells.values))
        assert max(b - a for a, b in zip(low, high, strict=True)) <= 2
        assert high[-1] <= 1 << bits  # and the last is certain but for less than a unit
        assert low[-1] >= (1 << bits) - 1
        with mpmath.workprec(PRECISION):
            below, doubt = mpmath.mpf(0), mpmath.ldexp(1, bits - 280)
            for value, least, most in zip(cells.values, low, high, strict=True):
                below += weights[value]
                threshold = mpmath.ldexp(below / total, bits)
                assert least - doubt <= threshold <= most + doubt


@pytest.mark.parametrize(("_count", "make"), KINDS, ids=NAMES)
def test_more_bits_only_add_cells(_count: int, make: Callable[[Draw], Tabled]) -> None:
    draw = np.random.default_rng(16)
    for _ in range(10):
        law = make(draw)
        few, more, most = (list(law.cells(bits).values) for bits in (16, 64, 200))
        assert more[: len(few)] == few
        assert most[: len(more)] == more


def test_cells_that_leave_something_out_are_less_certain_by_as_much() -> None:
    """Weights 2 and 1 of at most 4: the true shares are 1/2 to 2/3, and 3/4 to 1."""
    cells = Cells(values=[5, -5], low=[2, 1], high=[2, 1], rest=1)
    assert cells.thresholds(10) == ([512, 768], [683, 1024])


def test_cells_whose_weights_are_not_certain_have_thresholds_around_all_they_can_be() -> None:
    """The first weighs 1 to 2, the second 2 to 3: its share is from 1/4 to 2/4."""
    cells = Cells(values=[0, 1], low=[1, 2], high=[2, 3], rest=0)
    assert cells.thresholds(4) == ([4, 16], [8, 16])


@pytest.mark.parametrize("x", [F(1, 2), F(1, 10**6), F(50), F(1, 3)])
def test_powers_enclose_the_powers_of_a_ratio(x: Fraction) -> None:
    low, high = powers(exp(-x, 120), 40, 110)
    with mpmath.workprec(PRECISION):
        for k in range(40):
            true = mpmath.ldexp(mpmath.exp(-k * written(x)), 110)
            assert low[k] <= true <= high[k]
            assert high[k] - low[k] <= 2 * k + 2
    assert len(low) == len(high) == 40


def test_powers_begin_with_one_even_of_nothing() -> None:
    assert powers(Interval.of(0, 60), 1, 8) == ([256], [256])
