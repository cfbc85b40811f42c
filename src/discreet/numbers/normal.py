"""The area under the bell curve beyond a point, certified."""

from fractions import Fraction

from discreet.numbers.elementary import SMALL, exp, pi, sqrt
from discreet.numbers.interval import Interval, cut_up


def normal_tail(square: Fraction, bits: int) -> Interval:
    """The integral of exp(-t²/2) from z = sqrt(square) to infinity.

    Because. Near zero: half the whole area less a series of positive terms. Far out: Mills'
    alternating series, whose partial sums lie on either side of what they approach.

    >>> float(normal_tail(Fraction(0), 60).lower)
    1.253314137315500...
    """
    if 2 * square > 3 * bits + 80:
        return _far(square, bits)
    lost = int(square) + 8  # what cancels is e**(z²/2) times as large: fewer than z² bits
    work = bits + lost
    whole = sqrt(pi(work) * Fraction(1, 2), work)
    near = exp(-square / 2, work) * sqrt(square, work) * _odd_series(square, work)
    tail = whole - near
    return Interval(tail.low, tail.high, tail.exponent, bits)


def _odd_series(square: Fraction, bits: int) -> Interval:
    """The sum 1 + z²/3 + z⁴/15 + z⁶/105 and so on."""
    work = bits + 16
    low, high = Interval.of(square, work + square.numerator.bit_length()).fixed(work)
    sum_low = sum_high = term_low = term_high = 1 << work
    odd = 1
    while term_high > SMALL or odd < 2 * square:
        odd += 2
        term_low = (term_low * low >> work) // odd
        term_high = cut_up(term_high * high, work) // odd + 1
        sum_low += term_low
        sum_high += term_high
    return Interval(sum_low, sum_high + 2 * SMALL, -work, bits)


def _far(square: Fraction, bits: int) -> Interval:
    """exp(-z²/2) / z * (1 - 1/z² + 3/z⁴ - 15/z⁶ + …), cut between two partial sums."""
    work = bits + 12
    series, term, odd = Interval.of(1, work), Interval.of(1, work), 1
    while odd < square and term.upper * (1 << work) > 1:
        term = term * Fraction(odd) / square
        series = series + (term if odd % 4 == 3 else -term)  # noqa: PLR2004
        odd += 2
    series = series + Interval(-1, 1, 0, work) * term
    tail = exp(-square / 2, work) * series / sqrt(square, work)
    return Interval(tail.low, tail.high, tail.exponent, bits)
