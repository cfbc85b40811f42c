"""What dp-accounting says of a plan: its losses on a grid, moved up, or moved down."""

import math
from functools import cache
from typing import Any, TypeAlias

from dp_accounting.pld import privacy_loss_distribution as pld

from discreet.privacy import (
    Approx,
    DiscreteGaussianNoise,
    DiscreteLaplaceNoise,
    Finite,
    Gdp,
    LaplaceNoise,
    Loss,
    Odds,
    Pure,
    SampledGaussian,
)
from tests.oracle.compare import Bounds
from tests.oracle.plan import Plan

# The peer has no types.
Distribution: TypeAlias = Any
# The part of epsilon that the grid may add, about.
_ADDED = 2e-5
# What a delta may be off: a transform's some 1e6 sums of floats, 1e-16 each, that add up at random.
FLOATS = 1e-13


def epsilon(plan: Plan, about: float) -> Bounds:
    """Theirs from below and from above, for a delta that is as much off as their floats may be."""
    below, above = (distribution(plan, about, upwards=upwards) for upwards in (False, True))
    delta = float(plan.delta)
    return Bounds(
        float(below.get_epsilon_for_delta(delta + FLOATS)),
        float(above.get_epsilon_for_delta(delta - FLOATS)),
    )


def grid(plan: Plan, about: float) -> float:
    """A step that adds next to nothing to an epsilon of about that much.

    Because. Connecting dots adds steps * step² (t + 1) / 8, with t, by which ln(delta) falls with
    epsilon, about 2 ln(1 / delta) / epsilon. Where all is told with a bounded loss, each step adds
    up to as much as its loss is off the grid: this is the most, a third of a percent. Their own
    1e-4 is too coarse for a thousand small losses and needlessly fine for a few large ones.
    """
    steps = sum(count for _, count in plan.parts)
    size = about if 0 < about < math.inf else 1.0
    return size * math.sqrt(4 * _ADDED / (steps * math.log(1 / plan.delta)))


@cache
def distribution(plan: Plan, about: float, *, upwards: bool) -> Distribution:
    """The whole plan on a grid, every loss moved up, or down.

    Each kind is built and repeated here, for their accountant object counts randomised response
    once however often it is composed.
    """
    step = grid(plan, about)
    whole, *rest = (_one(loss, step, upwards).self_compose(count) for loss, count in plan.parts)
    for part in rest:
        whole = whole.compose(part)
    return whole


def _one(loss: Loss, step: float, upwards: bool) -> Distribution:
    """Once; dots are connected where losses go up, the tighter of their two ways."""
    dots: dict[str, Any] = {
        "pessimistic_estimate": upwards,
        "value_discretization_interval": step,
        "use_connect_dots": upwards,
    }
    match loss:
        case LaplaceNoise(ratio=ratio):
            return pld.from_laplace_mechanism(float(1 / ratio), **dots)
        case Gdp(square=square):
            return pld.from_gaussian_mechanism(1 / math.sqrt(square), **dots)
        case DiscreteLaplaceNoise(scale=scale, distance=distance):
            return pld.from_discrete_laplace_mechanism(float(1 / scale), distance, **dots)
        case DiscreteGaussianNoise(variance=variance, distance=distance):
            return pld.from_discrete_gaussian_mechanism(math.sqrt(variance), distance, **dots)
        case SampledGaussian(rate=rate, noise=noise):
            return pld.from_gaussian_mechanism(float(noise), sampling_prob=float(rate), **dots)
    return _told(loss, step, upwards, dots)


def _told(loss: Loss, step: float, upwards: bool, dots: dict[str, Any]) -> Distribution:
    """Randomised response: among two, discrete Laplace noise of distance one.

    Their own has losses moved up by as much as a step; here dots are connected.
    """

    def response(exponent: float) -> Distribution:
        return pld.from_discrete_laplace_mechanism(exponent, 1, **dots)

    match loss:
        case Pure(exponent=exponent):
            return response(float(exponent))
        case Odds(odds=odds):
            return response(math.log(odds))
        case Finite(first=(more, less, *_)):  # of the other answers, nothing is told
            nothing = pld.identity(step, upwards)
            return response(math.log(more / less)).compute_mixture(nothing, float(more + less))
        case Approx(exponent=exponent, failing=failing):
            made = pld.PrivacyLossDistribution.create_from_rounded_probability
            all_or_nothing = made({0: 1 - float(failing)}, float(failing), step, upwards)
            return response(float(exponent)).compose(all_or_nothing)
    raise AssertionError(loss)
