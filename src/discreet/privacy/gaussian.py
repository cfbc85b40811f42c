"""Gaussian privacy: no easier to tell apart than two bell curves mu standard deviations apart."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from discreet.numbers import Interval, Number, above, between, exp, normal_tail, pi, sqrt
from discreet.privacy.loss import Loss, epsilon_of
from discreet.privacy.pair import Pair, bell
from discreet.privacy.search import certified, least, root, short

MOST_MU = 10**6
# So many standard deviations out, there is less than the least float.
_FAR = 40


@dataclass(frozen=True, slots=True, init=False)
class Gdp(Loss):
    """Told apart no better than N(0, 1) and N(mu, 1); kept as mu², which adds up exactly.

    >>> Gdp(1).delta(1), (Gdp("0.3") * 10).delta(2)
    (0.1269367375066439..., 0.014910021078338...)
    """

    tag: ClassVar[str] = "gdp"
    square: Fraction

    def __init__(self, mu: Number = 0, *, square: Number | None = None) -> None:
        """From mu, or from its square."""
        exact = between(mu, "mu", 0, MOST_MU) ** 2
        if square is not None:
            exact = between(square, "the square of mu", 0, MOST_MU**2)
        object.__setattr__(self, "square", exact)

    def terms(self) -> dict[str, Fraction]:
        """Mu, where it is rational, else its square."""
        root = self.root
        return {"mu": root} if root is not None else {"mu squared": self.square}

    @property
    def root(self) -> Fraction | None:
        """Mu itself, where it is a rational number."""
        over, under = math.isqrt(self.square.numerator), math.isqrt(self.square.denominator)
        exact = over**2 == self.square.numerator and under**2 == self.square.denominator
        return Fraction(over, under) if exact else None

    def plus(self, other: Loss, /) -> Loss | None:
        """Squares add up."""
        return Gdp(square=short(self.square + other.square)) if isinstance(other, Gdp) else None

    @property
    def pure(self) -> float:
        """Infinite, but for no loss at all."""
        return 0.0 if self.square == 0 else math.inf

    @property
    def mu(self) -> float:
        """Mu."""
        return above(sqrt(self.square, 80)) if self.square else 0.0

    @property
    def rho(self) -> float:
        """mu² / 2."""
        return above(Interval.of(self.square / 2, 64))

    @property
    def pair(self) -> Pair:
        """Two bell curves."""
        return bell(self.mu)

    def delta(self, epsilon: Number, /) -> float:
        """Phi(mu/2 - e/mu) - exp(e) Phi(-mu/2 - e/mu)."""
        that = epsilon_of(epsilon)
        if self.square == 0:
            return 0.0
        return min(1.0, above(certified(lambda bits: self._delta(that, bits))))

    def sketch(self, epsilon: float, /) -> float:
        """About that delta, quickly."""
        mu = math.sqrt(self.square)
        if epsilon >= mu * (mu / 2 + _FAR):  # as for no loss at all: below the least float
            return 0.0
        near, far = (epsilon / mu - mu / 2) / math.sqrt(2), (epsilon / mu + mu / 2) / math.sqrt(2)
        return max(0.0, math.erfc(near) / 2 - _scaled_erfc(far, epsilon) / 2)

    @classmethod
    def of_pure(cls, epsilon: Fraction) -> float:
        """The least mu that covers pure privacy: 2 Phi⁻¹(exp(epsilon) / (1 + exp(epsilon)))."""

        def beyond(bits: int) -> Interval:
            return sqrt(2 * pi(2 * bits), bits) / (1 + exp(epsilon, bits))

        wanted = certified(beyond).lower
        guess = root(
            lambda mu: math.erfc(mu / math.sqrt(8)) / 2 - float(wanted) / math.sqrt(2 * math.pi),
            0.0,
            75.0,
        )
        return least(
            lambda mu: (
                certified(lambda bits: normal_tail(Fraction(mu) ** 2 / 4, bits)).upper <= wanted
            ),
            guess,
        )

    def _delta(self, epsilon: Fraction, bits: int) -> Interval:
        near, far = epsilon - self.square / 2, epsilon + self.square / 2
        first = normal_tail(near**2 / self.square, bits)
        if near < 0:
            first = sqrt(2 * pi(2 * bits), bits) - first
        second = exp(epsilon, bits) * normal_tail(far**2 / self.square, bits)
        return (first - second) / sqrt(2 * pi(2 * bits), bits)


def _scaled_erfc(x: float, epsilon: float) -> float:
    """About exp(epsilon) erfc(x) for x > 0, without overflow."""
    if x < 26:  # noqa: PLR2004  (from there on these terms of the series are as good as a float)
        return math.exp(min(epsilon, 700.0)) * math.erfc(x)
    square = x * x
    series = 1 - (1 - (3 - 15 / (2 * square)) / (2 * square)) / (2 * square)
    return math.exp(min(epsilon - square, 700.0)) * series / (x * math.sqrt(math.pi))
