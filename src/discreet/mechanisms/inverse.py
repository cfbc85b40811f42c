"""Inverse sensitivity: the fewer units have to change for an answer, the likelier it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import ClassVar

import numpy as np

from discreet.errors import Invalid, NoBound
from discreet.law import ExponentialWeights
from discreet.law.scale import scale_of
from discreet.noise import Source, exponential_choice
from discreet.numbers import Interval, Number, exp, log, whole
from discreet.privacy import Loss, Pure, Sensitivity

MOST_FAR, MOST_PEOPLE = 1 << 40, 1 << 9
# Losses are rounded up to so many bits after the point.
_BITS = 64


@dataclass(frozen=True, slots=True, init=False)
class Inverse:
    """Chooses an answer with weights exp(-distance / scale), for finitely many states of the data.

    `distances[state][answer]` is how many units have to change before the data in that state have
    that answer. Units move the state, a whole number, by at most linf.

    Guarantee. The pure loss is what it is, to the last bit, over all states so close together.
    Because. It is the maximum of (D' - D) / scale + ln Z' / Z over neighbours and answers, and all
    are looked at. The usual bound is 2 / scale; where the sums Z hardly differ it is half that.
    [asi2020]

    >>> Inverse.bits(people=10, scale=2).loss(Sensitivity(linf=1)).pure
    0.71266361126865...
    """

    tag: ClassVar[str] = "inverse"
    distances: tuple[tuple[int, ...], ...]
    scale: Fraction

    def __init__(self, distances: Sequence[Sequence[int]], scale: Number) -> None:
        """From a row for each state of the data, with an entry for each answer."""
        given: object = distances
        if not isinstance(given, Sequence) or not _even(given):
            raise Invalid("no table of distances", "give a row for each state, all as long")
        rows = tuple(
            tuple(whole(far, "a distance", 0, MOST_FAR) for far in row) for row in distances
        )
        object.__setattr__(self, "distances", rows)
        object.__setattr__(self, "scale", scale_of(scale))

    @classmethod
    def bits(cls, people: int, scale: Number) -> Inverse:
        """How many of so many people say yes. A clamped geometric law errs less."""
        every = range(whole(people, "people", 1, MOST_PEOPLE) + 1)
        return cls([[abs(state - answer) for answer in every] for state in every], scale)

    @classmethod
    def majority(cls, people: int, scale: Number) -> Inverse:
        """What more than half of an odd number of people say. `Majority` is right more often."""
        half, odd = divmod(whole(people, "people", 1, MOST_PEOPLE), 2)
        if not odd:
            raise Invalid("an even number of people can be split in half", "ask an odd number")
        states = range(people + 1)
        return cls([[max(0, n - half), max(0, half + 1 - n)] for n in states], scale)

    def loss(self, sensitivity: Sensitivity, /) -> Loss:
        """The greatest there is between states so close together, rounded up."""
        if sensitivity.linf is None:
            problem = f"nothing bounds how far a unit moves the state in {sensitivity}"
            raise NoBound(problem, "give linf")
        steps, most = int(sensitivity.linf), 0
        rows = [np.array(row, np.int64) for row in self.distances]
        sums = [log(total, 128) for total in self._sums()]
        for one, row in enumerate(rows):
            for two in range(max(0, one - steps), min(len(rows), one + steps + 1)):
                if self.distances[one] != self.distances[two]:
                    moved = int((rows[two] - row).max()) / self.scale
                    most = max(most, (sums[two] - sums[one] + moved).fixed(_BITS)[1])
        return Pure(Fraction(most, 1 << _BITS))

    def sample(self, x: int, source: Source, /) -> int:
        """An answer."""
        return exponential_choice(-np.array(self._row(x), np.int64), self.scale, source)

    def law(self, x: int, /) -> ExponentialWeights:
        """Every answer, by its distance."""
        return ExponentialWeights([-far / self.scale for far in self._row(x)])

    def _row(self, x: int) -> tuple[int, ...]:
        return self.distances[whole(x, "the state", 0, len(self.distances) - 1)]

    def _sums(self) -> Iterator[Interval]:
        """What all answers weigh together, in each state."""
        weigh = cache(lambda far: exp(-far / self.scale, 128))
        for row in self.distances:
            parts = (weigh(far) * copies for far, copies in Counter(row).items())
            yield sum(parts, Interval.of(0, 128))


def _even(rows: Sequence[object]) -> bool:
    """Whether there are rows with entries, all as many."""
    sizes = {len(row) if isinstance(row, Sequence) else 0 for row in rows}
    return len(sizes) == 1 and sizes != {0}
