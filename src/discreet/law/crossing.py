"""How far whole numbers with noise lie above a threshold with noise: chances of any outcome."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from discreet.law.law import Law
from discreet.law.support import Support
from discreet.numbers import Interval

BELOW = Support(None, -1)
ABOVE = Support(0, None)


@dataclass(frozen=True, slots=True)
class Crossing:
    """Excesses value + `noise` - (threshold + `level`): one level for all, a noise for each value.

    Error. `chance` is certified: a sum over the level's values, and what is cut off on both sides
    counted by its greatest share.

    >>> from discreet.law.geometric import Geometric
    >>> crossing = Crossing(level=Geometric(2), noise=Geometric(4), threshold=0)
    >>> float(crossing.chance([0, 0], [BELOW, ABOVE], 60).lower)
    0.12326545620767...
    """

    level: Law
    noise: Law
    threshold: int

    def chance(self, values: Sequence[int], excesses: Sequence[Support], bits: int) -> Interval:
        """How likely each excess lies in its range."""
        pairs = [*zip(values, excesses, strict=True)]
        low, masses = _most_of(self.level, bits)
        high, total = low + len(masses) - 1, Interval.of(0, bits)
        for at, mass in enumerate(masses, low):
            total = total + self._given(at, pairs, bits) * mass
        # Higher up fewer values are above, and lower down fewer below.
        above = [pair for pair in pairs if pair[1].high is None]
        below = [pair for pair in pairs if pair[1].low is None]
        left = self._given(high + 1, above, bits) * self.level.tail_within(high + 1, bits)
        left = left + self._given(low - 1, below, bits) * self.level.cdf_within(low - 1, bits)
        return total + Interval.hull(Interval.of(0, bits), left)

    def _given(self, at: int, pairs: Sequence[tuple[int, Support]], bits: int) -> Interval:
        """How likely, when the level's noise is this."""
        chance = Interval.of(1, bits)
        for value, excess in pairs:
            shift = self.threshold + at - value
            chance = chance * _within(self.noise, shift, excess, bits)
        return chance


@lru_cache(maxsize=8)
def _most_of(law: Law, bits: int) -> tuple[int, list[Interval]]:
    """The masses of nearly all of a law, from a value on."""
    rare = Fraction(1, 1 << bits)
    low = law.support.low
    low, high = law.quantile(rare) if low is None else low, law.quantile(1 - rare)
    return low, [law.mass_within(at, bits) for at in range(low, high + 1)]


@lru_cache(maxsize=1 << 16)
def _within(law: Law, shift: int, excess: Support, bits: int) -> Interval:
    """How likely a noise less `shift` lies in the range."""
    low, high = excess.low, excess.high
    if high is None:
        return law.tail_within(shift + low, bits) if low is not None else Interval.of(1, bits)
    if low is None:
        return law.cdf_within(shift + high, bits)
    return sum(
        (law.mass_within(shift + k, bits) for k in range(low, high + 1)), Interval.of(0, bits)
    )
