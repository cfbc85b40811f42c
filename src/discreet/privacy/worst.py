"""The worst of several losses: of pieces of which one unit can be in at most one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import ClassVar

from discreet.errors import Invalid
from discreet.numbers import Number, whole
from discreet.privacy.compose import Composed, compose
from discreet.privacy.curve import Curve
from discreet.privacy.gaussian import Gdp
from discreet.privacy.group import group
from discreet.privacy.loss import Loss, Parts
from discreet.privacy.matrix import Finite
from discreet.privacy.pld import Pld
from discreet.privacy.pure import Pure
from discreet.privacy.sampled_gaussian import SampledGaussian
from discreet.privacy.sampling import Sampled
from discreet.privacy.unit import Relation

# Losses whose pair has a direction: with the unit against without.
_ORIENTED = (Curve, Finite, Pld, Sampled, SampledGaussian)


@dataclass(frozen=True)
class Worst(Loss):
    """Each pair of neighbours has one of these losses, and nobody says which."""

    tag: ClassVar[str] = "worst"
    parts: Parts

    def __post_init__(self) -> None:
        """Refuse the worst of nothing."""
        if not self.parts or any(count != 1 for _, count in self.parts):
            raise Invalid("the worst of no losses, or of so many times one", "give each loss once")

    def terms(self) -> dict[str, Fraction]:
        """None of its own."""
        return {}

    @property
    def inside(self) -> Parts:
        """Its parts."""
        return self.parts

    @property
    def pure(self) -> float:
        """The greatest."""
        return max(loss.pure for loss, _ in self.parts)

    @property
    def rho(self) -> float:
        """The greatest."""
        return max(loss.rho for loss, _ in self.parts)

    @property
    def mu(self) -> float:
        """The greatest."""
        return max(loss.mu for loss, _ in self.parts)

    def renyi(self, orders: Sequence[Number], /) -> list[float]:
        """The greatest at each order."""
        return [*map(max, zip(*(loss.renyi(orders) for loss, _ in self.parts), strict=True))]

    def corners(self) -> Sequence[Fraction]:
        """Those of all."""
        return [corner for loss, _ in self.parts for corner in loss.corners()]

    def delta(self, epsilon: Number, /) -> float:
        """The greatest."""
        return max(loss.delta(epsilon) for loss, _ in self.parts)

    def epsilon(self, delta: Number, /) -> float:
        """The greatest."""
        return max(loss.epsilon(delta) for loss, _ in self.parts)

    def tradeoff(self, alpha: Number, /) -> float:
        """The least."""
        return min(loss.tradeoff(alpha) for loss, _ in self.parts)

    def sketch(self, epsilon: float, /) -> float:
        """About that delta, quickly."""
        return max(loss.sketch(epsilon) for loss, _ in self.parts)


def worst(*losses: Loss) -> Loss:
    """The worst of several losses: the greatest where one number says which that is.

    >>> from discreet.privacy.pure import Pure
    >>> print(worst(Pure("0.1"), Pure("0.3"), Pure("0.2")))
    epsilon = 0.3
    """
    greatest: dict[object, Loss] = {}
    for loss in losses:
        key, size = _sized(loss)
        known = greatest.get(key)
        if known is None or size > _sized(known)[1]:
            greatest[key] = loss
    # Whatever is within a pure loss tells no more than it.
    most = max((loss.exponent for loss in losses if isinstance(loss, Pure)), default=-1)
    kept = tuple(
        (loss, 1) for loss in greatest.values() if isinstance(loss, Pure) or loss.pure > most
    )
    return kept[0][0] if len(kept) == 1 else Worst(kept)


def channel(
    rows: Sequence[Sequence[Number]], neighbours: Iterable[tuple[int, int]] | None = None
) -> Loss:
    """The loss of a mechanism given as a matrix: a row of probabilities for each table.

    Rows that are neighbours are listed by their places, in either order; if none are, all are.

    >>> print(channel([["0.5", "0.5"], ["0.25", "0.75"]]).pure)
    0.693147180559945...
    """
    listed = combinations(range(len(rows)), 2) if neighbours is None else neighbours
    places = [(whole(a, "a row", 0, len(rows) - 1), b) for a, b in listed]
    pairs = [(rows[a], rows[whole(b, "a row", 0, len(rows) - 1)]) for a, b in places]
    return worst(*(loss for one, other in pairs for loss in _either_way(one, other)))


def parallel(*losses: Loss, relation: Relation = Relation.ADD_REMOVE) -> Loss:
    """The loss of releases about pieces of a table that share no unit, one release each.

    Which piece a unit is in follows from its own data alone. Losses are for units added or removed.
    A unit that is replaced can leave one piece and enter another, or be replaced within one.

    >>> from discreet.privacy.pure import Pure
    >>> print(parallel(Pure(1), Pure(1), Pure(2), relation=Relation.REPLACE))
    epsilon = 4
    """
    if not losses:
        raise Invalid("no pieces are given", "give the loss of each")
    if relation is Relation.ADD_REMOVE:
        return worst(*losses)
    # Two that are equal say as much as many.
    few = [loss for loss in dict.fromkeys(losses) for _ in range(min(2, losses.count(loss)))]
    # One piece tells that the unit leaves, the other that it comes: neither has a direction here.
    across = [compose(_turning(one), _turning(other)) for one, other in combinations(few, 2)]
    return worst(*across, *(group(loss, 2) for loss in dict.fromkeys(losses)))


def _turning(loss: Loss) -> Loss:
    """A loss that holds whichever way round each of its parts is told."""
    if isinstance(loss, Composed):
        return compose(*(count * _turning(part) for part, count in loss.parts))
    return Worst(((loss, 1),)) if isinstance(loss, _ORIENTED) else loss


def _either_way(one: Sequence[Number], other: Sequence[Number]) -> tuple[Finite, ...]:
    """Two neighbours, of which either may be with the unit: once where that is the same."""
    there = Finite(one, other)
    forth, back = there.ways
    return (there,) if sorted(forth) == sorted(back) else (there, Finite(other, one))


def _sized(loss: Loss) -> tuple[object, Fraction]:
    """What losses compare with this one by a single number, and that number."""
    terms = loss.terms()
    if isinstance(loss, Gdp):
        return Gdp, loss.square
    if len(terms) == 1 and not loss.inside:
        ((name, size),) = terms.items()
        return (type(loss), name), size
    return loss, Fraction(0)
