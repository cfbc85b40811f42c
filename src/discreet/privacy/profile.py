"""A pair from a profile: any valid bound on delta at each epsilon is the profile of one."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from discreet.privacy.loss import Loss
from discreet.privacy.pair import EVERYTHING, FAR, Floats, Points

_POINTS = 400
_LEAST = 1e-18


def from_profile(loss: Loss) -> Points:
    """The pair whose profile is the largest convex curve through points of the loss's.

    Guarantee. Whatever the loss covers is dominated by the pair.
    Because. The profile of two laws is convex in exp(epsilon); below points of a bound, it is
    below their lower hull. Its kinks are the pair's losses, and how much it turns there the
    Q-masses. Below zero the other direction's profile gives 1 - exp(e) (1 - delta(-e)).
    """
    most = min(loss.pure, FAR / 2)
    top = min(1.0, most)
    while top < most and loss.delta(top) > max(_LEAST, loss.delta(1.25 * top)):
        top = min(1.25 * top, most)
    corners = [float(corner) for corner in loss.corners() if corner < most]
    epsilons = np.unique(np.concatenate((np.linspace(0.0, top, _POINTS), corners)))
    deltas = np.array([loss.delta(Fraction(float(epsilon))) for epsilon in epsilons])
    odds = np.concatenate(([0.0], np.exp(-epsilons[:0:-1]), np.exp(epsilons)))
    below = 1 - np.exp(-epsilons[:0:-1]) * (1 - deltas[:0:-1])
    profile = np.minimum(np.concatenate(([1.0], below, deltas)), 1.0)
    hull = _hull(odds, profile)
    odds, profile = odds[hull], profile[hull]
    slopes = np.append(np.diff(profile) / np.diff(odds), 0.0)
    q = np.maximum(np.diff(slopes), 0.0)  # the first point, zero, is no corner
    losses = np.log(odds[1:])
    p = q * odds[1:]
    reached = np.array([float(p @ -np.expm1(np.minimum(x - losses, 0.0))) for x in losses])
    lacking = float(np.max(profile[1:] - reached, initial=0.0))
    kept = p > 0
    if not kept.any():  # it promises nothing
        return EVERYTHING
    told = max(0.0, lacking) * (1 + 1e-9) + 1e-18
    masses = tuple(p[kept].tolist())
    return Points(tuple(losses[kept].tolist()), masses, told, told, symmetric=True)


def _hull(x: Floats, y: Floats) -> list[int]:
    """The lower convex hull, from left to right."""
    kept: list[int] = []
    for place in range(len(x)):
        while len(kept) > 1:
            a, b = kept[-2], kept[-1]
            turn = (x[b] - x[a]) * (y[place] - y[a]) - (y[b] - y[a]) * (x[place] - x[a])
            if turn > 0 and math.isfinite(turn):
                break
            kept.pop()
        kept.append(place)
    return kept
