"""What all losses have in common: views on the safe side, and refusals that say how to go on."""

import itertools
import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import mpmath
import pytest

from discreet.errors import Invalid, OutOfRange
from discreet.numbers import Number
from discreet.privacy import (
    Approx,
    Composed,
    DiscreteLaplaceNoise,
    Finite,
    Gdp,
    LaplaceNoise,
    Loss,
    Odds,
    Pure,
    Renyi,
    SampledGaussian,
    Zcdp,
    compose,
)
from discreet.privacy.loss import above_product, certain_miss, left_of, lowest_miss
from discreet.privacy.pair import EVERYTHING, NOTHING, Bell, Pair, Points, Spike, response
from discreet.privacy.sampling import Taken
from tests.privacy.truth import (
    SEARCHED,
    assert_above,
    assert_below,
    assert_least,
    gaussian_delta,
    gaussian_miss,
)

F = Fraction
KINDS: list[Loss] = [
    Pure("0.5"),
    Odds(3),
    Approx(1, "1e-6"),
    Zcdp("0.1"),
    Zcdp("0.1", "1e-6"),
    Gdp(1),
    Renyi({10: 1}),
    Pure("0.1") * 5,
    compose(Approx(1, "1e-6"), Zcdp("0.1"), Gdp(1)),
    compose(Approx(1, "1e-6"), Gdp(1)),
]
HOSTILE: list[object] = [
    *(
        float("nan"),
        float("inf"),
        -math.inf,
        -1,
        "-1e-9",
        "1e400",
        "\uff10.\uff11",
        True,
        False,
        None,
    ),
    *("0.1 ", " 0.1", "0x1", "", "1/0", [1], (1,), {1: 2}, b"1", 1j, "1_0", "½", "9" * 10**6),
]


class Mute(Loss):
    """Of which nothing is known but that it tells everything with probability a half."""

    tag = "mute"

    def terms(self) -> Mapping[str, Fraction]:
        return {}

    def delta(self, epsilon: Number, /) -> float:  # noqa: ARG002  (whatever it is)
        return 0.5

    def sketch(self, epsilon: float, /) -> float:  # noqa: ARG002
        return 0.5


def test_a_view_that_nobody_proved_is_the_loosest_true_one() -> None:
    mute = Mute()
    assert (mute.pure, mute.rho, mute.mu) == (math.inf,) * 3
    assert mute.renyi([2, "1.5"]) == [math.inf, math.inf]
    assert mute.plus(mute) is None
    assert mute.corners() == ()
    assert mute.epsilon("0.4") == math.inf
    assert mute.epsilon("0.5") == 0
    assert mute.tradeoff("0.25") == 0.25
    assert (mute * 2).delta(1) == 1
    assert (mute * 2).tradeoff("0.25") == 0
    assert (mute * 2).pure == math.inf


@pytest.mark.parametrize("loss", KINDS, ids=str)
def test_with_no_delta_to_spare_epsilon_is_the_pure_one(loss: Loss) -> None:
    assert loss.epsilon(0) == loss.pure


@pytest.mark.parametrize("loss", KINDS, ids=str)
def test_with_all_delta_to_spare_epsilon_is_nothing(loss: Loss) -> None:
    assert loss.epsilon(1) == 0
    assert loss.delta(0) <= 1


@pytest.mark.parametrize("loss", KINDS, ids=str)
def test_an_epsilon_keeps_its_delta(loss: Loss) -> None:
    for delta in ("0.3", "1e-3", "1e-5"):
        epsilon = loss.epsilon(delta)
        # Where distributions win, either bound is above the truth, by a part in a thousand.
        near = F(delta) * (F(1001, 1000) if isinstance(loss, Composed) else 1)
        assert loss.delta(F(epsilon)) <= near or epsilon == loss.pure or F(epsilon) == 1
        if epsilon > 0:
            assert loss.delta(F(epsilon) * F(999, 1000)) > F(delta)


@pytest.mark.parametrize("loss", KINDS, ids=str)
def test_a_trade_off_curve_falls_from_what_is_left_of_one_to_zero(loss: Loss) -> None:
    levels = [F(i, 20) for i in range(21)]
    curve = [loss.tradeoff(level) for level in levels]
    assert curve == sorted(curve, reverse=True)
    assert 1 - 1e-5 <= curve[0] <= 1
    assert curve[-1] == 0
    for level, miss in zip(levels, curve, strict=True):
        assert miss <= 1 - level
    steps = [a - b for a, b in itertools.pairwise(curve)]
    assert all(a >= b - 1e-9 for a, b in itertools.pairwise(steps))  # convex


@pytest.mark.parametrize("loss", KINDS, ids=str)
def test_no_false_alarm_rate_does_better_than_the_mirrored_curve(loss: Loss) -> None:
    """Hiding goes both ways: the curve is its own inverse, up to what rounding takes away."""
    for level in ("0.01", "0.1", "0.3"):
        miss = loss.tradeoff(level)
        assert loss.tradeoff(F(miss)) <= F(level) + F(1, 10**9)
        assert loss.tradeoff(F(miss)) >= F(level) - F(1, 10**4)


@pytest.mark.parametrize("loss", KINDS, ids=str)
def test_times_is_composing(loss: Loss) -> None:
    assert loss * 0 == 0 * loss == Pure(0)
    assert str(loss * 1) == str(loss)
    assert str(3 * loss) == str(loss * 3) == str(compose(loss, loss, loss))


@pytest.mark.parametrize("count", [-1, 1.0, "2", True, None, 10**12 + 1, float("nan")])
def test_a_count_is_a_whole_number(count: Any) -> None:  # noqa: ANN401  (what a caller may do)
    with pytest.raises(OutOfRange, match="the count"):
        Pure(1) * count


MAKERS: Mapping[str, Callable[[Any], object]] = {
    "Pure": Pure,
    "Odds": Odds,
    "Approx": lambda bad: Approx(bad, 0),
    "Approx.delta": lambda bad: Approx(1, bad),
    "Zcdp": Zcdp,
    "Zcdp.delta": lambda bad: Zcdp(1, bad),
    "Gdp": Gdp,
    "Gdp.square": lambda bad: Gdp(square=bad or "none"),
    "Renyi": lambda bad: Renyi(bad if bad != {1: 2} else {}),
    "Renyi.order": lambda bad: Renyi({str(bad): 1}),
    "Renyi.most": lambda bad: Renyi({2: bad}),
    "delta(epsilon)": lambda bad: Gdp(1).delta(bad),
    "epsilon(delta)": lambda bad: Gdp(1).epsilon(bad),
    "tradeoff": lambda bad: Gdp(1).tradeoff(bad),
    "renyi(orders)": lambda bad: Gdp(1).renyi([bad]),
}


@pytest.mark.parametrize("bad", HOSTILE, ids=lambda bad: repr(bad)[:12])
@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_what_is_no_number_is_refused_and_told_how_to_go_on(
    make: Callable[[Any], object], bad: object
) -> None:
    with pytest.raises(Invalid) as refusal:
        make(bad)
    assert "\n  " in str(refusal.value)
    assert len(str(refusal.value)) < 300


def test_a_negative_zero_is_zero() -> None:
    assert Pure("-0") == Pure(-0.0) == Pure(0)
    assert Gdp(1).delta("-0.0") == Gdp(1).delta(0)


def test_deltas_are_never_above_one() -> None:
    for loss in (Pure(10**6), Pure(38), Odds(10**300), Gdp(100), Gdp(10**6), Zcdp(10**12)):
        for epsilon in (0, "1e-9", 1):
            assert loss.delta(epsilon) <= 1
            assert loss.delta(epsilon) > 0.99


@pytest.mark.parametrize("delta", ["1e-6", "0.5"])
def test_what_is_lost_beyond_all_reason_is_infinite(delta: str) -> None:
    for loss in (Gdp(1414), Gdp(2000), Gdp(10**6), Zcdp(10**12), Pure(1) * 10**12, Zcdp(10**6)):
        assert loss.epsilon(delta) == loss.pure or loss.epsilon(delta) <= 10**6
        assert loss.epsilon(delta) >= 900_000


def test_a_delta_below_every_float_costs_a_pure_loss() -> None:
    assert Gdp(1).epsilon("1e-390") == math.inf
    assert Pure(1).epsilon("1e-390") == 1


@pytest.mark.parametrize("mu", ["0.0001", "0.01", "0.5", 1, 5, 30, 100])
@pytest.mark.parametrize("delta", ["0.1", "1e-6", "1e-12", "1e-40"])
def test_an_epsilon_is_the_least_there_is(mu: Number, delta: str) -> None:
    found = Gdp(mu).epsilon(delta)
    assert_least(found, lambda epsilon: gaussian_delta(F(mu) ** 2, epsilon), delta)


@pytest.mark.parametrize("level", ["1e-9", "0.001", "0.05", "0.3", "0.5", "0.9", "0.999"])
@pytest.mark.parametrize("mu", ["0.1", 1, 3])
def test_a_trade_off_curve_is_below_the_true_one_and_close(mu: Number, level: str) -> None:
    assert_below(Gdp(mu).tradeoff(level), gaussian_miss(mu, level), SEARCHED)


def test_the_published_trade_off_value() -> None:
    assert Gdp(1).tradeoff("0.05") == pytest.approx(0.7404889771585559, rel=1e-12)


def test_both_lines_of_a_trade_off_curve_are_needed() -> None:
    """Erratum 21: p + exp(e) q >= 1 - delta and exp(e) p + q >= 1 - delta."""
    for loss in (Approx(1, "1e-5"), Pure(1)):
        spare = 1 - loss.delta(1)
        assert loss.tradeoff("0.05") == pytest.approx(spare - math.e * 0.05, rel=1e-12)
        assert loss.tradeoff("0.6") == pytest.approx((spare - 0.6) / math.e, rel=1e-12)


def test_one_epsilon_bounds_missing_from_below() -> None:
    for epsilon in (F(0), F(1, 2), F(3)):
        assert certain_miss(Gdp(1), F(1, 20), epsilon) <= lowest_miss(Gdp(1), F(1, 20))


def test_products_are_rounded_up() -> None:
    for bound, factor in ((0.1, F(1, 3)), (1e200, F(10**9)), (0.5, F(4)), (5e-324, F(1, 3))):
        product = above_product(bound, factor)
        assert F(product) >= F(bound) * factor
        assert F(math.nextafter(product, 0)) < F(bound) * factor
    assert above_product(math.inf, F(0)) == math.inf
    with mpmath.workdps(60):
        assert_above(above_product(0.1, F(1, 3)), mpmath.mpf(0.1) / 3)


@pytest.mark.parametrize(
    ("loss", "pair"),
    [
        (Gdp(2), Bell(2.0)),
        (Gdp(0), NOTHING),
        (Pure(1), response(1.0, 0.0)),
        (Odds(3), response(Odds(3).pure, 0.0)),
        (Approx(1, "0.25"), response(1.0, 0.25)),
        (LaplaceNoise(2), Spike(2.0)),
        (LaplaceNoise(0), NOTHING),
        (SampledGaussian("0.5", 2), Taken(Bell(0.5), 0.5)),
        (Finite(["1"], ["1"]), Points((0.0,), (1.0,))),
    ],
    ids=str,
)
def test_each_has_its_own_pair(loss: Loss, pair: Pair) -> None:
    assert loss.pair == pair
    assert type(loss).pair is not Loss.pair


def test_where_none_is_proved_the_profile_makes_one() -> None:
    for loss in (Zcdp("0.1"), Renyi({2: 1})):
        assert isinstance(loss.pair, Points)
        several = compose(loss, Zcdp(1, "1e-9"), Renyi({3: 1}))
        assert isinstance(several, Composed)
        assert "privacy loss distributions" not in several.routes


@pytest.mark.parametrize(
    "loss",
    [
        Pure(1000),
        Approx(1000, "0.1"),
        Approx(1, 1),
        LaplaceNoise(1000),
        DiscreteLaplaceNoise("0.001"),
        Odds(10**200),
        Gdp(30),
    ],
    ids=str,
)
def test_losses_that_no_float_holds_may_tell_everything(loss: Loss) -> None:
    assert loss.pair is EVERYTHING
    whole = loss.pld()
    assert (whole.delta(1), whole.lower_delta(1), whole.sketch(1.0)) == (1.0, 0.0, 1.0)
    assert whole.epsilon("0.5") == loss.pure
    assert whole.lower_epsilon("0.5") == 0


def test_a_grid_can_be_asked_for() -> None:
    loss = Gdp(1) * 2
    rough, fine = loss.pld("0.1"), loss.pld("0.001")
    assert rough.gap("1e-6") > fine.gap("1e-6") > 0
    exact = Gdp(square=2).epsilon("1e-6")
    for found in (rough, fine, fine.pld("0.01"), Pure(1).pld("0.5")):
        assert found.lower_epsilon("1e-6") <= found.epsilon("1e-6")
    assert rough.lower_epsilon("1e-6") <= exact <= rough.epsilon("1e-6")
    with pytest.raises(OutOfRange, match="the step"):
        loss.pld(0)
    assert (loss * 2).pld("0.1").step == F(1, 10)


def test_what_is_left_of_a_delta_is_never_more_than_that() -> None:
    assert left_of(F(1, 2), F(1, 3)) == F(1, 4)
    many = F(1, 3**399)
    left = left_of(many * 2, many)
    assert many * (1 - F(1, 2**60)) <= left <= many / (1 - many)
    assert left.denominator.bit_length() < many.denominator.bit_length() + 80
    assert left_of(F(2, 7**500), F(1, 7**500)) == 0  # what is below the least number is none
