"""Gaussian noise on whole numbers: for many counts at once."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Any, ClassVar, TypeVar

from numpy.typing import NDArray

from discreet.errors import NoBound
from discreet.law import DiscreteGaussian, Moved
from discreet.noise import Source, add_noise
from discreet.numbers import Number
from discreet.privacy import DiscreteGaussianNoise, Loss, Sensitivity, Zcdp
from discreet.privacy.additive import MOST_DISTANCE

Whole = TypeVar("Whole", int, NDArray[Any])


@dataclass(frozen=True, slots=True, init=False)
class Gaussian:
    """Adds discrete Gaussian noise of this `variance` to a whole number, or to each of an array.

    Guarantee. A unit that moves the list by at most l2 in length has rho = l2² / (2 variance).
    Because. That is the divergence over the order, for each entry moved by a whole number, and
    lengths add up in squares. [canonne2020] Of one entry the law itself is known: it is
    log-concave, so a unit that moves it less tells less.
    Error. Within `error(level)`, for each entry.

    >>> Gaussian(variance=100).loss(Sensitivity(l2=1)).rho
    0.005
    """

    tag: ClassVar[str] = "gaussian"
    variance: Fraction

    def __init__(self, variance: Number) -> None:
        """From the variance of the noise's curve."""
        object.__setattr__(self, "variance", DiscreteGaussian(variance).parameter)

    def loss(self, sensitivity: Sensitivity, /) -> Loss:
        """That of one number moved so far; of several, by the length of what a unit moves."""
        far, square = sensitivity.linf, sensitivity.l2_squared
        if square is None:
            problem = f"nothing bounds the length of what a unit moves in {sensitivity}"
            raise NoBound(problem, "give l2, or l0 and linf")
        if sensitivity.l0 == 1 and far is not None and floor(far) <= MOST_DISTANCE:
            return DiscreteGaussianNoise(self.variance, floor(far))
        return Zcdp(square / (2 * self.variance))

    def sample(self, x: Whole, source: Source, /) -> Whole:
        """The value and noise."""
        return add_noise(x, DiscreteGaussian(self.variance), source)

    def law(self, x: int, /) -> Moved:
        """Noise around the value."""
        return Moved(DiscreteGaussian(self.variance), x)

    def error(self, level: Fraction, /) -> Fraction:
        """The least bound that holds with at least this probability."""
        return Fraction(DiscreteGaussian(self.variance).quantile((1 + level) / 2))
