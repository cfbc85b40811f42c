"""What a loss under one relation says under another, where a theorem says so."""

from __future__ import annotations

from discreet.errors import Impossible
from discreet.privacy.group import group
from discreet.privacy.loss import Loss
from discreet.privacy.unit import Relation

_SAME, _TWICE = 1, 2
# How many steps of the relation that is known one step of the relation that is wanted takes.
_STEPS = {
    # To replace a unit is to remove one and to add another; so it is to blank one.
    (Relation.ADD_REMOVE, Relation.REPLACE): _TWICE,
    (Relation.ADD_REMOVE, Relation.REPLACE_UNORDERED): _TWICE,
    (Relation.ADD_REMOVE, Relation.BLANK): _TWICE,
    # A blank is one of the things that a unit can be replaced by.
    (Relation.REPLACE, Relation.BLANK): _SAME,
    (Relation.REPLACE_UNORDERED, Relation.BLANK): _SAME,
    # Two blanks lie between a unit and another in its place.
    (Relation.BLANK, Relation.REPLACE): _TWICE,
    # Whoever may not know the order may not know less with it.
    (Relation.REPLACE_UNORDERED, Relation.REPLACE): _SAME,
}


def under(loss: Loss, known: Relation, wanted: Relation) -> Loss:
    """The loss under the relation that is wanted.

    >>> from discreet.privacy.zcdp import Zcdp
    >>> print(under(Zcdp("0.1"), Relation.ADD_REMOVE, Relation.REPLACE))
    rho = 0.4
    """
    if known is wanted:
        return loss
    steps = _STEPS.get((known, wanted))
    if steps is None:
        problem = f"a loss for units {known} says nothing of units {wanted}"
        raise Impossible(problem, f"state the loss for units {wanted} in the first place")
    return group(loss, steps)
