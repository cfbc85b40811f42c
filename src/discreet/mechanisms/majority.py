"""What the majority says: yes, if a noisy count of them exceeds half of all."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from discreet.errors import NoBound
from discreet.law import Certified, DiscreteLaplace
from discreet.noise import Source, coin, sample
from discreet.numbers import Interval, Number, whole
from discreet.privacy import Loss, Pure, Sensitivity

_HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True, init=False)
class Majority:
    """Whether more than half of `people` say yes, given how many do: 1 or 0; a tie is a fair coin.

    How many people there are is public: units are replaced, not added or removed.

    Guarantee. A pure loss of linf / scale, and no other such mechanism that treats yes and no alike
    is right more often, whatever the count.
    Because. It looks at the count with Laplace noise alone. The chance to be wrong can fall by
    exp(-1 / scale) at most with each further yes, and that is what it does; next to half it is as
    small as a neighbour on the other side allows. [ghosh2012]
    Error. Wrong with at most `doubt(lead)`, when the majority is so many more than half.

    >>> Majority(people=5, scale=2).law(4).mass(1)
    0.771010009085512
    """

    tag: ClassVar[str] = "majority"
    people: int
    scale: Fraction

    def __init__(self, people: int, scale: Number) -> None:
        """From how many people there are, and the scale of the noise."""
        object.__setattr__(self, "people", whole(people, "people", 1, 1 << 40))
        object.__setattr__(self, "scale", DiscreteLaplace(scale).scale)

    def loss(self, sensitivity: Sensitivity, /) -> Loss:
        """Of how many say yes."""
        if sensitivity.linf is None:
            problem = f"nothing bounds how far a unit moves the count in {sensitivity}"
            raise NoBound(problem, "give linf")
        return Pure(sensitivity.linf / self.scale)

    def sample(self, x: int, source: Source, /) -> int:
        """Yes or no."""
        noise = sample(DiscreteLaplace(self.scale), source=source)
        twice = 2 * (self._count(x) + noise) - self.people
        tie = coin(_HALF, source)
        return int(twice > 0) if twice else tie

    def law(self, x: int, /) -> Certified:
        """No and yes."""
        count = self._count(x)

        def masses(bits: int) -> list[Interval]:
            return [self._above(self.people - count, bits), self._above(count, bits)]

        return Certified(2, masses)

    def doubt(self, lead: int) -> Fraction:
        """The chance of a wrong answer, rounded up, when so many more than half are right.

        Half of an odd number is rounded down: a lead of one is the least there is.
        """
        more = whole(lead, "the lead", 1, self.people - self.people // 2)
        return self._above(self.people - self.people // 2 - more, 64).upper

    def _above(self, count: int, bits: int) -> Interval:
        """P(count and noise are above half), and half of P(they are half)."""
        noise, half = DiscreteLaplace(self.scale), self.people // 2
        above = noise.tail_within(half + 1 - count, bits)
        return above if self.people % 2 else above + noise.mass_within(half - count, bits) / 2

    def _count(self, x: int) -> int:
        return whole(x, "the count", 0, self.people)
