"""Noise on one count that never exceeds a bound: what it costs is a delta."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import floor
from typing import ClassVar

from discreet.errors import NoBound
from discreet.law import DiscreteLaplace
from discreet.noise import Source, sample
from discreet.numbers import Interval, Number, whole
from discreet.privacy import Approx, Loss, Sensitivity

MOST_BOUND, _BITS = 1 << 32, 40


@dataclass(frozen=True, slots=True, init=False)
class Bounded:
    """Adds discrete Laplace noise drawn again until it is at most `bound`, up or down.

    Guarantee. A unit that moves the count by at most d has epsilon = d / scale, and delta is the
    mass of the last d values.
    Because. Where both inputs can give a value, masses differ by exp(-1 / scale) a step, since
    both are divided by the same sum. Only the last d values are beyond the other's reach.
    Error. Within `error(level)`: the bound itself, with certainty.

    >>> Bounded(scale=1, bound=11).loss(Sensitivity(l0=1, linf=1)).delta(1)
    7.718211827...e-06
    """

    tag: ClassVar[str] = "bounded"
    scale: Fraction
    bound: int

    def __init__(self, scale: Number, bound: int) -> None:
        """From the scale of the noise, and how far it may reach."""
        object.__setattr__(self, "scale", DiscreteLaplace(scale).scale)
        least = -(-self.scale.numerator // self.scale.denominator)  # or most draws are in vain
        object.__setattr__(self, "bound", whole(bound, "bound", max(least, 1), MOST_BOUND))

    def loss(self, sensitivity: Sensitivity, /) -> Loss:
        """Of one count that moves so far; no further than there is overlap."""
        if sensitivity.linf is None or sensitivity.l0 != 1:
            problem = f"nothing bounds how far a unit moves one number in {sensitivity}"
            raise NoBound(problem, "give l0=1 and linf; bounded noise is for one number")
        far = floor(sensitivity.linf)
        if far == 0:
            return Approx(0, 0)
        if far > 2 * self.bound:
            return Approx(0, 1)
        noise = DiscreteLaplace(self.scale)
        beyond = noise.tail_within(self.bound + 1, 4 * _BITS)
        last = noise.tail_within(self.bound + 1 - far, 4 * _BITS) - beyond
        delta = last / (1 - 2 * beyond)
        return Approx(far / self.scale, _readable(delta.upper))

    def sample(self, x: int, source: Source, /) -> int:
        """The count and noise: each try is alike, so how many there were tells nothing."""
        while True:
            noise = sample(DiscreteLaplace(self.scale), source=source)
            if abs(noise) <= self.bound:
                return whole(x, "the count") + noise

    def law(self, x: int, /) -> Mapping[int, Callable[[int], Interval]]:
        """Every value within the bound, with its share."""
        around = range(-self.bound, self.bound + 1)
        return {whole(x, "the count") + k: partial(self._mass, k) for k in around}

    def error(self, level: Fraction, /) -> Fraction:  # noqa: ARG002  (it is certain)
        """The bound."""
        return Fraction(self.bound)

    def _mass(self, k: int, bits: int) -> Interval:
        noise = DiscreteLaplace(self.scale)
        inside = 1 - 2 * noise.tail_within(self.bound + 1, bits + 64)
        return noise.mass_within(k, bits) / inside


def _readable(delta: Fraction) -> Fraction:
    """A probability rounded up to twelve digits: nobody reads three hundred."""
    unit = 10 ** (12 + len(str(floor(1 / delta))))
    return min(Fraction(-floor(-delta * unit), unit), Fraction(1))
