"""Coins: one with probability p, else zero."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from discreet.law.cell import Cells
from discreet.law.law import Law
from discreet.law.scale import ratio_gap
from discreet.law.support import Support
from discreet.numbers import Interval, Number, between, exp, nearest, whole

MOST_EXPONENT = 2**40


@dataclass(frozen=True, slots=True, init=False)
class Coin(Law):
    """One with probability p, a rational number, else zero.

    >>> Coin("1/3").mass(1)
    0.3333333333333333
    """

    tag: ClassVar[str] = "coin"
    p: Fraction

    def __init__(self, p: Number) -> None:
        """From the probability of a one."""
        object.__setattr__(self, "p", between(p, "p", 0, 1))

    @property
    def support(self) -> Support:
        """Zero and one."""
        return Support(0, 1)

    @property
    def mean(self) -> float:
        """The probability itself."""
        return nearest(lambda bits: Interval.of(self.p, bits))

    @property
    def variance(self) -> float:
        """P (1 - p)."""
        return nearest(lambda bits: Interval.of(self.p * (1 - self.p), bits))

    def mass_within(self, k: int, bits: int) -> Interval:
        """P(X = k), certified."""
        return Interval.of({0: 1 - self.p, 1: self.p}.get(k, Fraction(0)), bits)

    def tail_within(self, k: int, bits: int) -> Interval:
        """P(X >= k), certified."""
        return Interval.of(1 - self.cdf_exact(k - 1), bits)

    def cdf_exact(self, k: int) -> Fraction:
        """P(X <= k), exactly."""
        return Fraction(int(k >= 1)) if k != 0 else 1 - self.p

    def cells(self, bits: int) -> Cells:  # noqa: ARG002  (whole numbers need no precision)
        """One, zero."""
        weights = [self.p.numerator, self.p.denominator - self.p.numerator]
        return Cells([1, 0], weights, weights, 0)


@dataclass(frozen=True, slots=True, init=False)
class ExpCoin(Law):
    """One with probability exp(-x), else zero; x is rational and at least zero.

    >>> ExpCoin(1).mass(1)
    0.36787944117144233
    """

    tag: ClassVar[str] = "exp-coin"
    x: Fraction

    def __init__(self, x: Number) -> None:
        """From x, anything from zero to 2**40."""
        object.__setattr__(self, "x", between(x, "x", 0, MOST_EXPONENT))

    @property
    def support(self) -> Support:
        """Zero and one."""
        return Support(0, 1)

    @property
    def mean(self) -> float:
        """The probability of a one."""
        return self.mass(1)

    @property
    def variance(self) -> float:
        """P (1 - p)."""
        return nearest(lambda bits: self.mass_within(0, bits) * self.mass_within(1, bits))

    def mass_within(self, k: int, bits: int) -> Interval:
        """P(X = k), certified."""
        if k == 1:
            return exp(-self.x, bits)
        return ratio_gap(1 / self.x, bits) if k == 0 and self.x else Interval.of(0, bits)

    def tail_within(self, k: int, bits: int) -> Interval:
        """P(X >= k), certified."""
        return self.mass_within(1, bits) if k == 1 else Interval.of(int(k <= 0), bits)

    def log_mass(self, k: int) -> float:
        """The natural logarithm of P(X = k); -x for a one, which may lie midway between floats."""
        if whole(k, "k") == 1:
            return nearest(lambda bits: Interval.of(-self.x, bits))
        return Law.log_mass(self, k)

    def cells(self, bits: int) -> Cells:
        """One, zero."""
        work = bits + 32
        low, high = exp(-self.x, work).fixed(work)
        return Cells([1, 0], [low, (1 << work) - high], [high, (1 << work) - low], 0)
