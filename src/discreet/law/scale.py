"""How wide a law may be."""

from fractions import Fraction

from discreet.numbers import Interval, Number, between, exp

LEAST = Fraction(1, 100)
MOST_SCALE = 2**40
MOST_VARIANCE = 2**60


def scale_of(number: Number) -> Fraction:
    """The exact scale of a geometric law: from one hundredth to 2**40."""
    return between(number, "scale", LEAST, MOST_SCALE)


def variance_of(number: Number) -> Fraction:
    """The exact variance parameter of a Gaussian law: from one hundredth to 2**60."""
    return between(number, "variance", LEAST, MOST_VARIANCE)


def ratio_power(scale: Fraction, k: int, bits: int) -> Interval:
    """exp(-k / scale): how much rarer a value is than the one k steps nearer."""
    return exp(-k / scale, bits)


def ratio_gap(scale: Fraction, bits: int) -> Interval:
    """1 - exp(-1 / scale), to `bits` bits of its own: a wide law loses as many to cancellation."""
    work = bits + int(scale).bit_length() + 4
    return 1 - ratio_power(scale, 1, work)
