"""Published values that no other test holds the code to; tables are named as they were published.

Those of tables T1, T2 and most of T3 and T4 are asserted where their loss is tested, in
`tests/privacy`; so are all of sections 6.2 and 6.3, and the rest of section 10. Bounded-range
composition (two rows of T7) belongs to a loss that is still to come.
"""

import math
from fractions import Fraction

import pytest

from discreet.numbers import Number
from discreet.privacy import (
    DiscreteGaussianNoise,
    Gdp,
    LaplaceNoise,
    Loss,
    Odds,
    Pure,
    Renyi,
    advantage,
    explain,
    guess,
    posterior,
    power,
    sampled_gaussian,
)

F = Fraction


def test_laplace_noise_has_its_published_divergence_and_trade_off() -> None:
    """Table T4."""
    assert LaplaceNoise(1).renyi([2])[0] == pytest.approx(0.6191236299985929, rel=1e-12)
    assert LaplaceNoise(1).tradeoff("0.3") == pytest.approx(0.3065662009762019, rel=1e-12)


@pytest.mark.parametrize(
    ("ratio", "count", "epsilon", "low", "high"),
    [
        ("0.1", 10, "0.5", 0.0089382502, 0.0089383390),
        ("0.5", 4, 1, 0.0886236117, 0.0886253953),
    ],
)
def test_laplace_sums_lie_in_their_published_intervals(
    ratio: str, count: int, epsilon: Number, low: float, high: float
) -> None:
    """Table T3: within the interval, widened by the gap that is told."""
    loss = (LaplaceNoise(ratio) * count).pld()
    lower, upper = loss.lower_delta(epsilon), loss.delta(epsilon)
    gap = upper - lower
    assert low - gap <= lower <= high
    assert low <= upper <= high + gap
    assert gap < 1e-3 * high


@pytest.mark.parametrize(
    ("variance", "published"),
    [
        ("0.25", 0.6032048691666064),
        (1, 0.1413513394056219),
        (4, 0.007248776845952578),
        (100, 1.279240856716094e-25),
    ],
)
def test_discrete_gaussian_noise_has_its_published_delta(
    variance: Number, published: float
) -> None:
    """Table T5, at epsilon one."""
    assert DiscreteGaussianNoise(variance).delta(1) == pytest.approx(published, rel=1e-12)


def test_randomised_response_has_its_published_odds() -> None:
    """Table T5."""
    assert guess(Pure(1)) == pytest.approx(0.7310585786300049, rel=1e-12)
    assert Odds(3).pure == pytest.approx(1.09861228866811, rel=1e-12)


@pytest.mark.parametrize(
    ("delta", "published"),
    [("1e-2", 6.771806136), ("1e-5", 8.419771302), ("1e-10", 9.849873987)],
)
def test_the_gaussian_rule_fails_from_its_published_epsilon_on(
    delta: str, published: float
) -> None:
    """Table T11: where sqrt(2 ln(1.25 / delta)) / epsilon is first too little noise."""

    def holds(epsilon: float) -> bool:
        rule = math.sqrt(2 * math.log(1.25 / float(delta))) / epsilon
        return Gdp(square=1 / F(rule) ** 2).delta(epsilon) <= F(delta)

    assert holds(published * (1 - 1e-9))
    assert not holds(published * (1 + 1e-9))
    assert all(holds(published * part / 10) for part in range(1, 10))


# Orders that section 6.4 looks at.
ORDERS = [*(F(i, 10) for i in range(11, 110)), *map(F, range(11, 64)), F(128), F(256), F(512)]
# Sampling rate, noise, steps, delta; epsilons by the plain and by the improved conversion of
# divergences, and by distributions.
SAMPLED = [
    ("256/60000", "1.1", 14062, "1e-5", 3.0083, 2.5966, 2.3817),
    ("256/60000", "1.3", 3515, "1e-5", 1.1921, 0.9544, 0.8645),
    ("0.01", "4", 10000, "1e-5", 1.2586, 1.0355, 0.9470),
    ("512/50000", "1.5", 9765, "1e-5", 3.9946, 3.5064, 3.2293),
    ("512/25000", "0.56", 976, "1e-5", 20.988, 19.602, 17.406),
    ("1", "5", 10, "1e-5", 3.2349, 2.8137, 2.5944),
    ("0.02", "1", 1, "1e-5", 1.5695, 1.1640, 0.4389),
    ("0.001", "0.8", 100000, "1e-6", 3.6406, 3.1878, 2.9151),
    ("4096/60000", "2", 585, "1e-5", 4.8245, 4.2651, 3.9167),
]


@pytest.mark.parametrize(
    ("rate", "noise", "steps", "delta", "plain", "improved", "exact"), SAMPLED, ids=str
)
def test_sampled_steps_have_their_published_epsilons(  # noqa: PLR0913, PLR0917  (a table's columns)
    rate: str, noise: str, steps: int, delta: str, plain: float, improved: float, exact: float
) -> None:
    """Section 6.5: divergences to the last digit that is shown, distributions to 0.5 %."""
    step = sampled_gaussian(rate=rate, noise=noise)
    curve = {order: F(most) * steps for order, most in zip(ORDERS, step.renyi(ORDERS), strict=True)}
    certain = -math.log(float(delta))
    found = min(float(most) + certain / float(order - 1) for order, most in curve.items())
    digit = 5.1e-4 if plain > 10 else 5.1e-5
    assert found == pytest.approx(plain, abs=digit)
    listed: dict[Number, Number] = {o: most for o, most in curve.items() if most < 10**6}
    assert Renyi(listed).epsilon(delta) == pytest.approx(improved, abs=digit)
    bounds = (step * steps).pld().epsilon_within(delta)
    assert bounds.upper == pytest.approx(exact, rel=5e-3)
    assert bounds.lower == pytest.approx(exact, rel=5e-3)


@pytest.mark.parametrize(
    ("rate", "steps", "epsilon", "noise"),
    [
        ("256/60000", 3515, 1, "1.1851"),
        ("256/60000", 3515, 3, "0.7282"),
        ("256/60000", 14062, 1, "2.0252"),
        ("256/60000", 14062, 3, "0.9685"),
        ("512/50000", 9765, 3, "1.5803"),
        ("512/50000", 9765, 8, "0.8884"),
    ],
)
def test_the_published_noise_is_the_least_for_sampled_steps(
    rate: str, steps: int, epsilon: int, noise: str
) -> None:
    """Section 6.6: with 0.1 % more the epsilon is kept, with 0.1 % less it is not."""

    def steps_with(part: str) -> Loss:
        return sampled_gaussian(rate=rate, noise=F(noise) * F(part)) * steps

    assert steps_with("1.001").pld().epsilon("1e-5") <= epsilon
    assert steps_with("0.999").pld().lower_epsilon("1e-5") > epsilon


@pytest.mark.parametrize(
    ("epsilon", "right", "after", "found", "ahead"),
    [
        ("0.1", "0.5250", "1.10", "1.11", "0.0500"),
        ("0.5", "0.6225", "1.64", "1.65", "0.2449"),
        ("1", "0.7311", "2.67", "2.72", "0.4621"),
        ("2", "0.8808", "6.95", "7.39", "0.7616"),
        ("4", "0.9820", "35.5", "54.6", "0.9640"),
        ("8", "0.9997", "96.8", "99.97", "0.9993"),
    ],
)
def test_what_epsilon_means_is_as_published_in_every_digit(
    epsilon: str, right: str, after: str, found: str, ahead: str
) -> None:
    """Section 10: a guess between two worlds, a belief of 1 %, power at 1 %, the advantage."""
    loss = Pure(epsilon)
    values = guess(loss), 100 * posterior(loss, "0.01"), 100 * power(loss, "0.01"), advantage(loss)
    for value, shown in zip(values, (right, after, found, ahead), strict=True):
        assert f"{value:.{len(shown.partition('.')[2])}f}" == shown


@pytest.mark.parametrize(
    ("mu", "ahead", "delta"),
    [("0.5", "0.1974", "0.006830"), ("1", "0.3829", "0.126937"), ("2", "0.6827", "0.509862")],
)
def test_gaussian_losses_mean_what_is_published(mu: str, ahead: str, delta: str) -> None:
    """Section 10."""
    assert f"{advantage(Gdp(mu)):.4f}" == ahead
    assert f"{Gdp(mu).delta(1):.6f}" == delta


@pytest.mark.parametrize("epsilon", ["0.1", "1", "4"])
def test_two_worlds_are_told_by_frequencies(epsilon: str) -> None:
    """Section 10: a of 100 without become at most min(100, e^ε a, 100 - e^-ε (100 - a))."""
    odds = math.exp(float(epsilon))
    for count, told in explain(Pure(epsilon)).listings[0].rows:
        without = int(count)
        most = min(100, odds * without, 100 - (100 - without) / odds)
        assert most * (1 - 1e-12) <= float(told) <= most + max(0.006 * most, 0.01)
