"""The worst of several, and pieces of a table that share no unit: every replacement, listed."""

import itertools
import math
from fractions import Fraction

import pytest

from discreet.errors import Invalid
from discreet.privacy import (
    Approx,
    Finite,
    Gdp,
    Loss,
    Odds,
    Pure,
    Relation,
    Renyi,
    Sampled,
    Worst,
    Zcdp,
    channel,
    compose,
    group,
    parallel,
    worst,
)
from tests.privacy.truth import together, told

F = Fraction
MIXED = worst(Pure(1), Gdp(1), Approx("0.5", "1e-3"))


def test_views_are_the_greatest_of_each() -> None:
    parts = [loss for loss, _ in MIXED.inside]
    assert MIXED.pure == math.inf
    assert MIXED.rho == math.inf
    assert worst(Pure(1), Gdp(1)).rho == 0.5
    assert worst(Pure(1), Gdp(1)).mu == Pure(1).mu
    for epsilon in ("0", "0.3", "0.9", "2"):
        assert MIXED.delta(epsilon) == max(loss.delta(epsilon) for loss in parts)
        assert MIXED.sketch(float(epsilon)) == max(loss.sketch(float(epsilon)) for loss in parts)
    for delta in ("1e-2", "1e-6"):
        assert MIXED.epsilon(delta) == max(loss.epsilon(delta) for loss in parts)
    assert MIXED.tradeoff("0.1") == min(loss.tradeoff("0.1") for loss in parts)
    both = worst(Pure(1), Zcdp("0.3"))
    assert both.renyi([2, 9]) == [max(Pure(1).renyi([2])[0], 0.6), 2.7]
    assert set(MIXED.corners()) == {F(1), F(1, 2)}
    assert MIXED.pld().delta("0.3") >= MIXED.delta("0.3")


def test_one_number_says_which_is_worse() -> None:
    assert worst(Pure("0.1"), Pure(2), Pure(1)) == Pure(2)
    assert worst(Odds(3), Odds(2)) == Odds(3)
    assert worst(Gdp(square=2), Gdp(1)) == Gdp(square=2)
    assert worst(Zcdp(1), Zcdp(1)) == Zcdp(1)
    assert worst(Renyi({2: 1}), Renyi({2: 3})) == Renyi({2: 3})
    assert isinstance(worst(Renyi({2: 1}), Renyi({3: 3})), Worst)
    assert isinstance(worst(Approx(1, "1e-6"), Approx(2, "1e-9")), Worst)
    assert worst(Approx(1, "1e-6"), Approx(1, "1e-6")) == Approx(1, "1e-6")


def test_added_or_removed_a_unit_is_in_one_piece() -> None:
    """Errata 26 and 27: the greatest, for disjoint pieces, where units are added or removed."""
    assert parallel(Pure(1), Pure("0.5")) == Pure(1)
    assert parallel(Gdp(1), Gdp(1), Gdp(1)) == Gdp(1)


def test_replaced_it_can_leave_one_and_enter_another() -> None:
    """(e1 + e2, d1 + exp(e1) d2) at most, and twice the greatest where it stays."""
    some = parallel(Approx(1, "1e-6"), Approx(2, "1e-9"), relation=Relation.REPLACE)
    both = compose(Approx(1, "1e-6"), Approx(2, "1e-9"))
    assert some == worst(both, group(Approx(1, "1e-6"), 2), group(Approx(2, "1e-9"), 2))
    assert both.delta(3) <= 1e-6 + math.exp(1) * 1e-9
    assert parallel(Pure(1), Pure(1), relation=Relation.REPLACE_UNORDERED).pure == 2
    assert parallel(Pure(1), relation=Relation.BLANK) == Pure(2)
    assert parallel(*[Gdp(1)] * 50, relation=Relation.REPLACE) == worst(Gdp(square=2), Gdp(2))


@pytest.mark.parametrize("relation", [Relation.REPLACE, Relation.REPLACE_UNORDERED])
def test_every_replacement_is_covered(relation: Relation) -> None:
    """Two pieces, each tells its count by odds that fall with the distance."""

    def row(ones: int, odds: int) -> list[Fraction]:
        weights = [F(1, odds ** abs(answer - ones)) for answer in range(4)]
        return [weight / sum(weights) for weight in weights]

    each: list[Loss] = []
    for odds in (2, 5):
        steps = [Finite(row(k, odds), row(k + 1, odds)) for k in range(3)]
        each.append(worst(*(Odds(F(math.exp(step.pure)) + F(1, 10**9)) for step in steps)))
    loss = parallel(*each, relation=relation)
    tables = [*itertools.product((0, 1), repeat=3)]
    for table, other in itertools.product(tables, repeat=2):
        if sum(a != b for a, b in zip(table, other, strict=True)) == 1:
            answers = [(row(sum(units), 2), row(3 - sum(units), 5)) for units in (table, other)]
            pieces = ([*zip(answers[0][piece], answers[1][piece], strict=True)] for piece in (0, 1))
            pair = together(*pieces)
            for epsilon in ("0", "0.5", "2", "3"):
                assert loss.delta(epsilon) >= told(pair, epsilon)


def test_a_matrix_of_probabilities_has_the_worst_of_its_rows() -> None:
    rows = [["0.5", "0.3", "0.2"], ["0.4", "0.4", "0.2"], ["0.1", "0.4", "0.5"]]
    loss = channel(rows, [(0, 1), (1, 2)])
    pairs = [Finite(rows[0], rows[1]), Finite(rows[1], rows[2])]
    for epsilon in ("0", "0.1", "1"):
        assert loss.delta(epsilon) == max(pair.delta(epsilon) for pair in pairs)
    assert loss.pure == max(pair.pure for pair in pairs)
    assert channel(rows).pure > loss.pure
    assert channel(rows[:2]) == worst(pairs[0], Finite(rows[1], rows[0]))
    with pytest.raises(Invalid, match="a row is 3"):
        channel(rows, [(0, 3)])
    with pytest.raises(Invalid, match="a row is -1"):
        channel(rows, [(-1, 0)])


def test_a_unit_leaves_one_piece_and_enters_another_though_pieces_have_a_direction() -> None:
    """(P, Q) for one and (Q, P) for the other: told apart better than (P, P) from (Q, Q)."""
    p, q = (F(1, 100), F(99, 100)), (F(1, 5), F(4, 5))
    loss = parallel(Finite(p, q), Finite(q, p), Pure("0.1") * 2, relation=Relation.REPLACE)
    for one, other in itertools.product(([p, q], [q, p]), repeat=2):
        pair = together([*zip(*one, strict=True)], [*zip(*other, strict=True)])
        for epsilon in ("0", "0.5", "2", "4"):
            assert loss.delta(epsilon) >= told(pair, epsilon)
    thrice = parallel(Finite(p, q) * 2, Finite(p, q), relation=Relation.REPLACE)
    leaves, comes = [*zip(p, q, strict=True)], [*zip(q, p, strict=True)]
    for epsilon in ("0", "1", "4"):
        assert thrice.delta(epsilon) >= told(together(leaves, leaves, comes), epsilon)


def test_what_is_no_choice_is_refused() -> None:
    with pytest.raises(Invalid, match="the worst of no losses"):
        Worst(())
    with pytest.raises(Invalid, match="give each loss once"):
        Worst(((Pure(1), 2),))
    with pytest.raises(Invalid, match="no pieces are given\n  give the loss of each"):
        parallel()
    with pytest.raises(Invalid, match="the worst of no losses"):
        worst()


def test_either_row_of_a_matrix_may_be_the_one_with_the_unit() -> None:
    """Sampled, (1 - q) P + q Q against P is one of the cases, whichever row comes first."""
    rows = [["0.01", "0.99"], ["0.2", "0.8"]]
    mixed = Finite(["0.029", "0.971"], rows[0])
    for matrix in (rows, rows[::-1]):
        assert Sampled(channel(matrix), "0.1").pld().delta("0.1") >= mixed.delta("0.1") > 0.01
