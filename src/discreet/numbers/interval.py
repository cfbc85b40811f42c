"""Certified arithmetic: two integers that a real number is known to lie between."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Interval:
    """Some real number x with low <= x / 2**exponent <= high, known to about `bits` bits.

    Guarantee. If operands hold their numbers, a result holds the result's number.
    Because. Sums and products of the ends are exact; what is cut off afterwards is cut outwards.

    >>> third = Interval.of(Fraction(1, 3), bits=10)
    >>> (third + third + third).holds(1), third.holds(Fraction(333, 1000))
    (True, False)
    """

    low: int
    high: int
    exponent: int
    bits: int

    @classmethod
    def of(cls, value: Fraction | int, bits: int) -> Interval:
        """The narrowest interval of about `bits` bits around a rational number."""
        value = Fraction(value)
        shift = bits - value.numerator.bit_length() + value.denominator.bit_length()
        up, down = max(shift, 0), max(-shift, 0)
        low, left = divmod(value.numerator << up, value.denominator << down)
        return cls(low, low + bool(left), -shift, bits)

    @classmethod
    def hull(cls, a: Interval, b: Interval) -> Interval:
        """The narrowest interval around two."""
        exponent = min(a.exponent, b.exponent)
        a, b = _shifted(a, exponent), _shifted(b, exponent)
        return cls(min(a.low, b.low), max(a.high, b.high), exponent, min(a.bits, b.bits))

    @property
    def lower(self) -> Fraction:
        """The lower end, exactly."""
        return _scaled(self.low, self.exponent)

    @property
    def upper(self) -> Fraction:
        """The upper end, exactly."""
        return _scaled(self.high, self.exponent)

    def holds(self, value: Fraction | int) -> bool:
        """Whether the value lies inside: if not, it is not the number meant."""
        return self.lower <= value <= self.upper

    def fixed(self, bits: int) -> tuple[int, int]:
        """Integers that the number times 2**bits lies between."""
        wide = _shifted(self, -bits)
        return wide.low, wide.high

    def __add__(self, other: Interval | Fraction | int) -> Interval:
        """The sum."""
        other = self._like(other)
        bits = min(self.bits, other.bits)
        # Far smaller parts are rounded first: e^-1000000000 + 1 must not become a long integer.
        tops = [_top(one) for one in (self, other) if one.low or one.high]
        floor = max(tops, default=0) - bits - 2  # an exact zero rounds nothing, wherever it stands
        a = _shifted(self, max(self.exponent, floor))
        b = _shifted(other, max(other.exponent, floor))
        exponent = min(a.exponent, b.exponent)
        a, b = _shifted(a, exponent), _shifted(b, exponent)
        return _trimmed(a.low + b.low, a.high + b.high, exponent, bits)

    def __neg__(self) -> Interval:
        """The negative."""
        return Interval(-self.high, -self.low, self.exponent, self.bits)

    def __sub__(self, other: Interval | Fraction | int) -> Interval:
        """The difference."""
        return self + -self._like(other)

    def __rsub__(self, other: Fraction | int) -> Interval:
        """The difference, from a rational number."""
        return -self + other

    def __mul__(self, other: Interval | Fraction | int) -> Interval:
        """The product."""
        other = self._like(other)
        ends = [a * b for a in (self.low, self.high) for b in (other.low, other.high)]
        bits = min(self.bits, other.bits)
        return _trimmed(min(ends), max(ends), self.exponent + other.exponent, bits)

    def __truediv__(self, other: Interval | Fraction | int) -> Interval:
        """The quotient; the divisor must be known not to be zero."""
        return self * self._like(other).inverse()

    def __rtruediv__(self, other: Fraction | int) -> Interval:
        """The quotient of a rational number and this one."""
        return self.inverse() * other

    def inverse(self) -> Interval:
        """One over the number."""
        if self.low <= 0 <= self.high:
            raise ZeroDivisionError
        shift = self.bits + max(abs(self.low), abs(self.high)).bit_length()
        low, high = (1 << shift) // self.high, -((-1 << shift) // self.low)
        return _trimmed(low, high, -self.exponent - shift, self.bits)

    def power(self, exponent: int) -> Interval:
        """The number, at least zero, to a whole power."""
        if exponent < 0:
            return self.inverse().power(-exponent)
        result = Interval.of(1, self.bits)
        for bit in f"{exponent:b}":
            result = result * result
            if bit == "1":
                result = result * self
        return result

    __radd__ = __add__
    __rmul__ = __mul__

    def _like(self, other: Interval | Fraction | int) -> Interval:
        return other if isinstance(other, Interval) else Interval.of(other, self.bits)


def cut_up(value: int, bits: int) -> int:
    """The value over 2**bits, rounded up."""
    return -(-value >> bits)


def _scaled(value: int, exponent: int) -> Fraction:
    return Fraction(value << exponent) if exponent >= 0 else Fraction(value, 1 << -exponent)


def _top(interval: Interval) -> int:
    """A power of two that the number's size does not exceed."""
    return interval.exponent + max(abs(interval.low), abs(interval.high)).bit_length()


def _shifted(interval: Interval, exponent: int) -> Interval:
    """The same interval, or a slightly wider one, in units of 2**exponent."""
    shift = interval.exponent - exponent
    if shift >= 0:
        return Interval(interval.low << shift, interval.high << shift, exponent, interval.bits)
    low, high = interval.low >> -shift, cut_up(interval.high, -shift)
    return Interval(low, high, exponent, interval.bits)


def _trimmed(low: int, high: int, exponent: int, bits: int) -> Interval:
    """Ends of no more than about `bits` bits, rounded outwards."""
    excess = max(abs(low), abs(high)).bit_length() - bits - 2
    if excess <= 0:
        return Interval(low, high, exponent, bits)
    return Interval(low >> excess, cut_up(high, excess), exponent + excess, bits)
