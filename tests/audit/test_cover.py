"""A claim is held against the law in every view of it, and falls where it is too low."""

from fractions import Fraction

import pytest

from discreet.audit.cover import Claim
from discreet.audit.spread import side_by_side
from discreet.audit.told import Told
from discreet.law import DiscreteGaussian, DiscreteLaplace, Moved
from discreet.privacy import (
    Approx,
    DiscreteGaussianNoise,
    DiscreteLaplaceNoise,
    Gdp,
    Loss,
    Pure,
    Renyi,
    Zcdp,
)

LAPLACE, BELL = DiscreteLaplace(2), DiscreteGaussian(4)


def told(law: DiscreteLaplace | DiscreteGaussian, far: int = 1) -> Told:
    return Told(*side_by_side(law, Moved(law, far)))


@pytest.mark.parametrize(
    ("loss", "broken"),
    [
        (DiscreteLaplaceNoise(2), set()),
        (Pure("0.5"), set()),
        (Pure("0.4999999999"), {"the pure epsilon", "delta", "no test"}),
        (Zcdp("0.1224"), {"Rényi divergences"}),
        (Zcdp("0.1225"), set()),
        (Gdp("0.5"), {"the Gaussian view"}),
        (Approx("0.4", "0.04"), {"delta", "epsilon", "no test"}),
        (Renyi({2: "0.2"}), {"Rényi divergences"}),
    ],
)
def test_a_claim_on_laplace_noise_falls_where_it_is_too_low(loss: Loss, broken: set[str]) -> None:
    found = [finding.what for finding in Claim(loss).covers(told(LAPLACE)) if not finding.holds]
    # More views may fall with it; those that are named have to.
    assert bool(found) is bool(broken)
    assert all(any(what.startswith(start) for what in found) for start in broken)


@pytest.mark.parametrize(
    ("loss", "holds"),
    [
        (DiscreteGaussianNoise(4), True),
        (Zcdp("0.125"), True),
        (Zcdp("0.124"), False),
        (Pure(3), False),
        (Gdp("0.4"), False),
        (DiscreteGaussianNoise("4.01"), False),
    ],
)
def test_a_claim_on_gaussian_noise_falls_where_it_is_too_low(loss: Loss, holds: bool) -> None:
    assert all(finding.holds for finding in Claim(loss).covers(told(BELL))) is holds


def test_looseness_is_how_many_times_more_is_claimed() -> None:
    both = [told(LAPLACE), told(LAPLACE, -1)]
    assert Claim(DiscreteLaplaceNoise(2)).looseness(both) == pytest.approx(1, rel=1e-9)
    assert Claim(Pure(1)).looseness(both) > 2 - 1e-9
    assert Claim(Pure(1)).looseness([told(LAPLACE, 0)]) == float("inf")
    assert Claim(Pure(Fraction(0))).looseness([told(LAPLACE, 0)]) == 1
