"""Coins: p exactly, and exp(-x) to as many bits as asked."""

import math
from fractions import Fraction

import mpmath
import pytest

from discreet.law import Coin, ExpCoin
from tests.numbers.truth import assert_holds

F = Fraction


@pytest.mark.parametrize("p", [F(0), F(1, 3), F(1, 2), F(999, 1000), F(1)])
def test_a_coin_is_exact(p: Fraction) -> None:
    law = Coin(p)
    assert (law.mass(0), law.mass(1), law.mass(2), law.mass(-1)) == (float(1 - p), float(p), 0, 0)
    assert [law.cdf_exact(k) for k in (-1, 0, 1, 2)] == [0, 1 - p, 1, 1]
    assert (law.tail(0), law.tail(1), law.tail(2)) == (1, float(p), 0)
    assert (law.mean, law.variance) == (float(p), float(p * (1 - p)))
    for k, mass in ((1, p), (0, 1 - p)):
        expected = math.log(mass) if mass else -math.inf
        assert law.log_mass(k) == pytest.approx(expected, rel=1e-12)


def test_a_quantile_of_a_coin_turns_exactly_at_its_level() -> None:
    law, hair = Coin("1/3"), F(1, 10**150)
    assert law.quantile(0) == law.quantile(F(2, 3)) == 0
    assert law.quantile(F(2, 3) + hair) == law.quantile(1) == 1


def test_a_coin_weighs_one_first() -> None:
    cells = Coin("2/7").cells(64)
    assert (cells.values, cells.low, cells.high, cells.rest) == ([1, 0], [2, 5], [2, 5], 0)


@pytest.mark.parametrize(
    "x", [F(1, 10**300), F(1, 10**30), F(1, 7), F(1), F(50), F(1000), F(2**40)]
)
@pytest.mark.parametrize("bits", [24, 64, 200])
def test_both_sides_of_an_exponential_coin_are_narrow(x: Fraction, bits: int) -> None:
    law = ExpCoin(x)
    assert_holds(law.mass_within(1, bits), lambda x: mpmath.exp(-x), x, units=4)
    assert_holds(law.tail_within(1, bits), lambda x: mpmath.exp(-x), x, units=4)
    other = law.mass_within(0, bits)
    units = 2.0 ** (other.bits - bits + 2)  # four parts of 2**bits, as asked
    assert_holds(other, lambda x: -mpmath.expm1(-x), x, units=units)


@pytest.mark.parametrize("x", ["1e-300", "1e-30", "0.001", 1, 30, 700, 1000, 2**40])
def test_floats_of_an_exponential_coin_are_those_of_the_exponential(x: str | int) -> None:
    law, number = ExpCoin(x), float(x)
    assert law.mass(1) == law.mean == pytest.approx(math.exp(-number), rel=1e-15, abs=1e-323)
    assert law.mass(0) == pytest.approx(-math.expm1(-number), rel=1e-15)
    variance = -math.exp(-number) * math.expm1(-number)
    assert law.variance == pytest.approx(variance, rel=1e-15, abs=1e-323)
    assert law.log_mass(1) == -number
    with mpmath.workprec(2000):
        other = float(mpmath.log(-mpmath.expm1(-mpmath.mpf(x))))
    assert law.log_mass(0) == pytest.approx(other, rel=1e-15, abs=1e-323)


def test_an_exponent_midway_between_two_floats_is_rounded_to_the_even_one() -> None:
    assert ExpCoin(1 + F(1, 2**53)).log_mass(1) == -1
    assert ExpCoin(1 + F(3, 2**53)).log_mass(1) == -1 - 2**-51


def test_an_exponential_coin_of_zero_is_certain() -> None:
    law = ExpCoin(0)
    assert (law.mass(1), law.mass(0), law.mean, law.variance) == (1, 0, 1, 0)
    assert (law.log_mass(1), law.log_mass(0), law.log_mass(2)) == (0, -math.inf, -math.inf)
    assert (law.tail(0), law.tail(1), law.tail(2), law.cdf(0)) == (1, 1, 0, 0)
    assert (law.quantile(0), law.quantile("1e-300"), law.quantile(1)) == (0, 1, 1)
