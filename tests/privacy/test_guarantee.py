"""A loss, for a unit, provided that some things hold."""

from discreet.privacy import Assumption, Guarantee, Pure, Relation, Unit

ALONE = Assumption("rows-independent", "rows are independent of each other")
FEW = Assumption("few-rows", "nobody has more than 3 rows")


def test_a_guarantee_says_all_that_it_is_made_of() -> None:
    unit = Unit("patient", Relation.REPLACE)
    assert str(Guarantee(Pure("0.5"), unit)) == "epsilon = 0.5 for each patient, replaced in place"
    promised = Guarantee(Pure("0.5"), Unit(), frozenset({ALONE, FEW}))
    assert str(promised) == (
        "epsilon = 0.5 for each row, added or removed, provided that"
        " nobody has more than 3 rows; rows are independent of each other"
    )


def test_guarantees_are_values() -> None:
    first = Guarantee(Pure("0.5"), Unit(), frozenset({ALONE, FEW}))
    second = Guarantee(Pure(0.5), Unit(None), frozenset({FEW, ALONE}))
    assert first == second
    assert hash(first) == hash(second)
    assert first != Guarantee(Pure("0.5"), Unit("patient"), frozenset({ALONE, FEW}))
