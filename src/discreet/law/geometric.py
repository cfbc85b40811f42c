"""The one-sided geometric law: how many steps until a coin first falls."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from discreet.law.cell import Cells
from discreet.law.digit import one_sided
from discreet.law.law import Law
from discreet.law.scale import ratio_gap, ratio_power, scale_of
from discreet.law.support import Support
from discreet.numbers import Interval, Number, nearest


@dataclass(frozen=True, slots=True, init=False)
class Geometric(Law):
    """P(X = k) = (1 - r) r**k for k = 0, 1, 2, …, where r = exp(-1 / scale).

    >>> Geometric(scale=1).tail(3) == Geometric(scale=2).tail(6)
    True
    """

    tag: ClassVar[str] = "geometric"
    scale: Fraction

    def __init__(self, scale: Number) -> None:
        """From its scale, any number from 1/100 to 2**40."""
        object.__setattr__(self, "scale", scale_of(scale))

    @property
    def support(self) -> Support:
        """Zero and up."""
        return Support(0, None)

    @property
    def mean(self) -> float:
        """R / (1 - r)."""
        return nearest(lambda bits: self._ratio(bits) / ratio_gap(self.scale, bits))

    @property
    def variance(self) -> float:
        """R / (1 - r)²."""
        return nearest(lambda bits: self._ratio(bits) / ratio_gap(self.scale, bits).power(2))

    def mass_within(self, k: int, bits: int) -> Interval:
        """P(X = k), certified."""
        if k < 0:
            return Interval.of(0, bits)
        return ratio_power(self.scale, k, bits) * ratio_gap(self.scale, bits)

    def tail_within(self, k: int, bits: int) -> Interval:
        """P(X >= k) = r**k, certified."""
        return ratio_power(self.scale, max(k, 0), bits)

    def cells(self, bits: int) -> Cells:
        """Zero, one, two and so on."""
        return one_sided(self.scale, bits)

    def _ratio(self, bits: int) -> Interval:
        return ratio_power(self.scale, 1, bits)
