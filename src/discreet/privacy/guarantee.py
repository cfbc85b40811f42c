"""What is promised: a loss, for a unit, provided that some things hold."""

from __future__ import annotations

from dataclasses import dataclass

from discreet.privacy.loss import Loss
from discreet.privacy.unit import Unit


@dataclass(frozen=True, slots=True)
class Assumption:
    """Something that a guarantee rests on and nobody here can check.

    >>> print(Assumption("rows-independent", "rows are independent of each other"))
    rows are independent of each other
    """

    name: str
    means: str

    def __str__(self) -> str:
        """In words."""
        return self.means


@dataclass(frozen=True, slots=True)
class Guarantee:
    """Between any two tables that differ in one `unit`, at most `loss` is revealed.

    Provided that all of `assuming` holds.
    """

    loss: Loss
    unit: Unit
    assuming: frozenset[Assumption] = frozenset()

    def __str__(self) -> str:
        """In words."""
        provided = "; ".join(sorted(map(str, self.assuming)))
        return f"{self.loss} for {self.unit}" + (f", provided that {provided}" if provided else "")
