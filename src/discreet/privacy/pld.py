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
from discreet.privacy.loss import Loss, Parts, epsilon_of, probability, step_of
from discreet.privacy.pair import EVERYTHING

# Down to which delta the sketch comes from one table.
_TABLED = 1e-7


@dataclass(frozen=True)
class Pld(Loss):
    """Losses fixed beforehand, each so many times, at their exact worst: to a gap that it tells.

    Guarantee. `epsilon` and `delta` are never below the truth for these losses' pairs;
    `lower_epsilon` and `lower_delta` never above.
    Because. Losses are moved to a grid upwards, or downwards, in ways that only add to what is
    told, or only take away [doroshenko2022], and added up with all errors of floats counted.
    Both directions are looked at: a unit that comes, and one that goes.

    >>> from discreet.privacy.gaussian import Gdp
    >>> loss = (Gdp("0.5") * 4).pld()
    >>> round(loss.delta(1), 3), loss.gap(1e-6) < 1e-3
    (0.127, True)
    """

    tag: ClassVar[str] = "pld"
    parts: tuple[tuple[Loss, int], ...]
    step: Fraction | None = None

    def terms(self) -> Mapping[str, Fraction]:
        """The step of its grid, where one was asked for."""
        return {"loss distribution step": self.step} if self.step else {}

    def pld(self, step: Number | None = None) -> Pld:
        """Itself, on another grid if one is asked for."""
        return self if step is None else Pld(self.parts, step_of(step))

    def plus(self, other: Loss, /) -> Loss | None:
        """All parts of both."""
        return Pld(self.parts + other.parts) if isinstance(other, Pld) else None

    @property
    def inside(self) -> Parts:
        """Its parts."""
        return self.parts

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
        if not self._chains:
            return Bounds(0.0, 1.0)
        return _greatest(lambda chain, floor: chain.delta(low, high, floor), self._chains)

    def epsilon_within(self, delta: Number, /) -> Bounds:
        """Both bounds on epsilon."""
        wanted = probability(delta, "delta")
        if wanted == 0:
            return Bounds(0.0, self.pure)
        if wanted not in self._found:
            # What is asked for is rounded to both sides.
            low = math.nextafter(float(wanted), 0.0)
            high = math.nextafter(float(wanted), 1.0)
            self._found[wanted] = (
                _greatest(
                    lambda chain, floor: chain.epsilon(low, floor, self.pure, high), self._chains
                )
                if self._chains
                else Bounds(0.0, self.pure)
            )
        return self._found[wanted]

    def sketch(self, epsilon: float, /) -> float:
        """About that delta, quickly."""
        told = max((table.delta(epsilon) for table in self._tables), default=1.0)
        return told if told > _TABLED else max(chain.sketch(epsilon) for chain in self._chains)

    @cached_property
    def _chains(self) -> tuple[Chain, ...]:
        """One direction, or both where they differ; none where everything may be told."""
        pairs = [(loss.pair, count) for loss, count in self.parts]
        if any(pair is EVERYTHING for pair, _ in pairs):
            return ()
        step = float(self.step) if self.step else None
        forth = Chain(pairs, step)
        if all(pair.reverse() is pair for pair, _ in pairs):
            return (forth,)
        return forth, Chain([(pair.reverse(), count) for pair, count in pairs], step)

    @cached_property
    def _tables(self) -> list[Sum]:
        return [chain.table() for chain in self._chains]

    @cached_property
    def _found(self) -> dict[Fraction, Bounds]:
        return {}


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
