"""What a loss for one unit says about a group of several."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from discreet.numbers import Interval, Number, above, exp, whole
from discreet.privacy.additive import DiscreteGaussianNoise, DiscreteLaplaceNoise, LaplaceNoise
from discreet.privacy.approx import Approx
from discreet.privacy.bounded import BoundedRange
from discreet.privacy.compose import Composed, compose, repeat
from discreet.privacy.gaussian import Gdp
from discreet.privacy.loss import MOST_ORDER, Loss, Parts, above_product, epsilon_of, order_of
from discreet.privacy.odds import Odds
from discreet.privacy.pure import Pure
from discreet.privacy.zcdp import Zcdp

MOST_UNITS = 10**9
_GRAIN = 1 << 256
_TINY = Fraction(1, 1 << 100)
_MOST_DIGITS = 600  # binary ones: then the odds are below the greatest there may be


@dataclass(frozen=True, slots=True, init=False)
class Grouped(Loss):
    """What any loss for one unit says about so many.

    Because. Each epsilon e with its delta, walked unit by unit, gives k e and the sum of
    exp(i e) delta. Divergences of order 2a, walked by halves, grow three times. [mironov2017]

    >>> Grouped(Approx("0.5", "1e-6"), 4).delta(2)
    9.848692169497...e-06
    """

    tag: ClassVar[str] = "grouped"
    loss: Loss
    size: int

    def __init__(self, loss: Loss, size: int) -> None:
        """From the loss for one unit, and how many there are."""
        object.__setattr__(self, "loss", loss)
        object.__setattr__(self, "size", whole(size, "the size of a group", 1, MOST_UNITS))

    def terms(self) -> dict[str, Fraction]:
        """How many units."""
        return {"units": Fraction(self.size)}

    @property
    def inside(self) -> Parts:
        """The loss for one unit."""
        return ((self.loss, 1),)

    @property
    def pure(self) -> float:
        """So many times as much."""
        return above_product(self.loss.pure, Fraction(self.size))

    @property
    def rho(self) -> float:
        """The square of so many times as much."""
        return above_product(self.loss.rho, Fraction(self.size) ** 2)

    @property
    def mu(self) -> float:
        """So many times as much."""
        return above_product(self.loss.mu, Fraction(self.size))

    def renyi(self, orders: Sequence[Number], /) -> list[float]:
        """By rho, by the pure loss, or by halves: the least."""
        asked = [order_of(order) for order in orders]
        return [
            min(self.pure, above_product(self.rho, order), self._by_halves(order))
            for order in asked
        ]

    def _by_halves(self, order: Fraction) -> float:
        halves = (self.size - 1).bit_length()
        far = max(order, Fraction(2)) * 2**halves
        if far > MOST_ORDER:
            return math.inf
        return above_product(self.loss.renyi([far])[0], Fraction(3) ** halves)

    def delta(self, epsilon: Number, /) -> float:
        """That of a part of epsilon, walked."""
        that = epsilon_of(epsilon)
        if that >= self.pure:
            return 0.0
        each = Fraction(self.loss.delta(that / self.size))
        return min(1.0, above(Interval.of(_failing(that / self.size, each, self.size), 64)))

    def sketch(self, epsilon: float, /) -> float:
        """About that delta, quickly."""
        each = epsilon / self.size
        steps = math.expm1(min(epsilon, 700.0)) / math.expm1(each) if each else float(self.size)
        return min(1.0, self.loss.sketch(each) * steps) if epsilon < self.pure else 0.0


def group(loss: Loss, size: int) -> Loss:
    """The loss for so many units at once.

    Because. Each definition is a kind of distance, walked unit by unit.

    >>> print(group(Approx("0.5", "1e-6"), 4).terms()["epsilon"])
    2
    """
    size = whole(size, "the size of a group", 1, MOST_UNITS)
    if size == 1:
        return loss
    return _KINDS.get(type(loss), Grouped)(loss, size)


def _odds(loss: Odds, size: int) -> Loss:
    """Odds to that power, while they can be written down: else their logarithm, rounded up."""
    digits = loss.odds.numerator.bit_length() * size
    return Odds(loss.odds**size) if digits <= _MOST_DIGITS else Pure(Fraction(loss.pure) * size)


def _failing(epsilon: Fraction, delta: Fraction, size: int) -> Fraction:
    """The delta of a group, delta (exp(k e) - 1) / (exp(e) - 1), rounded up."""
    if epsilon == 0:
        return min(Fraction(1), delta * size)
    bits = 256
    if epsilon > _TINY:
        steps: Interval = (exp(epsilon * size, bits) - 1) / (exp(epsilon, bits) - 1)
    else:  # each step weighs at most as much as the last
        steps = exp(epsilon * size, bits) * size
    return min(Fraction(1), Fraction(-(-(steps * delta).upper * _GRAIN // 1), _GRAIN))


def _approx(loss: Approx, size: int) -> Loss:
    total = epsilon_of(loss.exponent * size)  # or it is refused, before it is computed with
    return Approx(total, _failing(loss.exponent, loss.failing, size))


def _zcdp(loss: Zcdp, size: int) -> Loss:
    return Grouped(loss, size) if loss.failing else Zcdp(loss.rate * size**2)


def _composed(loss: Composed, size: int) -> Loss:
    return compose(*(repeat(group(part, size), count) for part, count in loss.parts))


# What a group of so many is for each kind that has a theorem of its own.
_KINDS: Mapping[type[Loss], Callable[[Any, int], Loss]] = {
    Pure: lambda loss, size: Pure(loss.exponent * size),
    Odds: _odds,
    Approx: _approx,
    Gdp: lambda loss, size: Gdp(square=loss.square * size**2),
    Zcdp: _zcdp,
    Composed: _composed,
    LaplaceNoise: lambda loss, size: LaplaceNoise(loss.ratio * size),
    DiscreteLaplaceNoise: lambda loss, size: DiscreteLaplaceNoise(loss.scale, loss.distance * size),
    DiscreteGaussianNoise: lambda loss, size: DiscreteGaussianNoise(
        loss.variance, loss.distance * size
    ),
    BoundedRange: lambda loss, size: BoundedRange(loss.width * size),
}
