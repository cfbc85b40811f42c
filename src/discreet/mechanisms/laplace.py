"""Laplace noise on whole numbers: for one count, or a list of them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Any, ClassVar, TypeVar

from numpy.typing import NDArray

from discreet.errors import NoBound
from discreet.law import DiscreteLaplace, Moved
from discreet.noise import Source, add_noise
from discreet.numbers import Number
from discreet.privacy import DiscreteLaplaceNoise, Loss, Pure, Sensitivity
from discreet.privacy.additive import MOST_DISTANCE

Whole = TypeVar("Whole", int, NDArray[Any])


@dataclass(frozen=True, slots=True, init=False)
class Laplace:
    """Adds discrete Laplace noise of this `scale` to a whole number, or to each of an array.

    Guarantee. A unit that moves all entries together by at most l1 has a pure loss of l1 / scale;
    one that moves at most l0 entries, each by at most linf, tells no more than l0 noises do.
    Because. Masses fall by exp(-1 / scale) a step. [dwork2006] They are log-concave: of X and
    X + j, events "at most t" are told apart best, and P(X <= t) - exp(epsilon) P(X <= t - j) grows
    with j. So an entry moved less, or not at all, is dominated by one moved by linf, and
    independent entries by as many of those. Values are whole, so bounds count without fractions.
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
        pure = Pure(floor(total) / self.scale)
        if few is None or far is None or floor(far) > MOST_DISTANCE:
            return pure
        # Where the sum says less than entries and their bounds, it is all that is known.
        return (
            pure if total < few * far else DiscreteLaplaceNoise(self.scale, floor(far)) * floor(few)
        )

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
