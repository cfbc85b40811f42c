"""The clamped geometric law: two-sided noise around a centre, folded into a range."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from discreet.errors import OutOfRange
from discreet.law.laplace import DiscreteLaplace
from discreet.law.law import Law
from discreet.law.scale import ratio_gap, ratio_power, scale_of
from discreet.law.support import Support
from discreet.numbers import Interval, Number, between, nearest, whole


@dataclass(frozen=True, slots=True, init=False, repr=False)
class ClampedGeometric(Law):
    """`center` plus discrete Laplace noise, folded: what falls outside counts as the nearest end.

    >>> law = ClampedGeometric(scale=1, center=3, low=0, high=10)
    >>> law.mass(0), law.mass(10)
    (0.03639726343516549, 0.0006666391336166197)
    """

    tag: ClassVar[str] = "clamped-geometric"
    scale: Fraction
    center: int
    low: int
    high: int

    def __init__(self, scale: Number, center: int, low: int, high: int) -> None:
        """From its scale, and a centre inside its range."""
        object.__setattr__(self, "scale", scale_of(scale))
        object.__setattr__(self, "low", whole(low, "low"))
        object.__setattr__(self, "high", whole(high, "high", least=self.low))
        object.__setattr__(self, "center", whole(center, "center"))
        if self.center not in self.support:
            way_on = "it can be any whole number from one end to the other"
            raise OutOfRange("center is outside the range", way_on)

    def __repr__(self) -> str:
        """As it is written, but for the centre: that is often the truth."""
        return f"ClampedGeometric(scale={self.scale!r}, center=…, low={self.low}, high={self.high})"

    @property
    def noise(self) -> DiscreteLaplace:
        """What is added before folding."""
        return DiscreteLaplace(self.scale)

    @property
    def support(self) -> Support:
        """The range."""
        return Support(self.low, self.high)

    @property
    def mean(self) -> float:
        """The centre, drawn towards the middle of the range."""
        above, below = self.high - self.center, self.center - self.low
        if above == below:
            return nearest(lambda bits: Interval.of(self.center, bits))
        return nearest(lambda bits: self.center + self._ones(above, bits) - self._ones(below, bits))

    @property
    def variance(self) -> float:
        """What is left of the noise's variance after folding."""
        above, below = self.high - self.center, self.center - self.low
        if above == below == 0:
            return 0.0
        return nearest(
            lambda bits: (
                self._odds(above, bits)
                + self._odds(below, bits)
                - (self._ones(above, bits) - self._ones(below, bits)).power(2)
            )
        )

    def mass_within(self, k: int, bits: int) -> Interval:
        """P(X = k), certified."""
        if k not in self.support:
            return Interval.of(0, bits)
        if self.low < k < self.high:
            return self.noise.mass_within(k - self.center, bits)
        if k < self.high:
            return self.noise.cdf_within(k - self.center, bits)
        return self.tail_within(k, bits)

    def tail_within(self, k: int, bits: int) -> Interval:
        """P(X >= k), certified: folding moves nothing across k."""
        if k <= self.low or k > self.high:
            return Interval.of(int(k <= self.low), bits)
        return self.noise.tail_within(k - self.center, bits)

    def quantile(self, p: Number) -> int:
        """The least k with P(X <= k) >= p: folding keeps the order."""
        level = between(p, "p", 0, 1)
        if level in {0, 1}:
            return self.high if level else self.low
        return min(max(self.center + self.noise.quantile(level), self.low), self.high)

    def _ones(self, room: int, bits: int) -> Interval:
        """The expected distance from the centre on a side of so much room: the sum of its tails.

        The sum of r**j / (1 + r) for j = 1 … room is r (1 - r**room) / ((1 - r) (1 + r)).
        """
        if room == 0:
            return Interval.of(0, bits)
        ratio, gap = ratio_power(self.scale, 1, bits), ratio_gap(self.scale, bits)
        return ratio * (1 - ratio_power(self.scale, room, bits)) / (gap * (1 + ratio))

    def _odds(self, room: int, bits: int) -> Interval:
        """The expected squared distance on that side: the sum of (2j - 1) r**j / (1 + r)."""
        if room == 0:
            return Interval.of(0, bits)
        ratio, gap = ratio_power(self.scale, 1, bits), ratio_gap(self.scale, bits)
        last = ratio_power(self.scale, room, bits)
        firsts = ratio * (1 - last * (room + 1) + last * ratio * room) / gap.power(2)
        return 2 * firsts / (1 + ratio) - self._ones(room, bits)
