"""The rho of small losses, by a few integer divisions: what a ledger asks for most.

Numbers are whole multiples of 2**-BITS, rounded so that what comes out is never too small.
"""

from fractions import Fraction

from discreet.numbers import Interval, above

BITS = 112
_ONE = 1 << BITS
# So many terms of a continued fraction, or of a series, are good to 2**-100 up to one.
_TERMS = 20


def is_small(loss: Fraction) -> bool:
    """Whether it is not too large for so few terms, nor too small for so few bits."""
    return loss <= 1 and loss.numerator << 24 >= loss.denominator


def response_rho_above(epsilon: Fraction) -> float:
    """A float a hair above epsilon tanh(epsilon / 2), for a small epsilon.

    Because. With y = epsilon² / 4 it is 2y / (1 + y / (3 + y / (5 + …))), and cutting off what is
    positive at one depth and the next gives a bound from either side.
    """
    square = epsilon * epsilon
    low, over = divmod(square.numerator * _ONE, 4 * square.denominator)
    high = low + bool(over)
    below = above = (2 * _TERMS + 1) * _ONE
    for odd in range(2 * _TERMS - 1, 0, -2):
        below, above = odd * _ONE + low * _ONE // above, odd * _ONE - (-high * _ONE // below)
    return _float(-(-2 * high * _ONE // below))


def laplace_rho_above(ratio: Fraction) -> float:
    """A float a hair above ratio + exp(-ratio) - 1, for a small ratio.

    Because. It is the alternating series ratio² / 2 - ratio³ / 6 + …, whose terms fall.
    """
    low, over = divmod(ratio.numerator * _ONE, ratio.denominator)
    high = low + bool(over)
    least, most, total = low, high, 0
    for k in range(2, _TERMS + 5):
        least, most = least * low // _ONE // k, -(-most * high // _ONE // k)
        if most <= 1:
            break
        total += most if k % 2 == 0 else -least
    return _float(total + most)


def _float(units: int) -> float:
    return above(Interval(units, units, -BITS, BITS))
