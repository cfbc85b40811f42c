"""The discrete Gaussian law: the bell curve on the integers."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from discreet.law.bell import bell_dual, bell_sum, bell_total, bell_weights
from discreet.law.cell import Cells
from discreet.law.law import Law
from discreet.law.scale import variance_of
from discreet.law.support import Support
from discreet.numbers import Interval, Number, exp, nearest, pi


@dataclass(frozen=True, slots=True, init=False)
class DiscreteGaussian(Law):
    """P(X = k) proportional to exp(-k² / 2v), where v is the variance of the curve it samples.

    The law's own variance is never above v, and equals it to six digits from v = 1 on.

    >>> law = DiscreteGaussian(variance="0.25")
    >>> law.mass(0), law.variance
    (0.7865707070419479, 0.21501267508813848)
    """

    tag: ClassVar[str] = "discrete-gaussian"
    parameter: Fraction

    def __init__(self, variance: Number) -> None:
        """From the variance of its curve, any number from 1/100 to 2**60."""
        object.__setattr__(self, "parameter", variance_of(variance))

    def __repr__(self) -> str:
        """As it is written."""
        return f"DiscreteGaussian(variance={self.parameter!r})"

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
        """The law's own: v less what sampling the curve at integers takes away."""
        return nearest(self.variance_within)

    def variance_within(self, bits: int) -> Interval:
        """Certified: v - 4π²v² sum k² q**k² 2 / (1 + 2 sum q**k²), where q = exp(-2π²v)."""
        v, work = self.parameter, bits + self.parameter.numerator.bit_length()
        total, spread = Interval.of(1, work), Interval.of(0, work)
        for k, weight in enumerate(bell_dual(v, work), start=1):
            total = total + 2 * weight
            spread = spread + 2 * k * k * weight
        return v - 4 * v * v * pi(work).power(2) * spread / total

    def mass_within(self, k: int, bits: int) -> Interval:
        """P(X = k), certified."""
        return exp(-k * k / (2 * self.parameter), bits) / bell_total(self.parameter, bits)

    def tail_within(self, k: int, bits: int) -> Interval:
        """P(X >= k), certified."""
        if k <= 0:
            return 1 - self.tail_within(1 - k, bits)
        return bell_sum(self.parameter, k, bits) / bell_total(self.parameter, bits)

    def cdf_within(self, k: int, bits: int) -> Interval:
        """P(X <= k) = P(X >= -k), certified."""
        return self.tail_within(-k, bits)

    def cells(self, bits: int) -> Cells:
        """Zero, one, -1, two, -2 and so on."""
        low, high, rest = bell_weights(1 / self.parameter, bits)
        values = [0] + [sign for k in range(1, len(low)) for sign in (k, -k)]
        low = low[:1] + [weight for one in low[1:] for weight in (one, one)]
        high = high[:1] + [weight for one in high[1:] for weight in (one, one)]
        return Cells(values, low, high, 2 * rest)
