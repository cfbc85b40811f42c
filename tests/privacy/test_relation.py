"""What a loss under one relation says under another."""

import itertools
from fractions import Fraction

import mpmath
import pytest

from discreet.errors import Impossible
from discreet.privacy import Approx, Gdp, Loss, Pure, Relation, Zcdp, under
from tests.privacy.truth import CLOSED, assert_above

F = Fraction
ADD, REPLACE = Relation.ADD_REMOVE, Relation.REPLACE
UNORDERED, BLANK = Relation.REPLACE_UNORDERED, Relation.BLANK
LOSSES = [Pure("0.1"), Approx("0.5", "1e-6"), Zcdp("0.1"), Gdp("0.3")]
PROVED = {
    (ADD, REPLACE): 2,
    (ADD, UNORDERED): 2,
    (ADD, BLANK): 2,
    (REPLACE, BLANK): 1,
    (UNORDERED, BLANK): 1,
    (BLANK, REPLACE): 2,
    (UNORDERED, REPLACE): 1,
}
PAIRS = list(itertools.permutations(Relation, 2))


@pytest.mark.parametrize("loss", LOSSES, ids=str)
@pytest.mark.parametrize("relation", Relation)
def test_a_loss_is_what_it_is_under_its_own_relation(relation: Relation, loss: Loss) -> None:
    assert under(loss, relation, relation) is loss


def test_replacing_is_removing_and_adding() -> None:
    assert under(Pure("0.1"), ADD, REPLACE) == Pure("0.2")
    assert under(Zcdp("0.1"), ADD, REPLACE) == Zcdp("0.4")
    assert under(Gdp("0.3"), ADD, REPLACE) == Gdp("0.6")
    both = under(Approx("0.5", "1e-6"), ADD, REPLACE)
    assert isinstance(both, Approx)
    assert both.exponent == 1
    with mpmath.workdps(60):  # delta (1 + exp(epsilon)), not twice delta
        truth = (1 + mpmath.exp(mpmath.mpf(1) / 2)) / 10**6
        assert_above(float(both.failing), truth, CLOSED)
        assert mpmath.mpf(both.failing.numerator) / both.failing.denominator >= truth


@pytest.mark.parametrize(("known", "wanted"), PAIRS, ids=str)
def test_only_what_is_proved_is_implied(known: Relation, wanted: Relation) -> None:
    steps = PROVED.get((known, wanted))
    if steps is None:
        with pytest.raises(Impossible, match=f"units {known} says nothing of units {wanted}"):
            under(Pure("0.1"), known, wanted)
    else:
        assert under(Pure("0.1"), known, wanted) == Pure(F(steps, 10))


def test_a_mechanism_that_prints_how_many_there_are_hides_nobody_who_comes_or_goes() -> None:
    """Under replacement it tells nothing at all: so nothing may follow under add or remove."""
    for known in (REPLACE, UNORDERED, BLANK):
        with pytest.raises(Impossible, match="in the first place"):
            under(Pure(0), known, ADD)


def test_what_hides_a_row_in_its_place_may_tell_of_a_row_that_moves() -> None:
    """Erratum 16: randomised answers in a list show who stands where."""
    for known in (REPLACE, BLANK):
        with pytest.raises(Impossible, match="says nothing"):
            under(Pure("1.1"), known, UNORDERED)
