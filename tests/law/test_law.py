"""What every law has from its description alone, and what every law refuses."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from discreet.errors import Impossible, OutOfRange
from discreet.law import (
    ClampedGeometric,
    Coin,
    DiscreteGaussian,
    DiscreteLaplace,
    EuclideanLaplace,
    ExpCoin,
    ExponentialWeights,
    Finite,
    FixedSubset,
    Geometric,
    Law,
    Permutation,
    PoissonSubset,
    Staircase,
    Support,
    Uniform,
)
from discreet.numbers import Interval

F = Fraction


class Halves(Law):
    """Zero or one, each with one half; it knows no more than that it is close."""

    support = Support(0, 1)
    mean = 0.5
    variance = 0.25

    def mass_within(self, k: int, bits: int) -> Interval:
        return self.tail_within(k, bits) - self.tail_within(k + 1, bits)

    def tail_within(self, k: int, bits: int) -> Interval:
        if k == 1:
            return Interval((1 << bits) - 1, (1 << bits) + 1, -bits - 1, bits)
        return Interval.of(int(k < 1), bits)


class Endless(Law):
    """P(X >= k) = 2**-k from zero on, halfway to being written: no cdf, no end above."""

    support = Support(0, None)
    mean = 1.0
    variance = 2.0

    def mass_within(self, k: int, bits: int) -> Interval:
        return self.tail_within(k, bits) - self.tail_within(k + 1, bits)

    def tail_within(self, k: int, bits: int) -> Interval:
        return Interval.of(F(1, 2 ** max(k, 0)), bits)


def test_a_law_is_complete_with_masses_tails_and_a_support() -> None:
    law = Endless()
    assert [law.cdf(k) for k in (-1, 0, 1, 2)] == [0, 1 / 2, 3 / 4, 7 / 8]
    assert [law.mass(k) for k in (-1, 0, 1, 2)] == [0, 1 / 2, 1 / 4, 1 / 8]
    assert [law.tail(k) for k in (-1, 0, 1, 2)] == [1, 1, 1 / 2, 1 / 4]
    assert [law.quantile(p) for p in (0, "1/2", "3/4", "0.751", "0.9999")] == [0, 0, 1, 2, 13]
    assert [law.cdf_exact(k) for k in (-1, 0, 10**9)] == [0, None, None]


def test_a_quantile_that_nothing_decides_is_refused_after_all_precision_is_tried() -> None:
    law = Halves()
    assert (law.quantile("0.49"), law.quantile("0.51"), law.quantile(0), law.quantile(1)) == (
        0,
        1,
        0,
        1,
    )
    with pytest.raises(
        Impossible, match=r"no precision tells this quantile .*\n  ask for another p"
    ):
        law.quantile("1/2")


def test_a_law_that_lacks_a_part_cannot_be_made() -> None:
    with pytest.raises(TypeError, match="abstract"):
        Law()  # type: ignore[abstract]  # what a type checker cannot stop


NO_NUMBERS = [True, np.True_, None, float("nan"), float("inf"), "garbage", "", "0.1 ", [1], 10**500]
NO_WHOLE = [*NO_NUMBERS, 1.0, "1", F(1, 2)]
REFUSED: list[tuple[str, Callable[[Any], object], list[Any]]] = [
    ("scale", DiscreteLaplace, [*NO_NUMBERS, 0, -1, 1e-9, "0.0099", 2**41, "-0.5"]),
    ("scale", Geometric, [*NO_NUMBERS, 0, -1, 1e-9, "0.0099", 2**41]),
    ("scale", lambda x: ClampedGeometric(x, 0, 0, 1), [*NO_NUMBERS, 0, -1, 1e-9, 2**41]),
    ("center", lambda x: ClampedGeometric(1, x, 0, 9), [*NO_WHOLE, -1, 10]),
    ("low", lambda x: ClampedGeometric(1, 0, x, 9), NO_WHOLE),
    ("high", lambda x: ClampedGeometric(1, 0, 0, x), [*NO_WHOLE, -1]),
    ("variance", DiscreteGaussian, [*NO_NUMBERS, 0, -1, 1e-9, "0.0099", 2**61]),
    ("epsilon", lambda x: Staircase(x, 1, 1), [*NO_NUMBERS, 0, -1, 101, F(1, 2**41)]),
    ("epsilon", lambda x: Staircase(x, 2**40, 1), [0.5, "0.999"]),
    ("sensitivity", lambda x: Staircase(1, x, 1), [*NO_WHOLE, 0, -1, 2**41]),
    ("width", lambda x: Staircase(1, 3, x), [*NO_WHOLE, 0, -1, 4]),
    ("low", lambda x: Uniform(x, 9), NO_WHOLE),
    ("high", lambda x: Uniform(0, x), [*NO_WHOLE, -1]),
    ("p", Coin, [*NO_NUMBERS, -1, 2, "1.000001", -1e-9, 2**41]),
    ("x", ExpCoin, [*NO_NUMBERS, -1, -1e-9, 2**41]),
    ("a mass", lambda x: Finite({1: x}), [*NO_NUMBERS, -1, 2, "1.1"]),
    ("a value", lambda x: Finite({x: 1}), [x for x in NO_WHOLE if not isinstance(x, list)]),
    ("an exponent", lambda x: ExponentialWeights([0, x]), NO_NUMBERS),
    ("size", Permutation, [*NO_WHOLE, -1, 2**31 + 1]),
    ("size", lambda x: PoissonSubset(x, "1/2"), [*NO_WHOLE, -1, 2**31 + 1]),
    ("rate", lambda x: PoissonSubset(3, x), [*NO_NUMBERS, -1, 2, -1e-9, "1.1"]),
    ("size", lambda x: FixedSubset(x, 0), [*NO_WHOLE, -1, 2**31 + 1]),
    ("count", lambda x: FixedSubset(3, x), [*NO_WHOLE, -1, 4]),
    ("dimension", lambda x: EuclideanLaplace(x, 1), [*NO_WHOLE, 0, -1, 10**6 + 1]),
    ("scale", lambda x: EuclideanLaplace(1, x), [*NO_NUMBERS, 0, -1, 1e-9, "0.99", 2**41]),
    ("radius", EuclideanLaplace(2, 3).radius_tail, [*NO_NUMBERS, -1, 2**81]),
    ("k", DiscreteLaplace(1).mass, NO_WHOLE),
    ("k", DiscreteGaussian(1).log_mass, NO_WHOLE),
    ("k", ExpCoin(1).log_mass, NO_WHOLE),
    ("k", Geometric(1).cdf, NO_WHOLE),
    ("k", Coin("1/2").tail, NO_WHOLE),
    ("p", Uniform(0, 9).quantile, [*NO_NUMBERS, -1, 2, -1e-9, "1.1"]),
    ("p", ClampedGeometric(1, 0, 0, 1).quantile, [*NO_NUMBERS, -1, 2, -1e-9, "1.1"]),
]


@pytest.mark.parametrize(
    ("name", "make", "bad"), REFUSED, ids=[f"{n}-{name}" for n, (name, _, _) in enumerate(REFUSED)]
)
def test_every_law_names_the_parameter_it_refuses_and_says_how_to_go_on(
    name: str, make: Callable[[Any], object], bad: list[Any]
) -> None:
    for value in bad:
        with pytest.raises(OutOfRange) as refusal:
            make(value)
        problem, way_on = str(refusal.value).split("\n")
        assert problem.startswith(f"{name} is ")
        assert way_on.startswith(("  write it as ", "  it can be any"))


EDGES: list[tuple[Callable[..., object], list[tuple[Any, ...]]]] = [
    (DiscreteLaplace, [("0.01",), (0.01,), (2**40,)]),
    (Geometric, [("0.01",), (F(2**40),)]),
    (DiscreteGaussian, [("0.01",), (2**60,)]),
    (ClampedGeometric, [("0.01", 0, 0, 0), (2**40, 5, 5, 9), (1, -5, -9, -5)]),
    (Staircase, [(F(1, 2**40), 1, 1), (100, 2**40, 2**40), (1, 2**40, 1)]),
    (Uniform, [(0, 0), (-(2**70), 2**70), (np.int64(3), np.uint8(4))]),
    (Coin, [(0,), (1,), ("1e-300",)]),
    (ExpCoin, [(0,), (2**40,), ("1e-300",)]),
    (Permutation, [(0,), (2**31,)]),
    (PoissonSubset, [(0, 0), (2**31, 1)]),
    (FixedSubset, [(0, 0), (2**31, 2**31)]),
    (EuclideanLaplace, [(1, 1), (10**6, 2**40)]),
]


@pytest.mark.parametrize(("make", "edges"), EDGES, ids=lambda one: getattr(one, "__name__", ""))
def test_the_ends_of_each_range_are_allowed(
    make: Callable[..., object], edges: list[tuple[Any, ...]]
) -> None:
    for edge in edges:
        assert make(*edge) == make(*edge)
