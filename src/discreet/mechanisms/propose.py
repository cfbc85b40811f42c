"""Propose, test, release: noise for a proposed bound, if data are far from any that break it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import ClassVar

from discreet.errors import Invalid, NoBound
from discreet.law import DiscreteLaplace
from discreet.noise import Source, sample
from discreet.numbers import Number, between, whole
from discreet.privacy import Approx, Loss, Sensitivity

_FOUR_DIGITS = 1000


@dataclass(frozen=True, slots=True, init=False)
class Propose:
    """Tells a value that a unit moves by at most `bound` in all data near these; else nothing.

    The secret is a pair: in how many units at least the data must change before another unit could
    move the value by more than `bound`; and the value. It is told when that distance, with noise
    of `scale`, reaches `cut`; with noise of `value_scale`, or as it is where `bound` is zero.

    Guarantee. Epsilon 1 / scale + bound / value_scale, and delta the chance that noise reaches cut.
    Because. A unit moves the distance by one. Where it is zero, nothing is told but with delta;
    elsewhere no neighbour's value differs by more than `bound`. [dwork2009]

    >>> Propose(bound=0, scale=1, cut=14).loss(Sensitivity(linf=1)).delta(1)
    6.079...e-07
    """

    tag: ClassVar[str] = "propose"
    bound: int
    scale: Fraction
    cut: int
    value_scale: Fraction | None

    def __init__(
        self, bound: int, scale: Number, cut: int, value_scale: Number | None = None
    ) -> None:
        """From the bound, noise on the distance, how far it must reach, and noise on the value."""
        most = whole(bound, "bound", 0)
        if most and value_scale is None:
            problem = f"a value that a unit moves by {most} has no noise"
            raise Invalid(problem, "give a value_scale")
        fresh = None if value_scale is None else DiscreteLaplace(value_scale).scale
        for name, value in (
            ("bound", most),
            ("scale", DiscreteLaplace(scale).scale),
            ("cut", whole(cut, "cut", 1)),
            ("value_scale", fresh),
        ):
            object.__setattr__(self, name, value)

    @classmethod
    def of(cls, epsilon: Number, delta: Number, bound: int = 0) -> Propose:
        """With this epsilon, half of it for the test where the bound is not zero, and a delta."""
        total = between(epsilon, "epsilon", 0, 100, ends=False)
        failing = between(delta, "delta", 0, 1, ends=False)
        each = total / 2 if bound else total
        cut = DiscreteLaplace(1 / each).quantile(1 - failing) + 1
        return cls(bound, 1 / each, max(cut, 1), bound / each if bound else None)

    def loss(self, sensitivity: Sensitivity, /) -> Loss:
        """Where a unit moves the distance by at most one, as it does if that counts units."""
        if sensitivity.linf is None or floor(sensitivity.linf) > 1:
            problem = f"a unit may move the distance by more than one in {sensitivity}"
            raise NoBound(problem, "count units, not rows, and give linf=1")
        epsilon = 1 / self.scale
        if self.value_scale is not None:
            epsilon += self.bound / self.value_scale
        return Approx(
            epsilon, _rounded(DiscreteLaplace(self.scale).tail_within(self.cut, 64).upper)
        )

    def sample(self, x: tuple[int, int], source: Source, /) -> int | None:
        """The value, or nothing."""
        distance, value = (whole(part, "distance and value") for part in x)
        if distance + sample(DiscreteLaplace(self.scale), source=source) < self.cut:
            return None
        if self.value_scale is None:
            return value
        return value + sample(DiscreteLaplace(self.value_scale), source=source)


def _rounded(number: Fraction) -> Fraction:
    """A number of four digits that is at least as great."""
    places = 0
    while number * 10**places < _FOUR_DIGITS:
        places += 1
    return Fraction(ceil(number * 10**places), 10**places)
