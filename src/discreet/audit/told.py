"""How well two laws can be told apart: every view, by its definition, certified from both sides."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

from discreet.audit.spread import BITS, Spread
from discreet.numbers import Interval, exp, log

# None stands for infinity.
Ends: TypeAlias = tuple[Fraction | None, Fraction | None]
_UNIT = 512


@dataclass(frozen=True)
class Told:
    """What an answer of `first` tells that `second` did not give it."""

    first: Spread
    second: Spread

    @cached_property
    def _pairs(self) -> list[tuple[Interval, Interval]]:
        second = self.second.masses
        return [(p, second[k]) for k, p in self.first.masses.items()]

    @cached_property
    def _fixed(self) -> list[tuple[int, int, int, int]]:
        return [(*p.fixed(_UNIT), *q.fixed(_UNIT)) for p, q in self._pairs]

    @property
    def never(self) -> bool:
        """Whether some answer is impossible without it: that gives everything away."""
        return any(p.low > 0 and q.high == 0 for p, q in self._pairs)

    def pure(self) -> Ends:
        """The logarithm of the greatest odds of an outcome: at least, at most."""
        if self.never:
            return None, None
        odds = [p / q for p, q in self._pairs if p.high > 0 and q.low > 0]
        unclear = any(p.high > 0 and q.low <= 0 < q.high for p, q in self._pairs)
        low = max((each.lower for each in odds), default=Fraction(0))
        high = max((each.upper for each in odds), default=Fraction(1))
        most = max(log(max(high, Fraction(1)), BITS).upper, Fraction(0))
        return log(max(low, Fraction(1)), BITS).lower, None if unclear else most

    def worst(self) -> tuple[Hashable, ...]:
        """The outcomes with the greatest odds."""
        most = max(map(_loss_of, self._pairs))
        pairs = zip(self.first.masses, self._pairs, strict=True)
        return tuple(outcome for outcome, pair in pairs if _loss_of(pair) == most)

    def delta(self, epsilon: Fraction) -> tuple[Fraction, Fraction]:
        """What the first has more than exp(epsilon) times the second: at least, at most.

        What is not laid out counts as told, where it is asked how much it may be.
        """
        down, up = exp(epsilon, _UNIT).fixed(_UNIT)
        low = high = 0
        for p_low, p_high, q_low, q_high in self._fixed:
            low += max(0, (p_low << _UNIT) - up * q_high)
            high += max(0, (p_high << _UNIT) - down * q_low)
        unit = 1 << 2 * _UNIT
        return Fraction(low, unit), Fraction(high, unit) + self.first.rest

    def divergence(self, order: int) -> Fraction | None:
        """At least the Rényi divergence at a whole order; at order one, the expected loss."""
        if self.never:
            return None
        pairs = [(p, q) for p, q in self._pairs if p.low > 0 and q.low > 0]
        total = Interval.of(0, BITS)
        if order == 1:
            for p, q in pairs:
                total = total + p * log(p / q, BITS)
            return max(total.lower - self.first.rest, Fraction(0))
        for p, q in pairs:
            total = total + p.power(order) / q.power(order - 1)
        return max(log(total, BITS).lower / (order - 1), Fraction(0)) if total.low > 0 else None

    def tests(self, count: int) -> Iterator[tuple[Fraction, Fraction]]:
        """Tests for the first: at most how often they are wrongly for it, and how often not for it.

        They take the outcomes with the greatest odds; whatever they take, what is said is true.
        """
        odds = sorted(self._pairs, key=_loss_of, reverse=True)
        alarm, miss, last = Fraction(0), Fraction(1), Fraction(-1)
        for p, q in odds:
            alarm, miss = alarm + q.upper, miss - p.lower
            if alarm - last >= Fraction(1, count) and alarm <= 1:
                last = alarm
                yield alarm, miss


def _loss_of(pair: tuple[Interval, Interval]) -> tuple[bool, Fraction]:
    p, q = pair
    return (p.low > 0, Fraction(0)) if q.high == 0 else (False, p.upper / q.upper)
