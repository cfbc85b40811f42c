"""Every law over the integers: what it says of itself is what its definition adds up to."""

import math
import pickle
from dataclasses import FrozenInstanceError, fields
from fractions import Fraction
from typing import Any, cast

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discreet.errors import OutOfRange
from discreet.law import (
    ClampedGeometric,
    Coin,
    DiscreteGaussian,
    DiscreteLaplace,
    ExpCoin,
    ExponentialWeights,
    Finite,
    Geometric,
    Law,
    Staircase,
    Uniform,
)
from tests.law.oracle import PRECISION, Table, tabulated
from tests.numbers.truth import assert_holds, written

F = Fraction
SCALES = st.fractions(F(1, 100), 3, max_denominator=100)
SMALL = st.integers(-12, 12)
PLACES = st.integers(-40, 40)


@st.composite
def staircases(draw: st.DrawFn) -> Staircase:
    step = draw(st.integers(1, 4))
    epsilon = draw(st.fractions(F(1, 2), 5, max_denominator=20))
    return Staircase(epsilon, step, draw(st.integers(1, step)))


@st.composite
def folded(draw: st.DrawFn) -> ClampedGeometric:
    low, size = draw(SMALL), draw(st.integers(0, 12))
    return ClampedGeometric(draw(SCALES), low + draw(st.integers(0, size)), low, low + size)


@st.composite
def finite(draw: st.DrawFn) -> Finite:
    weights = draw(st.dictionaries(SMALL, st.integers(0, 9), min_size=1))
    total = sum(weights.values()) or 1
    if not any(weights.values()):
        weights[next(iter(weights))] = 1
    return Finite({k: F(weight, total) for k, weight in weights.items()})


LAWS: st.SearchStrategy[Law] = st.one_of(
    st.builds(DiscreteLaplace, SCALES),
    st.builds(Geometric, SCALES),
    st.builds(DiscreteGaussian, st.fractions(F(1, 100), 30, max_denominator=100)),
    staircases(),
    folded(),
    finite(),
    st.builds(lambda low, size: Uniform(low, low + size), SMALL, st.integers(0, 12)),
    st.builds(Coin, st.fractions(0, 1, max_denominator=12)),
    st.builds(ExpCoin, st.fractions(0, 20, max_denominator=12)),
    st.builds(
        ExponentialWeights,
        st.lists(st.fractions(-9, 9, max_denominator=3), min_size=1, max_size=8),
    ),
)


def is_nearest(found: float, value: Any) -> bool:  # noqa: ANN401  (mpmath has no types)
    """Whether a float is within half a last place of a value that is known to 300 bits."""
    with mpmath.workprec(PRECISION):
        return bool(abs(found - value) <= math.ulp(found) / 2 + mpmath.ldexp(1, -300))


@given(LAWS, PLACES, st.sampled_from([20, 64, 100]))
def test_certified_masses_and_tails_hold_the_true_ones(law: Law, k: int, bits: int) -> None:
    table = tabulated(law)
    assert_holds(law.mass_within(k, bits), lambda: table.mass(k), units=16)
    assert_holds(law.tail_within(k, bits), lambda: table.tail(k))
    assert_holds(law.cdf_within(k, bits), lambda: table.cdf(k))
    for interval in (law.tail_within(k, bits), law.cdf_within(k, bits)):
        assert interval.upper - interval.lower <= F(16, 2**bits)


@given(LAWS, PLACES)
def test_floats_are_the_closest_there_are(law: Law, k: int) -> None:
    table = tabulated(law)
    assert is_nearest(law.mass(k), table.mass(k))
    assert is_nearest(law.tail(k), table.tail(k))
    assert is_nearest(law.cdf(k), table.cdf(k))


@given(LAWS, PLACES)
def test_the_logarithm_of_a_mass_is_its_logarithm(law: Law, k: int) -> None:
    mass = tabulated(law).mass(k)
    if mass == 0:
        assert law.log_mass(k) == -math.inf
    else:
        with mpmath.workprec(PRECISION):
            assert is_nearest(law.log_mass(k), mpmath.log(mass))


@given(LAWS, PLACES, st.integers(0, 30))
def test_masses_and_both_tails_add_up_to_one(law: Law, first: int, count: int) -> None:
    inside = [law.mass_within(k, 90) for k in range(first, first + count)]
    beyond = law.cdf_within(first - 1, 90) + law.tail_within(first + count, 90)
    total = sum(inside, beyond)
    assert total.holds(1)
    assert total.upper - total.lower < F(1, 2**80)


@given(LAWS, PLACES)
def test_mass_tail_and_cdf_agree(law: Law, k: int) -> None:
    step = law.tail_within(k, 90) - law.tail_within(k + 1, 90) - law.mass_within(k, 90)
    assert step.holds(0)
    rise = law.cdf_within(k, 90) - law.cdf_within(k - 1, 90) - law.mass_within(k, 90)
    assert rise.holds(0)
    assert (law.cdf_within(k, 90) + law.tail_within(k + 1, 90)).holds(1)
    exact = law.cdf_exact(k)
    assert exact is None or law.cdf_within(k, 90).holds(exact)


@given(LAWS)
def test_mean_and_variance_are_sums_over_the_support(law: Law) -> None:
    table = tabulated(law)
    mean = table.moment(1)
    assert is_nearest(law.mean, mean)
    assert is_nearest(law.variance, table.moment(2, center=mean))
    assert math.copysign(1, law.mean) == (1 if law.mean >= 0 else -1)


@given(LAWS)
def test_beyond_the_support_there_is_nothing(law: Law) -> None:
    low, high = law.support.low, law.support.high
    if low is not None:
        assert low - 1 not in law.support
        assert (law.mass(low - 1), law.cdf(low - 1), law.tail(low)) == (0, 0, 1)
        assert law.log_mass(low - 1) == -math.inf
        assert law.cdf_exact(low - 1) == 0
    if high is not None:
        assert high + 1 not in law.support
        assert (law.mass(high + 1), law.tail(high + 1), law.cdf(high)) == (0, 0, 1)
        assert law.log_mass(high + 1) == -math.inf
        assert law.cdf_exact(high) == 1
    if low is None and high is None:
        assert all(law.mass_within(k, 64).low > 0 for k in (-(10**6), 0, 10**6))


@given(LAWS, st.fractions(0, 1, max_denominator=60))
def test_a_quantile_is_the_least_value_that_reaches_its_level(law: Law, p: Fraction) -> None:
    if (p == 0 and law.support.low is None) or (p == 1 and law.support.high is None):
        with pytest.raises(OutOfRange, match=f"p is {p}, and this law has no end there"):
            law.quantile(p)
    else:
        assert law.quantile(p) == enumerated(tabulated(law), p)


def enumerated(table: Table, p: Fraction) -> int:
    """The least value that reaches a level, by adding up masses."""
    if p == 1:
        return max(k for k in table.values if table.weight(k) > 0)
    with mpmath.workprec(PRECISION):
        # Levels have small denominators: a sum so close to one meets it exactly.
        wanted = (written(p) - mpmath.ldexp(1, -250)) * table.total
        reached = mpmath.mpf(0)
        for k in table.values:
            reached += table.weight(k)
            if reached >= wanted:
                return k
    raise AssertionError(p)


@given(LAWS)
def test_laws_are_values(law: Law) -> None:
    copy = pickle.loads(pickle.dumps(law))  # noqa: S301  (our own, just written)
    assert copy == law
    assert hash(copy) == hash(law)
    for parameter in fields(cast("Any", law)):
        with pytest.raises(FrozenInstanceError):
            setattr(law, parameter.name, 1)
