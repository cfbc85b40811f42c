"""Laws another way: weights as they are defined, added up one by one with 330 bits by mpmath."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import lru_cache
from math import ceil, isqrt
from typing import Any, TypeAlias

import mpmath

from discreet.law import (
    ClampedGeometric,
    Coin,
    Digit,
    DiscreteGaussian,
    DiscreteLaplace,
    ExpCoin,
    ExponentialWeights,
    Finite,
    Geometric,
    Staircase,
    Uniform,
)
from tests.numbers.truth import written

PRECISION = 330
Weight: TypeAlias = Callable[[int], Any]


class Table:
    """A law by its weights; those beyond `values` weigh less than 2**-300 of all."""

    def __init__(self, weight: Weight, values: range) -> None:
        self.weight, self.values = lru_cache(maxsize=None)(weight), values
        self.total = self.weigh(values)

    def weigh(self, values: Iterable[int]) -> Any:  # noqa: ANN401  (mpmath has no types)
        with mpmath.workprec(PRECISION):
            return mpmath.fsum(self.weight(k) for k in values)

    def share(self, values: Iterable[int]) -> Any:  # noqa: ANN401
        with mpmath.workprec(PRECISION):
            return self.weigh(values) / self.total

    def mass(self, k: int) -> Any:  # noqa: ANN401
        return self.share([k])

    def tail(self, k: int) -> Any:  # noqa: ANN401
        """P(X >= k), also where it is small."""
        return self.share(range(k, max(self.values.stop, k + len(self.values))))

    def cdf(self, k: int) -> Any:  # noqa: ANN401
        """P(X <= k), also where it is small."""
        return self.share(range(min(self.values.start, k - len(self.values)), k + 1))

    def moment(self, power: int, center: Any = 0) -> Any:  # noqa: ANN401
        with mpmath.workprec(PRECISION):
            parts = (self.weight(k) * (k - center) ** power for k in self.values)
            return mpmath.fsum(parts) / self.total


@lru_cache(maxsize=64)
def tabulated(law: object) -> Table:
    """A law that is not wide."""
    return Table(*defined(law))


def defined(law: object) -> tuple[Weight, range]:
    """The weight of each value, in any unit, and the values to be added up."""
    match law:
        case DiscreteLaplace(scale=scale):
            return falling(scale), both(reach(scale))
        case Geometric(scale=scale):
            return among(falling(scale), range(2**63)), range(reach(scale))
        case DiscreteGaussian(parameter=v):
            return bell(v), both(isqrt(ceil(2 * v * PRECISION)) + 1)
        case Staircase(epsilon=epsilon, sensitivity=step, width=width):
            return stairs(epsilon, step, width), both(reach(step / epsilon) + step)
    weight, values = finite(law)
    return among(weight, values), values


def finite(law: object) -> tuple[Weight, range]:
    """As above, where there are no other values."""
    match law:
        case Digit(scale=scale):
            return falling(scale), range(256)
        case Uniform(low=low, high=high):
            return lambda _: mpmath.mpf(1), range(low, high + 1)
        case ClampedGeometric(low=low, high=high):
            return folded(law), range(low, high + 1)
        case Coin(p=p):
            return lambda k: written(p if k else 1 - p), range(2)
        case ExpCoin(x=x):
            return lambda k: mpmath.exp(-written(x)) if k else -mpmath.expm1(-written(x)), range(2)
        case Finite(masses=masses):
            known = dict(masses)
            return lambda k: written(known.get(k, Fraction(0))), range(min(known), max(known) + 1)
        case ExponentialWeights(exponents=exponents):
            most = max(exponents)
            return lambda k: mpmath.exp(written(exponents[k] - most)), range(len(exponents))
    raise NotImplementedError(law)


def among(weight: Weight, values: range) -> Weight:
    return lambda k: weight(k) if k in values else mpmath.mpf(0)


def reach(scale: Fraction) -> int:
    """How far exp(-k / scale) matters."""
    return ceil(scale * PRECISION * Fraction(7, 10)) + 2


def both(far: int) -> range:
    return range(-far, far + 1)


def falling(scale: Fraction) -> Weight:
    return lambda k: mpmath.exp(-abs(k) / written(scale))


def bell(v: Fraction) -> Weight:
    return lambda k: mpmath.exp(-(k**2) / (2 * written(v)))


def stairs(epsilon: Fraction, step: int, width: int) -> Weight:
    def weight(k: int) -> Any:  # noqa: ANN401
        level = abs(k) // step + (1 if abs(k) % step >= width else 0)
        return mpmath.exp(-level * written(epsilon))

    return weight


def folded(law: ClampedGeometric) -> Weight:
    """All the noise that ends up at a value, one by one."""
    weight, noise = falling(law.scale), both(reach(law.scale) + law.high - law.low)

    def folded_weight(k: int) -> Any:  # noqa: ANN401
        lands = (j for j in noise if min(max(law.center + j, law.low), law.high) == k)
        return mpmath.fsum(weight(j) for j in lands)

    return folded_weight
