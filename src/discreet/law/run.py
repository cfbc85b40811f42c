"""How often to try: a random number of times, at least once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import ClassVar

from discreet.law.cell import Cells
from discreet.law.law import Law
from discreet.law.support import Support
from discreet.numbers import Interval, Number, between, exp_interval, log, nearest

LEAST_STOP, MOST_STOP, MOST_SHAPE = "0.0001", "0.9999", 100


@dataclass(frozen=True, slots=True, init=False)
class Runs(Law):
    """A negative binomial law without its zero: P(k + 1) / P(k) is (1 - stop)(k + shape)/(k + 1).

    With shape one it is geometric: after each time, all is over with probability `stop`. With shape
    zero it is the logarithmic law.

    >>> Runs(1, "1/3").mean, Runs(0, "1/2").mass(1)
    (3.0, 0.7213475204444817)
    """

    tag: ClassVar[str] = "runs"
    shape: Fraction
    stop: Fraction

    def __init__(self, shape: Number, stop: Number) -> None:
        """From its shape, zero or more, and how likely it is over after each time."""
        object.__setattr__(self, "shape", between(shape, "the shape", 0, MOST_SHAPE))
        object.__setattr__(self, "stop", between(stop, "stop", LEAST_STOP, MOST_STOP))

    @property
    def support(self) -> Support:
        """One and more."""
        return Support(1, None)

    @property
    def mean(self) -> float:
        """The expected number of times."""
        return nearest(self._mean)

    @property
    def variance(self) -> float:
        """The expected squared distance from the mean."""
        more = 1 + (1 + self.shape) * (1 - self.stop) / self.stop
        return nearest(lambda bits: self._mean(bits) * more - self._mean(bits).power(2))

    def mass_within(self, k: int, bits: int) -> Interval:
        """P(X = k), certified."""
        if k < 1:
            return Interval.of(0, bits)
        work = 2 * bits + 2 * k.bit_length()
        ((low, high),) = islice(self._weights(work), k - 1, k)
        return Interval(low, high, -work, work) / self._total(bits + 8)

    def tail_within(self, k: int, bits: int) -> Interval:
        """P(X >= k), certified."""
        work, head = 2 * bits + 2 * max(k, 1).bit_length(), Interval.of(0, 2 * bits)
        for low, high in islice(self._weights(work), max(k - 1, 0)):
            head = head + Interval(low, high, -work, work)
        return 1 - head / self._total(2 * bits)

    def within(self, share: Interval) -> Interval:
        """The chance that all times something happens that happens once with this chance."""
        return self._grown(1 - share * (1 - self.stop)) / self._total(share.bits)

    def cells(self, bits: int) -> Cells:
        """As many times as it takes for the rest to be light."""
        weights = self._weights(bits + 64)
        kept = [next(weights)]
        while (rest := self._rest(len(kept), kept[-1][1])) >= kept[0][0] >> bits + 8:
            kept.append(next(weights))
        low, high = zip(*kept, strict=True)
        return Cells(range(1, len(kept) + 1), low, high, rest)

    def _rest(self, count: int, last: int) -> int:
        """What all beyond so many weigh at most: each `fall` times the one before, or less.

        Where they still grow, that is much: the last, which is no less than the first, will do.
        """
        fall = (1 - self.stop) * max(Fraction(1), (count + self.shape) / (count + 1))
        return int(last * fall / (1 - fall)) + 1 if fall < 1 else last

    def _weights(self, work: int) -> Iterator[tuple[int, int]]:
        """Integers that 2**work times what 1, 2, … weigh lies between; 1 weighs 1 - stop."""
        go, k = 1 - self.stop, 1
        low = (go.numerator << work) // go.denominator
        high = low + 1
        while True:
            yield low, high
            fall = go * (k + self.shape) / (k + 1)
            low = low * fall.numerator // fall.denominator
            high = -(-high * fall.numerator // fall.denominator)
            k += 1

    def _total(self, bits: int) -> Interval:
        """What all weigh together."""
        return self._grown(Interval.of(self.stop, bits))

    def _grown(self, left: Interval) -> Interval:
        """(left**-shape - 1) / shape, or -ln left: the sum of (1 - left)**k times k's weight."""
        fall = -log(left, left.bits)
        return (exp_interval(fall * self.shape) - 1) / self.shape if self.shape else fall

    def _mean(self, bits: int) -> Interval:
        total = self._total(2 * bits)
        ahead = (total * self.shape + 1) * ((1 - self.stop) / self.stop)
        return ahead / total
