"""Which pair dominates a loss: the two laws that are told apart as well as it allows."""

from __future__ import annotations

import math

from discreet.errors import NotYet
from discreet.privacy.additive import DiscreteGaussianNoise, DiscreteLaplaceNoise, LaplaceNoise
from discreet.privacy.approx import Approx
from discreet.privacy.compose import Composed
from discreet.privacy.gaussian import Gdp
from discreet.privacy.loss import Loss
from discreet.privacy.matrix import Finite
from discreet.privacy.odds import Odds
from discreet.privacy.pair import NOTHING, Bell, Pair, Spike, response
from discreet.privacy.profile import from_profile
from discreet.privacy.pure import Pure
from discreet.privacy.sampling import SampledGaussian

# Beyond, likelihood ratios are no floats.
MOST, MOST_MU = 300, 25


def parts_of(loss: Loss) -> tuple[tuple[Loss, int], ...]:
    """Its parts with their counts: itself, once, where it has none."""
    return loss.parts if isinstance(loss, Composed) else ((loss, 1),)


def proved(loss: Loss) -> bool:
    """Whether the loss has a pair of its own: from a profile alone, another route is as good."""
    kinds = (
        Gdp,
        Pure,
        Odds,
        Approx,
        SampledGaussian,
        LaplaceNoise,
        DiscreteLaplaceNoise,
        DiscreteGaussianNoise,
        Finite,
    )
    return isinstance(loss, kinds) and not _too_large(loss)


def pair_of(loss: Loss) -> Pair:
    """The pair: where none is proved, the one with the loss's own profile.

    Because. Any two neighbours' profile lies below the loss's; so does the largest convex curve
    below that, and every such curve is the profile of a pair.
    """
    if _too_large(loss):
        raise NotYet(
            f"no privacy loss distribution of a loss as large as {loss}",
            f"keep each part's epsilon below {MOST}, or mu below {MOST_MU}",
        )
    match loss:
        case Gdp():
            return Bell(loss.mu) if loss.square else NOTHING
        case Pure(exponent=exponent):
            return response(float(exponent), 0.0)
        case Odds():
            return response(loss.pure, 0.0)
        case Approx(exponent=exponent, failing=failing):
            return response(float(exponent), float(failing))
        case SampledGaussian():
            return loss.pair
        case LaplaceNoise(ratio=ratio):
            return Spike(float(ratio)) if ratio else NOTHING
        case DiscreteLaplaceNoise() | DiscreteGaussianNoise() | Finite():
            return loss.pair
        case _:
            return from_profile(loss)


def _too_large(loss: Loss) -> bool:
    match loss:
        case Gdp(square=square):
            return square > MOST_MU**2
        case SampledGaussian(noise=noise):
            return noise * MOST_MU < 1
        case Approx(exponent=exponent):
            return exponent > MOST
        case Pure() | Odds() | LaplaceNoise() | DiscreteLaplaceNoise() | Finite():
            return MOST < loss.pure < math.inf
        case _:
            return False
