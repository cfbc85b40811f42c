"""What a distribution over the integers is, as arithmetic: no randomness, no data."""

from abc import ABC, abstractmethod
from fractions import Fraction
from math import floor, isfinite

from discreet.errors import Impossible, OutOfRange
from discreet.law.support import Support
from discreet.numbers import Interval, Number, between, log, nearest, whole


class Law(ABC):
    """A distribution over the integers.

    Floats are the closest there are to the true numbers. What must never be wrong in one direction
    reads `mass_within` and `tail_within` instead: certified intervals of as many bits as asked.
    """

    __slots__ = ()

    @property
    @abstractmethod
    def support(self) -> Support:
        """The least and the greatest value, where there are such."""

    @property
    @abstractmethod
    def mean(self) -> float:
        """The expected value."""

    @property
    @abstractmethod
    def variance(self) -> float:
        """The expected squared distance from the mean."""

    @abstractmethod
    def mass_within(self, k: int, bits: int) -> Interval:
        """P(X = k), certified."""

    @abstractmethod
    def tail_within(self, k: int, bits: int) -> Interval:
        """P(X >= k), certified."""

    def cdf_within(self, k: int, bits: int) -> Interval:
        """P(X <= k), certified."""
        return 1 - self.tail_within(k + 1, bits)

    def cdf_exact(self, k: int) -> Fraction | None:
        """P(X <= k) where it is known to be this rational number, else nothing."""
        low, high = self.support.low, self.support.high
        if high is not None and k >= high:
            return Fraction(1)
        return Fraction(0) if low is not None and k < low else None

    def mass(self, k: int) -> float:
        """P(X = k)."""
        k = whole(k, "k")
        return nearest(lambda bits: self.mass_within(k, bits))

    def log_mass(self, k: int) -> float:
        """The natural logarithm of P(X = k); -inf where X cannot be k."""
        k = whole(k, "k")
        if self.mass_within(k, 80).high == 0:
            return float("-inf")
        return nearest(lambda bits: log(self.mass_within(k, bits), bits))

    def cdf(self, k: int) -> float:
        """P(X <= k)."""
        k = whole(k, "k")
        return nearest(lambda bits: self.cdf_within(k, bits))

    def tail(self, k: int) -> float:
        """P(X >= k)."""
        k = whole(k, "k")
        return nearest(lambda bits: self.tail_within(k, bits))

    def quantile(self, p: Number) -> int:
        """The least k with P(X <= k) >= p."""
        level = between(p, "p", 0, 1)
        low, high = self._around(level)
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if self._reaches(middle, level) else (middle + 1, high)
        return low

    def _around(self, level: Fraction) -> tuple[int, int]:
        """Two integers that the quantile lies between."""
        first, last = self.support.low, self.support.high
        if (level == 0 and first is None) or (level == 1 and last is None):
            problem = f"p is {level}, and this law has no end there"
            raise OutOfRange(problem, "it can be anything strictly between 0 and 1")
        step = 1
        mean = self.mean
        low = high = floor(mean) if isfinite(mean) else 0
        while not self._reaches(high, level) and (last is None or high < last):
            high, step = high + step, 2 * step
        step = 1
        while self._reaches(low, level) and (first is None or low > first):
            low, step = low - step, 2 * step
        return max(low, low if first is None else first), min(high, high if last is None else last)

    def _reaches(self, k: int, level: Fraction) -> bool:
        """Whether P(X <= k) >= level, decided with as many bits as it takes."""
        exact = self.cdf_exact(k)
        if exact is not None:
            return exact >= level
        bits = 64
        while bits <= 1 << 14:
            cdf = self.cdf_within(k, bits)
            if cdf.lower >= level:
                return True
            if cdf.upper < level:
                return False
            bits *= 2
        raise Impossible("no precision tells this quantile from its neighbour", "ask for another p")
