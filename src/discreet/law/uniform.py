"""Every integer of a range alike."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from discreet.law.law import Law
from discreet.law.support import Support
from discreet.numbers import Interval, nearest, whole


@dataclass(frozen=True, slots=True, init=False)
class Uniform(Law):
    """low, low + 1, …, high, each with the same mass.

    >>> Uniform(1, 6).tail(5), Uniform(1, 6).variance
    (0.3333333333333333, 2.9166666666666665)
    """

    tag: ClassVar[str] = "uniform"
    low: int
    high: int

    def __init__(self, low: int, high: int) -> None:
        """From both ends, which belong to it."""
        object.__setattr__(self, "low", whole(low, "low"))
        object.__setattr__(self, "high", whole(high, "high", least=self.low))

    @property
    def size(self) -> int:
        """How many values there are."""
        return self.high - self.low + 1

    @property
    def support(self) -> Support:
        """The range."""
        return Support(self.low, self.high)

    @property
    def mean(self) -> float:
        """The middle."""
        return nearest(lambda bits: Interval.of(Fraction(self.low + self.high, 2), bits))

    @property
    def variance(self) -> float:
        """(size² - 1) / 12."""
        return nearest(lambda bits: Interval.of(Fraction(self.size**2 - 1, 12), bits))

    def mass_within(self, k: int, bits: int) -> Interval:
        """P(X = k), certified."""
        return Interval.of(Fraction(int(k in self.support), self.size), bits)

    def tail_within(self, k: int, bits: int) -> Interval:
        """P(X >= k), certified."""
        return Interval.of(1 - self.cdf_exact(k - 1), bits)

    def cdf_exact(self, k: int) -> Fraction:
        """P(X <= k), exactly."""
        return Fraction(min(max(k - self.low + 1, 0), self.size), self.size)
