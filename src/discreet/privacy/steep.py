"""The least rho of a divergence curve, and the least mu of a point of a trade-off curve."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from discreet.numbers import Interval, above, normal_tail, pi, sqrt
from discreet.privacy.loss import MOST_ORDER
from discreet.privacy.search import certified, least, root

# How much more than the greatest quotient may be said, and how long it is looked for.
_CLOSE, _LOOKS = 1e-4, 2000
_FIRST = 1 + Fraction(1, 10**6)
_ROUNDING = 1e-9


class _Place(NamedTuple):
    """An order, and (order - 1) times the divergence there, from above."""

    order: float
    moment: float

    @property
    def quotient(self) -> float:
        """The divergence over the order."""
        return self.moment / (self.order - 1) / self.order


def steepest(divergence: Callable[[Fraction], float], most: float) -> float:
    """A bound on divergence(a) / a over all orders a above one; it is at most `most`.

    Because. (a - 1) times the divergence is convex in a: between two orders it lies below its
    chord, whose quotient has one peak. The worst stretch is cut in two until it hardly matters.
    """

    def place(order: Fraction) -> _Place:
        return _Place(float(order), float(order - 1) * divergence(order))

    first = place(_FIRST)
    last = place(Fraction(min(max(4.0, 2 * most / first.quotient), MOST_ORDER - 1)))
    # Before the first order the divergence is at most what it is there, beyond the last `most`.
    known = max(first.quotient * first.order, most / last.order)
    stretches = [(-_chord(first, last), first, last)]
    while -stretches[0][0] > known * (1 + _CLOSE) and len(stretches) < _LOOKS:
        _, low, high = heapq.heappop(stretches)
        middle = place(Fraction(1 + math.sqrt((low.order - 1) * (high.order - 1))))
        known = max(known, middle.quotient)
        heapq.heappush(stretches, (-_chord(low, middle), low, middle))
        heapq.heappush(stretches, (-_chord(middle, high), middle, high))
    return min(max(known, -stretches[0][0]) * (1 + _ROUNDING), most)


def _chord(low: _Place, high: _Place) -> float:
    """The greatest quotient of a straight line between two places."""
    slope = (high.moment - low.moment) / (high.order - low.order)
    base = low.moment - slope * low.order
    inside = base * base + base * slope
    turns = [(-base + sign * math.sqrt(inside)) / slope for sign in (1, -1) if inside > 0 < slope]
    tried = [low.order, high.order, *(a for a in turns if low.order < a < high.order)]
    return max((base + slope * a) / (a * (a - 1)) for a in tried)


def apart(alarms: Fraction, misses: Fraction) -> float:
    """How far apart two bell curves are at least for a test that is so good, from above.

    Phi⁻¹(1 - alarms) - Phi⁻¹(misses), each rounded up.
    """
    places = _point(alarms), _point(misses)
    if math.inf in places:
        return math.inf
    return above(Interval.of(sum(map(Fraction, places), Fraction(0)), 80))


def _point(tail: Fraction) -> float:
    """A place beyond which a bell curve has at most this much, hardly any farther than need be."""
    if tail == 0:
        return math.inf
    if tail > Fraction(1, 2):
        return -_before(1 - tail)
    return least(lambda z: _tail(z).upper <= tail, _about(tail))


def _before(tail: Fraction) -> float:
    """A place beyond which it has at least this much."""
    found, step = _about(tail), 1e-15
    while found > 0 and _tail(found).lower < tail:
        found, step = max(0.0, found - step), 4 * step
    return found


def _about(tail: Fraction) -> float:
    return root(lambda z: math.erfc(z / math.sqrt(2)) / 2 - float(tail), 0.0, 40.0)


def _tail(z: float) -> Interval:
    area = certified(lambda bits: normal_tail(Fraction(z) ** 2, bits))
    return area / sqrt(2 * pi(200), 100)
