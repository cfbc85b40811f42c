"""Permute and flip: coins are thrown in a random order, and the first heads is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from discreet.law import Certified
from discreet.law.scale import scale_of
from discreet.noise import Source, flip_choice, shortfalls
from discreet.numbers import Interval, Number, between, choice, exp, log, whole
from discreet.privacy import Loss, Pure, Sensitivity, spread


@dataclass(frozen=True, slots=True, init=False)
class PermuteFlip:
    """Chooses an index; its coin has heads with exp(-(best score - its score) / scale).

    Never worse than `Exponential` at the same epsilon, on average, and up to twice as good. See
    there for `one_way`. Many choices in a row cost less with that one: this has no bounded range.

    Guarantee. A pure loss of spread / scale: 2 linf / scale, or linf / scale.
    Because. It chooses the greatest of all scores with exponential noise. Given the others' noise
    a unit moves what a candidate's has to exceed by at most the spread. [mckenna2020]
    Error. Within `shortfall(candidates, level)` of the best score.

    >>> PermuteFlip(scale=2).loss(Sensitivity(linf=1)).pure
    1.0
    """

    tag: ClassVar[str] = "permute-and-flip"
    scale: Fraction
    one_way: bool

    def __init__(self, scale: Number, *, one_way: bool = False) -> None:
        """From by how much a score has to be better for e times the odds of heads."""
        object.__setattr__(self, "scale", scale_of(scale))
        object.__setattr__(self, "one_way", choice(one_way, "one_way"))

    def loss(self, sensitivity: Sensitivity, /) -> Loss:
        """A pure loss, by how far a unit moves scores apart."""
        return Pure(spread(sensitivity, one_way=self.one_way) / self.scale)

    def sample(self, x: NDArray[Any], source: Source, /) -> int:
        """An index."""
        return flip_choice(x, self.scale, source)

    def law(self, x: Sequence[int] | NDArray[Any], /) -> Certified:
        """Every index: its heads, shared with as many others as have heads too."""
        gaps = [int(gap) / self.scale for gap in shortfalls(np.array([*x], object))]

        @cache
        def masses(bits: int) -> list[Interval]:
            work = bits + 2 * len(gaps).bit_length() + 8
            heads = [exp(-gap, work) for gap in gaps]
            places = {gap: k for k, gap in enumerate(gaps)}
            found = {
                gap: heads[k] * _share(heads[:k] + heads[k + 1 :], work)
                for gap, k in places.items()
            }
            return [found[gap] for gap in gaps]

        return Certified(len(gaps), masses)

    def shortfall(self, candidates: int, level: Number = "0.95") -> Fraction:
        """With at least this probability, the best score is at most so much better.

        Because. One that is t worse has heads with exp(-t / scale), and shares with the best.
        """
        others = whole(candidates, "candidates", 1) - 1
        failure = 1 - between(level, "the level", 0, 1, ends=False)
        odds = max(others / (2 * failure), Fraction(1))
        return max((log(odds, 64) * Interval.of(self.scale, 64)).upper, Fraction(0))


def _share(heads: Sequence[Interval], bits: int) -> Interval:
    """The expected value of 1 / (1 + how many of these coins have heads)."""
    many = [Interval.of(1, bits)]
    for p in heads:
        none = [*(mass * (1 - p) for mass in many), Interval.of(0, bits)]
        one = [Interval.of(0, bits), *(mass * p for mass in many)]
        many = [a + b for a, b in zip(none, one, strict=True)]
    parts = (mass / (count + 1) for count, mass in enumerate(many))
    return sum(parts, Interval.of(0, bits))
