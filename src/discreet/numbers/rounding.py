"""From certified intervals to floats: the nearest, or the next on the safe side."""

import math
import sys
from collections.abc import Callable

from discreet.errors import Bug
from discreet.numbers.interval import Interval

MOST_BITS = 1 << 14


def nearest(number: Callable[[int], Interval]) -> float:
    """The float closest to a number that can be known to any number of bits.

    >>> nearest(lambda bits: Interval.of(1, bits) / 3)
    0.3333333333333333
    """
    bits = 80
    while bits <= MOST_BITS:
        interval = number(bits)
        low, high = (
            _float(interval.low, interval.exponent),
            _float(interval.high, interval.exponent),
        )
        if low == high:
            return low
        bits *= 2
    raise Bug("a number that no precision pins down")


def above(interval: Interval) -> float:
    """The least float that is certainly not below the number."""
    value = _float(interval.high, interval.exponent)
    if math.isinf(value):
        return max(value, -sys.float_info.max)
    # An end that rounds to zero may have no end of digits.
    short = _below(value, interval) if value else interval.high > 0
    return math.nextafter(value, math.inf) if short else value


def below(interval: Interval) -> float:
    """The greatest float that is certainly not above the number."""
    return -above(-interval)


def _below(value: float, interval: Interval) -> bool:
    """Whether a float is below the upper end; of its size, so no integer here is long."""
    over, under = value.as_integer_ratio()
    high, exponent = interval.high, interval.exponent
    return over << max(-exponent, 0) < high * under << max(exponent, 0)


def _float(value: int, exponent: int) -> float:
    """Value * 2**exponent, rounded to nearest, without ever making a long integer of it."""
    top = value.bit_length() + exponent
    if value == 0 or top < -1100:  # noqa: PLR2004  (below half the least subnormal)
        return 0.0
    infinite = math.inf if value > 0 else -math.inf
    if top > 1024:  # noqa: PLR2004  (above the greatest float)
        return infinite
    try:
        return (value << exponent) / 1 if exponent >= 0 else value / (1 << -exponent)
    except OverflowError:
        return infinite
