"""A whole number drawn from a density that is a step function."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import ClassVar

from discreet.errors import Invalid
from discreet.law.law import Law
from discreet.law.support import Support
from discreet.numbers import Interval, Number, exp, nearest, rational, whole


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Stepped(Law):
    """P(X = t) proportional to exp(exponents[i]) for starts[i] <= t < starts[i + 1].

    The last step ends before `end`. A step that ends where it starts has no mass.

    >>> Stepped([0, 2], [0, "1/2"], end=3).mass(2)
    0.45186276187760605
    """

    tag: ClassVar[str] = "stepped"
    starts: tuple[int, ...]
    exponents: tuple[Fraction, ...]
    end: int

    def __init__(self, starts: Sequence[int], exponents: Sequence[Number], end: int) -> None:
        """From where each step starts, in ascending order, and what its mass is the exp of."""
        exact = tuple(rational(exponent, "an exponent") for exponent in exponents)
        places = tuple(whole(start, "a start") for start in starts)
        rising = all(a <= b for a, b in pairwise((*places, whole(end, "the end"))))
        if len(places) != len(exact) or not rising or not places or places[0] == end:
            raise Invalid("these are no steps", "give ascending starts, an exponent for each")
        object.__setattr__(self, "starts", places)
        object.__setattr__(self, "exponents", exact)
        object.__setattr__(self, "end", end)

    def __repr__(self) -> str:
        """How many steps, never which: they are often those of private data."""
        return f"Stepped(<{len(self.starts)} steps>)"

    @property
    def support(self) -> Support:
        """From the first start to the end."""
        return Support(self.starts[0], self.end - 1)

    @property
    def mean(self) -> float:
        """The expected value."""
        return nearest(lambda bits: self._average(_sum, bits))

    @property
    def variance(self) -> float:
        """The expected squared distance from the mean."""
        return nearest(
            lambda bits: self._average(_squares, bits) - self._average(_sum, bits).power(2)
        )

    def mass_within(self, k: int, bits: int) -> Interval:
        """P(X = k), certified."""
        return self._weight(k, k + 1, bits) / self._weight(self.starts[0], self.end, bits)

    def tail_within(self, k: int, bits: int) -> Interval:
        """P(X >= k), certified."""
        return self._weight(k, self.end, bits) / self._weight(self.starts[0], self.end, bits)

    def _steps(self) -> list[tuple[int, int, Fraction]]:
        most = max(a for low, high, a in self._all() if low < high)
        return [(low, high, a - most) for low, high, a in self._all() if low < high]

    def _all(self) -> list[tuple[int, int, Fraction]]:
        return [*zip(self.starts, (*self.starts[1:], self.end), self.exponents, strict=True)]

    def _weight(self, start: int, end: int, bits: int) -> Interval:
        """What all values from `start` to before `end` weigh together."""
        total, work = Interval.of(0, bits + 32), bits + 32
        for low, high, exponent in self._steps():
            inside = min(high, end) - max(low, start)
            if inside > 0:
                total = total + exp(exponent, work) * inside
        return total

    def _average(self, add: Callable[[int], int], bits: int) -> Interval:
        total, work = Interval.of(0, 2 * bits), 2 * bits
        for low, high, exponent in self._steps():
            total = total + exp(exponent, work) * (add(high) - add(low))
        return total / self._weight(self.starts[0], self.end, work)


def _sum(end: int) -> int:
    """The sum of all numbers below `end`, up to a constant."""
    return end * (end - 1) // 2


def _squares(end: int) -> int:
    """The sum of their squares, up to a constant."""
    return end * (end - 1) * (2 * end - 1) // 6
