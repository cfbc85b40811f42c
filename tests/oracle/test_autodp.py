"""Against autodp: 500 plans of all kinds, by Rényi divergences or closed forms."""

import math

import pytest

from discreet.privacy import Gdp
from tests.oracle import by_autodp as peer
from tests.oracle.compare import COUNT, faults, near, ours

# What is traced is slower, and covered elsewhere.
pytestmark = pytest.mark.no_cover


def test_no_epsilon_is_half_a_percent_above_theirs() -> None:
    found, checked = [], 0
    for plan, own in ours():
        theirs = peer.epsilon(plan)
        if theirs is None:
            assert own.upper == math.inf, plan  # more is told outright than the plan's delta
            continue
        checked += 1
        found += [f"{fault}: {own}, {theirs}, {plan}" for fault in faults(own, theirs)]
        if all(isinstance(loss, Gdp) for loss, _ in plan.parts):
            assert near(own, theirs), plan  # their closed form
    assert not found, "\n".join(found)
    assert checked >= COUNT - 2


def test_their_fourier_accountant_is_not_asked_for_it_gives_a_delta_below_zero() -> None:
    assert peer.by_fourier(peer.laplace(0.117), 4, 0.46) < 0
