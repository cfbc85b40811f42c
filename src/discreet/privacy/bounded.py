"""Bounded range: losses that lie within a width, as those of the exponential mechanism do."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from discreet.numbers import Interval, Number, above, exp, whole
from discreet.privacy.gaussian import Gdp
from discreet.privacy.loss import Loss, epsilon_of, order_of
from discreet.privacy.pair import EVERYTHING, MOST_LOSS, NOTHING, ULP, Cells, Floats, Pair, Spike
from discreet.privacy.pure import Pure
from discreet.privacy.search import certified

MOST_CHOICES = 4096
# Floats find the worst centre; all that come so near to it are looked at exactly.
_NEAR = 1e-6
_LEAST = 1e-290


@dataclass(frozen=True)
class Ramp(Pair):
    """The pair of a bounded range: P's losses have density exp(l / 2), Q's exp(-l / 2).

    Because. Its profile is that of `BoundedRange`, of which it is the second derivative.
    """

    width: float

    def cells(self, bounds: Floats) -> Cells:
        """What a spike spreads, and nothing else: scaled up to one."""
        scale = -2 / math.expm1(-self.width)
        p, q, p_error, q_error = (scale * part for part in Spike(self.width).cells(bounds))
        return Cells(p, q, p_error + 8 * ULP * p, q_error + 8 * ULP * q)

    def reach(self, _tail: float) -> tuple[float, float]:
        """All losses."""
        return -self.width, self.width

    def reverse(self) -> Pair:
        """Itself."""
        return self

    @property
    def even(self) -> bool:
        """As a spike."""
        return True


@dataclass(frozen=True, slots=True, init=False)
class BoundedRange(Loss):
    """For any two neighbours all losses lie within a width; the exponential mechanism's do.

    Because. The worst are two losses, t and t - width, with any t. Their profile is greatest at
    t = (e + width) / 2. [dong2020]

    >>> BoundedRange(1).rho, BoundedRange(1).delta(0)
    (0.125, 0.244918662403709...)
    """

    tag: ClassVar[str] = "bounded-range"
    width: Fraction

    def __init__(self, width: Number) -> None:
        """From the width."""
        object.__setattr__(self, "width", epsilon_of(width))

    def terms(self) -> dict[str, Fraction]:
        """Its width."""
        return {"range": self.width}

    @property
    def pure(self) -> float:
        """Its width."""
        return Pure(self.width).pure

    @property
    def rho(self) -> float:
        """width² / 8, or what a pure loss has, if that is less. [cesar2021]"""  # noqa: D415
        return min(Pure(self.width).rho, above(Interval.of(self.width**2 / 8, 64)))

    @property
    def mu(self) -> float:
        """As for pure privacy."""
        return Pure(self.width).mu

    def renyi(self, orders: Sequence[Number], /) -> list[float]:
        """Order times rho, or what a pure loss has, if that is less."""
        straight = super(BoundedRange, self).renyi(orders)
        return [min(pair) for pair in zip(straight, Pure(self.width).renyi(orders), strict=True)]

    def corners(self) -> Sequence[Fraction]:
        """Its width."""
        return (self.width,)

    @property
    def pair(self) -> Pair:
        """Losses spread over the range."""
        width = float(self.width)
        if width > MOST_LOSS:
            return EVERYTHING
        return Ramp(width) if width else NOTHING

    def delta(self, epsilon: Number, /) -> float:
        """(1 - exp((e - width) / 2))² / (1 - exp(-width)), or zero."""
        that = epsilon_of(epsilon)
        if that >= self.width:
            return 0.0

        def told(bits: int) -> Interval:
            gap = 1 - exp((that - self.width) / 2, bits)
            return gap * gap / (1 - exp(-self.width, bits))

        return above(certified(told))

    def sketch(self, epsilon: float, /) -> float:
        """About that delta, quickly."""
        width = float(self.width)
        gap = -math.expm1(min(0.0, (epsilon - width) / 2))
        return gap * gap / -math.expm1(-width) if gap else 0.0


@dataclass(frozen=True, init=False)
class Choices(Loss):
    """So many losses of a bounded range, all of whose questions are fixed before any answer.

    That is more than having their widths fixed: who asks for the second choice knowing the first
    can do worse, and has `BoundedRange(width) * count`.

    Because. The worst adversary takes the same centre t for all. [dong2020]

    >>> Choices("0.1", 10).delta("0.5")
    3.9978134052590...e-05
    """

    tag: ClassVar[str] = "choices"
    width: Fraction
    count: int

    def __init__(self, width: Number, count: int) -> None:
        """From the width of each, and how many there are."""
        object.__setattr__(self, "width", epsilon_of(width))
        object.__setattr__(self, "count", whole(count, "the count", 1, MOST_CHOICES))
        epsilon_of(self.width * self.count)

    def terms(self) -> dict[str, Fraction]:
        """The width, and how many."""
        return {"range": self.width, "choices": Fraction(self.count)}

    @property
    def pure(self) -> float:
        """All widths."""
        return Pure(self.width * self.count).pure

    @property
    def rho(self) -> float:
        """That of each, so many times."""
        each = Fraction(BoundedRange(self.width).rho)
        return above(Interval.of(each * self.count, 64))

    @property
    def mu(self) -> float:
        """That of each, added up in squares."""
        return Gdp(square=Fraction(BoundedRange(self.width).mu) ** 2 * self.count).mu

    def renyi(self, orders: Sequence[Number], /) -> list[float]:
        """Those of each, so many times."""
        each = BoundedRange(self.width).renyi([order_of(order) for order in orders])
        return [above(Interval.of(Fraction(most) * self.count, 64)) for most in each]

    def corners(self) -> Sequence[Fraction]:
        """The sum of all widths."""
        return (self.width * self.count,)

    def delta(self, epsilon: Number, /) -> float:
        """The worst over all numbers of losses at the lower end."""
        that = epsilon_of(epsilon)
        if that >= self.width * self.count:
            return 0.0
        about = self._told(float(that))
        if about.max() < _LEAST:
            return _LEAST  # so little that floats do not tell which centre is worst
        near = np.flatnonzero(about >= about.max() * (1 - _NEAR))
        return min(1.0, max(above(self._told_within(that, int(low))) for low in near))

    def sketch(self, epsilon: float, /) -> float:
        """About that delta, quickly."""
        return float(self._told(epsilon).max())

    def _centre(self, epsilon: Fraction, low: int) -> Fraction:
        """The centre that is worst when so many losses at the lower end still count."""
        return min(self.width, (epsilon + (low + 1) * self.width) / (self.count + 1))

    def _told_within(self, epsilon: Fraction, low: int) -> Interval:
        """What the losses above epsilon tell, with that centre: the sum of P less exp(e) Q."""
        centre = self._centre(epsilon, low)

        def told(bits: int) -> Interval:
            bottom = exp(-self.width, bits)
            share = (exp(-centre, bits) - bottom) / (1 - bottom)
            total, odds = Interval.of(0, bits), exp(epsilon, bits)
            for at_low in range(self.count + 1):
                height = self.count * centre - at_low * self.width
                if height > epsilon:
                    ways = math.comb(self.count, at_low)
                    weight = share.power(self.count - at_low) * (1 - share).power(at_low) * ways
                    total = total + weight * (exp(height, bits) - odds)
            return total

        return certified(told)

    def _told(self, epsilon: float) -> NDArray[np.float64]:
        """About that, for each number of losses at the lower end."""
        width, count, lows = float(self.width), self.count, np.arange(self.count + 1)
        if width == 0:
            return np.zeros(1)
        centres = np.minimum(width, (epsilon + (lows + 1) * width) / (count + 1))
        share = ((np.exp(-centres) - math.exp(-width)) / -math.expm1(-width)).clip(0.0, 1.0)
        heights = count * centres[:, None] - lows * width
        with np.errstate(divide="ignore", invalid="ignore"):
            ahead = np.log(share)[:, None] * (count - lows)
            behind = np.log1p(-share)[:, None] * lows
        logs = np.nan_to_num(ahead, nan=0.0) + np.nan_to_num(behind, nan=0.0) + self._ways + heights
        gains = -np.expm1(np.minimum(epsilon - heights, 0.0))
        told: NDArray[np.float64] = (np.exp(np.minimum(logs, 0.0)) * gains).sum(axis=1)
        return told

    @cached_property
    def _ways(self) -> NDArray[np.float64]:
        """Logarithms of how many ways there are to have so many at the lower end."""
        top = math.lgamma(self.count + 1)
        return np.array(
            [
                top - math.lgamma(low + 1) - math.lgamma(self.count - low + 1)
                for low in range(self.count + 1)
            ]
        )
