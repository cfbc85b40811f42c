"""Losses of noise added to one number: they tell less than their epsilon or rho alone says."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

import numpy as np

from discreet.law import DiscreteGaussian
from discreet.numbers import Interval, Number, above, between, exp, log, whole
from discreet.privacy.loss import MOST_EPSILON, Loss, epsilon_of, order_of
from discreet.privacy.pair import EVERYTHING, MOST_LOSS, NOTHING, Pair, Points, spike
from discreet.privacy.pure import Pure
from discreet.privacy.search import certified
from discreet.privacy.small import is_small, laplace_rho_above

MOST_DISTANCE = 1 << 16
# How far out a discrete bell's points are kept, in its widths; beyond, all counts as told.
_FAR_OUT = 37.0


@dataclass(frozen=True, slots=True, init=False)
class LaplaceNoise(Loss):
    """Laplace noise on a number that a unit can move by `ratio` times the noise's scale.

    >>> LaplaceNoise(1).delta("0.5"), LaplaceNoise(1).pure
    (0.221199216928595..., 1.0)
    """

    tag: ClassVar[str] = "laplace-noise"
    ratio: Fraction

    def __init__(self, ratio: Number) -> None:
        """From how far a unit moves the number, in scales."""
        object.__setattr__(self, "ratio", epsilon_of(ratio))

    def terms(self) -> dict[str, Fraction]:
        """Its ratio."""
        return {"laplace ratio": self.ratio}

    @property
    def pure(self) -> float:
        """Its ratio."""
        return Pure(self.ratio).pure

    @property
    def rho(self) -> float:
        """The ratio + exp(-ratio) - 1: half of what pure privacy says, at a ratio of two.

        Because. The divergence over the order is greatest as the order falls to one, where it is
        the mean loss. [harrison2026]
        """
        if is_small(self.ratio):
            return laplace_rho_above(self.ratio)
        return above(certified(lambda bits: exp(-self.ratio, bits) + (self.ratio - 1)))

    @property
    def mu(self) -> float:
        """As for pure privacy."""
        return Pure(self.ratio).mu

    @property
    def pair(self) -> Pair:
        """Two Laplace densities."""
        return spike(float(self.ratio))

    def corners(self) -> Sequence[Fraction]:
        """Its ratio."""
        return (self.ratio,)

    def delta(self, epsilon: Number, /) -> float:
        """1 - exp((e - ratio) / 2), or zero."""
        that = epsilon_of(epsilon)
        if that >= self.ratio:
            return 0.0
        return above(certified(lambda bits: 1 - exp((that - self.ratio) / 2, bits)))

    def sketch(self, epsilon: float, /) -> float:
        """About that delta, quickly."""
        return max(0.0, -math.expm1((epsilon - float(self.ratio)) / 2))

    def renyi(self, orders: Sequence[Number], /) -> list[float]:
        """ln(a/(2a-1) exp((a-1) r) + (a-1)/(2a-1) exp(-a r)) / (a-1)."""
        return [above(self._renyi(order_of(order))) for order in orders]

    def _renyi(self, order: Fraction) -> Interval:
        if self.ratio == 0:
            return Interval.of(0, 64)
        more, less = order / (2 * order - 1), (order - 1) / (2 * order - 1)

        def divergence(bits: int) -> Interval:
            up, down = exp((order - 1) * self.ratio, bits), exp(-order * self.ratio, bits)
            return log(up * more + down * less, bits) / (order - 1)

        return certified(divergence)


@dataclass(frozen=True, init=False)
class DiscreteLaplaceNoise(Loss):
    """Discrete Laplace noise on a whole number that a unit can move by `distance`.

    With distance one it is randomised response with odds exp(1 / scale), exactly.

    >>> DiscreteLaplaceNoise(1, 1).delta("0.5")
    0.287649136644967...
    """

    tag: ClassVar[str] = "discrete-laplace-noise"
    scale: Fraction
    distance: int

    def __init__(self, scale: Number, distance: int = 1) -> None:
        """From the noise's scale, and how far a unit moves the number."""
        object.__setattr__(self, "scale", between(scale, "the scale", Fraction(1, 10**6), 10**18))
        far = whole(distance, "the distance", 0, MOST_DISTANCE)
        object.__setattr__(self, "distance", far)
        between(self.exponent, "distance / scale", 0, MOST_EPSILON)

    def terms(self) -> dict[str, Fraction]:
        """Its scale and its distance."""
        return {"discrete laplace scale": self.scale, "distance": Fraction(self.distance)}

    @property
    def exponent(self) -> Fraction:
        """Its epsilon."""
        return self.distance / self.scale

    @property
    def pure(self) -> float:
        """Its epsilon."""
        return Pure(self.exponent).pure

    @property
    def rho(self) -> float:
        """As for pure privacy."""
        return Pure(self.exponent).rho

    @property
    def mu(self) -> float:
        """As for pure privacy."""
        return Pure(self.exponent).mu

    def renyi(self, orders: Sequence[Number], /) -> list[float]:
        """As for pure privacy."""
        return Pure(self.exponent).renyi(orders)

    def corners(self) -> Sequence[Fraction]:
        """Its epsilon."""
        return (self.exponent,)

    def delta(self, epsilon: Number, /) -> float:
        """P(X <= t) - exp(e) P(X <= t - distance), at the last t whose loss is above e."""
        that = epsilon_of(epsilon)
        if that >= self.exponent:
            return 0.0
        # The loss at x is (|x - d| - |x|) / scale: above e before (d - e scale) / 2.
        last = math.ceil((self.distance - that * self.scale) / 2) - 1
        rate = -1 / self.scale

        def below(t: int, bits: int) -> Interval:
            part = exp(rate * (t + 1 if t >= 0 else -t), bits) / (1 + exp(rate, bits))
            return 1 - part if t >= 0 else part

        def told(bits: int) -> Interval:
            return below(last, bits) - exp(that, bits) * below(last - self.distance, bits)

        return max(0.0, above(certified(told)))

    def sketch(self, epsilon: float, /) -> float:
        """About that delta, quickly."""
        losses, masses = self.pair.atoms
        return float(masses @ -np.expm1(np.minimum(epsilon - losses, 0.0)))

    @cached_property
    def pair(self) -> Pair:
        """Losses from -d/scale to d/scale, two over scale apart."""
        if self.exponent > MOST_LOSS:
            return EVERYTHING
        if self.distance == 0:
            return NOTHING
        rate, far = 1 / float(self.scale), self.distance
        inner = np.arange(1, far)[::-1]  # x from d - 1 down to 1: the loss rises
        end = 1 / (1 + math.exp(-rate))  # P(x <= 0); and P(x >= d) is exp(-d rate) times it
        middle = -math.expm1(-rate) * end * np.exp(-rate * inner)
        masses = (math.exp(-far * rate) * end, *middle.tolist(), end)
        losses = tuple((rate * np.arange(-far, far + 1, 2)).tolist())
        return Points(losses, masses, symmetric=True, spacing=2 * rate)


@dataclass(frozen=True, init=False)
class DiscreteGaussianNoise(Loss):
    """Discrete Gaussian noise on a whole number that a unit can move by `distance`.

    >>> DiscreteGaussianNoise(100).rho
    0.005
    """

    tag: ClassVar[str] = "discrete-gaussian-noise"
    variance: Fraction
    distance: int

    def __init__(self, variance: Number, distance: int = 1) -> None:
        """From the variance of the noise's curve, and how far a unit moves the number."""
        object.__setattr__(self, "variance", DiscreteGaussian(variance).parameter)
        far = whole(distance, "the distance", 0, MOST_DISTANCE)
        object.__setattr__(self, "distance", far)

    def terms(self) -> dict[str, Fraction]:
        """Its variance and its distance."""
        return {"discrete gaussian variance": self.variance, "distance": Fraction(self.distance)}

    @property
    def pure(self) -> float:
        """Infinite, but for no loss at all."""
        return math.inf if self.distance else 0.0

    @property
    def rho(self) -> float:
        """As for the bell curve: distance² / (2 variance)."""
        return above(Interval.of(self.distance**2 / (2 * self.variance), 64))

    def delta(self, epsilon: Number, /) -> float:
        """P(X <= t) - exp(e) P(X <= t - distance), at the last t whose loss is above e."""
        that = epsilon_of(epsilon)
        if self.distance == 0:
            return 0.0
        # The loss at x is (d² - 2 d x) / (2 variance).
        last = math.ceil(Fraction(self.distance, 2) - that * self.variance / self.distance) - 1
        law = DiscreteGaussian(self.variance)

        def told(bits: int) -> Interval:
            rest = exp(that, bits) * law.cdf_within(last - self.distance, bits)
            return law.cdf_within(last, bits) - rest

        return max(0.0, above(certified(told)))

    def sketch(self, epsilon: float, /) -> float:
        """About that delta, quickly: that of the bell curve."""
        from discreet.privacy.gaussian import Gdp  # noqa: PLC0415

        return Gdp(square=2 * Fraction(self.rho)).sketch(epsilon)

    @cached_property
    def pair(self) -> Pair:
        """Losses at whole numbers, up to far out."""
        if self.distance == 0:
            return NOTHING
        wide, far = float(self.variance), self.distance
        reach = math.ceil(_FAR_OUT * math.sqrt(wide))
        points = np.arange(-reach, reach + far + 1)[::-1]
        weights = np.exp(-(points.astype(np.float64) ** 2) / (2 * wide))
        whole_sum = math.fsum(np.exp(-(np.arange(1, reach + 1) ** 2.0) / (2 * wide)))
        masses = weights / (1 + 2 * whole_sum)
        losses = far * (far - 2 * points) / (2 * wide)
        kept = masses > 1e-295  # noqa: PLR2004
        return Points(
            tuple(losses[kept].tolist()),
            tuple(masses[kept].tolist()),
            symmetric=True,
            spacing=far / wide,
            rest=1e-290,
        )
