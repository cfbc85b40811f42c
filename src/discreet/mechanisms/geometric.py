"""Geometric noise on one count, folded into the range that the count is known to lie in."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import ClassVar

from discreet.errors import NoBound
from discreet.law import ClampedGeometric
from discreet.noise import Source, sample
from discreet.numbers import Number, whole
from discreet.privacy import DiscreteLaplaceNoise, Loss, Pure, Sensitivity
from discreet.privacy.additive import MOST_DISTANCE


@dataclass(frozen=True, slots=True, init=False)
class Geometric:
    """Adds discrete Laplace noise to a count; what falls outside `low` … `high` becomes an end.

    Guarantee. A unit that moves the count by at most linf has a pure loss of linf / scale.
    Because. Folding comes after noise that has this loss, and knows nothing else of the data. For
    a count that moves by one, whatever one wants to know, nothing with this loss serves better.
    [ghosh2012]

    >>> Geometric(scale=1, low=0, high=10).loss(Sensitivity(l0=1, linf=1)).pure
    1.0
    """

    tag: ClassVar[str] = "geometric"
    scale: Fraction
    low: int
    high: int

    def __init__(self, scale: Number, low: int, high: int) -> None:
        """From the noise's scale, and a range that is public."""
        law = ClampedGeometric(scale, whole(low, "low"), low, high)
        object.__setattr__(self, "scale", law.scale)
        object.__setattr__(self, "low", law.low)
        object.__setattr__(self, "high", law.high)

    def loss(self, sensitivity: Sensitivity, /) -> Loss:
        """That of the noise, before folding; no unit moves a count further than the range is."""
        if sensitivity.linf is None:
            problem = f"nothing bounds how far a unit moves the count in {sensitivity}"
            raise NoBound(problem, "give linf")
        far = min(floor(sensitivity.linf), self.high - self.low)
        if far > MOST_DISTANCE:
            return Pure(far / self.scale)
        return DiscreteLaplaceNoise(self.scale, far)

    def sample(self, x: int, source: Source, /) -> int:
        """The count and noise, folded; a count outside the range is its nearest end first."""
        return sample(self.law(x), source=source)

    def law(self, x: int, /) -> ClampedGeometric:
        """Folded noise around the count."""
        inside = min(max(whole(x, "the count"), self.low), self.high)
        return ClampedGeometric(self.scale, inside, self.low, self.high)
