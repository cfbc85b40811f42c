"""A number of a public range, likelier where a step function of it is high."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, TypeAlias

import numpy as np
from numpy.typing import NDArray

from discreet.errors import Invalid
from discreet.law import Stepped, Uniform
from discreet.law.scale import scale_of
from discreet.noise import Source, exponential_choice, sample
from discreet.numbers import Number, choice, whole
from discreet.privacy import BoundedRange, Loss, Sensitivity, spread

Steps: TypeAlias = "tuple[NDArray[Any], NDArray[Any]]"
MOST = 1 << 61


@dataclass(frozen=True, slots=True, init=False)
class Piecewise:
    """Chooses a whole number from `low` to `high`, with weights exp(score / scale).

    Scores are steps: two arrays, where each starts and how high it is. A step goes on to before the
    next one's start; the first starts at `low` and the last ends with `high`, whatever they say. A
    step of no length is never chosen, so it need not be left out. See `Exponential` for `one_way`.

    Guarantee. Losses lie within a range of spread / scale, as those of `Exponential`.
    Because. It is that mechanism, with every number of the range as a candidate. The range is
    public, and the same for all data.

    >>> Piecewise(0, 9, scale=2).loss(Sensitivity(linf=1)).pure
    1.0
    """

    tag: ClassVar[str] = "piecewise"
    low: int
    high: int
    scale: Fraction
    one_way: bool

    def __init__(self, low: int, high: int, scale: Number, *, one_way: bool = False) -> None:
        """From both ends, which belong to the range, and the scale of scores."""
        object.__setattr__(self, "low", whole(low, "low", -MOST, MOST))
        object.__setattr__(self, "high", whole(high, "high", self.low, MOST))
        object.__setattr__(self, "scale", scale_of(scale))
        object.__setattr__(self, "one_way", choice(one_way, "one_way"))

    def loss(self, sensitivity: Sensitivity, /) -> Loss:
        """A bounded range, by how far a unit moves the scores of two numbers apart."""
        return BoundedRange(spread(sensitivity, one_way=self.one_way) / self.scale)

    def sample(self, x: Steps, source: Source, /) -> int:
        """A number."""
        starts, scores = self._steps(x)
        sizes = np.diff(starts, append=np.int64(self.high + 1))
        there = np.flatnonzero(sizes)
        step = there[exponential_choice(scores[there], self.scale, source, sizes[there])]
        inside = Uniform(int(starts[step]), int(starts[step] + sizes[step] - 1))
        return int(sample(inside, source=source))

    def law(self, x: Steps, /) -> Stepped:
        """Every number, by its step."""
        starts, scores = self._steps(x)
        exponents = [int(score) / self.scale for score in scores]
        return Stepped([int(start) for start in starts], exponents, self.high + 1)

    def _steps(self, x: Steps) -> Steps:
        starts, scores = x
        if starts.shape != scores.shape or not starts.size or starts.dtype.kind != "i":
            raise Invalid("these are no steps", "give whole starts, and a score for each")
        inside = np.clip(starts.astype(np.int64), self.low, self.high + 1)
        inside[0] = self.low
        if np.any(inside[1:] < inside[:-1]):
            raise Invalid("starts of steps do not rise", "sort them")
        return inside, scores
