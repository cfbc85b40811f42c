"""Losses one after the other: every known way to add them up, and the best of their answers.

This serves what is fixed beforehand. Questions that depend on earlier answers need a filter.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, ClassVar

from discreet.errors import Invalid
from discreet.numbers import Interval, Number, above, exp, whole
from discreet.privacy.additive import DiscreteLaplaceNoise, LaplaceNoise
from discreet.privacy.approx import Approx
from discreet.privacy.bounded import BoundedRange
from discreet.privacy.gaussian import MOST_MU, Gdp
from discreet.privacy.loss import MOST_EPSILON, Loss, Parts, epsilon_of, step_of
from discreet.privacy.nearly import Nearly
from discreet.privacy.optimal import Optimal
from discreet.privacy.pure import Pure
from discreet.privacy.renyi import Renyi
from discreet.privacy.search import readable, short
from discreet.privacy.zcdp import MOST_RHO, Zcdp

if TYPE_CHECKING:
    from discreet.privacy.pld import Pld

# Of so many steps numbers are still good to a part in a thousand.
MOST_STEPS = 10**8
_SMALL = ("1.1", "1.25", "1.5", "1.75", "2", "2.5", "3", "4", "5", "6", "8", "10", "12")
ORDERS = (*map(Fraction, _SMALL), *map(Fraction, (16, 20, 24, 32, 48, 64, 96, 128, 256, 512, 1024)))


@dataclass(frozen=True)
class Composed(Loss):
    """Several losses, each so many times; equal ones are kept together.

    Every view is the best of all `routes`.
    """

    tag: ClassVar[str] = "composed"
    parts: tuple[tuple[Loss, int], ...]

    def terms(self) -> Mapping[str, Fraction]:
        """None of its own: its parts have them."""
        return {}

    @cached_property
    def routes(self) -> Mapping[str, Loss]:
        """Losses that each cover the whole, by what was added up to get there."""
        divergences = self._divergences()
        return self._quick | ({"adding Rényi divergences": divergences} if divergences else {})

    @cached_property
    def _quick(self) -> dict[str, Loss]:
        found: dict[str, Loss | None] = {
            "adding epsilons and deltas": self._basic(),
            "adding rho": self._concentrated(),
            "adding mu squared": self._gaussian(),
            "optimal composition": Optimal.of(self._approximations()),
            "privacy loss distributions": self._distributions(),
        }
        return {name: loss for name, loss in found.items() if loss is not None}

    @cached_property
    def ways(self) -> Sequence[Loss]:
        """The routes that may be best: divergences are none where distributions are known."""
        known = "privacy loss distributions" in self._quick
        return [*(self._quick if known else self.routes).values()]

    def pld(self, step: Number | None = None) -> Pld:
        """Its parts' loss distributions, added up."""
        from discreet.privacy.pld import Pld  # noqa: PLC0415  (it is a loss)

        return Pld(self.parts, step_of(step))

    def __post_init__(self) -> None:
        """Refuse what `compose` would have put differently."""
        for part, count in self.parts:
            whole(count, "the count", 1)
            if isinstance(part, Composed):
                raise Invalid("a composed loss is a part of another", "add them up with compose")

    @property
    def inside(self) -> Parts:
        """Its parts."""
        return self.parts

    @property
    def pure(self) -> float:
        """The best that any route proves, however large."""
        added = _added([(part.pure, count) for part, count in self.parts])
        return min([added, *(loss.pure for loss in self.ways)])

    @property
    def rho(self) -> float:
        """The best that any route proves."""
        return min((loss.rho for loss in self.ways), default=math.inf)

    @property
    def mu(self) -> float:
        """The best that any route proves."""
        return min((loss.mu for loss in self.ways), default=math.inf)

    def renyi(self, orders: Sequence[Number], /) -> list[float]:
        """The sum of the parts' divergences."""
        columns = [(part.renyi(orders), count) for part, count in self.parts]
        return [
            _added([(column[place], count) for column, count in columns])
            for place in range(len(orders))
        ]

    def delta(self, epsilon: Number, /) -> float:
        """The best that any route proves: the promising ones are asked."""
        that = epsilon_of(epsilon)
        about = [(way.sketch(float(that)), way) for way in self.ways]
        least = min((sketch for sketch, _ in about), default=1.0)
        return min((way.delta(that) for sketch, way in about if sketch <= 4 * least), default=1.0)

    def epsilon(self, delta: Number, /) -> float:
        """The best that any route proves."""
        return min([self.pure, *(loss.epsilon(delta) for loss in self.ways)])

    def sketch(self, epsilon: float, /) -> float:
        """About that delta, quickly."""
        return min((loss.sketch(epsilon) for loss in self.ways), default=1.0)

    def corners(self) -> Sequence[Fraction]:
        """Those of all routes."""
        return [corner for loss in self.ways for corner in loss.corners()]

    def _approximations(self) -> list[tuple[Approx, int]] | None:
        """All parts as approximate losses, if all are."""
        found = [
            (part, count)
            for loss, count in self.parts
            for part in [approximated(loss)]
            if part is not None
        ]
        return found if len(found) == len(self.parts) else None

    def _basic(self) -> Loss | None:
        parts = self._approximations()
        if parts is None:
            return None
        epsilon = _total((part.exponent, count) for part, count in parts)
        delta = _total((part.failing, count) for part, count in parts)
        if epsilon > MOST_EPSILON:
            return None
        return Approx(epsilon, min(delta, Fraction(1))) if delta else Pure(epsilon)

    def _concentrated(self) -> Loss | None:
        amounts = [(*concentrated(loss), count) for loss, count in self.parts]
        if any(math.isinf(rate) for rate, _, _ in amounts):
            return None
        total = _total((Fraction(rate), count) for rate, _, count in amounts)
        failing = _total((delta, count) for _, delta, count in amounts)
        return Zcdp(total, min(failing, Fraction(1))) if total <= MOST_RHO else None

    def _gaussian(self) -> Loss | None:
        mus = [(loss.mu, count) for loss, count in self.parts]
        if any(math.isinf(mu) for mu, _ in mus):
            return None
        square = _total(
            (loss.square if isinstance(loss, Gdp) else Fraction(mu) ** 2, count)
            for (loss, count), (mu, _) in zip(self.parts, mus, strict=True)
        )
        return Gdp(square=square) if square <= MOST_MU**2 else None

    def _distributions(self) -> Loss | None:
        from discreet.privacy.pld import Pld  # noqa: PLC0415  (it knows composed losses)

        parts = [
            (part, each * count)
            for loss, count in self.parts
            for part, each in (loss.parts if isinstance(loss, Pld) else ((loss, 1),))
        ]
        few = sum(count for _, count in parts) <= MOST_STEPS
        # Where a pair is but one from a profile, another route is nearly as good, and quicker.
        proved = all(type(loss).pair is not Loss.pair for loss, _ in parts)
        return Pld(tuple(parts)) if few and proved else None

    def _divergences(self) -> Loss | None:
        curve = dict(zip(ORDERS, self.renyi(ORDERS), strict=True))
        finite: dict[Number, Number] = {
            order: Fraction(most) for order, most in curve.items() if most <= MOST_EPSILON
        }
        return Renyi(finite) if finite else None


def compose(*losses: Loss) -> Loss:
    """What several losses, fixed beforehand, tell together.

    >>> from discreet.privacy.pure import Pure
    >>> print(compose(Pure("0.1"), Pure("0.1"), Pure("0.5")))
    2 times epsilon = 0.1; epsilon = 0.5
    """
    counted: dict[Loss, int] = {}
    for loss in losses:
        for part, count in loss.parts if isinstance(loss, Composed) else ((loss, 1),):
            counted[part] = counted.get(part, 0) + count
    return _gathered(counted)


def repeat(loss: Loss, count: int) -> Loss:
    """The same loss so many times."""
    parts = loss.parts if isinstance(loss, Composed) else ((loss, 1),)
    return _gathered({part: each * count for part, each in parts if each * count})


def approximated(loss: Loss) -> Approx | None:
    """A loss by its epsilon and its delta, where it is bounded so."""
    match loss:
        case Approx():
            return loss
        case Nearly(loss=inside, distance=distance):
            return _off(approximated(inside), distance)
        case (
            Pure(exponent=exponent)
            | LaplaceNoise(ratio=exponent)
            | DiscreteLaplaceNoise(exponent=exponent)
            | BoundedRange(width=exponent)
        ):
            return Approx(exponent, 0)
        case _:
            return Approx(readable(loss.pure), 0) if loss.pure <= MOST_EPSILON else None


def _off(exact: Approx | None, distance: Fraction) -> Approx | None:
    """An approximate loss of draws that are only nearly right."""
    if exact is None:
        return None
    added = Interval.of(distance, 192) * (1 + exp(exact.exponent, 192))
    return Approx(exact.exponent, min(Fraction(1), short(added.upper) + exact.failing))


@lru_cache(maxsize=4096)
def concentrated(loss: Loss) -> tuple[float, Fraction]:
    """The rho of a loss, and the delta that goes with it.

    Because. An approximate loss is randomised response but for a part of probability delta.
    """
    match loss:
        case Zcdp(rate=rate, failing=failing):
            return Zcdp(rate).rho, failing
        case Approx(exponent=exponent, failing=failing):
            return Pure(exponent).rho, failing
        case _:
            return loss.rho, Fraction(0)


def _gathered(counted: Mapping[Loss, int]) -> Loss:
    """Parts of a kind that adds up are added up; how far off draws are stands around them all."""
    if any(isinstance(loss, Nearly) for loss in counted):
        off = _total(
            (loss.distance, count) for loss, count in counted.items() if isinstance(loss, Nearly)
        )
        return Nearly(_gathered(_exact(counted)), min(off, Fraction(1)))
    gathered: list[tuple[Loss, int]] = []
    for loss, count in counted.items():
        _gather(gathered, *_summed(loss, count))
    if not gathered:
        return Pure(0)
    if len(gathered) == 1 and gathered[0][1] == 1:
        return gathered[0][0]
    return Composed(tuple(gathered))


def _exact(counted: Mapping[Loss, int]) -> dict[Loss, int]:
    """The same parts, were all draws exact."""
    exact: dict[Loss, int] = {}
    for loss, count in counted.items():
        inside = loss.loss if isinstance(loss, Nearly) else loss
        for part, each in inside.parts if isinstance(inside, Composed) else ((inside, 1),):
            exact[part] = exact.get(part, 0) + each * count
    return exact


def _gather(gathered: list[tuple[Loss, int]], part: Loss, count: int) -> None:
    """Put a part beside the others, or add it to the one that it adds up with."""
    adds_up = count == 1 and type(part).plus is not Loss.plus
    for place, (other, others) in enumerate(gathered if adds_up else ()):
        both = other.plus(part) if others == 1 else None
        if both is not None:
            gathered[place] = (both, 1)
            return
    gathered.append((part, count))


def _summed(loss: Loss, count: int) -> tuple[Loss, int]:
    """The loss so many times as one of its kind, if it is of a kind that adds up."""
    total = loss
    for bit in f"{count:b}"[1:]:  # from the highest: nothing is ever larger than the whole
        doubled = total.plus(total)
        grown = doubled.plus(loss) if doubled is not None and bit == "1" else doubled
        if grown is None:
            return loss, count
        total = grown
    return total, 1


def _total(parts: Iterable[tuple[Fraction, int]]) -> Fraction:
    """Amounts, each so many times, added up."""
    total = Fraction(0)
    for amount, count in parts:
        total = short(total + amount * count)
    return total


def _added(parts: Sequence[tuple[float, int]]) -> float:
    """Floats, each so many times, added up and rounded up."""
    if any(math.isinf(value) for value, _ in parts):
        return math.inf
    total = sum((Fraction(value) * count for value, count in parts), Fraction(0))
    return above(Interval.of(total, 64))
