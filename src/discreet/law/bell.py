"""Sums of exp(-k² / 2v) over the integers, certified."""

from fractions import Fraction

from discreet.law.integral import integrated
from discreet.numbers import Interval, cut_up, exp, exp_interval, pi, sqrt

# Where terms fall off more slowly than over so many integers, an integral does better than a sum.
MANY = 128


def bell_weights(curvature: Fraction, bits: int) -> tuple[list[int], list[int], int]:
    """Integers that 2**work exp(-k² curvature / 2) lies between, k = 0, 1, …, and what is left.

    They go on until what is left is less than 2**-bits of the first.
    """
    work = bits + 48
    return _falling(exp(-curvature / 2, work), exp(-curvature, work), bits, work)


def bell_total(v: Fraction, bits: int) -> Interval:
    """The sum over all integers: sqrt(2πv) (1 + 2 sum of exp(-2π²v k²)), by Poisson's formula."""
    work = bits + 8
    total = Interval.of(1, work)
    for weight in bell_dual(v, work):
        total = total + 2 * weight
    total = total * sqrt(2 * v * pi(2 * work), work)
    return Interval(total.low, total.high, total.exponent, bits)


def bell_dual(v: Fraction, bits: int) -> list[Interval]:
    """exp(-2π²v k²) for k = 1, 2, …, the last one widened to hold all that follow."""
    if v > bits:  # exp(-2π²v) < 2**(-28 bits)
        return [Interval(0, 1, -28 * bits, bits)]
    weights: list[Interval] = []
    while not weights or weights[-1].upper >= Fraction(1, 1 << bits + 16):
        k = len(weights) + 1
        weights.append(exp_interval(-2 * pi(bits + 8).power(2) * v * k * k))
    last = weights[-1] * 2  # from here on they fall a hundredfold at least, even with k²
    weights[-1] = Interval(0, last.high, last.exponent, bits)
    return weights


def bell_sum(v: Fraction, m: int, bits: int) -> Interval:
    """The sum over k >= m, for m >= 1."""
    if v * v < 2 * MANY**2 * (v + m * m):
        return _summed(v, m, bits)
    return integrated(v, m, bits)


def _summed(v: Fraction, m: int, bits: int) -> Interval:
    """Term by term, each exp(-(2k + 1) / 2v) times the one before."""
    work = bits + 48
    first, second = exp(-Fraction(2 * m + 1) / (2 * v), work), exp(-1 / v, work)
    low, high, rest = _falling(first, second, bits, work)
    scaled = Interval(sum(low), sum(high) + rest, -work, bits)
    return scaled * exp(-Fraction(m * m) / (2 * v), bits)


def _falling(
    ratio: Interval, fall: Interval, bits: int, work: int
) -> tuple[list[int], list[int], int]:
    """Weights 1, ratio, ratio² fall, ratio³ fall³, …, until the rest is less than 2**-bits."""
    low, high = [1 << work], [1 << work]
    ratio_low, ratio_high = ratio.fixed(work)
    fall_low, fall_high = fall.fixed(work)
    while True:
        rest = -(-(high[-1] * ratio_high) // ((1 << work) - ratio_high))
        if rest >> (work - bits) == 0:
            return low, high, rest
        low.append(low[-1] * ratio_low >> work)
        high.append(cut_up(high[-1] * ratio_high, work))
        ratio_low = ratio_low * fall_low >> work
        ratio_high = cut_up(ratio_high * fall_high, work)
