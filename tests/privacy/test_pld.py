"""Privacy loss distributions: published numbers, enumeration, and the refusal to be below them."""

import itertools
import math
from fractions import Fraction

import mpmath
import pytest

from discreet.privacy import Approx, Gdp, Loss, Odds, Optimal, Pure, Sampled, Zcdp, compose
from discreet.privacy.additive import DiscreteGaussianNoise, DiscreteLaplaceNoise, LaplaceNoise
from discreet.privacy.chain import AIM, Chain
from discreet.privacy.convolve import Sum
from discreet.privacy.matrix import Finite
from discreet.privacy.pld import Pld
from discreet.privacy.sampled_gaussian import sampled_gaussian


def test_ten_thousand_gaussians_are_one() -> None:
    loss = (Gdp("0.01") * 10000).pld()
    assert loss.lower_epsilon("1e-6") <= Gdp(1).epsilon("1e-6") <= loss.epsilon("1e-6")
    assert loss.gap("1e-6") <= AIM
    assert loss.epsilon("1e-6") == pytest.approx(4.88655, abs=AIM)


@pytest.mark.parametrize(
    ("ratio", "count", "epsilon", "low", "high"),
    [("0.1", 10, "0.5", 0.0089382502, 0.0089383390), ("0.5", 4, 1, 0.0886236117, 0.0886253953)],
)
def test_published_laplace_sums(
    ratio: str, count: int, epsilon: str, low: float, high: float
) -> None:
    loss = (LaplaceNoise(ratio) * count).pld()
    assert loss.lower_delta(epsilon) <= high
    assert loss.delta(epsilon) >= low
    assert loss.delta(epsilon) == pytest.approx((low + high) / 2, rel=2e-3)


@pytest.mark.parametrize(
    ("epsilon", "count", "that", "published"),
    [("0.1", 10, "0.5", 0.009929626917388853), ("0.5", 4, 1, 0.09489511194634485)],
)
def test_discrete_laplace_at_distance_one_is_optimal_composition(
    epsilon: str, count: int, that: str, published: float
) -> None:
    for part in (DiscreteLaplaceNoise(1 / Fraction(epsilon)), Pure(epsilon)):
        loss = Pld(((part, count),))
        assert loss.lower_delta(that) <= published <= loss.delta(that)
        assert loss.delta(that) - loss.lower_delta(that) < 2e-6


@pytest.mark.parametrize("count", [1, 7, 40])
@pytest.mark.parametrize("delta", ["0", "0.001"])
def test_it_brackets_optimal_composition(count: int, delta: str) -> None:
    exact = Optimal(((Approx("0.3", delta), count),))
    loss = Pld(((Approx("0.3", delta), count),))
    for epsilon in ("0.1", "0.9", "2"):
        bounds, truth = loss._delta_within(epsilon), exact.delta(epsilon)
        assert bounds.lower <= truth <= bounds.upper
        assert bounds.upper - bounds.lower <= 1e-5


def enumerated(pairs: list[tuple[list[float], list[float]]], epsilon: float) -> mpmath.mpf:
    """The delta of several finite mechanisms, outcome by outcome."""
    total = mpmath.mpf(0)
    with mpmath.workdps(30):
        odds = mpmath.exp(epsilon)
        for outcome in itertools.product(*(range(len(p)) for p, _ in pairs)):
            p = mpmath.fprod(pair[0][i] for pair, i in zip(pairs, outcome, strict=True))
            q = mpmath.fprod(pair[1][i] for pair, i in zip(pairs, outcome, strict=True))
            total += max(mpmath.mpf(0), p - odds * q)
    return total


@pytest.mark.parametrize("epsilon", [0.0, 0.3, 1.1])
def test_it_brackets_what_enumeration_finds_in_both_directions(epsilon: float) -> None:
    rows = [
        ([0.5, 0.25, 0.25], [0.25, 0.25, 0.5]),
        ([0.75, 0.125, 0.125], [0.5, 0.375, 0.125]),
        ([0.9375, 0.0625], [1.0, 0.0]),
        ([0.5, 0.5], [0.375, 0.625]),
    ]
    exact = max(enumerated(rows, epsilon), enumerated([(q, p) for p, q in rows], epsilon))
    loss = compose(*(Finite(p, q) for p, q in rows)).pld()
    bounds = loss._delta_within(epsilon)
    assert bounds.lower <= exact <= bounds.upper
    assert bounds.upper - bounds.lower < 2e-3


def test_both_directions_are_looked_at() -> None:
    # Leaving tells nothing for certain, coming does: the larger counts.
    loss = Finite(["0.9", "0.1"], ["1", "0"]).pld()
    turned = Finite(["1", "0"], ["0.9", "0.1"]).pld()
    assert len(loss._chains) == len(turned._chains) == 2
    assert loss.delta(1) >= 0.1 <= turned.delta(1)
    assert loss.delta(1) == pytest.approx(turned.delta(1), rel=1e-9)


def test_published_sampled_steps_as_a_loss() -> None:
    loss = (sampled_gaussian(rate="0.01", noise=1) * 5000).pld()
    bounds = loss.epsilon_within("1e-6")
    assert 4.483 < bounds.lower <= bounds.upper <= 4.736
    assert loss.gap("1e-6") <= AIM
    assert loss.epsilon("1e-6") is loss.epsilon("1e-6") or loss.epsilon("1e-6") > 0
    assert bounds.upper <= 0.5 * (4.736 + bounds.upper) + 1e-9


@pytest.mark.parametrize("loss", [Zcdp("0.01"), Gdp("0.2"), Odds(2), Pure("0.3")])
def test_a_loss_composed_with_nothing_covers_itself(loss: Loss) -> None:
    composed = loss.pld()
    for epsilon in ("0.05", "0.2", "0.6"):
        assert composed.delta(epsilon) >= loss.delta(epsilon) * (1 - 1e-9)


def test_other_views_are_sums() -> None:
    loss = Pld(((Pure("0.5"), 2), (LaplaceNoise(1), 1)))
    assert loss.pure == 2.0
    assert loss.rho == pytest.approx(math.tanh(0.25) + math.exp(-1), rel=1e-12)
    assert loss.renyi([2])[0] == pytest.approx(
        2 * Pure("0.5").renyi([2])[0] + LaplaceNoise(1).renyi([2])[0]
    )
    assert loss.delta(2) == 0.0
    assert loss.epsilon(0) == 2.0
    assert Pld(((Gdp(1), 1),)).pure == math.inf
    assert loss.terms() == {}
    assert str(loss) == "loss distribution of (2 times epsilon = 0.5; laplace ratio = 1)"
    assert loss.plus(loss) == Pld(loss.parts + loss.parts)
    assert loss.plus(Pure(1)) is None
    assert loss.pld() is loss


def test_sketches_and_trade_offs_follow_the_profile() -> None:
    loss = (Gdp("0.5") * 4).pld()
    assert loss.sketch(1.0) == pytest.approx(Gdp(1).delta(1), rel=0.02)
    assert loss.sketch(7.0) == pytest.approx(Gdp(1).delta(7), rel=0.5)
    assert loss.tradeoff("0.05") <= Gdp(1).tradeoff("0.05")
    assert loss.tradeoff("0.05") == pytest.approx(Gdp(1).tradeoff("0.05"), abs=2e-3)


def test_a_delta_no_float_holds_is_rounded_against_us() -> None:
    loss = Pld(((Pure("0.3"), 3),))
    assert loss.epsilon(Fraction(1, 3)) >= loss.lower_epsilon("0.33333333333333334")


def responses(epsilon: float, count: int, that: float) -> mpmath.mpf:
    """The delta of that many randomised responses, loss by loss."""
    with mpmath.workdps(40):
        step = mpmath.mpf(epsilon)
        least = int(mpmath.floor((mpmath.mpf(that) / step + count) / 2)) + 1
        odds, total = mpmath.exp(step), mpmath.mpf(0)
        chance = mpmath.exp(
            mpmath.loggamma(count + 1)
            - mpmath.loggamma(least + 1)
            - mpmath.loggamma(count - least + 1)
            + least * step
            - count * mpmath.log1p(odds)
        )
        for up in range(least, count + 1):
            part = -chance * mpmath.expm1(that - (2 * up - count) * step)
            total += part
            if part < total * mpmath.mpf(10) ** -30 and up > least + 10:
                break
            chance *= odds * (count - up) / (up + 1)
        return total


@pytest.mark.parametrize("deviations", [1, 3, 5])
def test_sums_hundreds_of_epsilons_wide_are_still_bracketed(deviations: int) -> None:
    epsilon, count = 3.0, 10**5
    mean, spread = (
        count * 3 * math.tanh(1.5),
        6 * math.sqrt(count * math.exp(3)) / (1 + math.exp(3)),
    )
    that = round(mean + deviations * spread)
    bounds, truth = Pld(((Pure(3), count),))._delta_within(that), responses(epsilon, count, that)
    assert bounds.lower <= truth <= bounds.upper
    assert bounds.upper - bounds.lower <= 1e-3 * truth


@pytest.mark.parametrize("delta", ["0.1", "1e-6"])
def test_so_are_a_hundred_million_steps(delta: str) -> None:
    loss = Pld(((Pure("0.1"), 10**8),))
    bounds = loss.epsilon_within(delta)
    assert responses(0.1, 10**8, bounds.upper) <= float(delta)
    assert responses(0.1, 10**8, bounds.lower) >= float(delta)
    assert bounds.upper - bounds.lower <= 1e-3 * bounds.upper


@pytest.mark.parametrize(
    "parts",
    [
        ((Approx(1, 1), 1),),
        ((Approx(1, 1 - Fraction(1, 10**17)), 2),),
        ((Finite([1, 0], [0, 1]), 1), (Pure(1), 2)),
        ((Gdp(25), 10000),),
        ((sampled_gaussian(rate=1 - Fraction(1, 10**12), noise="0.05"), 1),),
        ((sampled_gaussian(rate=1 - Fraction(1, 10**17), noise="0.05"), 3),),
        ((DiscreteGaussianNoise(5, 400), 1),),
    ],
)
def test_what_tells_all_but_for_sure_is_said_to(parts: tuple[tuple[Loss, int], ...]) -> None:
    loss = Pld(parts)
    assert loss.delta(1) >= 0.999
    assert loss.lower_delta(1) <= 1
    assert loss.epsilon("1e-6") >= loss.lower_epsilon("1e-6") >= 0


def test_losses_that_no_float_holds_add_up_with_others() -> None:
    loss = Pld(((DiscreteGaussianNoise("0.13", 2), 1), (Gdp("0.02"), 1), (LaplaceNoise("0.1"), 1)))
    assert loss.lower_delta(3) <= loss.delta(3)
    assert loss.epsilon("1e-6") >= loss.lower_epsilon("1e-6") > 0


def test_atoms_left_out_of_a_pair_are_told_from_above_only() -> None:
    loss, alone = Pld(((DiscreteGaussianNoise(1), 1),)), DiscreteGaussianNoise(1)
    assert loss.lower_delta(40) <= alone.delta(40) <= loss.delta(40)
    assert loss.lower_epsilon("1e-300") <= alone.epsilon("1e-300") <= loss.epsilon("1e-300")


def test_the_direction_that_does_not_count_is_not_refined(monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[float] = []
    sums = Chain.sums

    def counted(chain: Chain, step: float, tilt: float, rare: float) -> tuple[Sum, Sum]:
        tries.append(step)
        return sums(chain, step, tilt, rare)

    monkeypatch.setattr(Chain, "sums", counted)
    loss = Pld(((sampled_gaussian(rate="0.000025", noise="0.13"), 1),))
    assert loss.lower_delta(0) <= loss.delta(0)
    assert len(tries) < 12


def test_a_step_far_wider_than_one_parts_losses_still_bounds_them() -> None:
    faint = Sampled(LaplaceNoise("0.0032"), "0.000001171")
    loud = Finite(["2/7", "1/7", "8/21", "4/21"], ["9/19", "7/19", "2/19", "1/19"])
    loss = Pld(((loud, 2), (DiscreteGaussianNoise("1.25"), 1), (faint, 1)))
    assert 0 < loss.lower_epsilon("1e-6") <= loss.epsilon("1e-6")
