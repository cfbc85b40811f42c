"""Losses of additive noise, against closed forms and sums over every outcome."""

import math

import mpmath
import pytest

from discreet.errors import OutOfRange
from discreet.privacy import Gdp, Pure
from discreet.privacy.additive import DiscreteGaussianNoise, DiscreteLaplaceNoise, LaplaceNoise
from discreet.privacy.pair import NOTHING
from tests.privacy.truth import assert_above


def test_published_single_deltas() -> None:
    assert LaplaceNoise(1).delta("0.5") == pytest.approx(0.2211992169285951, rel=1e-15)
    assert DiscreteLaplaceNoise(1).delta("0.5") == pytest.approx(0.2876491366449679, rel=1e-15)


def test_laplace_noise_is_better_than_its_epsilon() -> None:
    loss = LaplaceNoise("0.7")
    assert loss.delta(0) < Pure("0.7").delta(0)
    assert loss.delta("0.7") == 0.0
    assert loss.sketch(0.2) == pytest.approx(loss.delta("0.2"))
    assert (loss.pure, loss.mu) == (Pure("0.7").pure, Pure("0.7").mu)
    assert loss.corners() == (loss.ratio,)
    assert loss.plus(loss) is None
    # ln(a/(2a-1) exp((a-1) r) + (a-1)/(2a-1) exp(-a r)) / (a-1) at a = 2.
    exact = math.log(2 / 3 * math.exp(0.7) + 1 / 3 * math.exp(-1.4))
    assert loss.renyi([2])[0] == pytest.approx(exact, rel=1e-14)
    assert LaplaceNoise(0).renyi([2]) == [0.0]
    assert LaplaceNoise(0).delta(0) == 0.0


@pytest.mark.parametrize("ratio", ["1e-300", "0.001", "0.5", "1", "5", "40"])
def test_laplace_noise_has_the_least_rho_for_all_its_divergences(ratio: str) -> None:
    with mpmath.workdps(1600):
        r = mpmath.mpf(ratio)
        rho = r + mpmath.exp(-r) - 1
        assert_above(LaplaceNoise(ratio).rho, rho, 1e-15)
        assert LaplaceNoise(ratio).rho <= Pure(ratio).rho
    with mpmath.workdps(1500):
        for step in range(-40, 41):
            a = 1 + mpmath.mpf(2) ** step
            up, down = mpmath.exp((a - 1) * r), mpmath.exp(-a * r)
            moment = a / (2 * a - 1) * up + (a - 1) / (2 * a - 1) * down
            divergence = mpmath.log(moment) / (a - 1)
            assert divergence <= a * rho
            if step == -40:
                assert divergence > a * rho * (1 - mpmath.mpf(10) ** -9)  # none is less


def mass(scale: mpmath.mpf, x: int) -> mpmath.mpf:
    ratio = mpmath.exp(-1 / scale)
    return (1 - ratio) / (1 + ratio) * ratio ** abs(x)


@pytest.mark.parametrize(("scale", "distance"), [(2, 1), (2, 2), (2, 3), (10, 7), ("0.5", 2)])
@pytest.mark.parametrize("epsilon", ["0", "0.3", "1"])
def test_discrete_laplace_noise_outcome_by_outcome(scale: str, distance: int, epsilon: str) -> None:
    loss = DiscreteLaplaceNoise(scale, distance)
    with mpmath.workdps(40):
        b, e = mpmath.mpf(scale), mpmath.exp(mpmath.mpf(epsilon))
        exact = sum(
            max(mpmath.mpf(0), mass(b, x) - e * mass(b, x - distance)) for x in range(-600, 600)
        )
    assert exact * (1 - 1e-25) - 1e-38 <= loss.delta(epsilon) <= exact * (1 + 1e-14)
    assert loss.sketch(float(epsilon)) == pytest.approx(float(exact), rel=1e-9, abs=1e-15)
    losses, masses = loss.pair.atoms
    assert masses.sum() == pytest.approx(1, abs=1e-12)
    assert losses[-1] == pytest.approx(loss.pure)


def test_discrete_laplace_noise_has_its_epsilon() -> None:
    loss = DiscreteLaplaceNoise(4, 2)
    assert (loss.pure, loss.rho, loss.mu) == (0.5, Pure("0.5").rho, Pure("0.5").mu)
    assert loss.renyi([3]) == Pure("0.5").renyi([3])
    assert loss.delta("0.5") == 0.0
    assert loss.corners() == (loss.exponent,)
    assert loss.terms()["distance"] == 2
    assert loss.plus(loss) is None
    assert DiscreteLaplaceNoise(4, 0).pair is NOTHING
    with pytest.raises(OutOfRange):
        DiscreteLaplaceNoise(4, -1)


@pytest.mark.parametrize(("variance", "distance"), [("0.5", 1), (4, 1), (25, 3)])
@pytest.mark.parametrize("epsilon", ["0", "0.3", "2"])
def test_discrete_gaussian_noise_outcome_by_outcome(
    variance: str, distance: int, epsilon: str
) -> None:
    loss = DiscreteGaussianNoise(variance, distance)
    with mpmath.workdps(40):
        v, e = mpmath.mpf(variance), mpmath.exp(mpmath.mpf(epsilon))
        weight = {x: mpmath.exp(-(mpmath.mpf(x) ** 2) / (2 * v)) for x in range(-210, 211)}
        total = sum(weight.values())
        exact = sum(
            max(mpmath.mpf(0), weight[x] - e * weight[x - distance]) for x in range(-200, 200)
        )
        exact /= total
    assert exact * (1 - mpmath.mpf(10) ** -20) <= loss.delta(epsilon) <= exact * (1 + 1e-14)
    assert loss.pair.atoms[1].sum() == pytest.approx(1, abs=1e-12)
    assert loss.pair.step == pytest.approx(distance / float(variance))


def test_discrete_gaussian_noise_is_concentrated() -> None:
    loss = DiscreteGaussianNoise(50, 2)
    assert loss.rho == 0.04
    assert loss.pure == math.inf
    assert loss.sketch(0.5) == Gdp(square="0.08").sketch(0.5)
    assert loss.plus(loss) is None
    assert loss.terms()["distance"] == 2
    nothing = DiscreteGaussianNoise(50, 0)
    assert (nothing.delta(0), nothing.pure) == (0.0, 0.0)
    assert nothing.pair is NOTHING
