"""What autodp says of a plan: Rényi divergences added up, and closed forms of single releases.

Its analytic Fourier accountant is not asked: it inverts with 700 points whatever the law, which is
too few for losses with atoms, those of Laplace noise and randomised response: deltas come out below
zero. For sampled noise it needs `scipy.integrate.quadrature`, which is gone.
"""

import math
import warnings
from fractions import Fraction
from typing import Any, TypeAlias

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

with warnings.catch_warnings():
    # Backslashes in its docstrings, when it is compiled.
    warnings.simplefilter("ignore", DeprecationWarning)
    warnings.simplefilter("ignore", SyntaxWarning)
    from autodp import mechanism_zoo, transformer_zoo

# The peer has no types.
Mechanism: TypeAlias = Any


def epsilon(plan: Plan) -> Bounds | None:
    """Theirs from above, if there is delta left after what is told outright."""
    delta = float(_left(plan))
    if delta <= 0:
        return None
    mechanisms = [_one(loss) for loss, _ in plan.parts]
    counts = [count for _, count in plan.parts]
    with warnings.catch_warnings():
        # Orders that it tries on its way are infinite, or next to one.
        warnings.simplefilter("ignore", RuntimeWarning)
        whole = _together(plan, mechanisms, counts)
        return Bounds(0.0, float(min(whole.get_approxDP(delta), whole.get_pureDP())))


def _together(plan: Plan, mechanisms: list[Mechanism], counts: list[int]) -> Mechanism:
    if counts == [1]:
        return mechanisms[0]
    if all(isinstance(loss, Gdp) for loss, _ in plan.parts):
        return transformer_zoo.ComposeGaussian()(mechanisms, counts)
    return transformer_zoo.Composition()(mechanisms, counts)


def _left(plan: Plan) -> Fraction:
    """The delta left for the rest where approximate losses do not tell all.

    Because. They are randomised response, and beside it, all told or nothing: f + (1 - f) delta.
    """
    kept = Fraction(1)
    for loss, count in plan.parts:
        kept *= (1 - loss.failing) ** count if isinstance(loss, Approx) else 1
    return (plan.delta - (1 - kept)) / kept


def _one(loss: Loss) -> Mechanism:
    """As it knows the kind, or as pure or concentrated privacy, which say no less."""
    match loss:
        case LaplaceNoise(ratio=ratio):
            return mechanism_zoo.LaplaceMechanism(float(1 / ratio))
        case Gdp(square=square):
            return mechanism_zoo.ExactGaussianMechanism(1 / math.sqrt(square))
        case DiscreteGaussianNoise(variance=variance, distance=distance):
            return mechanism_zoo.DiscreteGaussianMechanism(math.sqrt(variance) / distance)
        case Odds(odds=odds):
            return mechanism_zoo.RandresponseMechanism(float(odds / (1 + odds)))
        case Pure(exponent=exponent) | DiscreteLaplaceNoise(exponent=exponent):
            return mechanism_zoo.PureDP_Mechanism(float(exponent))
        case Approx(exponent=exponent):
            return mechanism_zoo.PureDP_Mechanism(float(exponent))
        case Finite(first=(more, less, *_)):
            return mechanism_zoo.PureDP_Mechanism(math.log(more / less))
        case SampledGaussian(rate=rate, noise=noise):
            sampled = transformer_zoo.AmplificationBySampling()
            bell = mechanism_zoo.ExactGaussianMechanism(float(noise))
            return sampled(bell, float(rate), improved_bound_flag=True)
    raise AssertionError(loss)


def by_fourier(mechanism: Mechanism, count: int, epsilon: float) -> float:
    """The delta that its Fourier accountant gives."""
    return float(transformer_zoo.ComposeAFA()([mechanism], [count]).get_approx_delta(epsilon))


def laplace(ratio: float) -> Mechanism:
    """Laplace noise, by its characteristic function."""
    return mechanism_zoo.LaplaceMechanism(1 / ratio, RDP_off=True, phi_off=False)
