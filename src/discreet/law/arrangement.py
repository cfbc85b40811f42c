"""Laws of whole arrangements: an order of n things, or some of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import comb, factorial
from typing import ClassVar

from discreet.numbers import Interval, Number, between, log, nearest, whole

# An arrangement is drawn by giving each thing a 64-bit number: beyond this, equal ones get common.
MOST_THINGS = 2**31


@dataclass(frozen=True, slots=True, init=False)
class Permutation:
    """Every order of 0 … size - 1 alike.

    >>> Permutation(4).mass([2, 0, 3, 1]) * 24
    1.0
    """

    tag: ClassVar[str] = "permutation"
    size: int

    def __init__(self, size: int) -> None:
        """From how many things there are."""
        object.__setattr__(self, "size", whole(size, "size", 0, MOST_THINGS))

    def mass_exact(self, order: Sequence[int]) -> Fraction:
        """The probability of this order."""
        possible = sorted(order) == list(range(self.size))
        return Fraction(int(possible), factorial(self.size))

    def mass(self, order: Sequence[int]) -> float:
        """The probability of this order."""
        return _float(self.mass_exact(order))

    def log_mass(self, order: Sequence[int]) -> float:
        """Its natural logarithm."""
        return _log(self.mass_exact(order))


@dataclass(frozen=True, slots=True, init=False)
class PoissonSubset:
    """Each of 0 … size - 1 is in, independently, with probability `rate`.

    >>> PoissonSubset(3, rate="1/2").mass([0, 2])
    0.125
    """

    tag: ClassVar[str] = "poisson-subset"
    size: int
    rate: Fraction

    def __init__(self, size: int, rate: Number) -> None:
        """From how many things there are, and how likely each is in."""
        object.__setattr__(self, "size", whole(size, "size", 0, MOST_THINGS))
        object.__setattr__(self, "rate", between(rate, "rate", 0, 1))

    def mass_exact(self, chosen: Sequence[int]) -> Fraction:
        """The probability of exactly these, in ascending order."""
        if not _ascending(chosen, self.size):
            return Fraction(0)
        inside = len(chosen)
        return self.rate**inside * (1 - self.rate) ** (self.size - inside)

    def mass(self, chosen: Sequence[int]) -> float:
        """The probability of exactly these, in ascending order."""
        return _float(self.mass_exact(chosen))

    def log_mass(self, chosen: Sequence[int]) -> float:
        """Its natural logarithm."""
        return _log(self.mass_exact(chosen))


@dataclass(frozen=True, slots=True, init=False)
class FixedSubset:
    """Every set of `count` among 0 … size - 1 alike.

    >>> FixedSubset(4, count=2).mass([0, 3]) * 6
    1.0
    """

    tag: ClassVar[str] = "fixed-subset"
    size: int
    count: int

    def __init__(self, size: int, count: int) -> None:
        """From how many things there are, and how many are taken."""
        object.__setattr__(self, "size", whole(size, "size", 0, MOST_THINGS))
        object.__setattr__(self, "count", whole(count, "count", 0, self.size))

    def mass_exact(self, chosen: Sequence[int]) -> Fraction:
        """The probability of exactly these, in ascending order."""
        possible = len(chosen) == self.count and _ascending(chosen, self.size)
        return Fraction(int(possible), comb(self.size, self.count))

    def mass(self, chosen: Sequence[int]) -> float:
        """The probability of exactly these, in ascending order."""
        return _float(self.mass_exact(chosen))

    def log_mass(self, chosen: Sequence[int]) -> float:
        """Its natural logarithm."""
        return _log(self.mass_exact(chosen))


def _ascending(chosen: Sequence[int], size: int) -> bool:
    rises = all(a < b for a, b in pairwise(chosen))
    return rises and all(0 <= k < size for k in chosen)


def _float(mass: Fraction) -> float:
    return nearest(lambda bits: Interval.of(mass, bits))


def _log(mass: Fraction) -> float:
    return nearest(lambda bits: log(mass, bits)) if mass else float("-inf")
