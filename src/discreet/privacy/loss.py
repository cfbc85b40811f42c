"""What a release may tell about one unit: what all losses have in common."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from discreet.numbers import Interval, Number, above, between, exp, rational, whole
from discreet.privacy.pair import Pair
from discreet.privacy.search import least, peak, root, short

if TYPE_CHECKING:
    from discreet.privacy.pld import Pld

Parts: TypeAlias = "tuple[tuple[Loss, int], ...]"
MOST_EPSILON = 10**6
MOST_ORDER = 10**9
MOST_COUNT = 10**12
# A trade-off curve's lines are as good as flat beyond this epsilon.
_FAR = 60.0


class Loss(ABC):
    """An upper bound on what a release tells about one unit.

    It can be looked at through every definition. Views are floats on the safe side: what bounds a
    loss from above is never below the truth, a trade-off curve never above it. A view that nobody
    has proved is the loosest true one: infinite, one, or zero.
    """

    __slots__ = ()
    tag: ClassVar[str]

    @abstractmethod
    def terms(self) -> Mapping[str, Fraction]:
        """The numbers it is written with, by name."""

    @abstractmethod
    def delta(self, epsilon: Number, /) -> float:
        """The least delta that goes with this epsilon."""

    @abstractmethod
    def sketch(self, epsilon: float, /) -> float:
        """About that delta, quickly: for searching, never for promising."""

    @property
    def inside(self) -> Parts:
        """The losses that it is made from, each with how often."""
        return ()

    @property
    def pair(self) -> Pair:
        """Two laws that are as hard to tell apart as its worst neighbours.

        Where none is proved, the one with its own profile: any two neighbours' profile lies below.
        """
        from discreet.privacy.profile import from_profile  # noqa: PLC0415  (it looks at losses)

        return from_profile(self)

    def plus(self, other: Loss, /) -> Loss | None:  # noqa: ARG002  (kinds that add up look at it)
        """The sum with another loss, where it is of this kind again; most kinds do not add up."""
        return None

    def corners(self) -> Sequence[Fraction]:
        """Epsilons at which its trade-off curve has a corner, exactly."""
        return ()

    @property
    def pure(self) -> float:
        """The epsilon of pure privacy."""
        return math.inf

    @property
    def rho(self) -> float:
        """The rho of zero-concentrated privacy."""
        return math.inf

    @property
    def mu(self) -> float:
        """The mu of Gaussian privacy."""
        return math.inf

    def renyi(self, orders: Sequence[Number], /) -> list[float]:
        """The Rényi divergence at each order above one."""
        return [above_product(self.rho, order_of(order)) for order in orders]

    def epsilon(self, delta: Number, /) -> float:
        """The least epsilon that goes with this delta."""
        wanted = probability(delta, "delta")
        if wanted == 0:
            return self.pure
        if self.delta(0) <= wanted:
            return 0.0
        most = 1.0
        while self.sketch(most) > wanted:
            if most >= min(self.pure, MOST_EPSILON):
                return self.pure
            most *= 2
        guess = root(lambda epsilon: self.sketch(epsilon) - float(wanted), 0.0, most)

        def holds(epsilon: float) -> bool:
            # It has to hold for the float, and for the decimal number that it is shown as.
            least_meant = min(Fraction(epsilon), rational(epsilon))
            return epsilon > MOST_EPSILON or self.delta(least_meant) <= wanted

        found = least(holds, guess)
        return self.pure if found > MOST_EPSILON else min(self.pure, found)

    def tradeoff(self, alpha: Number, /) -> float:
        """The least chance that a test with false-alarm rate `alpha` misses.

        Because. Each epsilon with its delta bounds it from below by two lines: the best is taken.
        """
        level = probability(alpha, "alpha")
        return lowest_miss(self, level)

    def pld(self, step: Number | None = None) -> Pld:
        """Its loss distribution, on a grid of this step, or of one that is found."""
        from discreet.privacy.pld import Pld  # noqa: PLC0415  (it is a loss)

        return Pld(((self, 1),), step_of(step))

    def covers(self, other: Loss, /) -> bool:
        """Whether the other, fixed beforehand, stays within this one as a budget."""
        from discreet.privacy.cover import within  # noqa: PLC0415  (it knows the kinds of budgets)

        return within(other, self)

    def __mul__(self, count: int) -> Loss:
        """So many of it, one after the other."""
        from discreet.privacy.compose import repeat  # noqa: PLC0415  (it composes losses)

        return repeat(self, whole(count, "the count", 0, MOST_COUNT))

    __rmul__ = __mul__

    def __str__(self) -> str:
        """In words."""
        from discreet.privacy.text import written  # noqa: PLC0415  (it knows all kinds)

        return written(self)


def lowest_miss(loss: Loss, level: Fraction) -> float:
    """The trade-off curve at a level, from below."""

    def miss(epsilon: float) -> float:
        spare, factor = 1 - loss.sketch(epsilon), math.exp(epsilon)
        return max(spare - factor * float(level), (spare - float(level)) / factor)

    best = rational(peak(miss, 0.0, min(loss.pure, _FAR)))
    corners = (Fraction(0), best, *loss.corners())
    return max(0.0, *(certain_miss(loss, level, epsilon) for epsilon in corners))


def certain_miss(loss: Loss, level: Fraction, epsilon: Fraction) -> float:
    """What one epsilon with its delta says about missing, rounded down."""
    spare = 1 - Fraction(loss.delta(epsilon))
    weight = exp(epsilon, 80)
    first, second = spare - weight * level, (spare - level) / weight
    return max(-above(-first), -above(-second))


def probability(number: Number, name: str) -> Fraction:
    """A number from zero to one."""
    return between(number, name, 0, 1)


def order_of(number: Number) -> Fraction:
    """A Rényi order: above one."""
    return between(number, "an order", 1, MOST_ORDER, ends=False)


def left_of(delta: Fraction, failing: Fraction) -> Fraction:
    """What is left of a delta after a part that fails, for the rest; rounded down to few digits."""
    rest = (delta - failing) / (1 - failing)
    if short(rest) == rest:
        return rest
    fewer = Interval.of(rest, 64).lower
    return fewer if short(fewer) == fewer else Fraction(0)


def epsilon_of(number: Number) -> Fraction:
    """An epsilon: at least zero."""
    return between(number, "epsilon", 0, MOST_EPSILON)


def step_of(number: Number | None) -> Fraction | None:
    """The step of a grid of losses, if one is asked for."""
    return None if number is None else between(number, "the step", "1e-9", 1)


def above_product(bound: float, factor: Fraction) -> float:
    """A float times a rational number, rounded up."""
    if math.isinf(bound):
        return bound
    return above(Interval.of(Fraction(bound) * factor, 64))
