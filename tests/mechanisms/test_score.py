"""Scores of quantiles and modes: how far a unit moves them, and what comes of it."""

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement, product

import numpy as np
import pytest
from numpy.typing import NDArray

from discreet.errors import Impossible, Invalid, OutOfRange
from discreet.law import Law
from discreet.mechanisms import Exponential, Piecewise
from discreet.mechanisms.score import (
    MOST_PARTS,
    IntervalScore,
    OrderScore,
    RankScore,
    mode_distances,
)
from discreet.privacy import Relation, Sensitivity
from tests.mechanisms.enumerate import array, covered

DATA = ("0.11", "0.23", "0.31", "0.44", "0.52", "0.57", "0.61", "0.78", "0.93")
FINE = 10**13
LEVELS = [Fraction(1, 2), Fraction(1, 4), Fraction(2, 3), Fraction(0), Fraction(1)]
Score = RankScore | IntervalScore | OrderScore
ADDED, REPLACED = Relation.ADD_REMOVE, Relation.REPLACE


def _at(score: Score, values: tuple[int, ...], top: int = 5) -> NDArray[np.int64]:
    """The score of every number from 0 to the top."""
    starts, heights = score.steps(array(values), 0)
    assert starts[0] == 0
    return heights[np.searchsorted(starts, np.arange(top + 1), "right") - 1]


@pytest.mark.parametrize(
    ("score", "relation", "fourth", "fifth"),
    [
        (OrderScore("1/2"), REPLACED, 0.1952717071555733, 0.1220448169722333),
        (RankScore("1/2"), ADDED, 0.3290655596942802, 0.2056659748089252),
    ],
)
def test_medians_fall_into_cells_as_the_reference_table_says(
    score: Score, relation: Relation, fourth: float, fifth: float
) -> None:
    values = array(int(Fraction(x) * FINE) for x in DATA)
    far = score.sensitivity(relation).linf
    assert far is not None
    # The range has one number more than cells have; a grid so fine does not show it.
    law = Piecewise(0, FINE, 2 * far).law(score.steps(values, 0))
    cells = [law.tail(int(values[k - 1])) - law.tail(int(values[k])) for k in (4, 5)]
    assert cells == pytest.approx([fourth, fifth], rel=1e-11)


@pytest.mark.parametrize("level", LEVELS)
def test_no_unit_moves_a_score_further_than_it_says_and_some_do(level: Fraction) -> None:
    for score in (RankScore(level), IntervalScore(level), IntervalScore(level, wide=1)):
        most = {ADDED: 0, REPLACED: 0}
        for size in range(5):
            for values in combinations_with_replacement(range(4), size):
                here = _at(score, values)
                for other in range(4):
                    moved = np.abs(_at(score, (*values, other)) - here).max()
                    most[ADDED] = max(most[ADDED], int(moved))
                    for gone in range(size):
                        rest = (*values[:gone], *values[gone + 1 :], other)
                        moved = np.abs(_at(score, rest) - here).max()
                        most[REPLACED] = max(most[REPLACED], int(moved))
        for relation, found in most.items():
            assert found == score.sensitivity(relation).linf


def _needed(values: tuple[int, ...], place: int) -> NDArray[np.int64]:
    """How many values have to be replaced for each t to be at that place: by trying all."""
    found = []
    for t in range(6):
        costs = [
            sum((Counter(values) - Counter(other)).values())
            for other in combinations_with_replacement(range(6), len(values))
            if other[place - 1] == t
        ]
        found.append(min(costs))
    return np.array(found)


@pytest.mark.parametrize("level", [Fraction(1, 2), Fraction(1, 4), Fraction(1)])
def test_distances_of_order_statistics_are_how_many_values_must_be_replaced(
    level: Fraction,
) -> None:
    for size in (1, 2, 3, 4):
        place = -(-level.numerator * size // level.denominator)
        for values in combinations_with_replacement(range(0, 6, 2), size):
            expected = _needed(values, place)
            assert (-_at(OrderScore(level), values) == expected).all()
            # Smoothed: the least distance within reach.
            for wide in (1, 2):
                window = [min(expected[max(t - wide, 0) : t + wide + 1]) for t in range(6)]
                assert [*-_at(OrderScore(level, wide=wide), values)] == window


def test_a_smoothed_score_is_the_best_within_reach() -> None:
    for values in combinations_with_replacement(range(6), 3):
        plain = _at(IntervalScore("1/3"), values)
        window = [max(plain[max(t - 1, 0) : t + 2]) for t in range(6)]
        assert [*_at(IntervalScore("1/3", wide=1), values)] == window


def test_a_common_value_scores_best_by_itself() -> None:
    values = (1, 3, 3, 3, 3, 3, 4)
    assert _at(IntervalScore("1/2"), values).argmax() == 3
    assert (_at(IntervalScore("1/2"), values) == 0).sum() == 1
    assert (_at(RankScore("1/2"), values) == 0).sum() == 0


@pytest.mark.parametrize("score", [RankScore("1/2"), IntervalScore("1/4")])
def test_quantiles_keep_their_loss_when_a_value_is_added(score: Score) -> None:
    class Choice:
        """The exponential mechanism on the steps of a list of values."""

        inner = Piecewise(0, 3, 2)
        loss = inner.loss

        def law(self, values: tuple[int, ...], /) -> Law:
            return self.inner.law(score.steps(array(values), 0))

    pairs = [
        (values, tuple(sorted((*values, other))))
        for size in range(5)
        for values in combinations_with_replacement(range(4), size)
        for other in range(4)
    ]
    assert covered(Choice(), score.sensitivity(ADDED), pairs) > 0.5


@pytest.mark.parametrize("wide", [0, 1])
def test_medians_by_distance_keep_their_loss_when_a_value_is_replaced(wide: int) -> None:
    class Choice:
        """The inverse-sensitivity mechanism, half as good as without its two."""

        inner = Piecewise(0, 4, 2)
        loss = inner.loss

        def law(self, values: tuple[int, ...], /) -> Law:
            return self.inner.law(OrderScore("1/2", wide=wide).steps(array(values), 0))

    for size in (1, 2, 3, 4):
        tables = [*combinations_with_replacement(range(0, 5, 2), size)]
        pairs = [
            (one, two)
            for one, two in product(tables, tables)
            if sum((Counter(one) - Counter(two)).values()) == 1
        ]
        covered(Choice(), Sensitivity(linf=1), pairs)


def test_no_values_at_all_make_all_numbers_alike() -> None:
    for score in (RankScore("1/2"), IntervalScore("1/2", wide=3), OrderScore("1/2")):
        assert len({*_at(score, ())}) == 1


def _mode_needed(counts: tuple[int, ...]) -> list[int]:
    """By trying all tables of the same size."""
    size, found = sum(counts), []
    for t in range(len(counts)):
        costs = [
            sum(max(0, a - b) for a, b in zip(counts, other, strict=True))
            for other in product(range(size + 1), repeat=len(counts))
            if sum(other) == size and int(np.argmax(other)) == t
        ]
        found.append(min(costs))
    return found


def test_distances_of_modes_are_how_many_units_must_change() -> None:
    for counts in product(range(4), repeat=3):
        if sum(counts):
            assert [*mode_distances(array(counts))] == _mode_needed(counts)


def test_distances_of_modes_move_by_one_and_choices_by_them_are_covered() -> None:
    class Choice:
        inner = Exponential(2)
        loss = inner.loss

        def law(self, counts: tuple[int, ...], /) -> Law:
            return self.inner.law([-far for far in mode_distances(array(counts))])

    tables = [counts for counts in product(range(5), repeat=3) if sum(counts) == 4]
    pairs = [
        (one, two)
        for one, two in product(tables, tables)
        if sum(abs(a - b) for a, b in zip(one, two, strict=True)) == 2
    ]
    moves = [np.abs(mode_distances(array(a)) - mode_distances(array(b))).max() for a, b in pairs]
    assert max(moves) == 1
    assert covered(Choice(), Sensitivity(linf=1), pairs) > 0.5


def test_a_score_by_order_is_for_units_that_are_replaced() -> None:
    assert OrderScore("1/2").sensitivity(REPLACED) == Sensitivity(linf=1)
    with pytest.raises(Impossible, match="IntervalScore"):
        OrderScore("1/2").sensitivity(ADDED)


def test_values_beyond_the_range_count_at_its_ends_and_never_go_round() -> None:
    ends = np.array([-(2**63), 2**63 - 1, 2**63 - 1], np.int64)
    for score in (RankScore("1/2"), IntervalScore("1/2", wide=1 << 60), OrderScore("1/2", wide=9)):
        starts, heights = score.steps(ends, -5)
        assert (starts[0], len(starts)) == (-5, len(heights))
        assert (np.diff(starts) > 0).all()
        near, _ = score.steps(np.array([-5, 1 << 61, 1 << 61]), -5)
        assert [*starts] == [*near]
    huge, _ = RankScore("1/2").steps(np.array([2**64 - 1], np.uint64), 0)
    assert [*huge] == [0, 1 << 61]
    with pytest.raises(Invalid, match="grid"):
        RankScore("1/2").steps(np.array([0.5]), 0)


def test_levels_and_widths_that_are_none_are_refused() -> None:
    for kind in (RankScore, IntervalScore, OrderScore):
        for bad in ("2", -1, Fraction(1, MOST_PARTS + 1)):
            with pytest.raises(OutOfRange):
                kind(bad)
    for smooth in (IntervalScore, OrderScore):
        with pytest.raises(OutOfRange):
            smooth("1/2", wide=-1)
