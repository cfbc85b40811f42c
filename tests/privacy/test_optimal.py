"""Optimal composition: brute force over every outcome agrees."""

import itertools
import math
from fractions import Fraction

import mpmath
import pytest

from discreet.errors import Invalid, OutOfRange
from discreet.numbers import Number
from discreet.privacy import Approx, Odds, Optimal, Pure, Zcdp, compose
from discreet.privacy.optimal import MOST_SUMS, number_of_sums
from tests.privacy.truth import (
    DIGITS,
    assert_above,
    assert_least,
    real,
    telling,
    together,
    told,
)

F = Fraction


def same(epsilon: Number, delta: Number, count: int) -> Optimal:
    """The same approximate loss so many times."""
    return Optimal(((Approx(epsilon, delta), count),))


def mixed(*parts: tuple[Number, Number]) -> Optimal:
    """Different ones, each once."""
    return Optimal(tuple((Approx(epsilon, delta), 1) for epsilon, delta in parts))


@pytest.mark.parametrize(
    ("epsilon", "delta", "count", "that", "published"),
    [
        ("0.5", "0.01", 4, 1, 0.1305598559041622),
        ("0.3", 0, 5, "0.9", 0.02822219396080967),
        ("0.1", 0, 10, "0.6", 0.003132267576111354),
        ("0.1", "1e-6", 30, 1, 0.01059135905793815),
        ("0.1", 0, 100, 2, 0.02014017842819153),
        ("0.1", 0, 10, "0.5", 0.009929626917388853),
        ("0.5", 0, 4, 1, 0.09489511194634485),
    ],
)
def test_the_published_values(
    epsilon: Number, delta: Number, count: int, that: Number, published: float
) -> None:
    loss = same(epsilon, delta, count)
    assert loss.delta(that) == pytest.approx(published, rel=1e-12)
    assert loss.delta(that) >= published * (1 - 1e-15)


def test_the_published_inverse() -> None:
    found = same("0.1", 0, 100).epsilon("1e-6")
    assert found == pytest.approx(4.774567588107986, rel=1e-9)
    # Erratum 43: both drifts are valid, the one with tanh is the better, and this is better still.
    spread = 0.1 * math.sqrt(200 * math.log(1e6))
    better, worse = spread + 10 * math.tanh(0.05), spread + 10 * math.expm1(0.1)
    assert better == pytest.approx(5.756105519335732, rel=1e-12)
    assert worse == pytest.approx(6.308230950513408, rel=1e-12)
    assert found < better < worse


@pytest.mark.parametrize("delta", ["0", "1e-3"])
def test_the_published_mixture(delta: str) -> None:
    loss = mixed(*((epsilon, delta) for epsilon in ("0.1", "0.2", "0.5", 1)))
    published = 0.1790498892168176 if delta == "0" else 0.1823287672422651
    assert loss.delta(1) == pytest.approx(published, rel=1e-12)


@pytest.mark.parametrize("that", ["0", "0.3", "0.7", "1.1", "1.79", "1.8", "9"])
@pytest.mark.parametrize(
    "parts",
    [
        (("0.1", "0"), ("0.2", "0"), ("0.5", "0"), ("1", "0")),
        (("0.1", "0.001"), ("0.2", "0"), ("0.5", "1e-9"), ("1", "0.01")),
        (("0.3", "0.1"),),
        (("0.6", "0"), ("0.6", "0"), ("0.6", "0")),
        (("0", "0.2"), ("2", "1e-30")),
    ],
)
def test_it_is_what_four_outcomes_each_tell_together(
    parts: tuple[tuple[str, str], ...], that: str
) -> None:
    pair = together(*(telling(epsilon, delta) for epsilon, delta in parts))
    found = mixed(*parts).delta(that)
    assert_above(found, told(pair, that))
    assert mixed(*parts).sketch(float(that)) == pytest.approx(found, rel=1e-9, abs=1e-15)


@pytest.mark.parametrize("that", ["0", "0.7", "1.5", "2.9", "4"])
def test_rational_odds_are_listed_exactly(that: str) -> None:
    """All outcomes of randomised responses with odds 3, 3, 2 and 5 : 4, as rational numbers."""
    odds = (F(3), F(3), F(2), F(5, 4))
    chances = [(o / (1 + o), 1 / (1 + o)) for o in odds]
    pair = []
    for picks in itertools.product((0, 1), repeat=4):
        p = math.prod((two[pick] for two, pick in zip(chances, picks, strict=True)), start=F(1))
        q = math.prod((two[1 - pick] for two, pick in zip(chances, picks, strict=True)), start=F(1))
        pair.append((p, q))
    assert sum(p for p, _ in pair) == 1
    assert_above(compose(*map(Odds, odds)).delta(that), told(pair, that))


def test_parts_may_come_in_any_order() -> None:
    parts = [
        (Approx(F(1, 10), F(0)), 3),
        (Approx(F(1, 2), F(1, 100)), 2),
        (Approx(F(1, 3), F(0)), 1),
    ]
    found = {Optimal(tuple(order)).delta("0.4") for order in itertools.permutations(parts)}
    assert max(found) <= min(found) * (1 + 1e-14)


@pytest.mark.parametrize("delta", ["0.2", "1e-3", "1e-15", "1e-40"])
def test_an_epsilon_is_the_least_that_keeps_the_delta(delta: str) -> None:
    pair = together(*(telling(epsilon, 0) for epsilon in ("0.4", "0.6", "0.7", "1")))
    loss = mixed(*((epsilon, 0) for epsilon in ("0.4", "0.6", "0.7", 1)))
    assert_least(loss.epsilon(delta), lambda epsilon: told(pair, epsilon), delta)


def test_its_pure_epsilon_is_the_sum_where_nothing_fails() -> None:
    with mpmath.workdps(DIGITS):
        assert_above(same("0.1", 0, 7).pure, real("0.7"), 1e-15)
    assert same("0.1", "1e-9", 7).pure == math.inf
    assert same("0.1", 1, 2).delta(0) == 1
    assert same(1, 0, 3).terms() == {}


def test_a_sum_of_deltas_is_more_than_what_fails_together() -> None:
    """Deltas add up at most: what fails with probability d each fails with 1 - (1 - d)^k."""
    many = same(0, "0.1", 10)
    with mpmath.workdps(DIGITS):
        assert_above(many.delta(0), 1 - real("0.9") ** 10)
    assert many.delta(0) < 1
    assert same("0.1", "1e-6", 10).delta(1) < Approx(1, "1e-5").delta(1)


def test_too_many_sums_are_not_looked_at() -> None:
    few = [(Approx(F(1, i), F(0)), 1) for i in range(1, 16)]
    assert number_of_sums(few) == MOST_SUMS
    assert Optimal.of(few) is not None
    assert Optimal.of([*few, (Approx(F(1), F(0)), 1)]) is None
    assert Optimal.of(None) is None
    with pytest.raises(Invalid, match="too many sums"):
        Optimal((*few, (Approx(F(1), F(0)), 1)))


@pytest.mark.parametrize("count", [-1, 10**9, 1.5, True])
def test_what_is_no_count_is_refused(count: int) -> None:
    with pytest.raises(OutOfRange, match="the count"):
        Optimal(((Approx(1, 0), count),))


def test_what_is_no_epsilon_and_delta_is_refused() -> None:
    with pytest.raises(Invalid, match="not written as an epsilon and a delta\n  use compose"):
        Optimal(((Zcdp(1), 1),))  # type: ignore[arg-type]  # on purpose


def test_ten_thousand_of_one_kind_have_an_exact_worst() -> None:
    loss = same("0.01", 0, 10_000)
    # By the central limit theorem it is close to a bell curve of mu = 1.
    assert loss.delta(1) == pytest.approx(0.12694, abs=2e-4)
    assert loss.delta(1) < Pure(1).delta(0)
