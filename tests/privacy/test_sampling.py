"""Random samples: the mixture of every sample there is, listed, tells no more."""

import itertools
import math
from fractions import Fraction
from math import comb
from typing import Any

import mpmath
import numpy as np
import pytest

from discreet.errors import OutOfRange
from discreet.numbers import Number
from discreet.privacy import (
    Approx,
    Draw,
    Finite,
    Gdp,
    LaplaceNoise,
    Loss,
    Odds,
    Pure,
    Sampled,
    Zcdp,
    compose,
    sampled_gaussian,
)
from discreet.privacy.chain import Chain
from discreet.privacy.pair import EVERYTHING, NOTHING, Bell, Points, Spike, response
from discreet.privacy.sampling import Folded, Taken, taken
from tests.privacy.truth import DIGITS, Pair, assert_above, divergence, real, told

F = Fraction
EPSILONS = ("0", "0.01", "0.1", "0.3", "1", "3")


def turned(pair: Pair) -> Pair:
    return [(q, p) for p, q in pair]


def mixed(pair: Pair, rate: Fraction) -> Pair:
    """A unit that takes part with this probability, and leaves."""
    return [(rate * p + (1 - rate) * q, q) for p, q in pair]


@pytest.mark.parametrize("rate", [F(1, 100), F(1, 3), F(9, 10), F(1)])
@pytest.mark.parametrize(
    "rows",
    [
        (["0.75", "0.25"], ["0.25", "0.75"]),
        (["0.6", "0.3", "0.1"], ["0.1", "0.3", "0.6"]),
        (["0.5", "0.5", "0"], ["0", "0.5", "0.5"]),
        (["0.7", "0.2", "0.1"], ["0.3", "0.3", "0.4"]),
    ],
)
def test_samples_by_a_coin_are_covered_either_way_round(
    rows: tuple[list[Number], list[Number]], rate: Fraction
) -> None:
    loss, inside = Sampled(Finite(*rows), rate), Finite(*rows)
    pair = mixed([*zip(inside.first, inside.second, strict=True)], rate)
    symmetric = sorted(rows[0]) == sorted(rows[1])
    for epsilon in EPSILONS:
        truth = max(told(pair, epsilon), told(turned(pair), epsilon))
        assert loss.delta(epsilon) >= truth
        if symmetric and truth:
            assert_above(loss.delta(epsilon), truth)
        assert loss.pld().delta(epsilon) >= truth
        assert loss.pld().lower_delta(epsilon) <= loss.delta(epsilon)
    for order in (F(3, 2), F(2), F(10)):
        if all(p and q for p, q in pair):
            found = max(divergence(pair, order), divergence(turned(pair), order))
            assert loss.renyi([order])[0] >= found


def counted(odds: int, size: int) -> list[list[Fraction]]:
    """Tells the number of ones in a sample of this size, by odds that fall with the distance."""
    rows = []
    for ones in range(size + 1):
        weights = [F(1, odds ** abs(answer - ones)) for answer in range(size + 1)]
        rows.append([weight / sum(weights) for weight in weights])
    return rows


def mixture(table: tuple[int, ...], size: int, rows: list[list[Fraction]]) -> list[Fraction]:
    samples = [*itertools.combinations(table, size)]
    answers = range(size + 1)
    return [sum((rows[sum(s)][a] for s in samples), F(0)) / len(samples) for a in answers]


@pytest.mark.parametrize(("units", "size"), [(3, 1), (4, 2), (5, 2), (5, 4), (3, 3)])
@pytest.mark.parametrize("odds", [2, 5])
def test_samples_of_a_fixed_size_are_covered_when_a_unit_is_replaced(
    units: int, size: int, odds: int
) -> None:
    rows = counted(odds, size)
    steps = [Finite(rows[k], rows[k + 1]) for k in range(size)]
    for others in itertools.product((0, 1), repeat=units - 1):
        first, second = (mixture((unit, *others), size, rows) for unit in (0, 1))
        pair = [*zip(first, second, strict=True)]
        for epsilon in EPSILONS:
            truth = max(told(pair, epsilon), told(turned(pair), epsilon))
            share = F(size, units)
            most = max(Sampled(step, share, Draw.FIXED).delta(epsilon) for step in steps)
            assert most >= truth - mpmath.mpf(10) ** -40


@pytest.mark.parametrize("inside", [Odds(3), Gdp(1), LaplaceNoise(1), Approx(1, "0.01"), Gdp(3)])
@pytest.mark.parametrize("rate", ["0.001", "0.3", "0.98"])
def test_a_folded_pair_has_the_profile_either_way_round(inside: Loss, rate: str) -> None:
    loss = Sampled(inside, rate, Draw.FIXED)
    pair = loss.pair
    assert isinstance(pair, Points if isinstance(inside.pair, Points) else Folded)
    assert pair.reverse() is pair
    assert pair.infinite == pytest.approx(float(F(rate)) * inside.pair.infinite)
    chain = Chain([(pair, 1)])
    for epsilon in EPSILONS:
        exact, (lower, upper) = loss.delta(epsilon), chain.delta(float(epsilon))
        assert lower <= exact * (1 + 1e-12)
        assert upper >= exact * (1 - 1e-12)
        assert upper - lower <= 0.05 * exact + 1e-9


def test_two_fixed_samples_tell_at_least_what_listing_them_says() -> None:
    rate, e = F(1, 4), mpmath.e
    with mpmath.workdps(DIGITS):
        # The worst one: losses above zero of the sampled response, mirrored, the rest at zero.
        p, q = (real(rate) * e + 1 - real(rate)) / (1 + e), 1 / (1 + e)
        one = [(p, q), (1 - p - q, 1 - p - q), (q, p)]
        two = [(a * c, b * d) for (a, b), (c, d) in itertools.product(one, one)]
        loss = Sampled(Pure(1), rate, Draw.FIXED) * 2
        for epsilon in ("0", "0.2", "0.5"):
            assert loss.delta(epsilon) >= told(two, epsilon)
            assert loss.pld().lower_delta(epsilon) <= told(two, epsilon)


def test_where_the_pair_has_a_direction_the_profile_makes_one() -> None:
    loss = Sampled(sampled_gaussian(rate="0.5", noise=1), "0.5", Draw.FIXED)
    assert isinstance(loss.pair, Points)
    assert loss.pld().delta("0.1") >= loss.delta("0.1")


def test_a_sample_by_coins_of_gaussian_steps_is_the_step_that_is_built_in() -> None:
    one, other = Sampled(Gdp(1), "0.01"), sampled_gaussian(rate="0.01", noise=1)
    assert one.pair == other.pair
    for epsilon in ("0.001", "0.05", "0.5", "1"):
        assert one.delta(epsilon) == pytest.approx(other.delta(epsilon), rel=1e-12)
        assert one.sketch(float(epsilon)) == pytest.approx(other.sketch(float(epsilon)))


def test_pure_losses_shrink_as_published() -> None:
    """ln(1 + q (exp(epsilon) - 1)), and a twentieth of it at a small rate."""
    with mpmath.workdps(DIGITS):
        truth = mpmath.log(1 + real("0.1") * (mpmath.e - 1))
    loss = Sampled(Pure(1), "0.1")
    assert_above(loss.pure, truth)
    assert loss.rho == Pure(loss.pure).rho
    assert loss.mu == Pure(loss.pure).mu
    assert loss.delta(F(loss.pure)) <= 1e-15
    assert loss.delta(1) == 0.0
    assert loss.renyi([2]) == Pure(loss.pure).renyi([2])


def test_other_views_are_those_without_a_sample() -> None:
    assert Sampled(Gdp(1), "0.1").rho == 0.5
    assert Sampled(Gdp(1), "0.1").mu == 1
    assert Sampled(Zcdp("0.1"), "0.1").renyi([2]) == [0.2]
    assert Sampled(Gdp(1), "0.1").pure == math.inf
    assert Sampled(Gdp(1), 1).delta(1) == pytest.approx(Gdp(1).delta(1), rel=1e-14)


@pytest.mark.parametrize("draw", [*Draw])
def test_who_never_takes_part_has_nothing_to_lose(draw: Draw) -> None:
    loss = Sampled(Gdp(1), 0, draw)
    assert (loss.delta(0), loss.sketch(0.0), loss.pure) == (0.0, 0.0, 0.0)
    assert loss.pair is NOTHING
    assert repr(draw) == f"Draw.{draw.name}"


@pytest.mark.parametrize("rate", [-1, 2, "1.000001", math.nan, True, None])
def test_a_rate_is_a_probability(rate: Any) -> None:  # noqa: ANN401
    with pytest.raises(OutOfRange, match="the rate"):
        Sampled(Pure(1), rate)


@pytest.mark.parametrize("rate", ["0.99", "0.999999999999", 1 - F(17, 10**17)])
def test_rates_next_to_one_have_the_pair_of_the_profile(rate: Number) -> None:
    for loss in (Sampled(LaplaceNoise(50), rate), sampled_gaussian(rate=rate, noise=1)):
        assert isinstance(loss.pair, Points)
        for epsilon in ("0.5", "4"):
            assert loss.pld().delta(epsilon) >= loss.delta(epsilon) * (1 - 1e-12)


def test_near_the_end_of_what_a_coming_unit_tells() -> None:
    loss = Sampled(Approx(1, "0.5"), "0.5")
    edge = F(math.log(2))
    for gap in (F(0), F(1, 10**20), F(-1, 10**20), F(1, 10**40)):
        assert 0.25 <= loss.delta(edge + gap) <= 0.2501 + loss.delta(edge - F(1, 1000))


def test_atoms_are_moved_and_what_one_side_never_gives_is_kept() -> None:
    pair = Taken(response(1.0, 0.1), 0.3)
    assert pair.infinite == pytest.approx(0.03)
    losses, masses = pair.atoms
    assert masses.sum() + pair.infinite == pytest.approx(1)
    assert losses[0] == pytest.approx(math.log(0.7))
    assert (masses * np.exp(-losses)).sum() == pytest.approx(1)
    losses, masses = pair.reverse().atoms
    assert pair.reverse().infinite == 0.0
    assert masses.sum() == pytest.approx(1)
    assert losses[-1] == pytest.approx(-math.log(0.7))
    assert Taken(Spike(1.0), 0.5).atoms[0][-1] == pytest.approx(math.log(0.5 + 0.5 * math.e))


def test_everything_at_a_rate_is_told_at_that_rate() -> None:
    pair = taken(EVERYTHING, 0.25)
    assert (pair.infinite, pair.reverse().infinite) == (0.25, 0.0)
    assert pair.reverse().atoms[0].tolist() == [pytest.approx(-math.log(0.75))]
    loss = Sampled(Approx(1, 1), "0.25") * 3
    assert loss.delta(2) == pytest.approx(1 - 0.75**3)
    assert taken(Bell(1.0), 1.0) == Bell(1.0)


def test_the_chance_to_be_in_a_fixed_sample_is_its_share() -> None:
    assert F(comb(9, 2), comb(10, 3)) == F(3, 10)


def test_a_rate_that_no_float_tells_from_one_has_its_reach() -> None:
    for pair in (Taken(Bell(20.0), 1.0), Taken(Bell(20.0), 1.0, added=True)):
        low, high = pair.reach(1e-12)
        assert -math.inf < low < high < math.inf


def test_a_loss_too_large_to_be_written_is_sampled() -> None:
    assert Sampled(Pure(10**6) * 2, "0.5").rho <= 2 * 10**6


def test_a_rate_that_floats_round_down_is_covered() -> None:
    """Of what P never gives the sample's loss is -ln(1 - rate): the nearest float says 36.04."""
    gap = Fraction("1.7e-16")
    loss = Sampled(Finite([1, 0], ["0.5", "0.5"]), 1 - gap)
    assert loss.pld().delta("36.3") >= 0.5 - 1e-9 - 0.5 * float(gap) * math.exp(36.3)


def test_samples_of_a_fixed_size_beside_another_loss_keep_all_that_is_not_told() -> None:
    """Everything is told in a fourth of cases; else what the other loss tells: 0.4336."""
    told_all = Sampled(Approx(0, "0.5"), "0.5", Draw.FIXED)
    both = compose(told_all, Pure("0.5"))
    assert both.pld().delta(0) >= 1 - 0.75 * (1 - math.tanh(0.25))
    assert Sampled(Approx(0, 1), "0.5", Draw.FIXED).pld().delta(1) >= 0.5
