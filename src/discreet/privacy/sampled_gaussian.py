"""One step of private learning: Gaussian noise on the sum over a random sample."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar, NamedTuple

from discreet.numbers import Interval, Number, above, between, exp, log, normal_tail, pi, sqrt
from discreet.privacy.gaussian import Gdp
from discreet.privacy.loss import Loss, epsilon_of, order_of
from discreet.privacy.pair import FAR, ULP, Pair, bell
from discreet.privacy.sampling import NEARLY_ALL, taken
from discreet.privacy.search import certified

MOST_ORDER = 4096
MOST_TERMS = 10000
# From here on the complementary error function is its asymptotic series.
_FAR_OUT = 20.0
# Orders squared over noise squared from where on a series of floats would overflow.
_OVERFLOWING = 400
_NEAR_ONE = 1 + Fraction(1, 2**20)


@dataclass(frozen=True, init=False)
class SampledGaussian(Loss):
    """One step on a random sample: each unit takes part with probability `rate`, then noise.

    `noise` is the noise's standard deviation over how far one unit moves the sum. Neighbours
    differ by one unit more or less; samples are drawn for each step anew (Poisson sampling).

    >>> SampledGaussian("0.01", 1).delta("0.5")
    2.214...e-07
    """

    tag: ClassVar[str] = "sampled-gaussian"
    rate: Fraction
    noise: Fraction

    def __init__(self, rate: Number, noise: Number) -> None:
        """From the rate and the noise multiplier."""
        object.__setattr__(self, "rate", between(rate, "the rate", 0, 1))
        size = between(noise, "the noise", Fraction(1, 100), 10**9)
        object.__setattr__(self, "noise", size)

    def terms(self) -> dict[str, Fraction]:
        """Its rate and its noise."""
        return {"sampling rate": self.rate, "noise": self.noise}

    @property
    def pure(self) -> float:
        """Infinite, but for no loss at all."""
        return math.inf if self.rate else 0.0

    @property
    def mu(self) -> float:
        """That of the noise alone: sampling tells no more."""
        return Gdp(1 / self.noise).mu if self.rate else 0.0

    @property
    def rho(self) -> float:
        """That of the noise alone: sampling tells no more."""
        return Gdp(1 / self.noise).rho if self.rate else 0.0

    def delta(self, epsilon: Number, /) -> float:
        """The larger of both directions, each certified."""
        that = epsilon_of(epsilon)
        if self.rate == 0:
            return 0.0
        if self.rate == 1:
            return Gdp(1 / self.noise).delta(that)
        return max(
            0.0, above(certified(lambda bits: self._leaving(that, bits))), self._coming(that)
        )

    def sketch(self, epsilon: float, /) -> float:
        """About that delta, quickly: that of the bell curve with more epsilon."""
        if self.rate == 0:
            return 0.0
        rate = float(self.rate)
        before = math.log1p(math.expm1(min(epsilon, 700.0)) / rate) if epsilon < FAR else epsilon
        return rate * Gdp(1 / self.noise).sketch(before)

    def renyi(self, orders: Sequence[Number], /) -> list[float]:
        """The direction in which the unit leaves, which is the larger at every order."""
        return [self._renyi(order_of(order)) for order in orders]

    @cached_property
    def pair(self) -> Pair:
        """A unit that leaves; the reverse has it come."""
        if NEARLY_ALL < self.rate < 1:
            return super().pair
        noise = bell(float(1 / self.noise))
        return taken(noise, float(self.rate))

    def _leaving(self, epsilon: Fraction, bits: int) -> Interval:
        """The rate times H(ln((exp(e) - 1 + rate) / rate)), where H is the bell's profile.

        Because. (1 - q) Q + q P - exp(e) Q = q (P - exp(e') Q).
        """
        odds = (exp(epsilon, bits) - 1 + self.rate) / self.rate
        return self.rate * self._profile(odds, bits)

    def _coming(self, epsilon: Fraction) -> float:
        """The same for Q against the mixture: exp(e) rate H, where that is told at all.

        Because. Q - exp(e) ((1 - q) Q + q P) = (1 - exp(e) (1 - q)) (Q - odds' P).
        """

        def left(bits: int) -> Interval:
            return 1 - exp(epsilon, bits) * (1 - self.rate)

        if left(256).low <= 0:
            return max(0.0, above(left(256)))  # more is never told

        def told(bits: int) -> Interval:
            part = left(bits)
            return part * self._profile(exp(epsilon, bits) * self.rate / part, bits)

        return max(0.0, above(certified(told)))

    def _profile(self, odds: Interval, bits: int) -> Interval:
        """P(Z > x/s - 1/(2s)...) for the bell: Phi-tails at the loss ln(odds), certified."""
        loss, mu = log(odds, bits), 1 / self.noise
        found = []
        for end in (loss.lower, loss.upper):
            near = _tail(end / mu - mu / 2, bits)
            far = _tail(end / mu + mu / 2, bits)
            found.append((near, far))
        # Tails fall: the larger from the lower end, less what the upper end leaves.
        near, far = Interval.hull(found[0][0], found[1][0]), Interval.hull(found[0][1], found[1][1])
        return near - odds * far

    def _renyi(self, order: Fraction) -> float:
        rate, noise, whole_order = self.rate, self.noise, order.denominator == 1
        if rate == 0:
            return 0.0
        if rate == 1 or order > MOST_ORDER:
            return Gdp(1 / noise).renyi([order])[0]
        if whole_order:
            return max(0.0, above(certified(lambda bits: self._moment(int(order), bits))))
        if order**2 > _OVERFLOWING * noise**2:
            return self._chord(order)
        # Divergences never fall as the order grows, and nearer to one floats tell them not apart.
        found = _fractional(float(rate), float(noise), float(max(order, _NEAR_ONE)))
        return self._chord(order) if found is None else found

    def _chord(self, order: Fraction) -> float:
        """(a - 1) times the divergence is convex in a: it lies below its chord."""
        low, part = math.floor(order), order % 1
        first = Fraction(self._renyi(Fraction(low))) if low > 1 else Fraction(0)
        second = Fraction(self._renyi(Fraction(low + 1)))
        chord = (low - 1) * first * (1 - part) + low * second * part
        return above(Interval.of(chord / (order - 1), 96))

    def _moment(self, order: int, bits: int) -> Interval:
        """ln(sum of C(a, k) (1 - q)**(a-k) q**k exp(k (k - 1) / (2 s²))) / (a - 1)."""
        total, rate = Interval.of(0, bits), self.rate
        work = bits + 64
        rest, share = Interval.of(1 - rate, work), Interval.of(rate, work)
        for k in range(order + 1):
            weight = rest.power(order - k) * share.power(k) * math.comb(order, k)
            total = total + weight * exp(k * (k - 1) / (2 * self.noise**2), work)
        return log(total, bits) / (order - 1)


def sampled_gaussian(*, rate: Number, noise: Number) -> SampledGaussian:
    """One Poisson-subsampled Gaussian step. See `SampledGaussian`."""
    return SampledGaussian(rate, noise)


def _tail(place: Fraction, bits: int) -> Interval:
    """P(N > place)."""
    whole_area = sqrt(2 * pi(2 * bits), bits)
    tail = normal_tail(place**2, bits)
    return (tail if place > 0 else whole_area - tail) / whole_area


def _fractional(rate: float, noise: float, order: float) -> float | None:
    """The divergence at an order that is not whole, by a series on either side of where it turns.

    Error. Each term is off by some ULPs, by those of what is in its exponent, and by two for each
    factor of its coefficient; terms end up falling like i**(-2 - order), so what is cut off is at
    most so many times the last as there may be terms. All are added. Nothing, where that takes too
    many terms. [mironov2019]
    """
    turn = noise**2 * math.log(1 / rate - 1) + 0.5
    total = size = off = 0.0
    power = 1.0  # C(order, i)
    for i in range(MOST_TERMS):
        other = order - i
        first = _scaled(i, other, rate, noise, (i - turn) / (math.sqrt(2) * noise))
        second = _scaled(other, i, rate, noise, (turn - other) / (math.sqrt(2) * noise))
        term = power * (first.value + second.value)
        total, size = total + term, size + abs(term)
        off += abs(power) * (first.off + second.off) + abs(term) * ULP * (8 + 2 * i)
        if i > order and abs(term) < 2.0**-60 * size:
            break
        power *= other / (i + 1)
    else:
        return None
    most = total + 2 * off + MOST_TERMS * abs(term) + (i + 1) * ULP * size
    return math.log(most) / (order - 1) * (1 + 2.0**-50)


class _Term(NamedTuple):
    """A number, and how far it may be off."""

    value: float
    off: float


def _scaled(k: float, rest: float, rate: float, noise: float, z: float) -> _Term:
    """q**k (1 - q)**rest exp(k (k - 1) / (2 s²)) erfc(z) / 2, in logarithms."""
    parts = (k * math.log(rate), rest * math.log1p(-rate), (k * k - k) / (2 * noise**2))
    power, doubt = math.fsum(parts), 16 + 4 * math.fsum(map(abs, parts))
    if z < _FAR_OUT:
        value = math.exp(power) * math.erfc(z) / 2
        return _Term(value, value * ULP * (doubt + 4 * max(z, 0.0) ** 2))
    # Here is 1 - 1/(2z²) + 3/(4z⁴) - …, between two partial sums: good to 15/(8 z⁶).
    series = 1 - 1 / (2 * z * z) + 3 / (4 * z**4)
    value = math.exp(power - z * z) * series / (2 * z * math.sqrt(math.pi))
    return _Term(value, value * (ULP * (doubt + 4 * z * z) + 2 / z**6))
