"""Against dp-accounting, the sharpest of the peers: 500 plans of all kinds."""

import math

import pytest
from dp_accounting import NeighboringRelation, dp_event
from dp_accounting.pld import PLDAccountant

from tests.oracle import by_dp_accounting as peer
from tests.oracle.compare import COUNT, Bounds, faults, near, ours

# What is traced is slower, and covered elsewhere.
pytestmark = pytest.mark.no_cover


def test_no_epsilon_is_half_a_percent_above_theirs_and_the_comparison_sees_one_percent() -> None:
    found, sharp = [], 0
    for plan, own in ours():
        theirs = peer.epsilon(plan, own.upper)
        found += [f"{fault}: {own}, {theirs}, {plan}" for fault in faults(own, theirs)]
        if math.isfinite(own.upper):
            sharp += near(own, theirs)
            for planted in (own.upper * 0.99, own.upper * 1.01):
                assert faults(Bounds(own.lower, planted), theirs), plan
        else:
            assert theirs.upper == math.inf, plan  # more is told outright than the plan's delta
    assert not found, "\n".join(found)
    assert sharp >= COUNT - 2


def test_their_accountant_is_not_asked_for_it_counts_randomised_response_once() -> None:
    # All of ten truths, each with probability 3/4: that alone shows more than it says.
    accountant = PLDAccountant(NeighboringRelation.REPLACE_ONE)
    accountant.compose(dp_event.RandomizedResponseDpEvent(0.5, 2), 10)
    epsilon = accountant.get_epsilon(1e-6)
    assert epsilon < 1.1
    assert 0.75**10 - math.exp(epsilon) * 0.25**10 > 0.05
