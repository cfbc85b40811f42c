"""Who is protected, and what the neighbour of a table is."""

from dataclasses import dataclass
from enum import Enum

from discreet.errors import Invalid


class Relation(Enum):
    """How two neighbouring tables may differ in one unit.

    >>> Relation.REPLACE
    Relation.REPLACE
    """

    ADD_REMOVE = "added or removed"
    """A unit is there or not: how many there are is secret too."""
    REPLACE = "replaced in place"
    """A unit's rows change; how many units there are, and their order, are public."""
    REPLACE_UNORDERED = "replaced"
    """A unit's rows change; how many units there are is public, their order means nothing."""
    BLANK = "blanked"
    """A unit's rows become a public blank; how many units there are is public."""

    def __repr__(self) -> str:
        """As it is written."""
        return f"Relation.{self.name}"

    def __str__(self) -> str:
        """As it is said."""
        return self.value


@dataclass(frozen=True, slots=True)
class Unit:
    """Whose presence is hidden: all rows that share a value of `by`; each row, when `by` is None.

    >>> print(Unit("patient"))
    each patient, added or removed
    """

    by: str | None = None
    relation: Relation = Relation.ADD_REMOVE

    def __post_init__(self) -> None:
        """Refuse a name that is none."""
        _check(self.by, self.relation)

    def __str__(self) -> str:
        """In words."""
        return f"each {self.by or 'row'}, {self.relation}"


def _check(by: object, relation: object) -> None:
    if by is not None and not (isinstance(by, str) and by.strip()):
        raise Invalid(f"a unit's column is {by!r}", "name a column, or leave it out")
    if not isinstance(relation, Relation):
        known = ", ".join(map(repr, Relation))
        raise Invalid(f"a unit's relation is {relation!r}", f"it can be one of {known}")
