"""Who is protected, and what a neighbour is."""

from typing import Any

import pytest

from discreet.errors import Invalid
from discreet.privacy import Relation, Unit


def test_a_unit_is_each_row_added_or_removed_unless_something_else_is_said() -> None:
    assert Unit() == Unit(None, Relation.ADD_REMOVE)
    assert str(Unit()) == "each row, added or removed"


@pytest.mark.parametrize("relation", Relation)
def test_a_unit_says_whom_it_hides_and_how(relation: Relation) -> None:
    assert str(Unit("patient", relation)) == f"each patient, {relation.value}"
    assert repr(relation) == f"Relation.{relation.name}"
    assert relation is eval(repr(relation))  # noqa: S307  (what is written can be pasted back)


def test_relations_read_differently() -> None:
    assert len({str(relation) for relation in Relation}) == 4


@pytest.mark.parametrize("by", ["", "  ", "\t", 3, True, ["patient"], b"patient"])
def test_a_column_without_a_name_is_refused(by: Any) -> None:  # noqa: ANN401  (what a caller may do)
    with pytest.raises(Invalid, match="name a column, or leave it out"):
        Unit(by)


@pytest.mark.parametrize("relation", ["replaced", None, True, 1])
def test_a_relation_is_one_of_those_there_are(relation: Any) -> None:  # noqa: ANN401  (what a caller may do)
    with pytest.raises(
        Invalid, match=r"a unit's relation is .*\n  it can be one of Relation\.ADD_"
    ):
        Unit("patient", relation)
