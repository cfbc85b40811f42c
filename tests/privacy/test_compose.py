"""Losses one after the other, each known way to add them up, and the best of their answers."""

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import mpmath
import pytest

from discreet.errors import Invalid
from discreet.numbers import Number
from discreet.privacy import Approx, Composed, Gdp, Loss, Odds, Pure, Renyi, Zcdp, compose
from discreet.privacy.compose import concentrated, repeat
from tests.privacy.truth import (
    DIGITS,
    Real,
    assert_above,
    real,
    response,
    response_rho,
    telling,
    together,
    told,
)

F = Fraction
MIXED: list[Loss] = [
    Pure("0.1"),
    Pure("0.5"),
    Odds("3/2"),
    Approx("0.2", "1e-6"),
    Zcdp("0.05"),
    Zcdp("0.01", "1e-7"),
    Gdp("0.4"),
    Renyi({2: "0.1", 16: "0.9"}),
]
ADDING: list[Loss] = [Zcdp("1e-7"), Zcdp("1e-7", "1e-12"), Gdp("0.001"), Renyi({8: "1e-7"})]


@dataclass(frozen=True)
class Lump(Loss):
    """Of which no more than four fit together."""

    size: int = 1
    tag = "lump"

    def terms(self) -> Mapping[str, Fraction]:
        return {}

    def delta(self, epsilon: Number, /) -> float:  # noqa: ARG002  (whatever it is)
        return 1.0

    def sketch(self, epsilon: float, /) -> float:  # noqa: ARG002
        return 1.0

    def plus(self, other: Loss, /) -> Loss | None:
        fits = isinstance(other, Lump) and self.size + other.size <= 4
        return Lump(self.size + other.size) if fits and isinstance(other, Lump) else None


def test_a_sum_that_cannot_be_had_loses_no_part() -> None:
    assert repeat(Lump(), 4) == Lump(4)
    assert repeat(Lump(), 3) == Lump(3)
    assert repeat(Lump(), 5) == Composed(((Lump(), 5),))
    assert repeat(Lump(), 9) == Composed(((Lump(), 9),))
    assert compose(Lump(4), Lump(3)) == Composed(((Lump(4), 1), (Lump(3), 1)))
    assert compose(*[Lump()] * 9, Lump(2)) == Composed(((Lump(), 9), (Lump(2), 1)))


@pytest.mark.parametrize("loss", MIXED, ids=str)
def test_none_of_it_is_nothing_and_one_of_it_is_itself(loss: Loss) -> None:
    assert repeat(loss, 0) == Pure(0)
    assert repeat(loss, 1) == compose(loss) == loss
    assert compose() == Pure(0)


@pytest.mark.parametrize("loss", ADDING, ids=str)
@pytest.mark.parametrize("count", [2, 3, 7, 1000, 10**6])
def test_kinds_that_add_up_are_added_up(loss: Loss, count: int) -> None:
    total = repeat(loss, count)
    assert type(total) is type(loss)
    for (name, most), (same, each) in zip(total.terms().items(), loss.terms().items(), strict=True):
        if name == same and name != "mu":
            assert most == each * count
    if isinstance(total, Gdp) and isinstance(loss, Gdp):
        assert total.square == loss.square * count


def test_the_largest_loss_there_is_can_be_composed_once() -> None:
    for loss in (Gdp(10**6), Zcdp(10**12), Renyi({2: 10**6}), Pure(10**6)):
        assert compose(loss) == loss
        assert repeat(loss, 1) == loss
    assert Gdp(1) * 10**12 == Gdp(10**6)


def test_kinds_that_do_not_add_up_are_kept_with_a_count() -> None:
    both = compose(Pure("0.1"), Pure("0.5"), Pure("0.1"))
    assert isinstance(both, Composed)
    assert both.parts == ((Pure("0.1"), 2), (Pure("0.5"), 1))
    assert str(both) == "2 times epsilon = 0.1; epsilon = 0.5"
    nested = compose(both * 10**6, both, Pure("0.5"))
    assert isinstance(nested, Composed)
    assert nested.parts == ((Pure("0.1"), 2 * 10**6 + 2), (Pure("0.5"), 10**6 + 2))
    assert both.terms() == {}


@pytest.mark.parametrize("that", ["0", "0.3", "0.8", "1.5", "5"])
def test_no_route_is_below_what_is_told_together(that: str) -> None:
    """Every outcome of the worst mechanisms, listed: optimal composition is the truth itself."""
    loss = compose(Approx("0.3", "1e-3"), Pure("0.5"), Pure("0.5"))
    assert isinstance(loss, Composed)
    pair = together(telling("0.3", "1e-3"), response("0.5"), response("0.5"))
    truth = told(pair, that)
    assert set(loss.routes) >= {"adding epsilons and deltas", "adding rho", "optimal composition"}
    for route in loss.routes.values():
        assert route.delta(that) >= truth * (1 - mpmath.mpf(10) ** -40)
    assert_above(loss.delta(that), truth)
    assert loss.sketch(float(that)) == pytest.approx(float(truth), rel=1e-9, abs=1e-15)


def test_a_bell_curve_and_a_response_are_below_every_route() -> None:
    """By integrating over the Gaussian's loss, with the response's two outcomes."""
    loss = compose(Gdp(1), Pure(1))
    with mpmath.workdps(25):
        odds = mpmath.e / (1 + mpmath.e)

        def excess(epsilon: Real) -> Real:
            that = mpmath.mpf(epsilon)
            low = mpmath.erfc((that - mpmath.mpf(1) / 2) / mpmath.sqrt(2)) / 2
            high = mpmath.erfc((that + mpmath.mpf(1) / 2) / mpmath.sqrt(2)) / 2
            return low - mpmath.exp(that) * high

        for epsilon in (0, 1, 2, 3):
            truth = odds * excess(epsilon - 1) + (1 - odds) * excess(epsilon + 1)
            assert loss.delta(epsilon) >= truth


def test_the_order_of_parts_makes_no_difference() -> None:
    for first, second, third in itertools.combinations(MIXED[1:], 3):
        orders = ((first, second, third), (third, first, second), (second, first, third))
        found = [compose(*order) for order in orders]
        for that in ("0", "1", "3"):
            deltas = [loss.delta(that) for loss in found]
            # Sums of floats on a grid come out in another order: their slack covers it.
            assert max(deltas) <= min(deltas) * (1 + 1e-9)
        for view in ("pure", "rho", "mu"):
            assert len({getattr(loss, view) for loss in found}) == 1
        assert len({tuple(loss.renyi([2, "1.5", 10])) for loss in found}) == 1


def test_the_order_makes_no_difference_to_divergences_listed_apart() -> None:
    curves = (Renyi({2: "0.1"}), Renyi({4: "0.1"}), Renyi({2: "0.1", 4: "0.3"}))
    assert len({compose(*order) for order in itertools.permutations(curves)}) == 1


def test_one_part_more_never_tells_less() -> None:
    for loss, other in itertools.product(MIXED, repeat=2):
        both = compose(loss, other)
        for that in ("0", "0.5", "3"):
            assert both.delta(that) >= loss.delta(that) * (1 - 1e-12)
        assert both.epsilon("1e-3") >= loss.epsilon("1e-3") * (1 - 1e-9)
        for view in ("pure", "rho", "mu"):
            assert getattr(both, view) >= getattr(loss, view) or getattr(loss, view) == math.inf


def test_views_are_sums() -> None:
    with mpmath.workdps(DIGITS):
        both = compose(Pure("0.1"), Pure("0.1"), Pure("0.5"))
        assert_above(both.pure, real("0.7"), 1e-15)
        assert_above(both.rho, 2 * response_rho("0.1") + response_rho("0.5"), 1e-15)
        assert_above(both.renyi([2])[0], 2 * response_two("0.1") + response_two("0.5"), 1e-15)
        mu = mpmath.sqrt(2 * real(Pure("0.1").mu) ** 2 + real(Pure("0.5").mu) ** 2)
        assert_above(both.mu, mu, 1e-14)
    assert compose(Pure(1), Gdp(1)).pure == math.inf
    assert compose(Pure(1), Approx(1, "1e-6")).rho == math.inf
    assert compose(Pure(1), Approx(1, "1e-6")).renyi([2]) == [math.inf]


def response_two(epsilon: str) -> Real:
    """The divergence of randomised response at order two."""
    with mpmath.workdps(DIGITS):
        odds = mpmath.exp(real(epsilon))
        return mpmath.log((odds**2 + 1 / odds) / (1 + odds))


def test_a_delta_of_its_own_is_kept_aside_where_rho_is_added() -> None:
    assert concentrated(Approx(1, "1e-6")) == (Pure(1).rho, F(1, 10**6))
    assert concentrated(Zcdp("0.5", "1e-6")) == (0.5, F(1, 10**6))
    assert concentrated(Gdp(1)) == (0.5, F(0))
    both = compose(Approx(1, "1e-6"), Gdp(1))
    assert isinstance(both, Composed)
    assert list(both.routes) == ["adding rho", "privacy loss distributions"]
    assert both.routes["adding rho"] == Zcdp(F(Pure(1).rho) + F(1, 2), "1e-6")
    assert both.delta(3) < Zcdp(1, "1e-6").delta(3)
    assert both.epsilon("1e-3") < Zcdp(1, "1e-6").epsilon("1e-3")


def test_what_cannot_be_added_up_at_all_says_nothing() -> None:
    both = compose(Approx(1, "1e-6"), Renyi({2: 1}))
    assert isinstance(both, Composed)
    assert both.routes == {}
    assert (both.delta(5), both.sketch(5.0), both.tradeoff("0.1")) == (1, 1, 0)
    assert (both.pure, both.rho, both.mu, both.epsilon("1e-3")) == (math.inf,) * 4
    assert both.corners() == []


def test_the_best_route_is_taken() -> None:
    few, many = Pure(1) * 2, Pure("0.01") * 10**6
    assert isinstance(few, Composed)
    assert isinstance(many, Composed)
    assert few.epsilon("1e-6") <= 2
    assert "optimal composition" not in many.routes
    assert many.epsilon("1e-6") == min(loss.epsilon("1e-6") for loss in many.routes.values())
    assert many.epsilon("1e-6") < 200 < many.pure
    assert list(few.corners()) == [F(2)]


def test_deltas_of_ten_fit_into_their_sum() -> None:
    ten = Approx("0.1", "1e-6") * 10
    assert ten.epsilon("1e-5") <= 1
    # Too many sums for optimal composition: epsilons and deltas still add up to just that.
    many = compose(*(Approx(F(1, 1000 + i), "1e-6") for i in range(16)))
    total = sum(F(1, 1000 + i) for i in range(16))
    assert isinstance(many, Composed)
    summed = many.routes["adding epsilons and deltas"]
    with mpmath.workdps(DIGITS):
        assert_above(summed.epsilon("16e-6"), real(total), 1e-12)
    assert summed.delta("0.1") >= 16e-6
    # Distributions know more, and never less than that no delta is lost.
    assert -math.expm1(16 * math.log1p(-1e-6)) <= many.delta("0.1") <= summed.delta("0.1")


@pytest.mark.parametrize("count", [10**6, 10**7, 10**12])
def test_a_huge_count_has_all_views(count: int) -> None:
    for loss in (Pure(1), Approx(1, "1e-9"), Odds(3)):
        many = loss * count
        assert many.delta(1) == 1
        assert many.epsilon(1) == 0
        assert many.tradeoff("0.5") == 0
        assert many.pure >= count
        assert many.epsilon("1e-6") >= min(count, 10**6) * 0.46
        assert all(most >= count / 2 for most in many.renyi([2]))
    tiny = Pure("1e-6") * count
    assert tiny.epsilon("1e-6") <= tiny.pure
    assert tiny.rho == pytest.approx(count * 5e-13)


def test_what_is_too_large_for_a_route_leaves_it_out() -> None:
    mix = compose(Zcdp(10**12), Gdp(1))
    assert isinstance(mix, Composed)
    assert mix.routes == {}
    assert mix.delta(1) == 1
    far = compose(Gdp(10**6), Pure(1))
    assert isinstance(far, Composed)
    assert "adding mu squared" not in far.routes


def test_amounts_of_very_different_size_add_up() -> None:
    both = compose(Pure(1), Pure("1e-150"))
    # Odds of e, and then a difference of 1e-150: e (1 + 1e-150) / ((1 + e) 2) less as much.
    assert both.delta(1) == pytest.approx(1e-150 * math.e / (1 + math.e), rel=1e-9)
    assert both.pure == math.nextafter(1, 2)


def test_parts_are_put_together_by_compose() -> None:
    with pytest.raises(Invalid, match="add them up with compose"):
        Composed(((Pure("0.1") * 2, 3),))
    for count in (0, -1, True, 1.5):
        with pytest.raises(Invalid, match="the count"):
            Composed(((Pure(1), count),))  # type: ignore[arg-type]  # what a caller may do


def test_losses_that_were_not_fixed_beforehand_need_a_filter() -> None:
    """Murtagh and Vadhan's bound is of fixed parameters: its text says so where it is offered."""
    assert "fixed beforehand" in (compose.__doc__ or "")
