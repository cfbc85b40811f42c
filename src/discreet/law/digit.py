"""A wide geometric number in base 256: its digits are independent, so each is a small law.

Because. r**X is the product of (r**256**j)**digit over its digits, and a law that is a product of
functions of the digits makes them independent. The leading part stays geometric, and small.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from discreet.law.cell import Cells, powers
from discreet.law.scale import ratio_gap, ratio_power
from discreet.numbers import cut_up

BASE = 256


@dataclass(frozen=True, slots=True)
class Digit:
    """P(D = d) proportional to exp(-d / scale) for d = 0 … 255; scale counts units of its place."""

    scale: Fraction

    def cells(self, bits: int) -> Cells:
        """All 256 of them."""
        work = bits + 32
        low, high = powers(ratio_power(self.scale, 1, work), BASE, work)
        return Cells(range(BASE), low, high, 0)


def one_sided(scale: Fraction, bits: int) -> Cells:
    """Zero, one, two, … with weights exp(-k / scale)."""
    work = bits + 32
    count = ceil(bits * scale * Fraction(7, 10)) + 1  # exp(-count / scale) < 2**-bits
    low, high = powers(ratio_power(scale, 1, work), count + 1, work)
    rest = high.pop() / ratio_gap(scale, work)
    return Cells(range(count), low[:count], high, ceil(rest.upper))


def two_sided(scale: Fraction, leading: Fraction, bits: int) -> Cells:
    """0, ~0, 1, ~1, …: h with weight exp(-h / leading), its complement exp(-1 / scale) times that.

    These are the signed leading digits of a discrete Laplace number of that scale.
    """
    side = one_sided(leading, bits)
    down, up = ratio_power(scale, 1, bits + 32).fixed(bits + 32)
    work = bits + 32
    values = [sign for h in side.values for sign in (h, ~h)]
    low = [weight for one in side.low for weight in (one, one * down >> work)]
    high = [weight for one in side.high for weight in (one, cut_up(one * up, work))]
    return Cells(values, low, high, 2 * side.rest)
