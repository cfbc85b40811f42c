"""Finding the best number a proof allows: guessed in floats, then certified on the safe side."""

import math
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction

from discreet.numbers import Interval

# A certified view is known to about this many bits: a float has 53.
_BITS = 60
_MOST_BITS = 1 << 14
_CLOSE = 1e-13
# Sums of rational numbers are carried exactly while all their digits fit into these bits.
_LONG, _SHORT = 1280, 512


def certified(number: Callable[[int], Interval]) -> Interval:
    """A number to some 60 bits of its own, with as much precision as that takes."""
    bits = 96
    while True:
        interval = number(bits)
        width = (interval.high - interval.low) << _BITS
        if width <= abs(interval.low) or bits >= _MOST_BITS:
            return interval
        bits *= 2


def root(falling: Callable[[float], float], low: float, high: float) -> float:
    """Where a falling function crosses zero, by bisection: a guess that has to be certified."""
    for _ in range(200):
        middle = (low + high) / 2
        if not low < middle < high:
            break
        low, high = (middle, high) if falling(middle) > 0 else (low, middle)
    return high


def least(holds: Callable[[float], bool], guess: float) -> float:
    """The guess, if something certified holds there, else the least number beyond where it does.

    Not above that by more than a trillionth, however far off the guess.
    """
    step = max(guess, 1e-300) * 2.0**-52
    below = found = guess
    while not holds(found):
        if math.isinf(found):
            return math.inf
        below, found, step = found, found + step, 8 * step
    while found - below > _CLOSE * found:
        middle = (below + found) / 2
        below, found = (below, middle) if holds(middle) else (middle, found)
    return found


def peak(value: Callable[[float], float], low: float, high: float) -> float:
    """Where a function with a single peak is greatest, by golden section: a guess."""
    ratio = (math.sqrt(5) - 1) / 2
    a, b = high - ratio * (high - low), low + ratio * (high - low)
    at_a, at_b = value(a), value(b)
    while high - low > 1e-12 * (1 + abs(low)):
        if at_a >= at_b:
            high, b, at_b = b, a, at_a
            a = high - ratio * (high - low)
            at_a = value(a)
        else:
            low, a, at_a = a, b, at_b
            b = low + ratio * (high - low)
            at_b = value(b)
    return (low + high) / 2


def readable(amount: float) -> Fraction:
    """A converted amount as it is shown, or the next above: not 0.1025 with fifty digits behind.

    >>> readable(0.25), readable(math.nextafter(0.1, 0))
    (Fraction(1, 4), Fraction(1, 10))
    """
    over, under = Decimal(repr(amount)).as_integer_ratio()
    exact_over, exact_under = amount.as_integer_ratio()
    if over * exact_under < exact_over * under:
        over, under = Decimal(repr(math.nextafter(amount, math.inf))).as_integer_ratio()
    return Fraction(over, under)


def short(amount: Fraction) -> Fraction:
    """An amount with few enough digits to go on adding to it, rounded up if it has to be.

    >>> short(Fraction(1, 3)), short(Fraction(1, 3**999)) == Fraction(1, 2**512)
    (Fraction(1, 3), True)
    """
    if amount.numerator.bit_length() + amount.denominator.bit_length() <= _LONG:
        return amount
    return Fraction(math.ceil(amount * (1 << _SHORT)), 1 << _SHORT)
