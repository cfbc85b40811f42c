"""Budgets that hold although each question may depend on earlier answers."""

import math
import random
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from discreet.errors import BudgetExceeded, Invalid, Refused
from discreet.privacy import (
    Approx,
    Filter,
    Gdp,
    LaplaceNoise,
    Loss,
    Nearly,
    Odds,
    Optimal,
    Pure,
    Renyi,
    Zcdp,
    compose,
)
from discreet.privacy.filter import GRAIN, definition_of
from discreet.privacy.text import shown
from tests.privacy.truth import response, together, told

F = Fraction
BUDGETS: list[Loss] = [
    Pure(1),
    Approx(1, "1e-6"),
    Zcdp(1),
    Zcdp("0.3", "1e-9"),
    Gdp(1),
    Renyi({8: 1}),
]
# What losses cost in each kind of budget, told another way than the filter's: exactly.
COSTS: list[Callable[[Loss], tuple[Fraction, ...]]] = [
    lambda loss: (loss.terms()["epsilon"],),
    lambda loss: (loss.terms()["epsilon"], loss.terms().get("delta", F(0))),
    lambda loss: (loss.terms()["rho"], F(0)),
    lambda loss: (loss.terms()["rho"], loss.terms().get("delta", F(0))),
    lambda loss: (loss.terms()["mu"] ** 2,),
    lambda loss: (loss.terms()["epsilon at order 8"],),
]
MAKERS: list[Callable[[Fraction], Loss]] = [
    Pure,
    lambda part: Approx(part, part / 10**6),
    Zcdp,
    lambda part: Zcdp(part, part / 10**9),
    Gdp,
    lambda part: Renyi({8: part}),
]
KINDS = list(zip(BUDGETS, COSTS, MAKERS, strict=True))


@pytest.mark.parametrize(("budget", "cost", "make"), KINDS, ids=map(str, BUDGETS))
def test_no_history_passes_the_budget(
    budget: Loss, cost: Callable[[Loss], tuple[Fraction, ...]], make: Callable[[Fraction], Loss]
) -> None:
    """Histories drawn at random, each question chosen by what the last answers were."""
    draw = random.Random(20261118)  # noqa: S311  (a simulation)
    limit = cost(budget)
    for _ in range(40):
        some, spent, size = Filter.open(budget), [F(0) for _ in limit], F(1, 3)
        for _ in range(40):
            loss = make(size * F(draw.randint(1, 30), draw.randint(1, 30)))
            if some.covers(loss):
                some = some.after(loss)
                spent = [a + b for a, b in zip(spent, cost(loss), strict=True)]
                size *= F(draw.choice([1, 2]), 2)
            else:
                with pytest.raises(BudgetExceeded):
                    some.after(loss)
                size /= 2
            assert all(a <= b for a, b in zip(spent, limit, strict=True))
        assert all(a <= b for a, b in zip(spent, some.spent, strict=True))


@pytest.mark.parametrize(("budget", "cost", "make"), KINDS, ids=map(str, BUDGETS))
def test_who_always_asks_for_half_of_the_rest_never_gets_more_than_all(
    budget: Loss, cost: Callable[[Loss], tuple[Fraction, ...]], make: Callable[[Fraction], Loss]
) -> None:
    some, least = Filter.open(budget), F(1)
    while least > F(1, 10**12):
        loss = make(least / 7)
        if some.covers(loss):
            some = some.after(loss)
        else:
            least /= 2
    assert all(used <= most for used, most in zip(some.spent, cost(budget), strict=True))
    # And what is left is less than the least that was asked for.
    first = zip(some.spent, cost(budget), cost(make(F(1, 10**11))), strict=True)
    assert any(most - used < asked for used, most, asked in first)


@pytest.mark.parametrize("budget", BUDGETS, ids=str)
def test_a_budget_covers_itself_once(budget: Loss) -> None:
    some = Filter.open(budget)
    assert some.covers(budget)
    all_of_it = some.after(budget)
    assert not all_of_it.covers(budget)
    assert all_of_it.covers(Pure(0))
    assert all_of_it.spent == all_of_it.limit
    assert some.left == budget


@pytest.mark.parametrize(
    ("budget", "third"),
    [
        (Pure(1), Pure("1/3")),
        (Approx(1, "1e-6"), Approx("1/3", F(1, 3 * 10**6))),
        (Zcdp(1), Zcdp("1/3")),
        (Zcdp(1), Gdp(square="2/3")),
        (Gdp(1), Gdp(square="1/3")),
        (Renyi({2: 1}), Renyi({2: "1/3"})),
        (Renyi({2: 1}), Renyi({"1.5": 7, 3: "1/3"})),
        (Pure(1), Pure("1/9") * 3),
    ],
    ids=str,
)
def test_three_thirds_are_exactly_one(budget: Loss, third: Loss) -> None:
    some = Filter.open(budget)
    for _ in range(3):
        assert some.covers(third)
        some = some.after(third)
    assert some.spent == some.limit
    assert not some.covers(third)


@pytest.mark.parametrize(
    "budget", [Approx(1, "1e-13"), Approx(1, "1e-20"), Approx("0.123456789012345", "3e-38")]
)
def test_a_small_delta_is_not_rounded_beyond_itself(budget: Loss) -> None:
    assert Filter.open(budget).covers(budget)


def test_a_budget_of_divergence_is_not_rounded_up() -> None:
    assert Filter.open(Renyi({2: "0.1"})).limit == (F(1, 10),)
    assert not Filter.open(Renyi({2: "0.1"})).covers(Renyi({2: F(0.1)}))


def test_ten_tenths_as_floats_are_exactly_one() -> None:
    some = Filter.open(Pure(1))
    for _ in range(10):
        some = some.after(Pure(0.1))
    assert some.spent == some.limit


@pytest.mark.parametrize("budget", BUDGETS, ids=str)
def test_a_refused_request_changes_nothing(budget: Loss) -> None:
    some = Filter.open(budget)
    before = (some.spent, some.left, hash(some.spent))
    for loss in (Pure(10**6), Gdp(10**5), Approx(10**5, 1), compose(Pure(500), Gdp(1))):
        with pytest.raises(Refused, match="\n  "):
            some.after(loss)
    assert (some.spent, some.left, hash(some.spent)) == before
    assert some == Filter.open(budget) or isinstance(budget, Renyi)


def test_a_refusal_says_what_was_asked_and_what_is_left() -> None:
    some = Filter.open(Pure(1)).after(Pure("0.6"))
    assert some.left == Pure("0.4")
    with pytest.raises(BudgetExceeded) as refusal:
        some.after(Pure("0.5"))
    assert str(refusal.value) == (
        "epsilon = 0.5 was asked, and epsilon = 0.4 is left of epsilon = 1: "
        "epsilon = 0.6 is spent\n"
        "  ask for less, or open another budget"
    )


@pytest.mark.parametrize(
    ("budget", "loss", "price"),
    [
        (Pure(9), Odds(3), (F(Odds(3).pure),)),
        (Pure(9), Approx(1, 0), (F(1),)),
        (Approx(9, "0.1"), Odds(3), (F(Odds(3).pure), F(0))),
        (Approx(9, "0.1"), Pure(1) * 3, (F(3), F(0))),
        (Approx(9, "0.1"), compose(Pure(1), Approx(2, "0.01")), (F(3), F(1, 100))),
        (Approx(9, "0.1"), LaplaceNoise("0.1") * 3, (F(3, 10), F(0))),
        (Approx(9, "0.1"), Nearly(Pure(0), F(1, 64)), (F(0), F(1, 32))),
        (Zcdp(9), Pure(1), (F(Pure(1).rho), F(0))),
        (Zcdp(9), Gdp(1), (F(1, 2), F(0))),
        (Zcdp(9), Odds(3), (F(Odds(3).rho), F(0))),
        (Zcdp(9, "0.1"), Approx(1, "0.01"), (F(Pure(1).rho), F(1, 100))),
        (Gdp(9), Pure(1), (F(Pure(1).mu) ** 2,)),
        (Renyi({2: 9}), Zcdp("0.5"), (F(1),)),
        (Renyi({2: 9}), Pure(1), (F(Pure(1).renyi([2])[0]),)),
    ],
    ids=str,
)
def test_a_loss_has_a_price_in_the_definition_of_the_budget(
    budget: Loss, loss: Loss, price: tuple[Fraction, ...]
) -> None:
    found = Filter.open(budget).price(loss)
    for amount, wanted in zip(found, price, strict=True):
        assert wanted <= amount <= wanted * (1 + F(1, 2**51))
        assert len(str(float(amount))) >= len(shown(amount))  # it can be read


@pytest.mark.parametrize(
    ("budget", "loss"),
    [
        (Pure(1), Gdp("0.001")),
        (Pure(1), Approx("0.1", "1e-9")),
        (Approx(1, "1e-6"), Zcdp("0.001")),
        (Zcdp(1), Renyi({2: "0.001"})),
        (Gdp(1), Zcdp("0.001")),
        (Gdp(1), compose(Gdp("0.1"), Approx("0.1", "1e-9"))),
        (Renyi({8: 1}), Renyi({2: "0.001"})),
        (Renyi({8: 1}), Approx("0.1", "1e-9")),
        (Approx(1, "1e-6"), Nearly(Gdp("0.1"), "1e-9")),
    ],
    ids=str,
)
def test_a_loss_without_a_price_is_refused(budget: Loss, loss: Loss) -> None:
    some = Filter.open(budget)
    for ask in (some.price, some.covers, some.after):
        with pytest.raises(Refused, match="ask for a loss such"):
            ask(loss)


@pytest.mark.parametrize(
    "budget",
    [
        Renyi({2: 1, 3: 2}),
        compose(Pure(1), Gdp(1)),
        Odds(3),
        Optimal(()),
        (Pure(1), Zcdp(1)),
        {"pure": Pure(1)},
        None,
        True,
        1,
        "epsilon = 1",
    ],
    ids=str,
)
def test_a_budget_is_of_one_kind_that_is_proved(budget: Any) -> None:  # noqa: ANN401
    with pytest.raises(Invalid, match="open one of Pure, Approx"):
        Filter.open(budget)


def test_the_best_of_two_views_for_each_answer_breaks_and_cannot_be_asked_for() -> None:
    """Answers charged to whichever of two budgets they cost the smaller share of.

    Each budget alone gives (1, 1e-6). Sixty small answers cost less in rho, one large answer less
    in epsilon, and together they are a whole budget by that rule. What randomised responses with
    these epsilons tell, listed exactly, is more than ten times what was promised.
    """
    delta = F(1, 10**6)
    pure, rho = Pure(1), Zcdp("0.02435597035953")
    assert pure.delta(1) <= delta
    assert rho.delta(1) <= delta
    small, large, count = Pure("0.02"), Pure("0.5"), 60

    def share(loss: Pure) -> Fraction:
        return min(loss.exponent / pure.exponent, loss.exponent**2 / 2 / rho.rate)

    assert share(small) < small.exponent
    assert share(large) == large.exponent
    assert count * share(small) + share(large) <= 1
    # So many small responses add up like coins: to losses (2 i - 60) times 0.02.
    alike = [
        (ways * p, ways * q)
        for ways, p, q in (
            (binomial(count, i), chance(count, i), chance(count, count - i))
            for i in range(count + 1)
        )
    ]
    truth = told(together(alike, response("0.5")), 1)
    assert truth > 10 * delta
    # Neither filter lets all of it through.
    for budget in (Approx(1, delta), rho):
        some, let_through = Filter.open(budget), 0
        for loss in (*[small] * count, large):
            if some.covers(loss):
                some, let_through = some.after(loss), let_through + 1
        assert let_through <= count
    # And there is one limit and one price: no filter holds two definitions.
    assert len({definition_of(budget).name for budget in BUDGETS}) == 5
    with pytest.raises(Invalid, match="no filter is proved"):
        Filter.open(compose(pure, rho))


def binomial(count: int, taken: int) -> Any:  # noqa: ANN401  (mpmath has no types)
    """How many ways there are."""
    return math.comb(count, taken)


def chance(count: int, up: int) -> Any:  # noqa: ANN401  (mpmath has no types)
    """Of so many randomised responses that point up, and the rest down."""
    (high, low), _ = response("0.02")
    return high**up * low ** (count - up)


def test_long_denominators_are_rounded_up_and_nothing_is_lost() -> None:
    some, exact = Filter.open(Pure(10)), F(0)
    for i in range(2, 400):
        loss = Pure(F(1, i * i + 1))
        some, exact = some.after(loss), exact + F(1, i * i + 1)
    (spent,) = some.spent
    assert exact <= spent <= exact + F(400, GRAIN)
    assert spent.denominator <= GRAIN * 10**6


@pytest.mark.parametrize(("budget", "cost", "make"), KINDS, ids=map(str, BUDGETS))
def test_a_budget_opened_with_what_was_promised_is_where_it_was_left(
    budget: Loss, cost: Callable[[Loss], tuple[Fraction, ...]], make: Callable[[Fraction], Loss]
) -> None:
    losses = [make(F(1, 400 + i % 7)) for i in range(100)]
    some = Filter.open(budget)
    for loss in losses:
        some = some.after(loss)
    found = Filter.open(budget, losses)
    assert found.spent == some.spent == tuple(map(sum, zip(*map(cost, losses), strict=True)))
    assert Filter.open(budget, iter(())).spent == Filter.open(budget).spent
    with pytest.raises(BudgetExceeded, match="what is promised comes to more than"):
        Filter.open(budget, losses * 5 + [make(F(1, 2))] * 4)


@pytest.mark.timing
def test_ten_thousand_entries_are_added_up_within_a_second() -> None:
    for budget, make in zip(BUDGETS, MAKERS, strict=True):
        some = Filter.open(budget)
        losses = [make(F(1, 10**5 + i)) for i in range(100)]
        start = time.perf_counter()
        for i in range(10_000):
            loss = losses[i % 100]
            some = some.after(loss)
        assert time.perf_counter() - start < 1
        start = time.perf_counter()
        for loss in losses:
            some.covers(loss)
        assert (time.perf_counter() - start) / 100 < 1e-3
