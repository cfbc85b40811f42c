"""The sum of exp(-k² / 2v) over k >= m from an integral, where there are too many terms to add.

Euler and Maclaurin: the sum is the integral, half the first term, and a correction for each odd
derivative; what is left is at most B / (2p)! times the integral of the size of derivative 2p.
Derivatives of the bell curve are Hermite polynomials, so all of it is rational but the integral.
"""

from fractions import Fraction
from functools import lru_cache
from math import comb, factorial

from discreet.numbers import Interval, exp, normal_tail, sqrt


def integrated(v: Fraction, m: int, bits: int) -> Interval:
    """The sum over k >= m, certified; narrow where v is large beside 1 + m²/v."""
    work, square = bits + 16, Fraction(m * m) / v
    order = bits // 16 + 2
    first = exp(-square / 2, work)
    area = sqrt(v, work) * normal_tail(square, work)
    factor = sum(
        (
            _bernoulli(2 * j) / factorial(2 * j) * m / v**j * _hermite(2 * j - 1, square)
            for j in range(1, order + 1)
        ),
        Fraction(1, 2),
    )
    total = area + first * factor + Interval(-1, 1, 0, work) * _left(v, m, order, first, area)
    return Interval(total.low, total.high, total.exponent, bits)


def _left(v: Fraction, m: int, order: int, first: Interval, area: Interval) -> Interval:
    """An upper bound on what the corrections up to `order` leave."""
    square = Fraction(m * m) / v
    moment, total = area, area * abs(_coefficients(2 * order)[0])
    for j in range(1, order + 1):
        moment = first * (m * square ** (j - 1)) + (2 * j - 1) * moment
        total = total + moment * abs(_coefficients(2 * order)[2 * j])
    return total * (abs(_bernoulli(2 * order)) / factorial(2 * order) / v**order)


def _hermite(n: int, square: Fraction) -> Fraction:
    """The n-th Hermite polynomial at z, n odd, divided by z; in terms of z²."""
    return sum(
        (c * square ** (k // 2) for k, c in enumerate(_coefficients(n)) if k % 2),
        Fraction(0),
    )


@lru_cache(maxsize=256)
def _coefficients(n: int) -> tuple[int, ...]:
    """Those of He_n, the constant first: He_n = x He_(n-1) - (n-1) He_(n-2)."""
    older: tuple[int, ...] = (1,)
    newer: tuple[int, ...] = (0, 1)
    if n == 0:
        return older
    for k in range(1, n):
        risen = (0, *newer)
        padded = (*older, *[0] * (len(risen) - len(older)))
        older, newer = newer, tuple(a - k * b for a, b in zip(risen, padded, strict=True))
    return newer


@lru_cache(maxsize=256)
def _bernoulli(n: int) -> Fraction:
    """The n-th Bernoulli number."""
    if n == 0:
        return Fraction(1)
    if n > 1 and n % 2:
        return Fraction(0)
    return -sum((comb(n + 1, k) * _bernoulli(k) for k in range(n)), Fraction(0)) / (n + 1)
