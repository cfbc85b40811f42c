"""How far one unit can move scores apart: all that a choice among them depends on."""

from fractions import Fraction

from discreet.errors import NoBound
from discreet.privacy.sensitivity import Sensitivity


def spread(sensitivity: Sensitivity, *, one_way: bool = False) -> Fraction:
    """An upper bound on the most a unit raises a score, less the most it lowers another by.

    `one_way` says that a unit moves all scores the same way, or would, were all of them moved by
    the same amount: that changes no choice. It is the case for counts, when a unit is added.

    Because. One score goes up by linf and another down by as much: 2 linf, and never more than all
    moves together. Scores that go one way are at most linf apart.

    >>> spread(Sensitivity(linf=1)), spread(Sensitivity(l0=1, linf=1))
    (Fraction(2, 1), Fraction(1, 1))
    """
    far, total = sensitivity.linf, sensitivity.l1
    if far is None:
        problem = f"nothing bounds how far a unit moves a score in {sensitivity}"
        raise NoBound(problem, "give linf")
    if one_way:
        return far
    return 2 * far if total is None else min(2 * far, total)
