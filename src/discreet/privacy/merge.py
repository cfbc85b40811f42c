"""Where to cut losses into outcomes so that each merged outcome's loss is a given point."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from discreet.errors import Bug
from discreet.privacy.pair import Cells, Floats, Pair

_NEWTON = 3
_LIFTS = 3
# Below, Q-masses are no floats that can be divided by.
_LEAST = 1e-300


def cuts(pair: Pair, points: Floats) -> Floats:
    """Bounds between which the pair's spread part merges to the points, or a hair above.

    An outcome's surplus P - exp(point) Q is to be zero. It depends on two bounds alone, so Newton's
    steps are sums from one end; they are taken towards the denser end, where what is left over is
    least. At last bounds with a negative surplus are lifted: that raises every surplus.
    """
    step = points[1] - points[0]
    bounds = np.concatenate((points - step / 2, [points[-1] + step / 2]))
    if pair.even:
        return bounds
    if pair.mirrored is not None and np.abs(points).min() < step * 2.0**-20:
        return _mirrored(pair.mirrored, points)
    p, surplus = _surplus(pair, bounds, points)
    excess = np.divide(surplus, p, out=np.zeros_like(p), where=p > 0).clip(-step / 2, step / 2)
    bounds[1:-1] -= (excess[1:] + excess[:-1]) / 2
    for _ in range(_NEWTON):
        p, surplus = _surplus(pair, bounds, points)
        if int(np.argmax(p)) * 2 <= len(p):
            move = _downwards(bounds, points, p, surplus)
        else:
            move = -_downwards(-bounds[::-1], -points[::-1], p[::-1], -surplus[::-1])[::-1]
        bounds = np.maximum.accumulate(bounds + move.clip(-step / 4, step / 4))
    for _ in range(_LIFTS):
        p, surplus = _surplus(pair, bounds, points)
        lift = -1.25 * surplus.clip(None, 0.0)
        weight = _density(bounds, p)[:-1] * np.expm1((points - bounds[:-1]).clip(0.0, step))
        lift = np.divide(lift, weight, out=np.zeros_like(lift), where=weight > 0)
        bounds = np.maximum.accumulate(bounds + np.append(lift.clip(0.0, step / 4), 0.0))
    return bounds


def _mirrored(half: Pair, points: Floats) -> Floats:
    """The cuts of a symmetric pair that has zero for a point: its cuts above zero, and opposite."""
    middle = int(np.abs(points).argmin())
    most = max(middle, len(points) - 1 - middle, 2)
    step = points[1] - points[0]
    upper = cuts(Above(half, 0.0), step * np.arange(1, most + 1, dtype=np.float64))
    place = np.arange(len(points) + 1) - middle
    mirrored: Floats = np.where(place > 0, 1.0, -1.0) * upper[np.abs(place) - (place > 0)]
    return mirrored


def _surplus(pair: Pair, bounds: Floats, points: Floats) -> tuple[Floats, Floats]:
    """P-masses, and the surplus of each outcome; of dust none."""
    p, q, p_error, _ = pair.cells(bounds)
    surplus = np.where(p > 16 * p_error, p - np.exp(points) * q, 0.0)
    return p, surplus


def _density(bounds: Floats, p: Floats) -> Floats:
    """P per loss at each bound, about."""
    both, width = np.zeros(len(bounds)), np.zeros(len(bounds))
    both[1:-1], width[1:-1] = p[1:] + p[:-1], bounds[2:] - bounds[:-2]
    return np.divide(both, width, out=both, where=width > 0)


def _downwards(bounds: Floats, points: Floats, p: Floats, surplus: Floats) -> Floats:
    """Newton's step, from the last bound to the first.

    With below_j = density * (exp(point_j - bound_j) - 1), and above_j alike at the cell's other
    end, below_j move_j = -surplus_j - above_j move_(j+1): a sum once scaled by the ratios.
    """
    below = np.expm1(points - bounds[:-1])
    above = -np.expm1(points[:-1] - bounds[1:-1])
    safe = (below > 0) & np.append(above > 0, True)
    ratio = np.ones(len(points))
    ratio[:-1] = np.where(safe[1:] & safe[:-1], above, 1.0) / np.where(safe[1:], below[1:], 1.0)
    scale = np.exp(np.cumsum(np.log(ratio[::-1])).clip(-600.0, 600.0))[::-1]
    sign = np.where(np.arange(len(points)) % 2, -1.0, 1.0)
    sums = -np.cumsum((sign * surplus / scale)[::-1])[::-1]
    weight = _density(bounds, p)[:-1] * below
    with np.errstate(over="ignore"):  # where there is next to no density: moves are cut off
        move = np.divide(scale * sign * sums, weight, out=np.zeros_like(weight), where=weight > 0)
    return np.append(move, 0.0)


def greedy(losses: Floats, masses: Floats, points: Floats) -> tuple[Floats, Floats]:
    """Atoms merged to points, from the highest: an atom may be split, at random.

    An outcome takes the atoms above its point, and of those below so much that none is left over.
    """
    q = (masses * np.exp(-losses)).clip(_LEAST, None)  # more of Q only lowers a loss
    left = [*zip(losses.tolist(), masses.tolist(), q.tolist(), strict=True)]
    found: list[tuple[float, float]] = []
    place = len(points)
    while left and place > 0:
        # The next point that has an atom above it.
        place = min(place - 1, int(np.searchsorted(points, left[-1][0], "right")) - 1)
        if place < 0:
            break
        p, q_mass = _outcome(left, float(points[place]))
        found.append((math.log(p / q_mass), p))
    found += [(loss, p) for loss, p, _ in left]
    merged = np.array(found)
    return merged[:, 0], merged[:, 1]


def _outcome(left: list[tuple[float, float, float]], point: float) -> tuple[float, float]:
    """Takes from the highest atoms what merges to a point: its masses."""
    p_sum = q_sum = 0.0
    odds = math.exp(point)
    while left:
        loss, p, q = left.pop()
        surplus, lacking = p_sum - odds * q_sum, odds * q - p
        surplus = max(surplus, 0.0)
        if loss < point and lacking > surplus:
            share = surplus / lacking
            left.append((loss, p * (1 - share), q * (1 - share)))
            return p_sum + p * share, q_sum + q * share
        p_sum, q_sum = p_sum + p, q_sum + q
    return p_sum, q_sum


@dataclass(frozen=True)
class Above(Pair):
    """What of a pair's spread part lies above a loss."""

    pair: Pair
    loss: float

    def cells(self, bounds: Floats) -> Cells:
        """The pair's own."""
        return self.pair.cells(bounds.clip(self.loss, None))

    def reach(self, tail: float) -> tuple[float, float]:
        """From there on."""
        return self.loss, self.pair.reach(tail)[1]

    @property
    def even(self) -> bool:
        """As the pair."""
        return self.pair.even

    def reverse(self) -> Pair:
        """What of the other direction lies below."""
        raise Bug("half of a pair has no other direction")
