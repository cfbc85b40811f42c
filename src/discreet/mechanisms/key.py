"""Which keys exist, for keys that nobody may list beforehand: optimal for one key a person."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from itertools import product
from math import floor, prod
from typing import ClassVar

from discreet.errors import NoBound, OutOfRange
from discreet.noise import Source
from discreet.noise.coin import is_below
from discreet.numbers import Interval, Number, between, exp, log, whole
from discreet.privacy import Approx, Loss, Sensitivity

LEAST_EPSILON, MOST_EPSILON = Fraction(1, 1 << 20), 100
LEAST_DELTA = Fraction(1, 10**60)
_MOST_BITS = 1 << 12


@dataclass(frozen=True, slots=True, init=False)
class Keys:
    """Keeps each key with a probability that grows with how many people have it.

    Guarantee. For each key that a person can add to or take from, epsilon and delta; how many
    people have a key stays secret, and a key that nobody has is never kept.
    Because. From nobody on, each probability is the most that the one before allows, both for
    keeping and for not keeping: exp(epsilon) p + delta, and 1 - exp(-epsilon) (1 - p - delta).
    So it is the greatest for every number of people at once. [desfontaines2022]

    >>> [float(Keys(epsilon=1, delta="1e-5").chance(n)(80).lower) for n in (1, 12)]
    [1e-05, 0.760310996922627...]
    """

    tag: ClassVar[str] = "keys"
    epsilon: Fraction
    delta: Fraction

    def __init__(self, epsilon: Number, delta: Number) -> None:
        """From what may be told of each key."""
        small = between(epsilon, "epsilon", LEAST_EPSILON, MOST_EPSILON)
        object.__setattr__(self, "epsilon", small)
        failing = between(delta, "delta", LEAST_DELTA, 1)
        if failing == 1:
            raise OutOfRange("delta is 1", "it can be anything below: far below one in all people")
        object.__setattr__(self, "delta", failing)

    def loss(self, sensitivity: Sensitivity, /) -> Loss:
        """For each of the l0 keys that a person can have."""
        if sensitivity.l0 is None or sensitivity.linf is None or floor(sensitivity.linf) > 1:
            problem = (
                f"nothing bounds how many keys a person counts in, once each, in {sensitivity}"
            )
            raise NoBound(problem, "count people, not rows: give l0 and linf=1")
        return Approx(self.epsilon, self.delta) * floor(sensitivity.l0)

    def sample(self, x: Mapping[str, int], source: Source, /) -> tuple[str, ...]:
        """The keys that are kept, in order of their names."""
        return tuple(sorted(key for key, n in x.items() if is_below(self.chance(n), source)))

    def law(self, x: Mapping[str, int], /) -> Mapping[tuple[str, ...], Callable[[int], Interval]]:
        """Every set of keys, with its probability."""
        keys = sorted(x)
        counts = [x[key] for key in keys]
        return {
            tuple(key for key, kept in zip(keys, told, strict=True) if kept): partial(
                self._together, counts, told
            )
            for told in product((False, True), repeat=len(keys))
        }

    def chance(self, people: int) -> Callable[[int], Interval]:
        """How likely a key of so many people is kept, to any precision."""
        many = max(whole(people, "people"), 0)
        turn = _turn(self.epsilon, self.delta)

        def within(bits: int) -> Interval:
            if many <= turn:
                return self._rising(many, bits)
            left = exp(-self.epsilon * (many - turn), bits + 32)
            top = 1 + self.delta / (exp(self.epsilon, bits + 32) - 1)
            found = (1 - left) * top + left * self._rising(turn, bits)
            return Interval.of(1, bits) if found.lower >= 1 else found

        return within

    def _rising(self, many: int, bits: int) -> Interval:
        """Delta (exp(n epsilon) - 1) / (exp(epsilon) - 1): each is limited by the one before."""
        if many == 0:
            return Interval.of(0, bits)
        work = bits + 64
        return (exp(self.epsilon * many, work) - 1) / (exp(self.epsilon, work) - 1) * self.delta

    def _together(self, counts: list[int], told: tuple[bool, ...], bits: int) -> Interval:
        chances = [self.chance(n)(bits) for n in counts]
        parts = [p if kept else 1 - p for p, kept in zip(chances, told, strict=True)]
        return prod(parts, start=Interval.of(1, bits))


@lru_cache(maxsize=64)
def _turn(epsilon: Fraction, delta: Fraction) -> int:
    """The last number of people whose probability is limited by being kept too often.

    Where precision does not tell which of two it is, both limits are as good as equal there.
    """
    bits = 64
    while True:
        odds = exp(epsilon, bits)
        last = log((odds + (2 * delta - 1)) / ((odds + 1) * delta), bits) / epsilon
        low, high = floor(last.lower), floor(last.upper)
        if low == high or bits >= _MOST_BITS:
            return 1 + max(low, 0)
        bits *= 2
