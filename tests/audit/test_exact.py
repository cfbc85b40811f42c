"""Worlds written out whole, beside closed forms."""

import math
from fractions import Fraction

import pytest

from discreet.audit import exact, worlds
from discreet.errors import Invalid
from discreet.law import DiscreteLaplace, Moved
from discreet.privacy import Relation

QUARTER = Fraction(1, 4)


def test_forced_answers_are_private_for_no_epsilon_and_for_one_delta() -> None:
    # Truth with probability 1/4, else yes: a no gives away who says it.
    rows = {0: {"yes": 1 - QUARTER, "no": QUARTER}, 1: {"yes": Fraction(1)}}
    channel = exact(rows, [(0, 1)])
    pure = channel.pure()
    assert (pure.value, pure.pair, pure.event) == (math.inf, (0, 1), ("no",))
    for epsilon in (0, 1, 10):
        assert channel.delta(epsilon).value == pytest.approx(0.25, rel=1e-12)
    assert channel.delta(1).event == ("no",)


def test_a_noisy_count_over_all_small_tables_tells_its_epsilon() -> None:
    pairs = worlds([0, 1], 2)
    law = DiscreteLaplace(2)
    rows = {table: Moved(law, sum(table)) for pair in pairs for table in pair}
    found = exact(rows, pairs)
    most = found.pure()
    assert most.value == pytest.approx(0.5, rel=1e-12)
    x, y = most.pair
    assert abs(sum(x) - sum(y)) == 1
    assert found.delta("0.25").value == pytest.approx(
        (1 - math.exp(-0.5) * math.exp(0.25)) / (1 + math.exp(-0.5)), rel=1e-9
    )


def test_worlds_are_all_tables_and_their_neighbours() -> None:
    assert len(worlds("ab", 2)) == 2 + 4
    near = worlds("ab", 2, Relation.REPLACE)
    assert (
        near == [(("a",), ("b",)), (("a", "a"), ("a", "b")), (("a", "b"), ("b", "b"))][: len(near)]
    )
    assert all(abs(len(x) - len(y)) == 1 for x, y in worlds(range(3), 4))


def test_probabilities_that_do_not_add_up_are_refused() -> None:
    with pytest.raises(Invalid, match="do not add up"):
        exact({0: {0: QUARTER}, 1: {0: Fraction(1)}}, [(0, 1)])


def test_neighbours_without_a_row_are_refused() -> None:
    with pytest.raises(Invalid, match="give a row"):
        exact({0: {0: 1}}, [(0, 1)])
    with pytest.raises(Invalid, match="give a row"):
        exact({0: {0: 1}}, [])
