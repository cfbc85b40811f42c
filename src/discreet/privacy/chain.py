"""Pairs one after the other, on a grid chosen so that the two bounds are near enough."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from discreet.numbers import above, sqrt
from discreet.privacy.convolve import Sum, summed
from discreet.privacy.cumulant import Cumulant, Moments
from discreet.privacy.grid import downwards, upwards
from discreet.privacy.pair import NOTHING, Bell, Pair

# The gap aimed at: of one, or of epsilon and the loss's spread where these are smaller; and of
# epsilon where it is large.
AIM, AIM_FAR = 1e-3, 1e-4
# The part of delta that may be given up to losses too rare to be put on the grid.
RARE = 1e-6
LEAST = 1e-280
MOST_SIZE = 1 << 21
_TRIES = 6
_STEEPEST, _UPRIGHT = 1e4, 2.0**-10
# Where that much of the sum is at its top, tilting further would show nothing but the top.
_AT_TOP = 0.3
# A gap that stays as large as this part of the last one is not the grid's.
_HARDLY = 0.99


class Bounds(NamedTuple):
    """Of the same number, from below and from above."""

    lower: float
    upper: float


class Chain:
    """So many of each pair, in one direction."""

    def __init__(self, parts: Sequence[tuple[Pair, int]], step: float | None = None) -> None:
        """From pairs with their counts, and the step of the grid if it is not to be found."""
        self.parts, self.fixed = gathered(parts), step
        self.steps = sum(count for _, count in self.parts)

    def epsilon(
        self, delta: float, floor: float = 0.0, most: float = math.inf, larger: float | None = None
    ) -> Bounds:
        """The least epsilon with that delta; from below, with a larger one if that is given.

        How far below `floor` it is, is not asked; it is known to be `most`, or less.
        """
        rare = max(delta * RARE, LEAST)
        rough = self._rough(rare)
        wanted = math.log(max(delta, LEAST))
        tilt = _tilt(lambda t: _sketch(rough.at(t), t) < wanted or rough.top(t) > _AT_TOP, rough)
        lower, upper, step, last = 0.0, most, self._step(rough, tilt), math.inf
        for _ in range(_TRIES):
            above, below = self.sums(step, tilt, rare)
            lower = max(lower, below.epsilon(delta if larger is None else larger))
            upper = min(upper, above.epsilon(delta))
            aim, gap = _aim(rough, upper), upper - lower
            finest = above.step * len(above.above) / MOST_SIZE
            if upper <= floor or math.isinf(upper) or self._enough(gap, aim, last, step - finest):
                break
            step, last = _finer(step, gap, aim, finest), gap
        return Bounds(lower, upper)

    def delta(self, epsilon: float, later: float | None = None, floor: float = 0.0) -> Bounds:
        """The least delta with that epsilon; from below, with a later one if that is given.

        How far below `floor` it is, is not asked.
        """
        rare = 1e-30
        while True:
            rough = self._rough(rare)
            tilt = _tilt(_passes(rough, epsilon), rough)
            guess = math.exp(min(max(_sketch(rough.at(tilt), tilt), -640.0), 0.0))
            if guess * RARE >= rare or rare <= LEAST:
                break
            rare = LEAST
        rare, step = max(guess * RARE, LEAST), self._step(rough, tilt)
        lower, upper, last = 0.0, 1.0, math.inf
        for _ in range(_TRIES):
            above, below = self.sums(step, tilt, rare)
            lower = max(lower, below.delta(epsilon if later is None else later))
            upper = min(upper, above.delta(epsilon))
            aim, gap = 2 * AIM * (1 + tilt) * upper, upper - lower
            finest = above.step * len(above.above) / MOST_SIZE
            # Where what is given up for being rare is all there is, no step is fine enough.
            lost = upper <= max(floor, LEAST / RARE)
            if lost or self._enough(gap, aim, last, step - finest):
                break
            step, last = _finer(step, gap, aim, finest), gap
        return Bounds(lower, upper)

    def sketch(self, epsilon: float) -> float:
        """About that delta, quickly, and however small: from a saddle point."""
        if epsilon >= self._far.ends[1]:
            return min(1.0, math.fsum(count * pair.infinite for pair, count in self.parts))
        tilt = _tilt(_passes(self._far, epsilon), self._far)
        moments = self._far.at(tilt)
        power = _sketch(moments, tilt) + tilt * (moments.mean - epsilon)
        return math.exp(min(max(power, -700.0), 0.0))

    @cached_property
    def _far(self) -> Cumulant:
        return self._rough(1e-60)

    def sums(self, step: float, tilt: float, rare: float) -> tuple[Sum, Sum]:
        """From above and from below, on one grid."""
        tail, step = rare / self.steps, self._aligned(step)
        above = [(upwards(pair, step, tail), count) for pair, count in self.parts]
        below = [(downwards(pair, step, tail), count) for pair, count in self.parts]
        return summed(above, tilt, upper=True), summed(below, tilt, upper=False)

    def table(self) -> Sum:
        """For sketching: from above, without a tilt."""
        rare = 1e-14
        rough = self._rough(rare)
        return self.sums(self._step(rough, 4.0), 0.0, rare)[0]

    def _rough(self, rare: float) -> Cumulant:
        """The cumulant, on grids of some hundred points each."""
        tail, parts = rare / self.steps, []
        for pair, count in self.parts:
            low, high = pair.reach(tail)
            parts.append((upwards(pair, max((high - low) / 200, 1e-12), tail), count))
        return Cumulant(parts)

    def _enough(self, gap: float, aim: float, last: float, room: float) -> bool:
        """Whether a finer grid is not needed, is not asked for, or would hardly help."""
        return gap <= aim or room <= 0 or bool(self.fixed) or gap > _HARDLY * last

    def _step(self, rough: Cumulant, tilt: float) -> float:
        """From the gap's being steps * step² (tilt + 1) / 8; more where atoms lie off the grid."""
        least = max(8 * rough.most / MOST_SIZE, 1e-12)
        if self.fixed:
            return max(self.fixed, least)
        aim = _aim(rough, rough.at(tilt).mean) / 2
        step = math.sqrt(8 * aim / (self.steps * (tilt + 1)))
        if len({pair.step for pair, _ in self.parts if pair.step}) > 1:
            step /= 6
        spread = math.sqrt(rough.at(tilt).variance)
        return max(step, 16 * spread / MOST_SIZE, least)

    def _aligned(self, step: float) -> float:
        """A grid that the atoms of the most frequent kind lie on."""
        regular = [(count, pair.step) for pair, count in self.parts if pair.step]
        _, apart = max(regular, default=(0, 0.0))
        return apart / math.ceil(apart / step) if apart > step else step


def gathered(parts: Sequence[tuple[Pair, int]]) -> list[tuple[Pair, int]]:
    """Equal pairs counted together; bell curves are one, for their squares add up."""
    counts: dict[Pair, int] = {}
    square = Fraction(0)
    for pair, count in parts:
        if isinstance(pair, Bell):
            square += Fraction(pair.mu) ** 2 * count
        else:
            counts[pair] = counts.get(pair, 0) + count
    if square:
        counts[Bell(above(sqrt(square, 80)))] = 1
    return list(counts.items()) or [(NOTHING, 1)]


def _passes(rough: Cumulant, epsilon: float) -> Callable[[float], bool]:
    return lambda tilt: rough.at(tilt).mean > epsilon or rough.top(tilt) > _AT_TOP


def _finer(step: float, gap: float, aim: float, finest: float) -> float:
    """A step whose gap is about what is aimed at: gaps go with its square, or a little less."""
    return max(0.8 * step * max(math.pow(aim / gap, 0.55), 1 / 6), finest)


def _aim(rough: Cumulant, epsilon: float) -> float:
    """The gap to aim at."""
    spread = math.sqrt(rough.at(0.0).variance)
    return max(AIM * min(1.0, max(epsilon, spread)), AIM_FAR * epsilon)


def _sketch(moments: Moments, tilt: float) -> float:
    """About ln delta where the tilted sum has its mean: a saddle point."""
    weight = tilt * (1 + tilt) * math.sqrt(2 * math.pi * moments.variance)
    return moments.log - tilt * moments.mean - math.log1p(weight)


def _tilt(beyond: Callable[[float], bool], rough: Cumulant) -> float:
    """About the tilt from which on something holds; zero if it always does.

    A sum is tilted by less the wider it is: a tilt that moves it by little of its width is none.
    """
    low, high = 0.0, 1.0
    while not beyond(high):
        low, high = high, 2 * high
        if high > _STEEPEST:
            return low
    none = _UPRIGHT / (1 + math.sqrt(rough.at(0.0).variance))
    while low == 0 and high > none:
        low, high = (0.0, high / 2) if beyond(high / 2) else (high / 2, high)
    if low == 0:
        return 0.0
    for _ in range(6):
        middle = (low + high) / 2
        low, high = (low, middle) if beyond(middle) else (middle, high)
    return (low + high) / 2
