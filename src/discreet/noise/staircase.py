"""Staircase noise: which stair, which side and step of it, and where on the step."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from discreet.law import Cells, Staircase
from discreet.noise.digit import Digits
from discreet.noise.panel import Panel
from discreet.noise.source import Source
from discreet.noise.table import Table
from discreet.noise.uniform import below
from discreet.numbers import exp


@dataclass(frozen=True, slots=True)
class Steps:
    """The four kinds of step: high and low, from zero up and from -1 down."""

    law: Staircase

    @property
    def starts(self) -> tuple[int, ...]:
        """Where in its stair each begins."""
        return 0, self.law.width, 0, self.law.width - 1

    @property
    def sizes(self) -> tuple[int, ...]:
        """How long each is."""
        long, high = self.law.sensitivity, self.law.width
        return high, long - high, high - 1, long - high + 1

    def cells(self, bits: int) -> Cells:
        """Each weighs as many values as it has, low ones less."""
        work = bits + 32
        down, up = exp(-self.law.epsilon, work).fixed(work)
        one = 1 << work
        low = [size * part for size, part in zip(self.sizes, (one, down) * 2, strict=True)]
        high = [size * part for size, part in zip(self.sizes, (one, up) * 2, strict=True)]
        return Cells(range(4), low, high, 0)


class StairsDraw:
    """A staircase law ready to be drawn from.

    Because. Stairs fall geometrically on both sides, so the stair is independent of all else; and
    all values of a step are alike. Below zero, complements: there a stair's first value is -1.
    """

    def __init__(self, law: Staircase) -> None:
        """From its law."""
        self._length = law.sensitivity
        self._steps = Steps(law)
        self._table = Table(self._steps)
        self._panel = Panel([self._table])
        self._stairs = Digits(1 / law.epsilon, signed=False)

    def one(self, source: Source) -> int:
        """A single value."""
        step = np.array(self._panel.one(source))
        return int(self._placed(step, np.array([self._stairs.one(source)]), source)[0])

    def many(self, count: int, source: Source) -> NDArray[np.int64]:
        """So many independent values."""
        step, stair = self._table.many(count, source), self._stairs.many(count, source)
        return self._placed(step, stair, source)

    def _placed(
        self, step: NDArray[np.int64], stair: NDArray[np.int64], source: Source
    ) -> NDArray[np.int64]:
        out = stair * self._length
        for kind, (start, size) in enumerate(
            zip(self._steps.starts, self._steps.sizes, strict=True)
        ):
            here = np.flatnonzero(step == kind)
            out[here] += start + below(max(size, 1), len(here), source).view(np.int64)
        return np.where(step >= len(self._steps.sizes) // 2, ~out, out)
