"""The discrete Laplace law: the noise of pure privacy, on the integers."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from discreet.law.cell import Cells
from discreet.law.digit import two_sided
from discreet.law.law import Law
from discreet.law.scale import ratio_gap, ratio_power, scale_of
from discreet.law.support import Support
from discreet.numbers import Interval, Number, nearest


@dataclass(frozen=True, slots=True, init=False)
class DiscreteLaplace(Law):
    """P(X = k) = (1 - r) / (1 + r) r**|k|, where r = exp(-1 / scale).

    Because. X is a geometric number with odds 1 : r of being taken as it is, else as its bitwise
    complement -1, -2, -3, …: both sides keep their shape, and zero is counted once.

    >>> law = DiscreteLaplace(scale=1)
    >>> law.mass(0), law.variance
    (0.46211715726000974, 1.8413471884155845)
    """

    tag: ClassVar[str] = "discrete-laplace"
    scale: Fraction

    def __init__(self, scale: Number) -> None:
        """From its scale, any number from 1/100 to 2**40."""
        object.__setattr__(self, "scale", scale_of(scale))

    @property
    def support(self) -> Support:
        """Every integer."""
        return Support(None, None)

    @property
    def mean(self) -> float:
        """Zero."""
        return 0.0

    @property
    def variance(self) -> float:
        """2r / (1 - r)²."""
        return nearest(lambda bits: 2 * self._ratio(bits) / ratio_gap(self.scale, bits).power(2))

    def mass_within(self, k: int, bits: int) -> Interval:
        """P(X = k), certified."""
        gap = ratio_gap(self.scale, bits)
        return gap * ratio_power(self.scale, abs(k), bits) / (1 + self._ratio(bits))

    def tail_within(self, k: int, bits: int) -> Interval:
        """P(X >= k), certified: r**k / (1 + r) beyond zero, and the rest by symmetry."""
        if k <= 0:
            return 1 - self.tail_within(1 - k, bits)
        return ratio_power(self.scale, k, bits) / (1 + self._ratio(bits))

    def cdf_within(self, k: int, bits: int) -> Interval:
        """P(X <= k) = P(X >= -k), certified."""
        return self.tail_within(-k, bits)

    def cells(self, bits: int) -> Cells:
        """Zero, -1, one, -2, two, -3 and so on."""
        return two_sided(self.scale, self.scale, bits)

    def _ratio(self, bits: int) -> Interval:
        return ratio_power(self.scale, 1, bits)
