"""How far one unit can move a value."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from discreet.errors import Invalid
from discreet.numbers import Number, between

MOST = "1e60"


@dataclass(frozen=True, slots=True, init=False)
class Sensitivity:
    """Upper bounds on the difference that one unit makes to a list of numbers, exact.

    `l0` counts the entries it moves, `linf` is the most it moves one, `l1` all together, and `l2`
    is the length of the difference, kept as its square. Bounds that follow are filled in.

    >>> Sensitivity(l0=3, linf=2)
    Sensitivity(l0=3, linf=2, l1=6, l2_squared=12)
    """

    l0: Fraction | None
    linf: Fraction | None
    l1: Fraction | None
    l2_squared: Fraction | None

    def __init__(
        self,
        *,
        l0: Number | None = None,
        linf: Number | None = None,
        l1: Number | None = None,
        l2: Number | None = None,
        l2_squared: Number | None = None,
    ) -> None:
        """From any of them; what follows is filled in."""
        if l2 is not None and l2_squared is not None:
            raise Invalid("both l2 and its square are given", "give one of them")
        count, most, total = _bound(l0, "l0"), _bound(linf, "linf"), _bound(l1, "l1")
        square = _bound(l2_squared, "l2_squared")
        if l2 is not None:
            square = between(l2, "l2", 0, MOST) ** 2
        if most is None and total is None and square is None:
            raise Invalid("nothing bounds how far a unit moves the value", "give linf, l1 or l2")
        # No entry of a difference exceeds the sum of all, and what is not moved adds nothing.
        total = _least(total, _times(count, most))
        most = _least(most, total)
        square = _least(square, _times(total, most))
        for name, value in (("l0", count), ("linf", most), ("l1", total), ("l2_squared", square)):
            object.__setattr__(self, name, value)

    def __repr__(self) -> str:
        """As it is written."""
        known = {"l0": self.l0, "linf": self.linf, "l1": self.l1, "l2_squared": self.l2_squared}
        inside = ", ".join(f"{name}={value}" for name, value in known.items() if value is not None)
        return f"Sensitivity({inside})"


def _bound(number: Number | None, name: str) -> Fraction | None:
    return None if number is None else between(number, name, 0, MOST)


def _least(*bounds: Fraction | None) -> Fraction | None:
    return min((bound for bound in bounds if bound is not None), default=None)


def _times(a: Fraction | None, b: Fraction | None) -> Fraction | None:
    return None if a is None or b is None else a * b


ONE = Sensitivity(l0=1, linf=1)
