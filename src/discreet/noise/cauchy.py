"""Cauchy and Laplace noise of any scale, rounded to whole numbers: continuous laws, drawn exactly.

What is drawn is a real number, known to as many bits as it takes to round it.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor

from discreet.noise.source import Source
from discreet.numbers import Interval, log

_STEP = 64
_HALF = Fraction(1, 2)


def nearest_cauchy(scale: Fraction, source: Source) -> int:
    """The whole number nearest to `scale` times a standard Cauchy number.

    Because. Over and across of a uniform point of a disc have such a ratio. A point is known by its
    first bits; more are drawn until its disc, and then its rounded ratio, is certain.
    """
    while True:
        across, over, bits = _further(0, source), _further(0, source), _STEP
        while across**2 + over**2 < 1 << 2 * bits < (across + 1) ** 2 + (over + 1) ** 2:
            across, over, bits = _further(across, source), _further(over, source), bits + _STEP
        if across**2 + over**2 < 1 << 2 * bits:
            return _signed(_ratio(scale, across, over, source), source)


def nearest_laplace(scale: Fraction, source: Source) -> int:
    """The whole number nearest to `scale` times a standard Laplace number.

    Because. The logarithm of a uniform number is, but for its sign, exponential.
    """
    known, bits = _further(0, source), _STEP
    while True:
        if known:
            work = bits + 32
            size = Interval.hull(
                -log(Fraction(known + 1, 1 << bits), work), -log(Fraction(known, 1 << bits), work)
            )
            low, high = (floor(scale * end + _HALF) for end in (size.lower, size.upper))
            if low == high:
                return _signed(low, source)
        known, bits = _further(known, source), bits + _STEP


def _ratio(scale: Fraction, across: int, over: int, source: Source) -> int:
    """The whole number nearest to scale times over, divided by across."""
    while True:
        low = floor(scale * over / (across + 1) + _HALF)
        if across and low == floor(scale * (over + 1) / across + _HALF):
            return low
        across, over = _further(across, source), _further(over, source)


def _further(known: int, source: Source) -> int:
    """A number of which more bits are known."""
    return known << _STEP | source.integer(_STEP)


def _signed(size: int, source: Source) -> int:
    return -size if source.integer(8) & 1 else size
