"""The best of several answers of another mechanism, asked a random number of times."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import isinf
from typing import Any, ClassVar

from discreet.errors import Impossible, Invalid, NotYet
from discreet.law import Certified, Law, Moved, Runs
from discreet.noise import Source, sample
from discreet.numbers import Interval, Number
from discreet.privacy import Loss, Pure, Sensitivity


@dataclass(frozen=True, slots=True, init=False)
class BestOf:
    """The greatest of all answers of `base`, run as often as `Runs(shape, stop)` says.

    For choosing among settings: let the base pick one at random, try it privately, and answer its
    noisy score, then what it found; answers are compared as Python compares them. How often it was
    run must not be told, nor how long that took. A number fixed beforehand costs as many losses.

    Guarantee. A pure loss of (2 + shape) times that of the base.
    Because. The chance that the best is y is the base's times the mean of what K - 1 others stay
    below; a unit moves one by epsilon, and the other by 1 + shape of it. [papernot2022]
    Error. It is run once at least, and `Runs(shape, stop).mean` times on average.

    >>> from discreet.mechanisms.response import Response
    >>> base = Response(choices=2, honesty="3/4")
    >>> BestOf(base, shape=0, stop="0.1").loss(Sensitivity(linf=1)).pure
    2.197224577336...
    """

    tag: ClassVar[str] = "best-of"
    base: Any
    shape: Fraction
    stop: Fraction

    def __init__(self, base: Any, shape: Number, stop: Number) -> None:  # noqa: ANN401
        """From a mechanism, and the law of how often it is run."""
        if not hasattr(type(base), "tag") or not hasattr(base, "loss"):
            problem = "what is run several times is no mechanism"
            raise Invalid(problem, "give one whose answers can be compared")
        runs = Runs(shape, stop)
        object.__setattr__(self, "base", base)
        object.__setattr__(self, "shape", runs.shape)
        object.__setattr__(self, "stop", runs.stop)

    def loss(self, sensitivity: Sensitivity, /) -> Loss:
        """Two and more times the base's."""
        once = self.base.loss(sensitivity)
        if isinstance(once, Pure):
            return Pure(once.exponent * (2 + self.shape))
        if isinf(once.pure):
            problem = f"the best of several answers, each with {once}, which is not pure"
            raise NotYet(problem, "choose noise with a pure loss, such as Laplace")
        return Pure(Fraction(once.pure) * (2 + self.shape))

    def sample(self, x: Any, source: Source, /) -> Any:  # noqa: ANN401  (what the base answers)
        """The best answer."""
        times = sample(Runs(self.shape, self.stop), source=source)
        return max(self.base.sample(x, source) for _ in range(times))

    def law(self, x: Any, /) -> Moved | Certified:  # noqa: ANN401  (what the base is asked)
        """The chance that all stay within y, less that all stay within y - 1."""
        once, runs = self.base.law(x), Runs(self.shape, self.stop)
        if not isinstance(once, Law) or once.support.low is None or once.support.high is None:
            problem = "a law of the best is written down where answers are numbers of a range"
            raise Impossible(problem, "take a base that says so")
        first, last = once.support.low, once.support.high

        @cache
        def masses(bits: int) -> list[Interval]:
            ends = [runs.within(once.cdf_within(y, 2 * bits)) for y in range(first, last)]
            within = [Interval.of(0, bits), *ends, Interval.of(1, bits)]
            return [b - a for a, b in pairwise(within)]

        law = Certified(last - first + 1, masses)
        return Moved(law, first) if first else law
