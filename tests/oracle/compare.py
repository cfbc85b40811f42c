"""What two sides say of the same number, and where that cannot be."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from discreet.privacy import Pld
from tests.oracle.plan import Plan, plans

# How far ours may be above theirs; what is allowed to our own rounding.
ABOVE, ROUNDING = 1.005, 1 + 1e-12
COUNT = 500


class Bounds(NamedTuple):
    """From below and from above: of ours both are certified; a peer claims nothing by zero."""

    lower: float
    upper: float


def faults(ours: Bounds, theirs: Bounds) -> Sequence[str]:
    """Which of the things that have to hold do not; no absolute difference is allowed for."""
    wanted = {
        "ours is below our own lower bound": ours.lower <= ours.upper * ROUNDING,
        "ours is above theirs": ours.upper <= theirs.upper * ABOVE,
        "ours is below what they prove from below": theirs.lower <= ours.upper,
        "theirs is below our lower bound": ours.lower <= theirs.upper,
    }
    return [fault for fault, held in wanted.items() if not held]


def near(ours: Bounds, theirs: Bounds) -> bool:
    """Whether theirs is sharp enough for ours to be caught when it is a percent too high."""
    return theirs.upper <= ours.upper * ABOVE


@cache
def ours() -> Sequence[tuple[Plan, Bounds]]:
    """All plans, with the best epsilon of all routes and a lower bound from the parts alone."""
    return [
        (plan, Bounds(Pld(plan.parts).lower_epsilon(plan.delta), plan.loss.epsilon(plan.delta)))
        for plan in plans(COUNT)
    ]
