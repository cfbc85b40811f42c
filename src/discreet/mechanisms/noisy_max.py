"""Report noisy max: the index of the greatest score, after Laplace noise on each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import ceil
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from discreet.law import Certified, DiscreteLaplace
from discreet.law.cell import powers
from discreet.noise import Source, sample, shortfalls
from discreet.numbers import Interval, Number, choice, exp
from discreet.privacy import Loss, Pure, Sensitivity, spread

# Scores that fall short by more are noised as Python's own integers: nothing may go round.
_FAR = 1 << 61


@dataclass(frozen=True, slots=True, init=False)
class NoisyMax:
    """The index of the greatest noisy score, the first of them where several are; never its value.

    See `Exponential` for `one_way`. `PermuteFlip` mostly errs less.

    Guarantee. A pure loss of spread / scale: 2 linf / scale, or linf / scale.
    Because. Given the others' noise, a candidate is chosen if its noise reaches a whole number; a
    unit moves that by at most the spread, and tails of the noise fall by exp(-1 / scale) a step.
    The order of indices settles ties on both sides alike. [dwork2014]

    >>> NoisyMax(scale=2).loss(Sensitivity(linf=1)).pure
    1.0
    """

    tag: ClassVar[str] = "noisy-max"
    scale: Fraction
    one_way: bool

    def __init__(self, scale: Number, *, one_way: bool = False) -> None:
        """From the scale of the noise."""
        object.__setattr__(self, "scale", DiscreteLaplace(scale).scale)
        object.__setattr__(self, "one_way", choice(one_way, "one_way"))

    def loss(self, sensitivity: Sensitivity, /) -> Loss:
        """A pure loss, by how far a unit moves scores apart."""
        return Pure(spread(sensitivity, one_way=self.one_way) / self.scale)

    def sample(self, x: NDArray[Any], source: Source, /) -> int:
        """An index."""
        gaps = shortfalls(x)
        noise = sample(DiscreteLaplace(self.scale), len(gaps), source)
        far = gaps.dtype.kind == "O" or int(gaps.max()) > _FAR
        return int(np.argmax(noise - gaps.astype(object if far else np.int64)))

    def law(self, x: Sequence[int] | NDArray[Any], /) -> Certified:
        """Every index: summed over the whole numbers that the greatest may be."""
        gaps = [int(gap) for gap in shortfalls(np.array([*x], object))]
        noise = DiscreteLaplace(self.scale)
        masses = cache(lambda bits: _masses(gaps, noise, bits))
        return Certified(len(gaps), masses)


def _masses(gaps: Sequence[int], noise: DiscreteLaplace, bits: int) -> list[Interval]:
    """P(this one is the greatest), for each: others before it stay below, others after it may tie.

    Because. The greatest is beyond `far` above or below the best score only if the winner's noise
    is beyond it above, or that of the best score below.
    """
    far, work = ceil(noise.scale * (bits + 8)), bits + 32 + int(noise.scale).bit_length()
    fall = exp(-1 / noise.scale, work)
    ends = zip(*powers(fall, far + 2, work), strict=True)
    known = [Interval(low, high, -work, work) / (1 + fall) for low, high in ends]
    beyond = Interval(0, known[-1].high, known[-1].exponent, work)

    def below(value: int) -> Interval:
        """P(noise <= value)."""
        part = known[at] if (at := value + 1 if value >= 0 else -value) < len(known) else beyond
        return 1 - part if value >= 0 else part

    found = [beyond * 2] * len(gaps)
    for greatest in range(-far, far + 1):
        for k, gap in enumerate(gaps):
            part = below(greatest + gap) - below(greatest + gap - 1)
            for other, short in enumerate(gaps):
                if other != k:
                    part = part * below(greatest + short - (other < k))
            found[k] = found[k] + part
    return found
