"""Laplace noise on whole numbers: for one count, or a list of them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, TypeVar

from numpy.typing import NDArray

from discreet.errors import NoBound
from discreet.law import DiscreteLaplace, Moved
from discreet.noise import Source, add_noise
from discreet.numbers import Number
from discreet.privacy import DiscreteLaplaceNoise, Loss, Pure, Sensitivity

Whole = TypeVar("Whole", int, NDArray[Any])


@dataclass(frozen=True, slots=True, init=False)
class Laplace:
    """Adds discrete Laplace noise of this `scale` to a whole number, or to each of an array.

    Guarantee. A unit that moves all entries together by at most l1 has a pure loss of l1 / scale;
    less, where it moves few entries and each by little.
    Because. Masses fall by exp(-1 / scale) a step. [dwork2006]
    Error. Within `error(level)`, for each entry.

    >>> Laplace(scale=10).loss(Sensitivity(l0=1, linf=1)).pure
    0.1...
    """

    tag: ClassVar[str] = "laplace"
    scale: Fraction

    def __init__(self, scale: Number) -> None:
        """From the scale: over how many steps the noise falls to 1/e."""
        object.__setattr__(self, "scale", self._law(scale).scale)

    def loss(self, sensitivity: Sensitivity, /) -> Loss:
        """That of one number moved so far; of several, of all their noises or of their sum."""
        few, far, total = sensitivity.l0, sensitivity.linf, sensitivity.l1
        if total is None:
            problem = f"nothing bounds the sum of what a unit moves in {sensitivity}"
            raise NoBound(problem, "give l1, or l0 and linf")
        if few is not None and far is not None and total == few * far and far.denominator == 1:
            return DiscreteLaplaceNoise(self.scale, int(far)) * int(few)
        return Pure(total / self.scale)

    def sample(self, x: Whole, source: Source, /) -> Whole:
        """The value and noise."""
        return add_noise(x, self._law(self.scale), source)

    def law(self, x: int, /) -> Moved:
        """Noise around the value."""
        return Moved(self._law(self.scale), x)

    def error(self, level: Fraction, /) -> Fraction:
        """The least bound that holds with at least this probability."""
        return Fraction(self._law(self.scale).quantile((1 + level) / 2))

    @staticmethod
    def _law(scale: Number) -> DiscreteLaplace:
        return DiscreteLaplace(scale)
