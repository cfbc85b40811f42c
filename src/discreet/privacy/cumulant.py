"""The logarithm of E[exp(t L)] for a sum of losses on grids: where its tails are, and how heavy."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from discreet.privacy.grid import Gridded
from discreet.privacy.pair import ULP, Floats

# For a total of nothing, which is not divided by.
_NONE = 1e-300


class Moments(NamedTuple):
    """The cumulant at a tilt, and the mean and variance of the tilted sum."""

    log: float
    mean: float
    variance: float


class Cumulant:
    """K(t) = sum of count * ln E[exp(t loss)], looked at for all parts at once."""

    __slots__ = ("_counts", "_losses", "_masses", "_starts", "_widths", "ends", "most", "steps")

    def __init__(self, parts: Sequence[tuple[Gridded, int]]) -> None:
        """From losses on grids, each with its count."""
        self._masses = np.concatenate([part.mass for part, _ in parts])
        self._losses = np.concatenate([part.losses() for part, _ in parts])
        self._widths = np.array([len(part.mass) for part, _ in parts])
        self._starts = np.concatenate(([0], np.cumsum(self._widths)[:-1]))
        self._counts = np.array([float(count) for _, count in parts])
        self.steps = math.fsum(self._counts)
        self.ends = (
            math.fsum(part.losses()[0] * count for part, count in parts),
            math.fsum(part.losses()[-1] * count for part, count in parts),
        )
        self.most = float(np.abs(self._losses).max())

    def at(self, tilt: float) -> Moments:
        """The sum's cumulant there."""
        logs, masses = self.tilted(tilt)
        first = np.add.reduceat(masses * self._losses, self._starts)
        second = np.add.reduceat(masses * self._losses**2, self._starts)
        return Moments(
            float(self._counts @ logs),
            float(self._counts @ first),
            float(self._counts @ np.maximum(second - first**2, 0.0)),
        )

    def tilted(self, tilt: float) -> tuple[Floats, Floats]:
        """Each part's own ln E[exp(t loss)], and all masses tilted and scaled to one."""
        powers = tilt * self._losses
        tops = np.maximum.reduceat(np.where(self._masses > 0, powers, -np.inf), self._starts)
        tops = np.where(tops > -np.inf, tops, 0.0)
        masses = self._masses * np.exp(np.minimum(powers - np.repeat(tops, self._widths), 0.0))
        totals = np.add.reduceat(masses, self._starts).clip(_NONE, None)
        return tops + np.log(totals), masses / np.repeat(totals, self._widths)

    def top(self, tilt: float) -> float:
        """How much of the tilted sum lies at its very top."""
        _, masses = self.tilted(tilt)
        ends = self._starts + self._widths - 1
        at_top = (masses[ends] + masses[ends - 1]).clip(1e-300, 1.0)
        return math.exp(float(self._counts @ np.log(at_top)))

    def split(self, masses: Floats) -> list[Floats]:
        """Masses by part."""
        return np.split(masses, self._starts[1:])

    def slack(self, tilt: float) -> float:
        """How far off exp(K(t)) and composed tilted masses may be, relatively.

        Because. Each factor is off by some ULPs, and by those of its exponent.
        """
        return math.expm1(min(self.steps * ULP * (64 + 8 * abs(tilt) * self.most), 1.0))

    def beyond(self, tilt: float, loss: float, moments: Moments, way: int, enough: float) -> float:
        """At most how much of the tilted sum lies above a loss, or, with way -1, below it.

        Because. Markov's inequality for exp(s * sum), for the best of some s; beyond the sum's own
        ends there is nothing.
        """
        if (loss - moments.mean) * way <= 0:
            return 1.0
        margin = 1e-9 * (1 + abs(self.ends[0]) + abs(self.ends[1]))
        if (loss - self.ends[way > 0]) * way > margin:
            return 0.0
        best, change = 0.0, (loss - moments.mean) / max(moments.variance, 1e-300)
        for _ in range(8):
            power = self.at(tilt + change).log - moments.log - change * loss
            best = min(best, power + math.log1p(2 * self.slack(abs(tilt) + abs(change))))
            if best < math.log(enough):
                break
            change *= 0.6
        return min(1.0, math.exp(best))
