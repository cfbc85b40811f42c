"""Staircase noise on one whole number: less than Laplace noise adds, where epsilon is large."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import ClassVar

from discreet.errors import NoBound
from discreet.law import Moved
from discreet.law import Staircase as Stairs
from discreet.noise import Source, add_noise
from discreet.numbers import Number
from discreet.privacy import Loss, Pure, Sensitivity


@dataclass(frozen=True, slots=True, init=False)
class Staircase:
    """Adds noise that falls by exp(-epsilon) each `reach` steps, already after `width` of them.

    Guarantee. A unit that moves the number by at most linf has a pure loss of epsilon for each
    `reach`, or part of it, that fits into linf.
    Because. Moving by `reach` moves each value by one stair, moving less by one at most. Among
    noise that does not look at the data, the best has this shape. [geng2014]
    Error. Within `error(level)`.

    >>> Staircase(epsilon=3, reach=10, width=2).loss(Sensitivity(l0=1, linf=10)).pure
    3.0
    """

    tag: ClassVar[str] = "staircase"
    epsilon: Fraction
    reach: int
    width: int

    def __init__(self, epsilon: Number, reach: int, width: int) -> None:
        """From a fall, the length of a stair, and how much of it is high."""
        noise = Stairs(epsilon, reach, width)
        object.__setattr__(self, "epsilon", noise.epsilon)
        object.__setattr__(self, "reach", noise.sensitivity)
        object.__setattr__(self, "width", noise.width)

    def loss(self, sensitivity: Sensitivity, /) -> Loss:
        """Epsilon for each stair that a unit moves the number by."""
        if sensitivity.linf is None or sensitivity.l0 != 1:
            problem = f"nothing bounds how far a unit moves one number in {sensitivity}"
            raise NoBound(problem, "give l0=1 and linf; staircases are for one number")
        stairs = -(-floor(sensitivity.linf) // self.reach)
        return Pure(self.epsilon * stairs)

    def sample(self, x: int, source: Source, /) -> int:
        """The number and noise."""
        return add_noise(x, self._noise, source)

    def law(self, x: int, /) -> Moved:
        """Noise around the number."""
        return Moved(self._noise, x)

    def error(self, level: Fraction, /) -> Fraction:
        """The least bound that holds with at least this probability."""
        return Fraction(self._noise.quantile((1 + level) / 2))

    @property
    def _noise(self) -> Stairs:
        return Stairs(self.epsilon, self.reach, self.width)
