"""A law laid out outcome by outcome, each with a certified mass, as far as anything is to be seen.

Two laws are laid out side by side: over the same outcomes, cut where less than 2**-200 is left.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeAlias

from discreet.errors import Invalid
from discreet.law import Law, Moved
from discreet.numbers import Interval

Mass: TypeAlias = Fraction | int | Callable[[int], Interval]
# Whatever can be a key is an outcome.
Spelled: TypeAlias = Mapping[Any, Mass]
AnyLaw: TypeAlias = Law | Spelled

BITS = 320
LEFT = Fraction(1, 1 << 200)
MOST = 1 << 15
# How finely a law's masses may miss adding up to one: they are certified, so this is rounding.
_ROUND = Fraction(1, 1 << 190)


@dataclass(frozen=True, slots=True)
class Spread:
    """Outcomes with their masses, and the most that may be elsewhere."""

    masses: Mapping[Any, Interval]
    rest: Fraction

    @property
    def adds_up(self) -> bool:
        """Whether all masses and what is left can add up to one."""
        low = sum((mass.lower for mass in self.masses.values()), Fraction(0))
        high = sum((mass.upper for mass in self.masses.values()), Fraction(0))
        sound = all(mass.high >= 0 for mass in self.masses.values())
        return sound and low - _ROUND <= 1 <= high + self.rest + _ROUND


def side_by_side(first: AnyLaw, second: AnyLaw) -> tuple[Spread, Spread]:
    """Two laws over the same outcomes.

    >>> one, other = side_by_side({"yes": Fraction(1)}, {"no": Fraction(1)})
    >>> [mass.lower for mass in one.masses.values()]
    [Fraction(1, 1), Fraction(0, 1)]
    """
    if isinstance(first, Law) and isinstance(second, Law):
        ends = [_ends(law) for law in (first, second)]
        outcomes = range(min(low for low, _ in ends), max(high for _, high in ends) + 1)
        if len(outcomes) > MOST:
            problem = f"its law reaches over {len(outcomes)} whole numbers: too many to lay out"
            raise Invalid(problem, "check it with less noise: the reason that it holds is the same")
        return _laid_out(first, outcomes), _laid_out(second, outcomes)
    if isinstance(first, Law) or isinstance(second, Law):
        raise Invalid("its law is of two kinds", "give a Law for every value, or a mapping")
    keys = dict.fromkeys((*first, *second))
    return _spelled(first, keys), _spelled(second, keys)


def _laid_out(law: Law, outcomes: range) -> Spread:
    masses = {k: _mass(law, k) for k in outcomes}
    low, high = outcomes.start, outcomes.stop
    rest = law.tail_within(high, BITS).upper + law.cdf_within(low - 1, BITS).upper
    return Spread(masses, max(rest, Fraction(0)))


def _mass(law: Law, k: int) -> Interval:
    """Of a law that is only moved, the same masses serve again."""
    return _mass(law.law, k - law.by) if isinstance(law, Moved) else _mass_of(law, k)


@lru_cache(maxsize=1 << 14)
def _mass_of(law: Law, k: int) -> Interval:
    return law.mass_within(k, BITS)


def _spelled(law: Spelled, keys: Mapping[Any, None]) -> Spread:
    return Spread({key: _certified(law.get(key, 0)) for key in keys}, Fraction(0))


def _certified(mass: Mass) -> Interval:
    return mass(BITS) if callable(mass) else Interval.of(mass, BITS)


def _ends(law: Law) -> tuple[int, int]:
    """The first and the last whole number that are to be laid out."""
    low, high, middle = law.support.low, law.support.high, law.quantile(Fraction(1, 2))
    if low is None or middle - low > MOST:
        low = middle - _far(lambda step: law.cdf_within(middle - step, BITS).upper)
    if high is None or high - middle > MOST:
        high = middle + _far(lambda step: law.tail_within(middle + step, BITS).upper)
    return low, high


def _far(left: Callable[[int], Fraction]) -> int:
    """The least number of steps after which so little is left; or far too many."""
    high = 1
    while left(high) >= LEFT and high <= MOST:
        high *= 2
    low = high // 2
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if left(middle) < LEFT else (middle + 1, high)
    return low
