"""Losses moved to the points of a grid: never too low, or never too high."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from discreet.privacy.merge import Above, cuts, greedy
from discreet.privacy.pair import FAR, ULP, Floats, Pair, Points

# Losses this part of a step below a point count as there; what that hides is paid for.
_SNAP = 2.0**-20


@dataclass(frozen=True)
class Gridded:
    """A loss on the points offset + (first + j) * step, in floats as they are.

    `error` is how far a loss may be off on the wrong side: whoever adds up losses adds these.
    """

    first: int
    mass: Floats
    infinite: float
    offset: float
    step: float
    error: float

    def losses(self) -> Floats:
        """The points."""
        return self.offset + self.step * np.arange(
            self.first, self.first + len(self.mass), dtype=np.float64
        )


def upwards(pair: Pair, step: float, tail: float) -> Gridded:
    """The loss by connecting the dots: what lies between two points is shared out to both.

    Guarantee. All hockey-stick divergences, alone and composed, are at least the pair's.
    Because. Both masses of a cell are kept and the likelihood ratio is spread out with its Q-mean
    fixed: a convex function's mean grows. Errors of masses are added where they raise losses;
    what lies above the grid becomes infinite, what lies below its lowest point.
    """
    offset, (first, last) = pair.anchor, _points(pair, step, tail)
    points = offset + step * np.arange(first, last + 1, dtype=np.float64)
    bounds = np.concatenate(([-np.inf], points, [np.inf]))
    p, q, p_error, q_error = pair.cells(bounds)
    p = p + p_error
    ratio = np.exp(points[:-1])
    slack = p_error[1:-1] + ratio * q_error[1:-1] + 8 * ULP * (1 + np.abs(points[:-1])) * p[1:-1]
    higher = (p[1:-1] - ratio * q[1:-1] + slack) / -math.expm1(-step)
    higher = higher.clip(0.0, p[1:-1])
    mass = np.zeros(len(points))
    mass[:-1] = p[1:-1] - higher
    mass[1:] += higher
    mass[0] += p[0]
    told = pair.infinite * (1 + 4 * ULP) + pair.left_out + float(p[-1])
    losses, masses = pair.atoms
    masses = masses * (1 + doubt(masses))
    told += float(masses[losses > points[-1] + step].sum())
    losses, masses = losses[losses <= points[-1] + step], masses[losses <= points[-1] + step]
    place = np.floor((losses - offset) / step).astype(np.int64).clip(first, last)
    beyond = (losses - offset - step * place).clip(0.0, step)
    share = np.expm1(-beyond) / math.expm1(-step)
    share = (share + 8 * ULP * (1 + np.abs(losses)) / step * (share > 0)).clip(0.0, 1.0)
    mass = np.append(mass, 0.0)
    np.add.at(mass, place - first, masses * (1 - share))
    np.add.at(mass, place - first + 1, masses * share)
    return Gridded(first, mass, told, offset, step, _blur(points))


def downwards(pair: Pair, step: float, tail: float) -> Gridded:
    """The loss by merging: what lies around a point becomes one outcome, a hair above it.

    Guarantee. All hockey-stick divergences, alone and composed, are at most the pair's.
    Because. Merging outcomes is post-processing. The merged loss is then moved down to a point;
    errors of masses, and mass that is left out, only lower it further.
    """
    offset, (first, last) = pair.anchor, _points(pair, step, tail)
    points = offset + step * np.arange(first, last + 1, dtype=np.float64)
    losses, masses = pair.atoms
    masses = masses * (1 - doubt(masses))
    # Atoms so far up that exp() of them is no float are moved down, others are left out.
    losses, masses = losses[losses > -FAR], masses[losses > -FAR]
    losses = np.minimum(losses, offset + step * math.floor((FAR - offset) / step))
    apart = len(losses) > 0 and not _on_grid(losses, offset, step)
    if apart and not isinstance(pair, Points):
        bounds, atom = _lifted(pair, points, float(losses[0]), float(masses[0]))
        losses, masses = np.append(losses[1:], atom[0]), np.append(masses[1:], atom[1])
    else:
        bounds = cuts(pair, points)
        if apart:
            losses, masses = greedy(losses, masses, points)
    p, q, p_error, q_error = pair.cells(bounds)
    kept = np.flatnonzero(p > 2 * p_error)
    p, q, p_error, q_error = (part[kept] for part in (p, q, p_error, q_error))
    # A hair below a point counts as there: the cells that matter are let off what they may be off.
    let_off = _worth(p_error / p + q_error / q, p, step)
    found = np.concatenate((np.log((p - p_error) / (q + q_error)) + let_off, losses))
    weight = np.concatenate((p - p_error, masses))
    place = np.floor((found - offset) / step + _SNAP).astype(np.int64)
    low, high = (int(place.min()), int(place.max())) if len(place) else (0, 0)
    mass = np.bincount(place - low, weight, high - low + 1).astype(np.float64)
    error = _SNAP * step + float(let_off.max(initial=0.0)) + _blur(points)
    return Gridded(low, mass, pair.infinite * (1 - 4 * ULP), offset, step, error)


def _worth(doubts: Floats, masses: Floats, step: float) -> Floats:
    """The doubts to be paid for: all losses pay the greatest, the rest may each lose a step."""
    order = np.argsort(doubts)
    lost = step * np.append(np.cumsum(masses[order][::-1])[::-1][1:], 0.0)
    price = doubts[order] + lost
    most = doubts[order][np.argmin(price)] if len(order) else 0.0
    return np.where(doubts <= most, doubts, 0.0)


def _on_grid(losses: Floats, offset: float, step: float) -> bool:
    """Whether all losses are points, nearly."""
    places = (losses - offset) / step
    return bool(np.abs(places - np.round(places)).max() < _SNAP / 2)


def _lifted(
    pair: Pair, points: Floats, loss: float, mass: float
) -> tuple[Floats, tuple[float, float]]:
    """The lowest atom merged with what lies above it, so that it comes to lie on a point."""
    step = points[1] - points[0]
    next_up = min(int(np.searchsorted(points, loss + step * _SNAP)), len(points) - 1)
    odds = math.exp(points[next_up])
    low, high = loss, float(points[-1])
    for _ in range(4):
        tries = np.linspace(low, high, 48)
        p, q, _, _ = pair.cells(np.concatenate(([loss], tries)))
        surplus = mass - odds * mass * math.exp(-loss) + np.cumsum(p) - odds * np.cumsum(q)
        enough = np.flatnonzero(surplus >= 0)
        if not len(enough):
            break
        low, high = float(tries[max(enough[0] - 1, 0)]), float(tries[enough[0]])
    found = pair.cells(np.array([loss, high]))
    p_sum = mass + float(found.p[0] - found.p_error[0])
    q_sum = mass * math.exp(-loss) * (1 + 16 * ULP) + float(found.q[0] + found.q_error[0])
    bounds = cuts(Above(pair, high), points)
    return bounds.clip(high, None), (math.log(p_sum / q_sum), p_sum)


def doubt(masses: Floats) -> Floats:
    """How far atoms' masses may be off, relatively: by some ULPs, and by those of an exponent."""
    relative: Floats = ULP * (16 - 2 * np.log(masses.clip(1e-300, 1.0)))
    return relative


def _blur(points: Floats) -> float:
    """How far losses may be off."""
    return 64 * ULP * (1 + max(abs(float(points[0])), abs(float(points[-1]))))


def _points(pair: Pair, step: float, tail: float) -> tuple[int, int]:
    """The first and the last point that is needed, as far as exp() of them is a float."""
    low, high = (min(max(end, -FAR / 2), FAR / 2) for end in pair.reach(tail))
    first = math.floor((low - pair.anchor) / step - _SNAP)
    return first, max(math.ceil((high - pair.anchor) / step - _SNAP), first + 1)
