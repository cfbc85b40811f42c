"""What riskcal says of a plan: how well a test can do, and what epsilon that shows.

It reads the distributions of dp-accounting: what is compared is what it makes of them.
"""

import math

import numpy as np
from riskcal import accountants, analysis

from discreet.privacy import Gdp, SampledGaussian
from tests.oracle.by_dp_accounting import FLOATS, distribution, grid
from tests.oracle.compare import Bounds
from tests.oracle.plan import Plan

# Down to where the peer's sums of floats still are about right.
_ALPHAS = np.logspace(-12, 0, 3001)[:-1]


def epsilon(plan: Plan, about: float) -> Bounds | None:
    """From below: the largest that any pair of false alarms and misses shows."""
    if not _sound(plan, about, upwards=False):
        return None
    delta = float(plan.delta) + FLOATS
    tests = distribution(plan, about, upwards=False)
    missed = analysis.get_beta_from_pld(tests, alpha=_ALPHAS)
    telling = (missed > 0) & (missed < 1 - delta - FLOATS)
    alphas, missed = _ALPHAS[telling], missed[telling] + FLOATS
    shown = analysis.get_epsilon_from_err_rates(delta, alphas, missed)
    return Bounds(float(np.max(shown, initial=0.0)), math.inf)


def of_training(plan: Plan, about: float) -> Bounds | None:
    """From above, what its own accountant says where all parts are sampled steps."""
    steps = accountants.CTDAccountant()
    for loss, count in plan.parts:
        if not isinstance(loss, SampledGaussian):
            return None
        for _ in range(count):
            steps.step(noise_multiplier=float(loss.noise), sample_rate=float(loss.rate))
    delta = float(plan.delta) - FLOATS
    return Bounds(0.0, float(steps.get_epsilon(delta=delta, grid_step=grid(plan, about))))


def advantage(plan: Plan, about: float) -> Bounds:
    """How much more often a test is right than wrong."""
    if all(isinstance(loss, Gdp) for loss, _ in plan.parts):
        return _about(float(analysis.get_advantage_from_gdp(_mu(plan))))
    ways = [distribution(plan, about, upwards=upwards) for upwards in (False, True)]
    below, above = (float(analysis.get_advantage_from_pld(way)) for way in ways)
    return Bounds(below - FLOATS, above + FLOATS)


def power(plan: Plan, about: float, alpha: float) -> Bounds | None:
    """How many a test finds at that false-alarm rate."""
    if all(isinstance(loss, Gdp) for loss, _ in plan.parts):
        return _about(1 - float(analysis.get_beta_from_gdp(_mu(plan), alpha)))
    if not all(_sound(plan, about, upwards=upwards) for upwards in (False, True)):
        return None
    ways = [distribution(plan, about, upwards=upwards) for upwards in (False, True)]
    below, above = (1 - float(analysis.get_beta_from_pld(way, alpha=alpha)) for way in ways)
    return Bounds(below - FLOATS, above + FLOATS)


def _sound(plan: Plan, about: float, *, upwards: bool) -> bool:
    """Whether both directions are alike, or cross where it joins them rightly.

    Elsewhere it takes the direction in which a test does worse; see the test of that.
    """
    pair = analysis.pld_to_plrvs(distribution(plan, about, upwards=upwards))
    alarms, missed = pair.pmf_X[1 - pair.x0 :].sum(), pair.pmf_Y[: 1 - pair.y0].sum()
    return bool(pair.is_symmetric or alarms <= missed)


def _mu(plan: Plan) -> float:
    """Of Gaussians together."""
    return math.sqrt(sum(loss.square * n for loss, n in plan.parts if isinstance(loss, Gdp)))


def _about(number: float) -> Bounds:
    """A closed form in floats."""
    return Bounds(number - FLOATS, number + FLOATS)
