"""Rényi privacy: a bound on the divergence at one order, or at several."""

from __future__ import annotations

import math
from collections.abc import ItemsView, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from discreet.errors import Invalid
from discreet.numbers import Interval, Number, above
from discreet.privacy.loss import Loss, epsilon_of, order_of
from discreet.privacy.search import certified, short
from discreet.privacy.zcdp import renyi_delta, sketch_delta


@dataclass(frozen=True, slots=True, init=False)
class Renyi(Loss):
    """The Rényi divergence at each order listed is at most what is listed with it.

    At other orders it is at most that of any later order listed, for it never falls.

    >>> Renyi({10: 1}).epsilon("1e-5")
    1.91801063678397...
    """

    tag: ClassVar[str] = "renyi"
    curve: tuple[tuple[Fraction, Fraction], ...]

    def __init__(self, curve: Mapping[Number, Number]) -> None:
        """From a divergence for each order."""
        points = sorted((order_of(order), epsilon_of(most)) for order, most in _listed(curve))
        if len({order for order, _ in points}) < len(points):
            raise Invalid("an order is listed twice", "give each once")
        object.__setattr__(self, "curve", tuple(points))

    def terms(self) -> dict[str, Fraction]:
        """Its divergence at each order."""
        return {f"epsilon at order {order}": most for order, most in self.curve}

    def plus(self, other: Loss, /) -> Loss | None:
        """Divergences add up at every order that either lists, as far as both say something."""
        if not isinstance(other, Renyi):
            return None
        both: dict[Number, Number] = {}
        for order in {order for order, _ in (*self.curve, *other.curve)}:
            mine, theirs = self.at(order), other.at(order)
            if mine is not None and theirs is not None:
                both[order] = short(mine + theirs)
        return Renyi(both)

    def renyi(self, orders: Sequence[Number], /) -> list[float]:
        """At each order, the least listed from there on."""
        found = [self.at(order_of(order)) for order in orders]
        return [math.inf if most is None else above(Interval.of(most, 64)) for most in found]

    def at(self, order: Fraction) -> Fraction | None:
        """The divergence at an order, exactly; none beyond the last listed."""
        beyond = (most for listed, most in self.curve if listed >= order)
        return min(beyond, default=None)

    def delta(self, epsilon: Number, /) -> float:
        """The best over the orders listed."""
        that = epsilon_of(epsilon)
        order, most = min(self.curve, key=lambda point: _sketch(point, float(that)))
        found = certified(lambda bits: renyi_delta(order, most, that, bits))
        return min(1.0, above(found))

    def sketch(self, epsilon: float, /) -> float:
        """About that delta, quickly."""
        return min(_sketch(point, epsilon) for point in self.curve)


def _listed(curve: object) -> ItemsView[Number, Number]:
    if not isinstance(curve, Mapping) or not curve:
        raise Invalid("no order is listed", "give one, such as Renyi({10: 1})")
    return curve.items()


def _sketch(point: tuple[Fraction, Fraction], epsilon: float) -> float:
    return sketch_delta(max(float(point[0] - 1), 1e-300), float(point[1]), epsilon)
