"""Optimal composition: what many approximate losses together tell, if no more is known of them.

Each is as if everything were told with probability delta, else randomised response. So together
they are many randomised responses, whose losses add up to few values. [kairouz2017, murtagh2018]
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar, TypeAlias

import numpy as np
from numpy.typing import NDArray

from discreet.errors import Invalid
from discreet.numbers import Interval, Number, above, exp, whole
from discreet.privacy.approx import Approx
from discreet.privacy.loss import Loss, Parts, epsilon_of
from discreet.privacy.search import certified

# Sums of epsilons are looked at one by one up to so many; beyond, the question is hard in general.
MOST_SUMS = 1 << 15


Tails: TypeAlias = tuple[list[Fraction], list[Interval], list[Interval]]


@dataclass(frozen=True)
class Optimal(Loss):
    """Approximate losses, fixed beforehand, at their exact worst.

    >>> Optimal(((Approx("0.5", "0.01"), 4),)).delta(1)
    0.130559855904162...
    """

    tag: ClassVar[str] = "optimal"
    parts: tuple[tuple[Approx, int], ...]

    @classmethod
    def of(cls, parts: Sequence[tuple[Approx, int]] | None) -> Optimal | None:
        """The composition of these parts, where it can be looked at."""
        if parts is None or number_of_sums(parts) > MOST_SUMS:
            return None
        return cls(tuple(parts))

    def __post_init__(self) -> None:
        """Refuse what is no loss, or takes too long to look at."""
        for part, count in self.parts:
            if not isinstance(part, Approx):
                raise Invalid(f"{part} is not written as an epsilon and a delta", "use compose")
            whole(count, "the count", 0, MOST_SUMS)
        if number_of_sums(self.parts) > MOST_SUMS:
            raise Invalid("there are too many sums of epsilons to look at", "compose the losses")

    def terms(self) -> Mapping[str, Fraction]:
        """None of its own: its parts have them."""
        return {}

    @property
    def inside(self) -> Parts:
        """Its parts."""
        return self.parts

    @property
    def pure(self) -> float:
        """All epsilons, if there is no delta."""
        return above(Interval.of(self._total, 96)) if self._kept == 1 else math.inf

    def delta(self, epsilon: Number, /) -> float:
        """1 - (1 - deltas) (1 - what randomised responses tell)."""
        that = epsilon_of(epsilon)
        return min(
            1.0, above(certified(lambda bits: 1 - self._kept * (1 - self._told(that, bits))))
        )

    def sketch(self, epsilon: float, /) -> float:
        """About that delta, quickly."""
        losses, heights = self._rough
        ahead = losses > epsilon
        told = (np.exp(heights[ahead]) * -np.expm1(epsilon - losses[ahead])).sum()
        return float(1 - self._kept) + float(self._kept) * min(1.0, float(told))

    def _told(self, epsilon: Fraction, bits: int) -> Interval:
        """What the losses above an epsilon tell: the sum of P less exp(epsilon) Q over them."""
        one_way, with_it, against_it = self._tails(bits + len(self._sums).bit_length())
        place = bisect_right(one_way, (epsilon + self._total) / 2)
        if place == len(one_way):
            return Interval.of(0, bits)
        told = with_it[place] - exp(epsilon, bits + 16) * against_it[place]
        for part, count in self.parts:
            told = told / (1 + exp(-part.exponent, bits + 32)).power(count)
        return told

    def _tails(self, bits: int) -> Tails:
        """Sums over all losses from each on, of what they weigh under P and under Q."""
        if bits not in self._known_tails:
            self._known_tails[bits] = tails_of(self._sums, self._total, bits)
        return self._known_tails[bits]

    @cached_property
    def _known_tails(self) -> dict[int, Tails]:
        return {}

    @cached_property
    def _total(self) -> Fraction:
        return sum((part.exponent * count for part, count in self.parts), Fraction(0))

    @cached_property
    def _kept(self) -> Fraction:
        """The probability that no delta comes true, rounded down to a short number."""
        kept = Interval.of(1, 256)
        for part, count in self.parts:
            if part.failing:
                kept = kept * Interval.of(1 - part.failing, 256).power(count)
        return kept.lower

    @cached_property
    def _sums(self) -> Mapping[Fraction, int]:
        """What can point one way, and in how many ways."""
        sums = {Fraction(0): 1}
        for part, count in self.parts:
            ways, grown = 1, dict[Fraction, int]()
            for taken in range(count + 1):
                for one_way, before in sums.items():
                    here = one_way + taken * part.exponent
                    grown[here] = grown.get(here, 0) + ways * before
                ways = ways * (count - taken) // (taken + 1)
            sums = grown
        return sums

    @cached_property
    def _rough(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Losses, and the logarithms of their probabilities."""
        total = float(self._total)
        spread = math.fsum(
            count * math.log1p(math.exp(-float(part.exponent))) for part, count in self.parts
        )
        ways = np.array([math.log(count) for count in self._sums.values()])
        one_way = np.array([float(value) for value in self._sums])
        return 2 * one_way - total, ways + one_way - total - spread


def tails_of(sums: Mapping[Fraction, int], total: Fraction, bits: int) -> Tails:
    """Losses in order, and for each place the weight from there on: exp(l - total), and exp(-l)."""
    one_way = sorted(sums)
    work = bits + len(one_way).bit_length()
    # Neighbours are few distances apart, so few exponentials are needed.
    steps: dict[Fraction, Interval] = {}
    weight, mirror = exp(one_way[-1] - total, work), exp(-one_way[-1], work)
    with_it, against_it = Interval.of(0, work), Interval.of(0, work)
    found: list[tuple[Interval, Interval]] = []
    for place in range(len(one_way) - 1, -1, -1):
        with_it = with_it + weight * sums[one_way[place]]
        against_it = against_it + mirror * sums[one_way[place]]
        found.append((with_it, against_it))
        gap = one_way[place] - one_way[max(place - 1, 0)]
        if gap not in steps:
            steps[gap] = exp(gap, work)
        weight, mirror = weight / steps[gap], mirror * steps[gap]
    found.reverse()
    return one_way, [pair[0] for pair in found], [pair[1] for pair in found]


def number_of_sums(parts: Sequence[tuple[Approx, int]]) -> int:
    """At most how many different sums there are."""
    return math.prod(count + 1 for _, count in parts)
