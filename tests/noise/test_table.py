"""The table's law is the law: every boundary, every word of a small table, a bug that is seen."""

from fractions import Fraction

import mpmath
import numpy as np
import pytest

from discreet.errors import Invalid
from discreet.law import (
    Digit,
    DiscreteGaussian,
    DiscreteLaplace,
    ExpCoin,
    ExponentialWeights,
    Finite,
    Geometric,
    Tabled,
)
from discreet.noise import System
from discreet.noise.table import Table, as_array
from discreet.testing import Replay
from tests.noise.bits import path, word_for

BITS = 64 * 4  # a key, and three refinements
TRANSCENDENTAL: dict[str, Tabled] = {
    "laplace": DiscreteLaplace(1),
    "narrow laplace": DiscreteLaplace("1/100"),
    "wide laplace": DiscreteLaplace(4),
    "gaussian": DiscreteGaussian(2),
    "geometric": Geometric(3),
    "digit": Digit(Fraction(50)),
    "coin": ExpCoin("1/7"),
    "weights": ExponentialWeights([0, "1/3", -2, 1, 1]),
}


def _thresholds(law: Tabled) -> list[int]:
    """2**BITS P(cell <= i), rounded down, by an independent computation."""
    with mpmath.workprec(BITS + 100):
        weights = [_weight(law, k) for k in law.cells(BITS).values]
        total = mpmath.fsum(weights)
        sums, below = [], mpmath.mpf(0)
        for weight in weights:
            below += weight
            sums.append(int(mpmath.floor(below / total * mpmath.mpf(2) ** BITS)))
    return sums


def _weight(law: Tabled, k: int) -> mpmath.mpf:
    match law:
        case DiscreteLaplace(scale=s) | Geometric(scale=s) | Digit(scale=s):
            return mpmath.exp(-abs(k) * mpmath.mpf(s.denominator) / s.numerator)
        case DiscreteGaussian(parameter=v):
            return mpmath.exp(-k * k * mpmath.mpf(v.denominator) / (2 * v.numerator))
        case ExpCoin(x=x):
            one = mpmath.exp(-mpmath.mpf(x.numerator) / x.denominator)
            return one if k else 1 - one
        case ExponentialWeights(exponents=exponents):
            return mpmath.exp(mpmath.mpf(exponents[k].numerator) / exponents[k].denominator)
        case _:
            raise AssertionError(law)


@pytest.mark.parametrize("name", TRANSCENDENTAL)
def test_every_threshold_is_told_apart_three_refinements_deep(name: str) -> None:
    law = TRANSCENDENTAL[name]
    table, values = Table(law), law.cells(64).values
    checked = 0
    within = [threshold for threshold in _thresholds(law) if threshold + 4 < 1 << BITS]
    for cell, threshold in enumerate(within[: len(values) - 1]):
        for number, expected in ((threshold - 4, values[cell]), (threshold + 4, values[cell + 1])):
            replay = Replay(path(table, number, BITS))
            assert table.many(1, replay).tolist() == [expected]
            assert replay.left == 0  # all three refinements were needed
            checked += 1
    assert checked == 2 * min(len(within), len(values) - 1)


def test_a_key_on_the_threshold_itself_takes_one_refinement_and_no_more() -> None:
    law = DiscreteLaplace(1)
    table = Table(law)
    (threshold, *_) = _thresholds(law)
    key = threshold >> BITS - 64
    below = Replay(path(table, (key << 64) + 5, 128))
    assert table.many(1, below).tolist() == [0]
    assert below.left == 0
    for neighbour, value in ((key - 2, 0), (key + 2, -1)):  # a unit away nothing more is asked
        replay = Replay(path(table, neighbour, 64) + bytes(8))
        assert table.many(1, replay).tolist() == [value]
        assert replay.left == 8


def _enumerated(
    law: Tabled, word: int, key: int, depth: int
) -> tuple[dict[int, Fraction], Fraction]:
    """How much of all bit strings gives each value, and how much asks for more."""
    table = Table(law, word=word, key=key)
    closed: dict[int, Fraction] = {}
    still_open = Fraction(0)
    pending = [(1, prefix) for prefix in range(1 << word)]
    while pending:
        level, number = pending.pop()
        bits = word if level == 1 else key * (level - 1)
        found = _value(table, number, bits, level)
        if found is not None:
            closed[found] = closed.get(found, Fraction(0)) + Fraction(1, 1 << bits)
        elif level > depth:
            still_open += Fraction(1, 1 << bits)
        else:
            more = key * level - bits
            pending += [(level + 1, number << more | part) for part in range(1 << more)]
    return closed, still_open


def _value(table: Table, number: int, bits: int, level: int) -> int | None:
    """The value that these leading bits lead to, or nothing where more are asked for."""
    prefix = number >> bits - table.word
    stream = (word_for(table, prefix) << 16 - table.word).to_bytes(2, "little")
    if level > 1:
        more = table.key - table.word
        rest = number >> bits - table.key & (1 << more) - 1
        stream += (rest << 64 - more).to_bytes(8, "little")
        stream += (number & (1 << bits - table.key) - 1).to_bytes((bits - table.key) // 8, "big")
    try:
        return int(table.many(1, Replay(stream))[0])
    except Invalid:
        return None


@pytest.mark.parametrize(("word", "key"), [(2, 8), (4, 8), (6, 8), (8, 16)])
def test_all_bit_strings_of_a_small_table_give_a_dyadic_law_exactly(word: int, key: int) -> None:
    law = Finite({-3: "5/256", 0: "1/2", 1: "3/16", 7: "75/256"})
    closed, still_open = _enumerated(law, word, key, depth=1)
    assert still_open == 0
    assert closed == dict(law.masses)


@pytest.mark.parametrize("word", [2, 7])
@pytest.mark.parametrize(
    "law",
    [
        Finite({0: "1/3", 1: "1/3", 5: "1/3"}),
        DiscreteLaplace("1/2"),
        DiscreteGaussian(1),
        Geometric("1/2"),
    ],
    ids=str,
)
def test_all_bit_strings_of_a_small_table_close_in_on_the_law(word: int, law: Finite) -> None:
    for depth in (1, 2, 3):
        closed, still_open = _enumerated(law, word, 8, depth)
        assert sum(closed.values()) + still_open == 1
        # A string is left open only where it is within a unit of a threshold, or in the tail.
        units = 2 * len(law.cells(8 * depth).values) + 2
        assert still_open <= Fraction(units, 1 << 8 * depth)
        for value, mass in closed.items():
            true = law.mass_within(value, 200)
            assert true.upper - still_open <= mass <= true.lower


def test_a_threshold_off_by_one_unit_is_seen() -> None:
    law = DiscreteLaplace(1)
    table = Table(law)
    table.low[3] = table.high[3]  # the planted bug: a doubtful key is taken for a certain one
    replay = Replay(path(table, _thresholds(law)[3] + 4, BITS))
    assert table.many(1, replay).tolist() == [law.cells(64).values[3]]  # it is the next cell's
    assert replay.left > 0


def test_cells_beyond_the_sure_ones_are_settled_by_their_number() -> None:
    table = Table(Finite({0: "1/2", 1: "1/2"}), sure=1)
    assert len(table._entries[1]) == 1 << 15
    drawn = table.many(10_000, System())
    assert set(drawn.tolist()) == {0, 1}


def test_nothing_is_drawn_for_an_empty_array() -> None:
    assert len(Table(DiscreteLaplace(1)).many(0, Replay(b""))) == 0


def test_integers_too_long_for_an_array_stay_whole() -> None:
    assert as_array([1, 2]).dtype == np.int64
    assert as_array([1, 2**63]).tolist() == [1, 2**63]
