"""Sums of exp(-k² / 2v), beside the same terms added up one by one, or beside integrals."""

from fractions import Fraction
from functools import lru_cache
from typing import Any

import mpmath
import pytest

from discreet.law import DiscreteGaussian
from discreet.law.bell import _summed, bell_dual, bell_sum, bell_total, bell_weights
from discreet.law.integral import integrated
from tests.law.oracle import PRECISION, tabulated
from tests.numbers.truth import assert_holds, ends, written

F = Fraction
NARROW = [F(1, 100), F(1, 4), F(1), F(7, 3), F(40), F(1000), F(40000)]
BILLIONS = F(10**10)


def sum_from(v: Fraction, m: int) -> Any:  # noqa: ANN401  (mpmath has no types)
    """The sum over k >= m, term by term."""
    table = tabulated(DiscreteGaussian(v))
    with mpmath.workprec(PRECISION):
        return table.tail(m) * table.total


@lru_cache(maxsize=1)
def millions_added_up() -> dict[int, Any]:
    """The sums over k >= m for v = 10**10, from two million terms of 350 bits each."""
    work = 350
    with mpmath.workprec(work + 50):
        ratio, fall = (
            int(mpmath.nint(mpmath.ldexp(mpmath.exp(-1 / (twice * written(BILLIONS))), work)))
            for twice in (2, 1)
        )
    term = 1 << work
    sums, marks, k, total = {}, {1, 100_000, 300_000}, 0, 0
    while term:
        if k in marks:
            sums[k] = total
        total += term
        term, ratio, k = term * ratio >> work, ratio * fall >> work, k + 1
    with mpmath.workprec(PRECISION):
        return {m: mpmath.ldexp(total - before, -work) for m, before in sums.items()}


def sum_by_integral(v: Fraction, m: int) -> Any:  # noqa: ANN401
    """Euler and Maclaurin's first terms: for v = 2**60 all others are below 2**-160 of the sum."""
    deviation = mpmath.sqrt(written(v))
    area = deviation * mpmath.sqrt(mpmath.pi / 2) * mpmath.erfc(m / deviation / mpmath.sqrt(2))
    first = mpmath.exp(-F(m * m) / (2 * v))
    z = m / deviation
    third = first * (3 * z - z**3) / deviation**3
    return area + first / 2 + first * z / deviation / 12 + third / 720


@pytest.mark.parametrize("v", NARROW)
@pytest.mark.parametrize("bits", [16, 24, 80, 150])
def test_the_total_is_the_sum_of_all_terms(v: Fraction, bits: int) -> None:
    total = tabulated(DiscreteGaussian(v)).total
    assert_holds(bell_total(v, bits), lambda: total, units=4)


@pytest.mark.parametrize("v", [BILLIONS, F(2**60), F(10**17, 3), F(10**6)])
@pytest.mark.parametrize("bits", [24, 80, 200])
def test_the_total_of_wide_bells_is_their_integral(v: Fraction, bits: int) -> None:
    """The rest of Poisson's formula is below exp(-2π² 10**6)."""
    assert_holds(bell_total(v, bits), lambda v: mpmath.sqrt(2 * mpmath.pi * v), v, units=4)


def test_two_million_terms_add_up_to_the_integral() -> None:
    with mpmath.workprec(PRECISION):
        total = 2 * millions_added_up()[1] + 1
        assert abs(total - mpmath.sqrt(2 * mpmath.pi * 10**10)) < mpmath.ldexp(1, -250)


@pytest.mark.parametrize("v", NARROW)
@pytest.mark.parametrize("bits", [24, 80, 150])
@pytest.mark.parametrize("deviations", [0, 1, 3, 9])
def test_a_sum_from_anywhere_is_the_sum_of_its_terms(
    v: Fraction, bits: int, deviations: int
) -> None:
    m = max(1, int(deviations * v ** F(1, 2)))
    assert_holds(bell_sum(v, m, bits), lambda: sum_from(v, m), units=4)


@pytest.mark.parametrize("m", [1, 100_000, 300_000])
@pytest.mark.parametrize("bits", [24, 64, 90])
def test_a_sum_of_a_million_terms_is_the_sum_of_its_terms(m: int, bits: int) -> None:
    assert_holds(bell_sum(BILLIONS, m, bits), lambda: millions_added_up()[m], units=4)


@pytest.mark.parametrize("m", [1, 2**20, 2**30, 3 * 2**30, 12 * 2**30])
@pytest.mark.parametrize("bits", [24, 64, 100])
def test_a_sum_of_a_billion_terms_is_all_but_its_integral(m: int, bits: int) -> None:
    found = bell_sum(F(2**60), m, bits)
    with mpmath.workprec(600):
        true, (low, high) = sum_by_integral(F(2**60), m), ends(found)
        doubt = true * mpmath.ldexp(1, -150)
        assert low - doubt <= true <= high + doubt
        assert high - low <= 4 * mpmath.ldexp(true, -bits)


@pytest.mark.parametrize("v", [F(10**6), F(10**7, 3), F(10**8)])
@pytest.mark.parametrize("deviations", [1, 4, 11, 30])
@pytest.mark.parametrize("bits", [24, 80, 150])
def test_adding_up_and_integrating_agree_where_both_are_narrow(
    v: Fraction, deviations: int, bits: int
) -> None:
    m = int(deviations * v ** F(1, 2))
    added, drawn = _summed(v, m, bits), integrated(v, m, bits)
    assert max(added.lower, drawn.lower) <= min(added.upper, drawn.upper)
    for interval in (added, drawn):
        assert (interval.upper - interval.lower) * 2**bits <= 4 * interval.lower


@pytest.mark.parametrize("v", [F(1, 100), F(1, 7), F(1), F(33), F(2000)])
@pytest.mark.parametrize("bits", [8, 64, 128])
def test_weights_enclose_the_terms_and_what_is_left(v: Fraction, bits: int) -> None:
    low, high, rest = bell_weights(1 / v, bits)
    unit = bits + 48
    with mpmath.workprec(PRECISION):
        for k, (least, most) in enumerate(zip(low, high, strict=True)):
            true = mpmath.ldexp(mpmath.exp(-(k**2) / (2 * written(v))), unit)
            assert least <= true <= most
            assert most - least <= 2**40  # of 2**48 in a part of 2**bits
        left = mpmath.ldexp(sum_from(v, len(low)), unit)
        assert left <= rest < 2**48


@pytest.mark.parametrize("v", [F(1, 100), F(1, 4), F(1), F(40), F(80), F(81), F(10**6)])
@pytest.mark.parametrize("bits", [16, 80, 160])
def test_the_last_dual_weight_holds_all_that_follow(v: Fraction, bits: int) -> None:
    """Also when the k-th counts k² times, as in a variance."""
    weights = bell_dual(v, bits)
    with mpmath.workprec(PRECISION):
        fall = mpmath.exp(-2 * mpmath.pi**2 * written(v))
        for k, weight in enumerate(weights, start=1):
            low, high = ends(weight)
            assert low <= fall ** (k * k) <= high
            assert high <= mpmath.ldexp(1, -bits) or k < len(weights)
        last = len(weights)
        after = mpmath.fsum(F(k, last) ** 2 * fall ** (k * k) for k in range(last, last + 60))
        assert 0 <= after <= ends(weights[-1])[1]
