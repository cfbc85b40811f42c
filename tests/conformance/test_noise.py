"""Every noise law: a million draws spread and reach as the law says."""

from fractions import Fraction

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import chi2

from discreet.law import DiscreteGaussian, DiscreteLaplace, Geometric, Law, Staircase
from discreet.noise import sample
from tests.noise.bits import fixed

FALSE_ALARM = 1e-9
SCALES = [Fraction(1, 10), *(Fraction(10) ** power for power in range(7))]
LAWS: list[Law] = [
    *(DiscreteLaplace(scale) for scale in SCALES),
    *(DiscreteGaussian(scale**2) for scale in SCALES),
    *(Geometric(scale) for scale in SCALES[:5]),
    Staircase(1, 40, 15),
    Staircase("0.01", 3, 2),
]


def _spread(law: Law, drawn: NDArray[np.int64]) -> float:
    """The chi-square test's p-value, over bins a quarter of a standard deviation wide."""
    width = max(law.variance**0.5 / 4, 0.5)
    edges = sorted({round(law.mean + step * width) for step in range(-40, 41)})
    edges = [edge for edge in edges if 25 / len(drawn) < law.tail(edge) < 1 - 25 / len(drawn)]
    if not edges:  # so narrow a law that any draw beside its middle would be one too many
        return float((drawn == law.quantile("1/2")).all())
    while True:
        tails = [1.0, *(law.tail(edge) for edge in edges), 0.0]
        masses = -np.diff(tails)
        thin = [place for place, mass in enumerate(masses) if mass * len(drawn) < 10]
        if not thin:
            break
        del edges[min(thin[0], len(edges) - 1)]
    counts = np.bincount(np.searchsorted(edges, drawn, "right"), minlength=len(masses))
    expected = masses * len(drawn)
    statistic = ((counts - expected) ** 2 / expected).sum()
    return float(chi2.sf(statistic, len(masses) - 1))


@pytest.mark.parametrize("law", LAWS, ids=str)
def test_a_million_draws_spread_as_the_law_says(law: Law) -> None:
    drawn = sample(law, 10**6, fixed(str(law)))
    assert _spread(law, drawn) > FALSE_ALARM


@pytest.mark.parametrize("law", LAWS, ids=str)
def test_a_million_draws_reach_as_far_as_the_law_says(law: Law) -> None:
    drawn = sample(law, 10**6, fixed(f"far {law}"))
    for odds in (1e-2, 1e-3, 1e-4, 1e-5):
        edge = law.quantile(Fraction(1) - Fraction(odds)) + 1
        mean, mirror = law.tail(edge) * len(drawn), law.cdf(-edge) * len(drawn)
        assert abs(int((drawn <= -edge).sum()) - mirror) <= 6.5 * mirror**0.5 + 15
        # Six and a half standard deviations and a bit more: counts this small are Poisson.
        assert abs(int((drawn >= edge).sum()) - mean) <= 6.5 * mean**0.5 + 15


@pytest.mark.parametrize("law", [DiscreteLaplace(1000), DiscreteGaussian(10**6)], ids=str)
def test_a_law_that_is_a_hundredth_off_is_seen(law: Law) -> None:
    wrong = DiscreteLaplace(1010) if isinstance(law, DiscreteLaplace) else DiscreteGaussian(1010**2)
    assert _spread(law, sample(wrong, 10**6, fixed("wrong"))) < FALSE_ALARM


@pytest.mark.parametrize("law", [DiscreteLaplace(2000), DiscreteGaussian(3)], ids=str)
def test_single_draws_follow_the_law_too(law: Law) -> None:
    bits = fixed(f"single {law}", 1 << 20)
    drawn = np.array([sample(law, source=bits) for _ in range(20_000)])
    assert _spread(law, drawn) > FALSE_ALARM
