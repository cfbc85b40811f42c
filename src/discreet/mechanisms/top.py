"""The best few: one after the other is chosen and put aside."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from discreet.errors import Invalid
from discreet.law import ExponentialWeights
from discreet.law.scale import scale_of
from discreet.noise import Source, exponential_choice
from discreet.numbers import Interval, Number, choice, whole
from discreet.privacy import BoundedRange, Loss, Sensitivity, spread

MOST_CHOSEN = 4096


@dataclass(frozen=True, slots=True, init=False)
class TopK:
    """Chooses `count` different indices, best first: each as `Exponential` does of those left.

    Guarantee. As many losses of a bounded range as there are choices, one after the other.
    Because. Who is left depends on earlier choices alone. That costs about spread² / 8 scale² of
    rho each, less than choosing by other noise does. [dong2020]

    >>> TopK(count=2, scale=2).loss(Sensitivity(linf=1)).pure
    2.0
    """

    tag: ClassVar[str] = "top-k"
    count: int
    scale: Fraction
    one_way: bool

    def __init__(self, count: int, scale: Number, *, one_way: bool = False) -> None:
        """From how many are chosen, and by how much better has e times the weight."""
        object.__setattr__(self, "count", whole(count, "count", 1, MOST_CHOSEN))
        object.__setattr__(self, "scale", scale_of(scale))
        object.__setattr__(self, "one_way", choice(one_way, "one_way"))

    def loss(self, sensitivity: Sensitivity, /) -> Loss:
        """That of all choices."""
        width = spread(sensitivity, one_way=self.one_way) / self.scale
        return BoundedRange(width) * self.count

    def sample(self, x: NDArray[Any], source: Source, /) -> tuple[int, ...]:
        """Indices, best first."""
        self._check(len(x))
        left, chosen = np.arange(len(x)), []
        for _ in range(self.count):
            place = exponential_choice(x[left], self.scale, source)
            chosen.append(int(left[place]))
            left = np.delete(left, place)
        return tuple(chosen)

    def law(
        self, x: Sequence[int] | NDArray[Any], /
    ) -> Mapping[tuple[int, ...], Callable[[int], Interval]]:
        """The probability of every list of indices, certified: for few candidates."""
        self._check(len(x))
        exponents = [int(score) / self.scale for score in x]
        orders = permutations(range(len(exponents)), self.count)
        return {order: _chance(exponents, order) for order in orders}

    def _check(self, candidates: int) -> None:
        if candidates < self.count:
            problem = f"the best {self.count} of fewer candidates"
            raise Invalid(problem, "there are as many choices as candidates at most")


def _chance(exponents: Sequence[Fraction], order: Sequence[int]) -> Callable[[int], Interval]:
    """The probability of these choices one after the other, to as many bits as asked."""

    def within(bits: int) -> Interval:
        left, found = [*range(len(exponents))], Interval.of(1, bits + 32)
        for k in order:
            law = ExponentialWeights([exponents[j] for j in left])
            found = found * law.mass_within(left.index(k), bits + 32)
            left.remove(k)
        return found

    return within
