"""Losses of a mechanism that sees a random sample of the units, drawn anew each time."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

import numpy as np

from discreet.numbers import Interval, Number, above, between, exp, log
from discreet.privacy.loss import MOST_EPSILON, Loss, Parts, epsilon_of
from discreet.privacy.pair import FAR, NOTHING, Cells, Floats, Pair, Points
from discreet.privacy.pure import Pure

_BITS = 128
# Between this rate and one, what is left of it is no float to some ULPs: the profile makes a pair.
NEARLY_ALL = Fraction(63, 64)
# A loss, its opposite, and zero.
_MIRRORED = 3


class Draw(Enum):
    """How a sample is drawn.

    >>> Draw.FIXED
    Draw.FIXED
    """

    POISSON = "each unit takes part by a coin of its own"
    """For units that are added or removed."""
    FIXED = "a part of all units, every such part alike"
    """For units that are replaced: how many there are is public, and how many take part."""

    def __repr__(self) -> str:
        """As it is written."""
        return f"Draw.{self.name}"


@dataclass(frozen=True)
class Taken(Pair):
    """(1 - rate) Q + rate P against Q: a unit that takes part with probability `rate` leaves.

    Because. Poisson sampling of a dominating pair is dominated by this pair, where a unit may be
    added or removed. [zhu2022] With `added`, the other direction: Q against the mixture.
    """

    pair: Pair
    rate: float
    added: bool = False

    def cells(self, bounds: Floats) -> Cells:
        """The pair's own, between losses that turn into these."""
        if self.added:
            return self.pair.cells(self._before(-bounds[::-1])).mixed(self.rate).swapped()
        return self.pair.cells(self._before(bounds)).mixed(self.rate)

    def reach(self, tail: float) -> tuple[float, float]:
        """Of the mixture, no further than of either; with the atom of what P never gives."""
        low, high = self.pair.reach(tail)
        turned = self.pair.reverse().reach(tail)
        never = self._after(-FAR) if self.pair.reverse().infinite else math.inf
        if self.added:
            return -self._after(-turned[0]), -min(self._after(-turned[1]), never)
        return min(self._after(low), self._after(-turned[1]), never), self._after(high)

    def reverse(self) -> Pair:
        """The other direction."""
        return Taken(self.pair, self.rate, not self.added)

    @cached_property
    def atoms(self) -> tuple[Floats, Floats]:
        """The pair's own, moved, and what the pair's P never gives."""
        losses, p = self.pair.atoms
        q, unseen = p * np.exp(-losses), self.pair.reverse().infinite
        moved = np.log1p(self.rate * np.expm1(losses))
        p = (1 - self.rate) * q + self.rate * p
        if unseen:
            moved = np.append(math.log1p(-self.rate), moved)
            p, q = np.append((1 - self.rate) * unseen, p), np.append(unseen, q)
        moved, p, q = moved[p > 0], p[p > 0], q[p > 0]
        return (-moved[::-1], q[::-1]) if self.added else (moved, p)

    @property
    def infinite(self) -> float:
        """What only P gives, at the rate it is taken."""
        return 0.0 if self.added else self.rate * self.pair.infinite

    def _after(self, loss: float) -> float:
        """ln(1 - rate + rate exp(l)): what sampling makes of a loss, about."""
        grown = self.rate * math.expm1(min(loss, FAR))
        if grown > -1 / 2:
            return math.log1p(grown)
        return math.log(max(1 - self.rate + self.rate * math.exp(loss), math.exp(-FAR)))

    def _before(self, losses: Floats) -> Floats:
        """ln((exp(l) - 1 + rate) / rate): the losses that sampling turns into these."""
        with np.errstate(divide="ignore", over="ignore"):
            return np.log1p(np.maximum(np.expm1(losses) / self.rate, -1.0))


def taken(pair: Pair, rate: float) -> Pair:
    """A pair, sampled; all told with some probability is not all told."""
    if rate == 0 or pair is NOTHING:
        return NOTHING
    return Taken(pair, rate) if rate < 1 else pair


@dataclass(frozen=True)
class Folded(Pair):
    """What a symmetric pair tells on samples of a fixed size, when one unit is replaced.

    Because. Its profile is that of the sampled pair where epsilon is at least zero, either way
    round. So it has that pair's losses above zero, their mirror images below, and the rest at zero.
    """

    half: Taken

    def cells(self, bounds: Floats) -> Cells:
        """The sampled pair's, above zero; below, its Q-masses at the opposite losses."""
        above_zero = self.half.cells(bounds.clip(0.0, None))
        below_zero = self.half.cells(-bounds[::-1].clip(None, 0.0)).swapped()
        positive, negative = bounds[1:] > 0, bounds[:-1] < 0
        both = zip(above_zero, below_zero, strict=True)
        return Cells(*(positive * one + negative * other for one, other in both))

    def reach(self, tail: float) -> tuple[float, float]:
        """As far as the sampled pair, either way."""
        far = max(self.half.reach(tail)[1], 0.0)
        return -far, far

    def reverse(self) -> Pair:
        """Itself."""
        return self

    @cached_property
    def atoms(self) -> tuple[Floats, Floats]:
        """The sampled pair's above zero, their mirror images, and what is left at zero."""
        losses, masses = self.half.atoms
        far, p = losses[losses > 0], masses[losses > 0]
        q = p * np.exp(-far)
        spread = self.half.cells(np.array([0.0, np.inf]))
        told = float((p + q).sum() + spread.p.sum() + spread.q.sum()) + self.infinite
        rest = [1 - told] if told < 1 else []
        return (
            np.concatenate((-far[::-1], [0.0] * len(rest), far)),
            np.concatenate((q[::-1], rest, p)),
        )

    @property
    def infinite(self) -> float:
        """As for the sampled pair: told either way."""
        return self.half.infinite

    @property
    def mirrored(self) -> Pair | None:
        """The sampled pair."""
        return self.half

    @property
    def step(self) -> float:
        """The loss of the one atom above zero."""
        return float(self.atoms[0][-1])


def folded(pair: Taken) -> Pair:
    """The pair for samples of a fixed size; of finitely many losses, finitely many."""
    found = Folded(pair)
    if not isinstance(pair.pair, Points):
        return found
    losses, masses = (tuple(part.tolist()) for part in found.atoms)
    apart = losses[-1] if len(losses) == _MIRRORED else 0.0
    return Points(losses, masses, found.infinite, found.infinite, symmetric=True, spacing=apart)


@dataclass(frozen=True, slots=True, init=False)
class Sampled(Loss):
    """A loss on a random sample, of which nobody learns whom it holds.

    The loss is that for units added or removed, or replaced, as the way to draw says.

    Because. What is in both worlds' mixtures cancels: (1 - q) Q + q P - exp(e) Q is q times
    P - exp(e') Q. For samples of a fixed size each holds, in place of the unit that is replaced,
    its replacement or another unit, which is one more neighbour. [balle2018b, zhu2022]

    >>> from discreet.privacy.pure import Pure
    >>> Sampled(Pure(1), "0.1").pure  # ln(1 + (e - 1) / 10)
    0.158...
    """

    tag: ClassVar[str] = "sampled"
    loss: Loss
    rate: Fraction
    draw: Draw

    def __init__(self, loss: Loss, rate: Number, draw: Draw = Draw.POISSON) -> None:
        """From the loss on a sample, and the part of all units that is in it."""
        object.__setattr__(self, "loss", loss)
        object.__setattr__(self, "rate", between(rate, "the rate", 0, 1))
        object.__setattr__(self, "draw", draw)

    def terms(self) -> dict[str, Fraction]:
        """Its rate."""
        return {"sampling rate" if self.draw is Draw.POISSON else "sample share": self.rate}

    @property
    def inside(self) -> Parts:
        """The loss on a sample."""
        return ((self.loss, 1),)

    @property
    def pure(self) -> float:
        """ln(1 + rate (exp(epsilon) - 1))."""
        most = self.loss.pure if self.rate else 0.0
        if math.isinf(most) or most == 0:
            return most
        return above(log(1 + self.rate * (exp(Fraction(most), _BITS) - 1), _BITS))

    @property
    def rho(self) -> float:
        """As without a sample: a mixture of pairs tells no more than the pair that tells most."""
        return self._least(
            [self.loss.rho], [Pure(Fraction(self.pure)).rho] if self._bounded else []
        )[0]

    @property
    def mu(self) -> float:
        """As without a sample."""
        return self._least([self.loss.mu], [Pure(Fraction(self.pure)).mu] if self._bounded else [])[
            0
        ]

    def renyi(self, orders: Sequence[Number], /) -> list[float]:
        """As without a sample."""
        pure = Pure(Fraction(self.pure)).renyi(orders) if self._bounded else []
        return self._least(self.loss.renyi(orders), pure)

    def delta(self, epsilon: Number, /) -> float:
        """The larger of both directions, where they differ."""
        that = epsilon_of(epsilon)
        if self.rate == 0:
            return 0.0
        odds = exp(that, _BITS)
        found = self._told((odds - 1 + self.rate) / self.rate, Interval.of(self.rate, _BITS))
        left = 1 - odds * (1 - self.rate)
        if self.draw is Draw.POISSON and left.low > 0:
            # Q - exp(e) ((1 - q) Q + q P) is 1 - exp(e) (1 - q) times Q - exp(e') P.
            found = max(found, self._told(odds * self.rate / left, left))
        return max(found, above(left)) if left.low <= 0 < left.high else found

    def sketch(self, epsilon: float, /) -> float:
        """About that delta, quickly."""
        if self.rate == 0:
            return 0.0
        rate = float(self.rate)
        before = math.log1p(math.expm1(min(epsilon, FAR)) / rate) if epsilon < FAR else epsilon
        return rate * self.loss.sketch(before)

    @property
    def pair(self) -> Pair:
        """The pair without a sample, taken at that rate."""
        if NEARLY_ALL < self.rate < 1:
            return super(Sampled, self).pair
        # The larger the rate the more is told.
        pair = taken(self.loss.pair, above(Interval.of(self.rate, _BITS)))
        if self.draw is Draw.POISSON or not isinstance(pair, Taken):
            return pair
        symmetric = pair.pair.reverse() is pair.pair
        return folded(pair) if symmetric else super(Sampled, self).pair

    @property
    def _bounded(self) -> bool:
        return self.pure <= MOST_EPSILON

    def _least(self, found: list[float], pure: list[float]) -> list[float]:
        return [min(two) for two in zip(found, pure, strict=True)] if pure else found

    def _told(self, odds: Interval, share: Interval) -> float:
        """A share of what the loss tells at the logarithm of these odds, which is at least zero."""
        before = max(log(odds, _BITS).lower, Fraction(0)) if odds.low > 0 else Fraction(0)
        told = self.loss.delta(min(before, Fraction(MOST_EPSILON)))
        return min(1.0, max(0.0, above(share * Fraction(told))))
