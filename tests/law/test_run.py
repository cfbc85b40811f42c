"""How often to try: the published masses, by another route."""

import math
from fractions import Fraction

import pytest
from scipy.stats import chi2, logser, nbinom

from discreet.errors import OutOfRange
from discreet.law import Runs
from discreet.noise import sample
from discreet.numbers import Interval
from tests.noise.bits import fixed

CASES = [(shape, stop) for shape in ("0", "1/2", "1", "5/2", "30") for stop in ("1/10", "9/10")]


@pytest.mark.parametrize(("shape", "stop"), CASES)
def test_masses_are_those_of_the_published_laws(shape: str, stop: str) -> None:
    law, eta, gamma = Runs(shape, stop), float(Fraction(shape)), float(Fraction(stop))
    peer = nbinom(eta, gamma) if eta else logser(1 - gamma)
    above = peer.sf(0) if eta else 1.0
    for k in (1, 2, 3, 10, 40):
        assert law.mass(k) == pytest.approx(peer.pmf(k) / above, rel=1e-11)
        assert law.tail(k) == pytest.approx(peer.sf(k - 1) / above, rel=1e-9, abs=1e-14)
    mean = peer.mean() / above
    assert law.mean == pytest.approx(mean, rel=1e-12)
    assert law.variance == pytest.approx((peer.var() + peer.mean() ** 2) / above - mean**2)
    assert law.mass(0) == law.mass(-1) == 0
    assert law.tail(1) == law.tail(-5) == 1


@pytest.mark.parametrize(("shape", "stop"), CASES)
def test_that_all_times_stay_within_is_a_sum_over_how_many_there_are(shape: str, stop: str) -> None:
    law = Runs(shape, stop)
    masses = [law.mass(k) for k in range(1, 60 if stop == "9/10" else 400)]
    for share in (Fraction(0), Fraction(1, 3), Fraction(9, 10)):
        found = float(law.within(Interval.of(share, 100)).upper)
        expected = math.fsum(mass * float(share) ** k for k, mass in enumerate(masses, 1))
        assert found == pytest.approx(expected, rel=1e-12, abs=1e-25)


@pytest.mark.parametrize(("shape", "stop"), CASES)
def test_draws_follow_the_law(shape: str, stop: str) -> None:
    law, many = Runs(shape, stop), 100_000
    drawn = sample(law, many, fixed(f"runs {shape} {stop}")).tolist()
    edges = sorted({law.quantile(Fraction(k, 12)) for k in range(1, 12)})
    cuts = [0, *edges]
    cells = [law.cdf(b) - law.cdf(a) for a, b in zip(cuts, edges, strict=False)]
    counts = [sum(a < k <= b for k in drawn) for a, b in zip(cuts, edges, strict=False)]
    cells, counts = [*cells, 1 - sum(cells)], [*counts, many - sum(counts)]
    statistic = sum((n - p * many) ** 2 / (p * many) for n, p in zip(counts, cells, strict=True))
    assert chi2.sf(statistic, len(cells) - 1) > 1e-9


@pytest.mark.parametrize(("shape", "stop"), [(-1, "0.5"), (101, "0.5"), (1, 0), (1, 1), (1, "x")])
def test_parameters_that_are_none_are_refused(shape: int, stop: int | str) -> None:
    with pytest.raises(OutOfRange):
        Runs(shape, stop)
