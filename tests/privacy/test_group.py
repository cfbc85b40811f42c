"""What a loss for one unit says about several."""

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discreet.errors import OutOfRange
from discreet.numbers import Number
from discreet.privacy import (
    Approx,
    BoundedRange,
    DiscreteGaussianNoise,
    DiscreteLaplaceNoise,
    Gdp,
    Grouped,
    LaplaceNoise,
    Loss,
    Nearly,
    Odds,
    Optimal,
    Pure,
    Renyi,
    Zcdp,
    compose,
    group,
)
from discreet.privacy.loss import above_product
from tests.privacy.truth import DIGITS, assert_above, divergence, real, together, told

F = Fraction


def test_the_published_value() -> None:
    loss = group(Approx("0.5", "1e-6"), 4)
    assert isinstance(loss, Approx)
    assert loss.exponent == 2
    assert float(loss.failing) == pytest.approx(9.848692169497238e-6, rel=1e-12)
    # Erratum 27 and 44: k exp(k e) d and k exp((k - 1) e) d hold as well, and are loose.
    assert loss.failing < 4 * F(math.exp(1.5)) / 10**6 < 4 * F(math.exp(2)) / 10**6


@pytest.mark.parametrize("epsilon", ["0", "1e-9", "0.1", "0.5", "3"])
@pytest.mark.parametrize("size", [1, 2, 3, 10, 100])
def test_deltas_of_a_group_are_a_geometric_sum(epsilon: str, size: int) -> None:
    loss = group(Approx(epsilon, "1e-60"), size)
    assert isinstance(loss, Approx)
    with mpmath.workdps(400):
        steps = mpmath.fsum(mpmath.exp(real(epsilon) * i) for i in range(size))
        truth = min(mpmath.mpf(1), steps / mpmath.mpf(10) ** 60)
        found = mpmath.mpf(loss.failing.numerator) / loss.failing.denominator
        assert truth <= found <= truth * (1 + mpmath.mpf(10) ** -12)


def test_a_group_of_one_is_one() -> None:
    """Errata 6 and 27: k units are k steps, neither k - 1 nor k + 1."""
    for loss in (Pure(1), Approx(1, "0.1"), Renyi({"1.5": 1}), Zcdp(1, "0.1"), Odds(3)):
        assert group(loss, 1) is loss


def test_a_chain_of_coins_meets_the_bound_for_odds_of_two() -> None:
    """p(k + 1) = 2 p(k) + d from p(0) = 0: each step is (ln 2, d), and k steps use up the bound."""
    delta, size = F(1, 10**6), 6
    chain = [F(0)]
    for _ in range(size):
        chain.append(2 * chain[-1] + delta)
    assert chain[-1] == delta * (2**size - 1)
    loss = group(Approx(F(Odds(2).pure), delta), size)
    assert isinstance(loss, Approx)
    assert chain[-1] <= loss.failing <= chain[-1] * (1 + F(1, 10**12))
    # One step fewer would be false.
    short = group(Approx(F(Odds(2).pure), delta), size - 1)
    assert isinstance(short, Approx)
    assert short.failing < chain[-1]


@st.composite
def chains(draw: st.DrawFn) -> list[list[Fraction]]:
    """Answers of a mechanism on tables that differ in one more unit each."""
    outcomes = draw(st.integers(2, 4))
    rows = draw(
        st.lists(
            st.lists(st.integers(0, 9), min_size=outcomes, max_size=outcomes).filter(any),
            min_size=3,
            max_size=6,
        )
    )
    return [[F(weight, sum(row)) for weight in row] for row in rows]


def worst(first: Sequence[Fraction], second: Sequence[Fraction], weight: int) -> Fraction:
    """The delta of two answers, both ways, where exp(epsilon) is a whole number."""
    ways = ((first, second), (second, first))
    return max(
        sum((max(F(0), p - weight * q) for p, q in zip(*way, strict=True)), F(0)) for way in ways
    )


@given(chains(), st.integers(1, 3))
def test_no_chain_of_neighbours_tells_more_than_a_group(
    chain: list[list[Fraction]], weight: int
) -> None:
    size = len(chain) - 1
    delta = max(worst(a, b, weight) for a, b in pairwise(chain))
    loss = group(Approx(F(Odds(weight).pure), delta), size)
    if isinstance(loss, Approx) and size > 1:
        assert worst(chain[0], chain[-1], weight**size) <= loss.failing
        plain = delta * sum(weight**i for i in range(size))
        assert min(F(1), plain) <= loss.failing


def test_each_definition_is_a_distance_walked_unit_by_unit() -> None:
    assert group(Pure("0.1"), 7) == Pure("0.7")
    assert group(Odds("3/2"), 2) == Odds("9/4")
    assert group(Gdp("0.3"), 7) == Gdp("2.1")
    assert group(Zcdp("0.1"), 7) == Zcdp("4.9")
    both = group(compose(Pure("0.1"), Pure("0.1"), Gdp(1)), 3)
    assert str(both) == str(compose(Pure("0.3"), Pure("0.3"), Gdp(3)))


def test_a_discrete_laplace_meets_the_pure_bound() -> None:
    """Masses r^|k| of a sum moved by one for each unit: each step is ln 2, k steps are k ln 2."""
    ratio, places = F(1, 2), range(-60, 61)
    for size in (1, 2, 5):
        odds = max(ratio ** abs(k - size) / ratio ** abs(k) for k in places)
        assert group(Odds(2), size) == Odds(odds)


@pytest.mark.parametrize(("odds", "size"), [("1.01", 1000), (3, 10**5), ("1.000001", 10**9)])
def test_odds_too_long_to_write_are_rounded_up(odds: Number, size: int) -> None:
    loss = group(Odds(odds), size)
    assert isinstance(loss, Pure)
    with mpmath.workdps(DIGITS):
        assert_above(loss.pure, mpmath.log(real(odds)) * size)
        assert mpmath.mpf(loss.exponent.numerator) / loss.exponent.denominator >= (
            mpmath.log(real(odds)) * size
        )


@pytest.mark.parametrize("doublings", [1, 2, 3])
def test_divergences_of_a_group_are_at_a_lower_order(doublings: int) -> None:
    size = 2**doublings
    loss = group(Renyi({2 * size: "0.1", 5 * size: "0.2", "1.5": "0.01"}), size)
    assert loss.renyi([2, 5]) == [
        above_product(0.1, F(3**doublings)),
        above_product(0.2, F(3**doublings)),
    ]
    # Bell curves that far apart: a mu² / 2 at each order, and mu grows with the group.
    each = {a * size: F(a * size, 200) for a in (2, 3, 10)}
    for order, most in zip((2, 3, 10), group(Renyi(each), size).renyi([2, 3, 10]), strict=True):
        assert most >= order * (F(1, 10) * size) ** 2 / 2


def test_divergences_at_too_low_an_order_say_nothing_of_a_group() -> None:
    assert group(Renyi({"3.9": 1}), 2).renyi([2]) == [math.inf]
    assert group(Renyi({"3.9": 1}), 2).renyi(["1.95"]) == [math.inf]
    assert group(Renyi({4: 1}), 2).renyi(["1.5"]) == [3]
    assert Grouped(Gdp(1), 10**9).renyi([10**8])[0] == 10**26 / 2


@pytest.mark.parametrize("size", [2, 3, 5])
def test_any_profile_is_walked_unit_by_unit(size: int) -> None:
    """Randomised response of as many bits: all of them turned."""
    p, q = F(3, 4), F(1, 4)
    pair = together(*[[(p, q), (q, p)]] * size)
    loss = Grouped(Odds(3), size)
    exact = Grouped(Approx(1, "1e-6"), size)
    for epsilon in ("0", "1", "2"):
        assert loss.delta(epsilon) >= told(pair, epsilon)
        assert loss.sketch(float(epsilon)) == pytest.approx(loss.delta(epsilon), rel=1e-9)
        assert exact.delta(size) == pytest.approx(float(group(Approx(1, "1e-6"), size).delta(size)))
    for order in (F(3, 2), F(2), F(7)):
        assert loss.renyi([order])[0] >= divergence(pair, order)
    assert loss.delta(2 * size) == loss.sketch(2.0 * size) == 0.0
    assert loss.rho == pytest.approx(size**2 * Odds(3).rho)
    assert loss.mu == pytest.approx(size * Odds(3).mu)
    assert loss.pure == pytest.approx(size * Odds(3).pure)


def test_noise_is_moved_so_many_times_as_far() -> None:
    assert group(LaplaceNoise("0.1"), 3) == LaplaceNoise("0.3")
    assert group(DiscreteLaplaceNoise(7, 2), 3) == DiscreteLaplaceNoise(7, 6)
    assert group(DiscreteGaussianNoise(7, 2), 3) == DiscreteGaussianNoise(7, 6)
    assert group(BoundedRange("0.1"), 3) == BoundedRange("0.3")
    assert group(Renyi({100: 1}), 3) == Grouped(Renyi({100: 1}), 3)
    assert group(Zcdp(1, "1e-6"), 2) == Grouped(Zcdp(1, "1e-6"), 2)
    assert group(Optimal(()), 2).delta(0) == 0


@pytest.mark.parametrize("size", [0, -1, 1.5, True, None, "2", 10**10])
def test_a_size_is_a_whole_number(size: int) -> None:
    with pytest.raises(OutOfRange, match="the size of a group"):
        group(Pure(1), size)


@pytest.mark.parametrize("loss", [Pure(1), Approx(1, "1e-6"), Odds(3), Gdp(1), Zcdp(1)])
def test_an_absurd_group_is_refused_at_once(loss: Loss) -> None:
    with pytest.raises(OutOfRange, match="it can be anything from 0 to"):
        group(loss, 10**9)


def test_a_group_of_responses_is_no_worse_than_the_chain() -> None:
    """A vector of answers where every one of k changes: the product of k pairs."""
    p, q = F(3, 4), F(1, 4)
    pair = [(p * p, q * q), (p * q, q * p), (q * p, p * q), (q * q, p * p)]
    loss = group(Odds(3), 2)
    assert loss == Odds(9)
    for epsilon in ("0", "1", "2"):
        assert loss.delta(epsilon) >= told(pair, epsilon)
    assert loss.renyi([2])[0] >= divergence(pair, 2)


def test_the_delta_of_a_group_at_an_epsilon_of_next_to_nothing() -> None:
    """Next to k times as much."""
    assert Grouped(Nearly(Pure(0), "1e-9"), 2).delta("1e-300") == pytest.approx(4e-9)
    assert group(Approx("1e-300", "1e-6"), 3).delta(1) == pytest.approx(3e-6)
