"""Certified exp, log, square root and the constants they need, from integers alone."""

from fractions import Fraction
from functools import lru_cache
from math import isqrt

from discreet.errors import Bug
from discreet.numbers.interval import Interval, cut_up

# Where a series of terms rounded upwards stops: so little is left that twice as much is added.
SMALL = 2


def exp(x: Fraction | int, bits: int) -> Interval:
    """e**x for a rational x, to about `bits` bits, however large or small x is.

    Because. x = n ln 2 + t with 0 <= t < 1, and e**t comes from its series: every cut is outwards.

    >>> exp(1, 60).holds(Fraction(2718281828459045, 10**15))
    False
    >>> float(exp(1, 60).lower)
    2.718281828459045
    """
    if x == 0:
        return Interval.of(1, bits)
    x = Fraction(x)
    size = max(x.numerator.bit_length() - x.denominator.bit_length() + 1, 1)
    guard = 20 + isqrt(bits)
    work = bits + guard
    twos = (Interval.of(x, work + size) / log_two(work + size)).lower
    n = twos.numerator // twos.denominator
    low, high = (Interval.of(x, work + size) - n * log_two(work + size)).fixed(work)
    # One unit more on the whole number would be as true: the rest may be a hair below zero.
    smaller, larger = _series(max(low, 0), work, guard), _series(high, work, guard)
    slack = -min(low, 0)
    return Interval(smaller[0] - 2 * slack, larger[1], n - work, bits)


def exp_interval(x: Interval) -> Interval:
    """e**x for a number known between two ends."""
    low, high = exp(x.lower, x.bits), exp(x.upper, x.bits)
    return Interval.hull(low, high)


def log(x: Interval | Fraction | int, bits: int) -> Interval:
    """The natural logarithm of a number that is known to be above zero.

    >>> float(log(10, 60).lower)
    2.30258509299404...
    """
    if not isinstance(x, Interval):
        return _log_scaled(Fraction(x), 0, bits)
    # From the ends as they stand: e^-1000000000000 must not become a long integer.
    low = _log_scaled(Fraction(x.low), x.exponent, bits)
    if x.low == x.high:
        return low
    return Interval.hull(low, _log_scaled(Fraction(x.high), x.exponent, bits))


def sqrt(x: Interval | Fraction | int, bits: int) -> Interval:
    """The square root of a number that is at least zero.

    >>> float(sqrt(2, 60).lower)
    1.414213562373095...
    """
    wide = x if isinstance(x, Interval) else Interval.of(x, 2 * bits + 4)
    shift = max(2 * bits + 4 - wide.high.bit_length(), 0)
    shift += (wide.exponent - shift) % 2
    low, high = max(wide.low, 0) << shift, wide.high << shift
    root = isqrt(high)
    root += root * root < high
    return Interval(isqrt(low), root, (wide.exponent - shift) // 2, bits)


@lru_cache(maxsize=64)
def log_two(bits: int) -> Interval:
    """The logarithm of two: ln 2 = 18 atanh(1/26) - 2 atanh(1/4801) + 8 atanh(1/8749)."""
    work = bits + 10
    parts = ((18, 26), (-2, 4801), (8, 8749))
    total = Interval.of(0, work)
    for factor, inverse in parts:
        total = total + factor * _atanh(Fraction(1, inverse), work)
    return Interval(total.low, total.high, total.exponent, bits)


@lru_cache(maxsize=64)
def pi(bits: int) -> Interval:
    """π = 16 atan(1/5) - 4 atan(1/239)."""
    work = bits + 10
    total = 16 * _atanh(Fraction(1, 5), work, turn=-1)
    total = total - 4 * _atanh(Fraction(1, 239), work, turn=-1)
    return Interval(total.low, total.high, total.exponent, bits)


def _log_scaled(x: Fraction, twos: int, bits: int) -> Interval:
    """The logarithm of x * 2**twos."""
    if x <= 0:
        raise Bug("the logarithm of a number that may not be positive")
    size = x.numerator.bit_length() - x.denominator.bit_length()
    part, twos = x / Fraction(2) ** size, twos + size  # between 1/2 and 2, and soon 2/3 and 4/3
    if not 2 < 3 * part <= 4:  # noqa: PLR2004
        part, twos = (part / 2, twos + 1) if part > 1 else (part * 2, twos - 1)
    small, work = part - 1, bits + 16
    if twos == 0:
        if small == 0:
            return Interval.of(0, bits)
        # Near one the logarithm is near zero: it takes more bits to know as many of them.
        work += small.denominator.bit_length() - abs(small.numerator).bit_length()
    size = max(abs(twos).bit_length(), 1)
    result = 2 * _atanh(small / (part + 1), work) + twos * log_two(work + size)
    return Interval(result.low, result.high, result.exponent, bits)


def _series(t: int, work: int, guard: int) -> tuple[int, int]:
    """Integers that e**(t / 2**work) * 2**work lies between, for t of at most about 2**work."""
    halvings = max(guard // 2 - 6, 0)
    low = high = 1 << work
    term_low = term_high = 1 << work
    small, large = t >> halvings, cut_up(t, halvings)
    k = 0
    while term_high > SMALL:
        k += 1
        term_low = (term_low * small >> work) // k
        term_high = cut_up(term_high * large, work) // k + 1
        low += term_low
        high += term_high
    high += 2 * SMALL
    for _ in range(halvings):
        low, high = low * low >> work, cut_up(high * high, work)
    return low, high


def _atanh(x: Fraction, bits: int, turn: int = 1) -> Interval:
    """The sum of turn**k x**(2k+1) / (2k+1), for |x| <= 1/3: atanh x, or atan x when turn is -1."""
    work = bits + 12
    power, square = Interval.of(x, work).fixed(work), Interval.of(x * x, work).fixed(work)[1]
    size = max(abs(power[0]), abs(power[1]))
    middle, terms, k, sign = power[0], 1, 1, turn
    term = size
    while term:
        term = term * square >> work
        middle += (sign if x > 0 else -sign) * (term // (2 * k + 1))
        terms, k, sign = terms + 1, k + 1, sign * turn
    # Each term is off by at most k units in its power, and one in its quotient; the rest by one.
    off = 4 * terms + 4
    return Interval(middle - off, middle + off, -work, bits)
