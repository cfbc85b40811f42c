"""The sum of many losses on a grid, by fast Fourier transform, with all that may be off in it.

The sum is tilted first: looked at under P' = P exp(t loss) / M, in whose middle the losses of
interest lie. So what is off in it is off relative to the delta that is asked for, however small.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from discreet.privacy.cumulant import Cumulant, Moments
from discreet.privacy.grid import Gridded
from discreet.privacy.pair import FAR, ULP, Floats

# The part of the tilted sum that may lie outside the window.
OUTSIDE = 1e-7
# Parts this many times shorter than the window are summed first, in groups a few times shorter.
_SHORT, _GROUPS = 32, 8
X = TypeVar("X")
Y = TypeVar("Y")


@dataclass(frozen=True)
class Sum:
    """A composed loss near the losses of interest: a bound on delta from above, or from below.

    `above` and `beside` hold P's and Q's masses from each of the points start + j * step upwards,
    Q's divided by exp(-middle). `extra` is what is told for certain or lies above all points;
    `wrapped` the logarithm of what the window folded onto itself, times exp(tilt * epsilon); in a
    bound from above, of what lies before the window, which is added where that is asked for.
    `error` is how far losses may be off: negative in a bound from above.
    """

    start: float
    step: float
    above: Floats
    beside: Floats
    middle: float
    extra: float
    wrapped: float | None
    tilt: float
    error: float

    def delta(self, epsilon: float) -> float:
        """The bound."""
        shifted = epsilon + self.error
        if self.error >= 0:
            # The window tells nothing of losses before it; delta is no less there.
            shifted = max(shifted, self.start)
        place = min(max(math.floor((shifted - self.start) / self.step) + 1, 0), len(self.above) - 1)
        p, q = float(self.above[place]), float(self.beside[place])
        q *= math.exp(min(shifted - self.middle, FAR))
        told = p - q - math.copysign(len(self.above) * ULP * (p + q), self.error)
        if self.wrapped is not None and (self.error >= 0 or shifted < self.start):
            beside = math.exp(min(self.wrapped - self.tilt * shifted, 1.0))
            told -= math.copysign(beside, self.error)
        return float(min(1.0, max(0.0, told) + self.extra))

    def epsilon(self, delta: float) -> float:
        """An epsilon from which on delta is at most that, or before which it is more."""
        wanted, away = delta - self.extra, -math.copysign(1.0, self.error)
        if wanted < 0 and away > 0:
            return math.inf
        points = self.start + self.step * np.arange(len(self.above))
        told = self.above - self.beside * np.exp((points - self.middle).clip(-FAR, FAR))
        if self.wrapped is not None and away < 0:
            told -= np.exp(np.minimum(self.wrapped - self.tilt * points, 1.0))
        more = np.flatnonzero(told > wanted)
        place = min(int(more[-1]) + 1 if len(more) else 0, len(points) - 1)
        p, q = float(self.above[place]), float(self.beside[place])
        guess = self.start + self.step * place
        if p > wanted and q > 0:
            guess = min(guess, self.middle + math.log((p - max(wanted, 0.0)) / q))
        guess, step = max(guess - self.error, 0.0), 1e-13 * (1 + abs(guess))
        while (self.delta(guess) > delta) == (away > 0) and guess >= 0:
            guess, step = guess + away * step, 2 * step
            if step > self.step * len(points):
                return math.inf if away > 0 else 0.0
        return float(max(guess, 0.0))


def summed(parts: Sequence[tuple[Gridded, int]], tilt: float, *, upper: bool) -> Sum:
    """The sum of so many losses of each part, looked at under a tilt."""
    cumulant, step = Cumulant(parts), parts[0][0].step
    _, masses = cumulant.tilted(tilt)
    moments = cumulant.at(tilt)
    offset = math.fsum(part.offset * count for part, count in parts)
    origin = sum(part.first * count for part, count in parts)
    low, size, outside = _window(cumulant, tilt, moments, step)
    first = math.floor((low - offset) / step)  # the window's first point, counted from the offset
    tilted, off = _convolved(cumulant.split(masses), [count for _, count in parts], size)
    tilted = np.roll(tilted, (origin - first) % size)
    slack = cumulant.slack(tilt)
    losses = offset + step * (first + np.arange(size))
    error = math.fsum(part.error * count for part, count in parts)
    error += 16 * ULP * (abs(offset) + abs(losses[0]) + abs(losses[-1]))
    weight = np.exp(np.minimum(moments.log - tilt * losses, FAR))
    certain = -math.expm1(math.fsum(_log_kept(part.infinite) * count for part, count in parts))
    if upper:
        mass = np.minimum((tilted.clip(0.0, None) + off) * weight * (1 + slack), 1.0)
        extra = (certain + outside[1] * float(weight[-1])) * (1 + slack)
        # Folded upwards, untilted masses are no less; tilted ones are.
        before = math.log(outside[0] * (1 + slack) + 1e-300) + moments.log
        wrapped, error = before if tilt else None, -error
    else:
        mass = (tilted - off).clip(0.0, None) * weight * max(0.0, 1 - slack)
        extra = certain * max(0.0, 1 - slack)
        # (1 - exp(-x)) exp(-tilt x) is at most this for x > 0.
        peak = (tilt / (1 + tilt)) ** tilt / (1 + tilt)
        wrapped = math.log(sum(outside) * peak * (1 + slack) + 1e-300) + moments.log
    middle = float(losses[size // 2])
    # So far down, Q-masses are no floats: a bound from above leaves them out, one from below both.
    # So far up they are too small: a bound from above leaves them out, one from below adds to them.
    near = losses >= middle - FAR / 2
    mass = mass if upper else mass * near
    told = near & (losses <= middle + FAR) if upper else near
    beside = mass * told * np.exp((middle - losses).clip(-FAR, FAR / 2))
    above, beside = (np.cumsum(part[::-1])[::-1] for part in (mass, beside))
    return Sum(float(losses[0]), step, above, beside, middle, extra, wrapped, tilt, error)


def _window(
    cumulant: Cumulant, tilt: float, moments: Moments, step: float
) -> tuple[float, int, tuple[float, float]]:
    """Where the window begins, its size, and what lies below and above it."""
    wide = 6 * math.sqrt(moments.variance) + 4 * step
    while True:
        size = fast(math.ceil(2 * wide / step) + 2)
        low = moments.mean - size * step / 2
        high = low + (size - 2) * step
        below = cumulant.beyond(tilt, low, moments, -1, OUTSIDE / 2)
        above = cumulant.beyond(tilt, high, moments, 1, OUTSIDE / 2)
        if below + above <= OUTSIDE or size >= 1 << 23:
            return low, size, (below, above)
        wide *= 1.25


def _convolved(masses: list[Floats], counts: list[int], size: int) -> tuple[Floats, float]:
    """The sum's masses, folded onto so many points; and how far each may be off.

    Because. A value of a fast transform passes log2(size) stages, each of which adds values whose
    sizes add up to at most one, and rounds: it is off by 4 ULP a stage at most. A product of k
    factors of size one at most is off by k times that: the product of half of the factors by this
    times the size of the other half. On the way back the mean over all frequencies is taken.
    """
    if sum(counts) == 1:
        return _folded(masses[0], size), 0.0
    masses, counts, error = _grouped(masses, counts, size)
    first = second = np.ones(size // 2 + 1, dtype=np.complex128)
    for mass, count in zip(masses, counts, strict=True):
        factor = np.fft.rfft(_folded(mass, size))
        if count > 1:
            half = _power(factor, count // 2)
            first, second = first * half, second * half
        if count % 2:
            first, second = second, first * factor
    each = ULP * (4 * math.log2(size) + 4)
    error += math.ceil(sum(counts) / 2) * each
    sizes = [2 * float(np.abs(part).sum()) for part in (first, second)]
    product = np.multiply(first, second)
    off = error * (sum(sizes) + size * error) + each * 2 * float(np.abs(product).sum())
    return np.fft.irfft(product, size), 1.01 * off / size


def _grouped(
    masses: list[Floats], counts: list[int], size: int
) -> tuple[list[Floats], list[int], float]:
    """Short parts summed among themselves first, for their transforms are short; and their errors.

    Because. A sum whose values are off by u at n points is off by n u at every frequency.
    """
    short = [count == 1 and len(mass) * _SHORT < size for mass, count in _both(masses, counts)]
    kept = [part for part, small in _both([*_both(masses, counts)], short) if not small]
    groups: list[list[Floats]] = [[]]
    room, error = size // _GROUPS, 0.0
    for mass, small in _both(masses, short):
        if small and sum(map(len, groups[-1])) + len(mass) > room:
            groups.append([])
        if small:
            groups[-1].append(mass)
    for group in filter(None, groups):
        wide = fast(sum(map(len, group)))
        whole, off = _convolved(group, [1] * len(group), wide)
        kept.append((whole, 1))
        error += off * wide
    return [mass for mass, _ in kept], [count for _, count in kept], error


def _both(first: Sequence[X], second: Sequence[Y]) -> zip[tuple[X, Y]]:
    return zip(first, second, strict=True)


def _folded(mass: Floats, size: int) -> Floats:
    """Masses around a circle of so many points."""
    if len(mass) <= size:
        return np.pad(mass, (0, size - len(mass)))
    around: Floats = np.pad(mass, (0, -len(mass) % size)).reshape(-1, size).sum(axis=0)
    return around


def _power(factor: NDArray[np.complex128], count: int) -> NDArray[np.complex128]:
    """By squaring."""
    result: NDArray[np.complex128] | None = None
    while True:
        if count % 2:
            result = factor if result is None else result * factor
        count //= 2
        if not count:
            return factor if result is None else result
        factor = factor * factor


def _log_kept(infinite: float) -> float:
    return math.log1p(-infinite) if infinite < 1 else -FAR


def fast(size: int) -> int:
    """The next length that is quickly transformed: a power of two, or 5/8 or 3/4 of one."""
    power = 1 << max(math.ceil(math.log2(max(size, 16))), 4)
    return next(option for option in (power // 8 * 5, power // 4 * 3, power) if option >= size)
