"""Searches over a threshold as they were published, right and wrong: chances by quadrature.

Everything is continuous, with epsilon = sensitivity = 1. Values and thresholds are whole numbers,
so between two of them all densities are smooth: 24 Gauss-Legendre points do for each such piece.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Reals: TypeAlias = NDArray[np.float64]
_REACH = 60  # scales
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(24)


@dataclass(frozen=True)
class Noise:
    """Laplace noise, or exponential, of a scale; none at all for zero; `sign` turns it round."""

    scale: float
    laplace: bool = True
    sign: int = 1

    def density(self, z: Reals) -> Reals:
        z = self.sign * z
        fall: Reals = np.exp(-np.abs(z) / self.scale) / self.scale
        return fall / 2 if self.laplace else np.where(z >= 0, fall, 0.0)

    def below(self, z: Reals) -> Reals:
        """P(noise < z)."""
        return self._cdf(z) if self.sign > 0 else 1 - self._cdf(-z)

    def _cdf(self, z: Reals) -> Reals:
        if self.scale == 0:
            return (z > 0).astype(float)
        tail = np.exp(-np.abs(z) / self.scale)
        if self.laplace:
            return np.where(z < 0, tail / 2, 1 - tail / 2)
        return np.where(z < 0, 0.0, -np.expm1(-np.abs(z) / self.scale))


@dataclass(frozen=True)
class Variant:
    """What noise a search adds to its threshold and to its values."""

    level: Noise
    noise: Noise
    threshold: int = 0

    def chance(self, values: Sequence[int], told: Sequence[bool]) -> float:
        """How likely these answers are."""
        return self._sum(lambda z: self._product(z, values, told))

    def shown(self, values: Sequence[int], told: int) -> float:
        """How likely all but the last are below, and the last with its noise is `told`."""

        def weight(z: Reals) -> Reals:
            *rest, last = values
            at = self.noise.density(np.array(float(told - last)))
            below = self._product(z, rest, [False] * len(rest))
            return np.where(told >= self.threshold + z, at * below, 0.0)

        return self._sum(weight)

    def _product(self, z: Reals, values: Sequence[int], told: Sequence[bool]) -> Reals:
        product = np.ones_like(z)
        for value, above in zip(values, told, strict=True):
            below = self.noise.below(self.threshold + z - value)
            product *= 1 - below if above else below
        return product

    def _sum(self, weight: Callable[[Reals], Reals]) -> float:
        if self.level.scale == 0:
            return float(weight(np.zeros(1))[0])
        reach = int(_REACH * max(self.level.scale, 1))
        z = (np.arange(-reach, reach)[:, None] + (1 + _NODES) / 2).ravel()
        weights = np.tile(_WEIGHTS / 2, 2 * reach)
        return float(weights @ (self.level.density(z) * weight(z)))


def loss(
    chance: Callable[[Sequence[int]], float], here: Sequence[int], there: Sequence[int]
) -> float:
    """The logarithm of the odds."""
    return float(np.log(chance(here) / chance(there)))
