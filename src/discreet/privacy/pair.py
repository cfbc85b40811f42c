"""Dominating pairs: two laws that are as hard to tell apart as a release's worst neighbours.

A pair is seen through its loss ln(dP/dQ): what lies in a cell of losses, under P and under Q.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
# The spacing of floats at one, and a loss beyond which exp() is no float.
ULP = 2.0**-52
FAR = 700.0
# Pairs with a larger loss, or bells farther apart, are not looked at.
MOST_LOSS, MOST_MU = 300.0, 25.0
# Up to where a bell's density is a normal float; how narrow a cell is for four points to do.
FARTHEST = 37.0
_EMPTY = 60.0
_NARROW = 0.2
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(4)
_GAUSS = tuple(zip(((_NODES + 1) / 2).tolist(), (_WEIGHTS / 2).tolist(), strict=True))


class Cells(NamedTuple):
    """What lies between consecutive bounds, and by how much it may be off."""

    p: Floats
    q: Floats
    p_error: Floats
    q_error: Floats

    def mixed(self, rate: float) -> Cells:
        """P in a share of cases, else Q."""
        p = (1 - rate) * self.q + rate * self.p
        error = (1 - rate) * self.q_error + rate * self.p_error + 4 * ULP * (p + self.q)
        return Cells(p, self.q, error, self.q_error)

    def swapped(self) -> Cells:
        """Q against P, from the largest loss to the smallest."""
        return Cells(self.q[::-1], self.p[::-1], self.q_error[::-1], self.p_error[::-1])


class Pair(ABC):
    """Two laws, told apart by their loss: a part spread over losses, and atoms.

    Floats are about right, and say how right: each spread mass to its error, between ends that are
    the same for P and Q; atoms' masses to 16 ULPs and two for each unit of their logarithm; each
    loss, ends' too, to 32 * ULP * (1 + the size of the largest).
    """

    @abstractmethod
    def cells(self, bounds: Floats) -> Cells:
        """The spread part's masses between bounds that rise, or are equal."""

    @abstractmethod
    def reach(self, tail: float, /) -> tuple[float, float]:
        """Losses below and above which P has at most that much."""

    @abstractmethod
    def reverse(self) -> Pair:
        """Q against P; itself where that is the same."""

    @property
    def atoms(self) -> tuple[Floats, Floats]:
        """Losses with mass of their own, rising, and their P-masses."""
        return np.empty(0), np.empty(0)

    @property
    def infinite(self) -> float:
        """The P-mass of what Q never gives, rounded up."""
        return 0.0

    @property
    def left_out(self) -> float:
        """P-mass of atoms too light to be listed, at most, whatever their losses."""
        return 0.0

    @property
    def step(self) -> float:
        """The distance that all atoms are multiples of apart, if there is one."""
        return 0.0

    @property
    def even(self) -> bool:
        """Whether any piece of the spread part, merged, has the middle as its loss."""
        return False

    @property
    def mirrored(self) -> Pair | None:
        """What lies above zero, where that and its mirror image are all that is spread."""
        return None

    @property
    def anchor(self) -> float:
        """A loss that has to lie on the grid."""
        losses, _ = self.atoms
        return float(losses[-1]) if len(losses) else 0.0


@dataclass(frozen=True)
class Bell(Pair):
    """N(mu, 1) against N(0, 1): the loss is N(mu²/2, mu²), and under Q N(-mu²/2, mu²)."""

    mu: float

    def cells(self, bounds: Floats) -> Cells:
        """Normal masses between the same ends for P and Q, a hair from the bounds.

        Where exactly the ends are is of no weight, for losses are good to some ULPs only. What is
        lost between the two, and mu's own last bit, is told as error.
        """
        far = (bounds / self.mu + self.mu / 2).clip(-_EMPTY - self.mu, _EMPTY + self.mu)
        near = far - self.mu
        turned = far - near  # a float's difference and what it lost, exactly [knuth1997]
        lost = np.abs((far - (near + turned)) - (self.mu - turned))
        p = between_bells(near, lost + self.mu * ULP)
        q = between_bells(far, np.zeros_like(far))
        return Cells(p[0], q[0], p[1], q[1])

    def reach(self, tail: float) -> tuple[float, float]:
        """From P(N > z) <= exp(-z²/2)."""
        wide = math.sqrt(-2 * math.log(tail)) * self.mu
        return self.mu**2 / 2 - wide, self.mu**2 / 2 + wide

    def reverse(self) -> Pair:
        """Itself: a bell curve is symmetric."""
        return self


@dataclass(frozen=True)
class Spike(Pair):
    """Laplace noise against itself, moved: epsilon apart in units of its scale."""

    epsilon: float

    def cells(self, bounds: Floats) -> Cells:
        """P(loss in (-e, l]) = (exp((l - e)/2) - exp(-e))/2, and under Q it falls instead."""
        low, high = bounds[:-1], bounds[1:]
        low, high = low.clip(-self.epsilon, self.epsilon), high.clip(-self.epsilon, self.epsilon)
        width = -np.expm1((low - high) / 2) / 2
        p, q = width * np.exp((high - self.epsilon) / 2), width * np.exp((-low - self.epsilon) / 2)
        off = ULP * (8 + 2 * self.epsilon)
        return Cells(p, q, off * p, off * q)

    def reach(self, _tail: float) -> tuple[float, float]:
        """All losses."""
        return -self.epsilon, self.epsilon

    def reverse(self) -> Pair:
        """Itself."""
        return self

    @property
    def atoms(self) -> tuple[Floats, Floats]:
        """Noise beyond both centres: the loss is epsilon, or its opposite."""
        losses = np.array([-self.epsilon, self.epsilon])
        return losses, np.array([math.exp(-self.epsilon) / 2, 0.5])

    @property
    def even(self) -> bool:
        """P has density exp(l / 2), Q exp(-l / 2): their integrals' ratio is exp(middle)."""
        return True

    @property
    def step(self) -> float:
        """Two epsilon."""
        return 2 * self.epsilon


@dataclass(frozen=True)
class Points(Pair):
    """Finitely many losses: discrete noise, randomised response, any finite mechanism.

    `losses` rise; `masses` are P's; Q's are masses * exp(-losses). `never` is the P-mass of what Q
    never gives, `unseen` the Q-mass of what P never gives; `rest` is at least what is left out.
    """

    losses: tuple[float, ...]
    masses: tuple[float, ...]
    never: float = 0.0
    unseen: float = 0.0
    symmetric: bool = False
    spacing: float = 0.0
    rest: float = 0.0

    def cells(self, bounds: Floats) -> Cells:
        """Nothing is spread."""
        zero = np.zeros(max(len(bounds) - 1, 0))
        return Cells(zero, zero, zero, zero)

    def reach(self, _tail: float) -> tuple[float, float]:
        """All losses."""
        return self.losses[0], self.losses[-1]

    def reverse(self) -> Pair:
        """The points from the other side: what P never gives has infinite loss."""
        if self.symmetric:
            return self
        losses, masses = self.atoms
        turned = masses * np.exp(-losses)
        there, back = tuple((-losses[::-1]).tolist()), tuple(turned[::-1].tolist())
        return Points(there, back, self.unseen, self.never, spacing=self.spacing)

    @cached_property
    def atoms(self) -> tuple[Floats, Floats]:
        """The points."""
        return np.array(self.losses), np.array(self.masses)

    @property
    def infinite(self) -> float:
        """What Q never gives."""
        return self.never

    @property
    def left_out(self) -> float:
        """The rest."""
        return self.rest

    @property
    def step(self) -> float:
        """Their spacing, where they are evenly spaced."""
        return self.spacing


def between_bells(bounds: Floats, blur: Floats) -> tuple[Floats, Floats]:
    """Normal masses between bounds that may be off by `blur`, and how far these may be off.

    Because. Wide cells are differences of the smaller tails, good to a few ULPs of these. Narrow
    ones are integrated at four points: with d the width and z the farther end this is off by
    1.3 * 6e-10 * (d (z + sqrt(8)))**8 relatively, for the eighth derivative of the bell is at most
    (z + sqrt(8))**8 times it.
    """
    bounds = bounds.clip(-_EMPTY, _EMPTY)
    low, width = bounds[:-1], np.diff(bounds)
    far = np.maximum(np.abs(low), np.abs(bounds[1:]))
    narrow = (width * (far + 3) < _NARROW) & (far < FARTHEST)
    masses, errors = np.empty(len(width)), np.empty(len(width))
    start, across = low[narrow], width[narrow]
    total = np.zeros(len(start))
    for node, weight in _GAUSS:
        total += weight * np.exp(-0.5 * (start + node * across) ** 2)
    masses[narrow] = total * across / math.sqrt(2 * math.pi)
    errors[narrow] = masses[narrow] * ULP * (24 + 2 * far[narrow] ** 2)
    wide = ~narrow
    if wide.any():
        masses[wide], errors[wide] = _differences(low[wide], bounds[1:][wide])
    moved = blur * np.exp(-0.5 * bounds**2)  # the density is less than half of it
    return masses, errors + moved[:-1] + moved[1:]


def _differences(low: Floats, high: Floats) -> tuple[Floats, Floats]:
    """Normal masses as differences of the smaller tails."""
    ends = np.concatenate((low, high))
    tails = np.array([*map(math.erfc, (np.abs(ends) / math.sqrt(2)).tolist())]) / 2
    right = ends > 0
    signed = np.where(right, -tails, tails)
    size = len(low)
    masses = signed[size:] - signed[:size] + (right[size:] & ~right[:size])
    off = ULP * (8 + 2 * np.minimum(np.abs(ends), 40.0) ** 2) * tails + 1e-300
    masses = np.maximum(masses, 0.0)
    return masses, off[size:] + off[:size] + ULP * masses


NOTHING = Points((0.0,), (1.0,), symmetric=True)
# The loosest there is: what stands for losses whose likelihood ratios are no floats.
EVERYTHING = Points((0.0,), (0.0,), 1.0, 1.0, symmetric=True)


def bell(mu: float) -> Pair:
    """Of Gaussian noise."""
    if mu > MOST_MU:
        return EVERYTHING
    return Bell(mu) if mu else NOTHING


def spike(epsilon: float) -> Pair:
    """Of Laplace noise."""
    if epsilon > MOST_LOSS:
        return EVERYTHING
    return Spike(epsilon) if epsilon else NOTHING


def response(epsilon: float, delta: float) -> Points:
    """Randomised response, but for a part delta in which all is told.

    The four outcomes of any approximate loss [kairouz2017]; told either way, so symmetric.
    """
    if epsilon > MOST_LOSS or delta == 1:
        return EVERYTHING
    if epsilon == 0:
        return Points((0.0,), (1 - delta,), delta, delta, symmetric=True)
    more = (1 - delta) / (1 + math.exp(-epsilon))
    less = (1 - delta) * math.exp(-epsilon) / (1 + math.exp(-epsilon))
    return Points(
        (-epsilon, epsilon), (less, more), delta, delta, symmetric=True, spacing=2 * epsilon
    )
