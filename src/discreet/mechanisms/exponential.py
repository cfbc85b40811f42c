"""The exponential mechanism: the better a candidate's score, the likelier it is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from numpy.typing import NDArray

from discreet.law import ExponentialWeights
from discreet.law.scale import scale_of
from discreet.noise import Source, exponential_choice
from discreet.numbers import Interval, Number, between, choice, log, whole
from discreet.privacy import BoundedRange, Loss, Sensitivity, spread


@dataclass(frozen=True, slots=True, init=False)
class Exponential:
    """Chooses an index with weights exp(score / scale); scores are whole numbers, high is good.

    `one_way` says that a unit moves all scores the same way, up to what moves all by as much: then
    the sensitivity's linf bounds how far it moves them apart, and the loss is half as great.

    Guarantee. Losses lie within a range of spread / scale: 2 linf / scale, or linf / scale.
    Because. A loss is what moves the weight, less what moves the sum of all; only the first differs
    between candidates, and by at most that. [dong2020]
    Error. Within `shortfall(candidates, level)` of the best score.

    >>> Exponential(scale=2).loss(Sensitivity(linf=1)).pure
    1.0
    """

    tag: ClassVar[str] = "exponential"
    scale: Fraction
    one_way: bool

    def __init__(self, scale: Number, *, one_way: bool = False) -> None:
        """From by how much a score has to be better for e times the weight."""
        object.__setattr__(self, "scale", scale_of(scale))
        object.__setattr__(self, "one_way", choice(one_way, "one_way"))

    def loss(self, sensitivity: Sensitivity, /) -> Loss:
        """A bounded range, by how far a unit moves scores apart."""
        return BoundedRange(spread(sensitivity, one_way=self.one_way) / self.scale)

    def sample(self, x: NDArray[Any], source: Source, /) -> int:
        """An index."""
        return exponential_choice(x, self.scale, source)

    def law(self, x: Sequence[int] | NDArray[Any], /) -> ExponentialWeights:
        """Every index, by its score."""
        return ExponentialWeights([int(score) / self.scale for score in x])

    def shortfall(self, candidates: int, level: Number = "0.95") -> Fraction:
        """With at least this probability, the best score is at most so much better.

        Because. Each of the others weighs at most exp(-t / scale) if it is t worse.
        """
        others = whole(candidates, "candidates", 1) - 1
        failure = 1 - between(level, "the level", 0, 1, ends=False)
        odds = max(others / failure, Fraction(1))
        return max((log(odds, 64) * Interval.of(self.scale, 64)).upper, Fraction(0))
