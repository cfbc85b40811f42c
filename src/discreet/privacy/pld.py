"""Privacy loss distributions: losses added up number by number, with certified bounds."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from discreet.numbers import Interval, Number, above
from discreet.privacy.chain import Bounds, Chain
from discreet.privacy.convolve import Sum
from discreet.privacy.dominating import pair_of, parts_of
from discreet.privacy.loss import Loss, epsilon_of, probability
from discreet.privacy.text import written

# Down to which delta the sketch comes from one table.
_TABLED = 1e-9


@dataclass(frozen=True)
class Pld(Loss):
    """Losses fixed beforehand, each so many times, at their exact worst: to a gap that it tells.

    Guarantee. `epsilon` and `delta` are never below the truth for these losses' pairs;
    `lower_epsilon` and `lower_delta` never above.
    Because. Losses are moved to a grid upwards, or downwards, in ways that only add to what is
    told, or only take away [doroshenko2022], and added up with all errors of floats counted.
    Both directions are looked at: a unit that comes, and one that goes.

    >>> from discreet.privacy.gaussian import Gdp
    >>> loss = Pld(((Gdp("0.5"), 4),))
    >>> round(loss.delta(1), 3), loss.gap(1e-6) < 1e-3
    (0.127, True)
    """

    tag: ClassVar[str] = "pld"
    parts: tuple[tuple[Loss, int], ...]

    def terms(self) -> Mapping[str, Fraction]:
        """None of its own: its parts have them."""
        return {}

    def plus(self, other: Loss, /) -> Loss | None:
        """All parts of both."""
        return Pld(self.parts + other.parts) if isinstance(other, Pld) else None

    @property
    def pure(self) -> float:
        """The sum of the parts'."""
        return _added([(loss.pure, count) for loss, count in self.parts])

    @property
    def rho(self) -> float:
        """The sum of the parts'."""
        return _added([(loss.rho, count) for loss, count in self.parts])

    def renyi(self, orders: Sequence[Number], /) -> list[float]:
        """The sum of the parts'."""
        columns = [(loss.renyi(orders), count) for loss, count in self.parts]
        return [
            _added([(column[place], count) for column, count in columns])
            for place in range(len(orders))
        ]

    def delta(self, epsilon: Number, /) -> float:
        """The least delta that goes with this epsilon, from above."""
        return self._delta_within(epsilon).upper

    def lower_delta(self, epsilon: Number, /) -> float:
        """The same, from below."""
        return self._delta_within(epsilon).lower

    def epsilon(self, delta: Number, /) -> float:
        """The least epsilon that goes with this delta, from above."""
        return self.epsilon_within(delta).upper

    def lower_epsilon(self, delta: Number, /) -> float:
        """The same, from below."""
        return self.epsilon_within(delta).lower

    def gap(self, delta: Number, /) -> float:
        """How far epsilon may be above the truth."""
        bounds = self.epsilon_within(delta)
        return bounds.upper - bounds.lower

    def _delta_within(self, epsilon: Number, /) -> Bounds:
        """Both bounds on delta."""
        that = epsilon_of(epsilon)
        if that >= self.pure:
            return Bounds(0.0, 0.0)
        # Losses are floats: what is asked for is rounded to both sides.
        low = math.nextafter(float(that), -math.inf) if that else 0.0
        high = math.nextafter(float(that), math.inf)
        lower = _greatest(lambda chain, floor: chain.delta(high, floor), self._chains).lower
        return Bounds(
            lower, _greatest(lambda chain, floor: chain.delta(low, floor), self._chains).upper
        )

    def epsilon_within(self, delta: Number, /) -> Bounds:
        """Both bounds on epsilon."""
        wanted = probability(delta, "delta")
        if wanted == 0:
            return Bounds(0.0, self.pure)
        if wanted not in self._found:
            near = float(wanted)
            low = near if Fraction(near) <= wanted else math.nextafter(near, 0.0)
            self._found[wanted] = _greatest(
                lambda chain, floor: chain.epsilon(low, floor, self.pure), self._chains
            )
        return self._found[wanted]

    def sketch(self, epsilon: float, /) -> float:
        """About that delta, quickly."""
        told = max(table.delta(epsilon) for table in self._tables)
        return told if told > _TABLED else max(chain.sketch(epsilon) for chain in self._chains)

    @cached_property
    def _chains(self) -> tuple[Chain, ...]:
        """One direction, or both where they differ."""
        pairs = [(pair, count) for loss, count in self.parts for pair in (pair_of(loss),)]
        forth = Chain(pairs)
        if all(pair.reverse() is pair for pair, _ in pairs):
            return (forth,)
        return forth, Chain([(pair.reverse(), count) for pair, count in pairs])

    @cached_property
    def _tables(self) -> list[Sum]:
        return [chain.table() for chain in self._chains]

    @cached_property
    def _found(self) -> dict[Fraction, Bounds]:
        return {}

    def __str__(self) -> str:
        """Its parts, in words."""
        texts = (f"{count} times {written(loss)}" for loss, count in self.parts)
        return "; ".join(texts)


def pld_of(loss: Loss) -> Pld:
    """The privacy loss distribution of any loss.

    >>> from discreet.privacy.pure import Pure
    >>> pld_of(Pure(1)).lower_epsilon("1e-6")
    0.99999...
    """
    return loss if isinstance(loss, Pld) else Pld(parts_of(loss))


def _greatest(ask: Callable[[Chain, float], Bounds], chains: Sequence[Chain]) -> Bounds:
    """Of both directions: the second need not be known better than that it is not the larger."""
    lower = upper = 0.0
    for chain in chains:
        bounds = ask(chain, upper)
        lower, upper = max(lower, bounds.lower), max(upper, bounds.upper)
    return Bounds(lower, upper)


def _added(parts: Sequence[tuple[float, int]]) -> float:
    """Floats, each so many times, added up and rounded up."""
    if any(math.isinf(value) for value, _ in parts):
        return math.inf
    total = sum((Fraction(value) * count for value, count in parts), Fraction(0))
    return above(Interval.of(total, 96))
