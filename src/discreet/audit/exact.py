"""Mechanisms that are small enough to be written out whole: every world, every answer."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any, TypeAlias

from discreet.audit.spread import AnyLaw, side_by_side
from discreet.audit.told import Told
from discreet.errors import Invalid
from discreet.numbers import Interval, Number, above, between, exp, whole
from discreet.privacy import Relation

Rows: TypeAlias = Mapping[Any, AnyLaw]
Table: TypeAlias = tuple[Any, ...]
MOST_ROWS = 12


@dataclass(frozen=True, slots=True)
class Attained:
    """A value, rounded up; the world and its neighbour that attain it; by which answers."""

    value: float
    pair: tuple[Any, Any]
    event: tuple[Hashable, ...]


@dataclass(frozen=True, slots=True)
class Channel:
    """For each world, how likely each answer is; and which worlds are neighbours, both ways."""

    rows: Rows
    pairs: Sequence[tuple[Hashable, Hashable]]

    def pure(self) -> Attained:
        """The greatest loss of any answer in any world: infinite, if one gives a world away."""
        return max((self._pure(*pair) for pair in self._ways()), key=lambda one: one.value)

    def delta(self, epsilon: Number) -> Attained:
        """The least delta that goes with this epsilon."""
        that = between(epsilon, "epsilon", 0, 10**6)
        found = (self._delta(*pair, that) for pair in self._ways())
        return max(found, key=lambda one: one.value)

    def _ways(self) -> list[tuple[Hashable, Hashable]]:
        return [way for x, y in self.pairs for way in ((x, y), (y, x))]

    def _told(self, x: Hashable, y: Hashable) -> Told:
        return Told(*side_by_side(self.rows[x], self.rows[y]))

    def _pure(self, x: Hashable, y: Hashable) -> Attained:
        told = self._told(x, y)
        _, most = told.pure()
        value = math.inf if most is None else above(Interval.of(most, 80))
        return Attained(value, (x, y), told.worst())

    def _delta(self, x: Hashable, y: Hashable, epsilon: Fraction) -> Attained:
        told, odds = self._told(x, y), exp(epsilon, 320)
        second = told.second.masses
        event = tuple(k for k, p in told.first.masses.items() if (p - odds * second[k]).low > 0)
        return Attained(above(Interval.of(told.delta(epsilon)[1], 80)), (x, y), event)


def exact(rows: Rows, pairs: Iterable[tuple[Hashable, Hashable]]) -> Channel:
    """A mechanism given by all its probabilities, for as many worlds as there are.

    >>> coin = {0: {"yes": Fraction(1, 4), "no": Fraction(3, 4)}}
    >>> coin[1] = {"yes": Fraction(3, 4), "no": Fraction(1, 4)}
    >>> exact(coin, [(0, 1)]).pure()
    Attained(value=1.0986122886681098, pair=(0, 1), event=('no',))
    """
    near = tuple(pairs)
    strange = [world for pair in near for world in pair if world not in rows]
    if not near or strange:
        raise Invalid("neighbours are worlds that have a row", "give a row for each world")
    uneven = [x for x, row in rows.items() if not side_by_side(row, row)[0].adds_up]
    if uneven:
        problem = f"the probabilities for {uneven[0]!r} do not add up to one"
        raise Invalid(problem, "write them as Fraction(1, 3), not as 0.33")
    return Channel(rows, near)


def worlds(
    values: Iterable[Hashable], rows: int, relation: Relation = Relation.ADD_REMOVE
) -> list[tuple[Table, Table]]:
    """All neighbouring tables of at most so many rows, each once; the order of rows means nothing.

    >>> worlds("ab", 1)
    [((), ('a',)), ((), ('b',))]
    """
    kinds, most = list(dict.fromkeys(values)), whole(rows, "rows", 1, MOST_ROWS)
    tables = [t for n in range(most + 1) for t in combinations_with_replacement(kinds, n)]
    order = {value: place for place, value in enumerate(kinds)}

    def put(table: Table, value: Hashable) -> Table:
        return tuple(sorted((*table, value), key=lambda one: order[one]))

    smaller = [table for table in tables if len(table) < most]
    if relation is Relation.ADD_REMOVE:
        return [(table, put(table, value)) for table in smaller for value in kinds]
    return [
        (put(table, one), put(table, other))
        for table in smaller
        for place, one in enumerate(kinds)
        for other in kinds[place + 1 :]
    ]
