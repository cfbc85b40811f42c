"""A choice whose probabilities are known to as many bits as asked, however they come about."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from discreet.law.law import Law
from discreet.law.support import Support
from discreet.numbers import Interval, nearest

Masses: TypeAlias = Callable[[int], Sequence[Interval]]


@dataclass(frozen=True, slots=True, repr=False)
class Certified(Law):
    """One of 0 … size - 1; `masses(bits)` are all their probabilities, certified.

    >>> from fractions import Fraction
    >>> Certified(2, lambda bits: [Interval.of(Fraction(k, 3), bits) for k in (1, 2)]).mean
    0.6666666666666666
    """

    tag: ClassVar[str] = "certified"
    size: int
    masses: Masses

    def __repr__(self) -> str:
        """How many, never how likely: masses are often those of private data."""
        return f"Certified(<{self.size} masses>)"

    @property
    def support(self) -> Support:
        """The indices."""
        return Support(0, self.size - 1)

    @property
    def mean(self) -> float:
        """The expected index."""
        return nearest(lambda bits: self._moment(1, bits))

    @property
    def variance(self) -> float:
        """The expected squared distance from the mean index."""
        return nearest(lambda bits: self._moment(2, bits) - self._moment(1, bits).power(2))

    def mass_within(self, k: int, bits: int) -> Interval:
        """P(X = k), certified."""
        return self.masses(bits)[k] if k in self.support else Interval.of(0, bits)

    def tail_within(self, k: int, bits: int) -> Interval:
        """P(X >= k), certified."""
        if k <= 0:
            return Interval.of(1, bits)
        return sum(self.masses(bits)[k:], Interval.of(0, bits))

    def _moment(self, power: int, bits: int) -> Interval:
        parts = (mass * k**power for k, mass in enumerate(self.masses(bits)))
        return sum(parts, Interval.of(0, bits))
