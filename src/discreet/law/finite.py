"""A law with finitely many values and rational masses."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import ClassVar

from discreet.errors import Invalid
from discreet.law.cell import Cells
from discreet.law.law import Law
from discreet.law.support import Support
from discreet.numbers import Interval, Number, between, nearest, whole


@dataclass(frozen=True, slots=True, init=False)
class Finite(Law):
    """Each value with exactly the mass it is given; masses add up to one.

    >>> Finite({1: "1/6", 6: "5/6"}).quantile("1/6")
    1
    """

    tag: ClassVar[str] = "finite"
    masses: tuple[tuple[int, Fraction], ...]

    def __init__(self, masses: Mapping[int, Number]) -> None:
        """From a mass for each value."""
        exact = {whole(k, "a value"): between(p, "a mass", 0, 1) for k, p in masses.items()}
        total = sum(exact.values())
        if total != 1:
            raise Invalid(f"masses add up to {total}, not to 1", "write them as '1/3', not as 0.33")
        object.__setattr__(self, "masses", tuple(sorted((k, p) for k, p in exact.items() if p)))

    @property
    def support(self) -> Support:
        """From the least value that has mass to the greatest."""
        return Support(self.masses[0][0], self.masses[-1][0])

    @property
    def mean(self) -> float:
        """The expected value."""
        return nearest(lambda bits: Interval.of(self._moment(1), bits))

    @property
    def variance(self) -> float:
        """The expected squared distance from the mean."""
        return nearest(lambda bits: Interval.of(self._moment(2) - self._moment(1) ** 2, bits))

    def mass_within(self, k: int, bits: int) -> Interval:
        """P(X = k), certified."""
        return Interval.of(dict(self.masses).get(k, Fraction(0)), bits)

    def tail_within(self, k: int, bits: int) -> Interval:
        """P(X >= k), certified."""
        return Interval.of(1 - self.cdf_exact(k - 1), bits)

    def cdf_exact(self, k: int) -> Fraction:
        """P(X <= k), exactly."""
        return sum((p for value, p in self.masses if value <= k), Fraction(0))

    def cells(self, bits: int) -> Cells:  # noqa: ARG002  (whole numbers need no precision)
        """Every value, in order, weighed in units of the common denominator."""
        unit = lcm(*(p.denominator for _, p in self.masses))
        weights = [int(p * unit) for _, p in self.masses]
        return Cells([value for value, _ in self.masses], weights, weights, 0)

    def _moment(self, power: int) -> Fraction:
        return sum((p * value**power for value, p in self.masses), Fraction(0))
