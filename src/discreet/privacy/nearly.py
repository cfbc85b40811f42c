"""A mechanism whose answers are drawn only about as they should be."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from discreet.numbers import Interval, Number, above, exp
from discreet.privacy.loss import Loss, Parts, epsilon_of, probability
from discreet.privacy.search import peak

_BITS = 96


@dataclass(frozen=True, slots=True, init=False)
class Nearly(Loss):
    """A loss of laws that the answers' laws are within a total variation of, on every table.

    Because. P~(S) <= P(S) + v <= exp(e) Q(S) + delta + v, and Q(S) <= Q~(S) + v.

    >>> from discreet.privacy.pure import Pure
    >>> Nearly(Pure(1), "1e-9").delta(1)  # (1 + e) times as much
    3.718281828459...e-09
    """

    tag: ClassVar[str] = "nearly"
    loss: Loss
    distance: Fraction

    def __init__(self, loss: Loss, distance: Number) -> None:
        """From the loss of exact draws, and how far off draws are in total variation."""
        object.__setattr__(self, "loss", loss)
        object.__setattr__(self, "distance", probability(distance, "the total variation"))

    def terms(self) -> dict[str, Fraction]:
        """The distance."""
        return {"total variation": self.distance}

    @property
    def inside(self) -> Parts:
        """The loss of exact draws."""
        return ((self.loss, 1),)

    @property
    def pure(self) -> float:
        """None, unless draws are exact: how often a rare answer comes is not known."""
        return self.loss.pure if self.distance == 0 else math.inf

    def delta(self, epsilon: Number, /) -> float:
        """Delta + (1 + exp(e)) v, at the best e up to this one."""
        that = epsilon_of(epsilon)
        best = Fraction(peak(lambda e: -self._sum(e), 0.0, float(that)))
        tried = {that, best, *self.loss.corners()}
        return min(self._delta(epsilon) for epsilon in tried if epsilon <= that)

    def sketch(self, epsilon: float, /) -> float:
        """About that delta, quickly."""
        best = peak(lambda e: -self._sum(e), 0.0, epsilon)
        return min(1.0, self._sum(best), self._sum(epsilon))

    def _sum(self, epsilon: float) -> float:
        return self.loss.sketch(epsilon) + (1 + math.exp(min(epsilon, 700.0))) * float(
            self.distance
        )

    def _delta(self, epsilon: Fraction) -> float:
        off = (1 + exp(epsilon, _BITS)) * self.distance
        return min(1.0, above(off + Interval.of(Fraction(self.loss.delta(epsilon)), _BITS)))
