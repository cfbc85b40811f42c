"""Wide geometric and Laplace noise: a leading part from one table, base-256 digits from others."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from discreet.law import Cells, Digit
from discreet.law.digit import BASE, one_sided, two_sided
from discreet.noise.panel import Panel
from discreet.noise.source import Source
from discreet.noise.table import BLOCK, Table

# A leading part wider than this would leave too many words undecided.
WIDEST = 32


@dataclass(frozen=True, slots=True)
class Leading:
    """The leading part of a geometric number: its digits above `places`, in units of one."""

    scale: Fraction
    places: int
    signed: bool

    def cells(self, bits: int) -> Cells:
        """Each value stands for its place: a complement also turns over all digits below it."""
        scale = self.scale / BASE**self.places
        cells = two_sided(self.scale, scale, bits) if self.signed else one_sided(scale, bits)
        values = [_placed(value, self.places) for value in cells.values]
        return Cells(values, cells.low, cells.high, cells.rest)


class Digits:
    """A geometric or discrete Laplace law of any scale, ready to be drawn from.

    Because. The leading part and the digits are independent; exclusive or puts digits below a
    leading part that is not negative, and their complements below one that is.
    """

    def __init__(self, scale: Fraction, *, signed: bool) -> None:
        """With as few digits as keep the leading part narrow."""
        places = 0
        while scale > WIDEST * BASE**places:
            places += 1
        self.leading = Table(Leading(scale, places, signed))
        self.digits = [
            Table(Place(scale, place), dtype=np.min_scalar_type(-(BASE ** (place + 1))))
            for place in range(places)
        ]
        self.panel = Panel([self.leading, *self.digits])

    def one(self, source: Source) -> int:
        """A single value, with the same work whatever it is."""
        leading, *digits = self.panel.one(source)
        return int(leading ^ sum(digits))

    def many(self, count: int, source: Source) -> NDArray[np.int64]:
        """So many independent values."""
        out = np.empty(count, np.int64)
        index = np.empty(min(count, BLOCK), np.intp)
        rooms = [np.empty(min(count, BLOCK), digit.dtype) for digit in self.digits]
        for start in range(0, count, BLOCK):
            part = out[start : start + BLOCK]
            here = slice(len(part))
            self.leading.read(index[here], part, source)
            for digit, room in zip(self.digits, rooms, strict=True):
                digit.read(index[here], room[here], source)
                np.bitwise_xor(part, room[here], out=part, dtype=np.int64)
        return out


@dataclass(frozen=True, slots=True)
class Place:
    """The digit that counts 256**place."""

    scale: Fraction
    place: int

    def cells(self, bits: int) -> Cells:
        """All digits, each times what it counts."""
        cells = Digit(self.scale / BASE**self.place).cells(bits)
        values = [_placed(value, self.place) for value in cells.values]
        return Cells(values, cells.low, cells.high, cells.rest)


def _placed(value: int, places: int) -> int:
    """The value moved up so many places, with ones below it if it is negative."""
    one = 1 << 8 * places
    return value * one if value >= 0 else ~(~value * one)
