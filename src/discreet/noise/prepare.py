"""From a law to something that draws from it."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from discreet.errors import NotYet
from discreet.law import (
    Cells,
    ClampedGeometric,
    Coin,
    DiscreteGaussian,
    DiscreteLaplace,
    EuclideanLaplace,
    ExpCoin,
    ExponentialWeights,
    Finite,
    FixedSubset,
    Geometric,
    Permutation,
    PoissonSubset,
    Runs,
    Staircase,
    Tabled,
    Uniform,
)
from discreet.noise.digit import Digits
from discreet.noise.panel import Panel
from discreet.noise.source import Source
from discreet.noise.staircase import StairsDraw
from discreet.noise.subset import FixedSubsetDraw, PermutationDraw, PoissonSubsetDraw
from discreet.noise.table import Table
from discreet.noise.uniform import UniformDraw
from discreet.noise.vector import VectorDraw
from discreet.noise.wide import NARROW, WideGaussian


class Draw(Protocol):
    """A law ready to be drawn from."""

    def one(self, source: Source) -> Any:  # noqa: ANN401  (what it is depends on the law)
        """A single value."""
        ...

    def many(self, count: int, source: Source) -> Any:  # noqa: ANN401
        """So many independent values."""
        ...


class TableDraw:
    """Any law that is cut into cells; values too far apart for 64 bits are found by their place."""

    def __init__(self, law: Tabled) -> None:
        """From its law."""
        values = law.cells(64).values
        least, most = min(values), max(values)
        near = least >= -(2**63) and most < 2**63 and most - least < 2**63
        self._far = None if near else [*values]
        self._table = Table(law if self._far is None else Placed(law))
        self._panel = Panel([self._table])

    def one(self, source: Source) -> int:
        """A single value."""
        (found,) = self._panel.one(source)
        return found if self._far is None else self._far[found]

    def many(self, count: int, source: Source) -> NDArray[Any]:
        """So many independent values."""
        found = self._table.many(count, source)
        return found if self._far is None else np.array(self._far, object)[found]


class Placed:
    """The places of a law's cells, for its values."""

    def __init__(self, law: Tabled) -> None:
        """From the law."""
        self._law = law

    def cells(self, bits: int) -> Cells:
        """As the law's, numbered from zero."""
        cells = self._law.cells(bits)
        return Cells(range(len(cells.values)), cells.low, cells.high, cells.rest)


class ClampedDraw:
    """Laplace noise around a centre, folded into its range. Only the noise's table is ever kept."""

    def __init__(self, law: ClampedGeometric) -> None:
        """From its law."""
        self._law, self._noise = law, prepare(law.noise)

    def one(self, source: Source) -> int:
        """A single value."""
        law = self._law
        return min(max(law.center + int(self._noise.one(source)), law.low), law.high)

    def many(self, count: int, source: Source) -> NDArray[Any]:
        """So many independent values."""
        law = self._law
        noise: NDArray[Any] = self._noise.many(count, source)
        if max(abs(law.low), abs(law.high)) >= 2**62:
            noise = noise.astype(object)
        folded: NDArray[Any] = np.minimum(np.maximum(noise + law.center, law.low), law.high)
        return folded


def _gaussian(law: DiscreteGaussian) -> Draw:
    return TableDraw(law) if law.parameter <= NARROW else WideGaussian(law.parameter)


_KEPT: Mapping[type, Callable[[Any], Draw]] = {
    DiscreteLaplace: lambda law: Digits(law.scale, signed=True),
    DiscreteGaussian: _gaussian,
    Geometric: lambda law: Digits(law.scale, signed=False),
    Runs: TableDraw,
    Staircase: StairsDraw,
}
# Parameters of these may be private: nothing made from them outlives a draw.
_MADE_ANEW: Mapping[type, Callable[[Any], Draw]] = {
    ClampedGeometric: ClampedDraw,
    Coin: TableDraw,
    EuclideanLaplace: VectorDraw,
    ExpCoin: TableDraw,
    ExponentialWeights: TableDraw,
    Finite: TableDraw,
    FixedSubset: FixedSubsetDraw,
    Permutation: PermutationDraw,
    PoissonSubset: PoissonSubsetDraw,
    Uniform: UniformDraw,
}


def prepare(law: object) -> Draw:
    """Something that draws from the law: made once for noise laws, whose parameters are public."""
    return _kept(law) if type(law) in _KEPT else build(law)


def build(law: object) -> Draw:
    """Something that draws from the law, made anew."""
    make = _KEPT.get(type(law)) or _MADE_ANEW.get(type(law))
    if make is None:
        known = ", ".join(sorted(kind.__name__ for kind in (*_KEPT, *_MADE_ANEW)))
        raise NotYet(f"no way to draw from a {type(law).__name__}", f"there is one for: {known}")
    return make(law)


_kept = lru_cache(maxsize=32)(build)
