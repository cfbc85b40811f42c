"""What a loss means for a person, against closed forms and enumeration."""

import itertools
import math
from fractions import Fraction
from statistics import NormalDist

import pytest

from discreet.errors import OutOfRange
from discreet.privacy import (
    Approx,
    Gdp,
    Loss,
    Odds,
    Pure,
    Zcdp,
    advantage,
    bayes_risk,
    compose,
    guess,
    lift,
    posterior,
    power,
    precision,
)

LOSSES: list[Loss] = [
    *(Pure(0), Pure("0.1"), Pure(1), Pure(8), Odds(1), Odds(3)),
    *(Approx(1, "1e-6"), Approx("0.5", "0.01"), Approx(0, 1), Gdp(0), Gdp(1), Gdp(4)),
    *(Zcdp("0.1"), Zcdp(1, "1e-6"), compose(Pure("0.1"), Gdp("0.5")), Pure("0.1") * 20),
]


@pytest.mark.parametrize(
    ("epsilon", "right", "after", "found", "ahead"),
    [  # published: guess at 1/2, belief from 1 %, power at 1 % false alarms, advantage
        ("0.1", 0.5250, 1.10, 1.11, 0.0500),
        ("0.5", 0.6225, 1.64, 1.65, 0.2449),
        ("1", 0.7311, 2.67, 2.72, 0.4621),
        ("2", 0.8808, 6.95, 7.39, 0.7616),
        ("4", 0.9820, 35.5, 54.6, 0.9640),
        ("8", 0.9997, 96.8, 99.97, 0.9993),
    ],
)
def test_pure_losses_mean_what_is_published(
    epsilon: str, right: float, after: float, found: float, ahead: float
) -> None:
    loss = Pure(epsilon)
    assert guess(loss) == pytest.approx(right, abs=1e-4)
    assert 100 * posterior(loss, "0.01") == pytest.approx(after, rel=4e-3)
    assert 100 * power(loss, "0.01") == pytest.approx(found, rel=5e-3)
    assert advantage(loss) == pytest.approx(ahead, abs=1e-4)


@pytest.mark.parametrize(("mu", "ahead"), [("0.5", 0.1974), ("1", 0.3829), ("2", 0.6827)])
def test_the_advantage_of_gaussian_losses_is_what_is_published(mu: str, ahead: float) -> None:
    assert advantage(Gdp(mu)) == pytest.approx(ahead, abs=1e-4)


def test_with_a_delta_the_closed_forms_hold() -> None:
    epsilon, delta = 1.0, 1e-3
    loss, e = Approx(1, "1e-3"), math.exp(1)
    assert guess(loss) == pytest.approx((e + delta) / (1 + e), rel=1e-14)
    assert advantage(loss) == pytest.approx((e - 1 + 2 * delta) / (e + 1), rel=1e-14)
    assert power(loss, "0.01") == pytest.approx(e * 0.01 + delta, rel=1e-14)
    assert lift(loss, "0.01") == pytest.approx(math.exp(epsilon) / 0.9, rel=1e-14)


def test_gaussian_power_is_that_of_the_best_test() -> None:
    normal = NormalDist()
    for alpha in ("0.001", "0.01", "0.3"):
        best = normal.cdf(1 + normal.inv_cdf(float(alpha)))
        assert power(Gdp(1), alpha) == pytest.approx(best, rel=1e-9)
        assert power(Gdp(1), alpha) >= best * (1 - 1e-12)


@pytest.mark.parametrize("loss", LOSSES, ids=str)
@pytest.mark.parametrize("prior", ["0.01", "0.5", "0.9"])
def test_a_guess_and_its_risk_are_one_and_no_test_is_better(loss: Loss, prior: str) -> None:
    right, wrong = guess(loss, prior), bayes_risk(loss, prior)
    assert Fraction(right) + Fraction(wrong) >= 1
    assert right + wrong == pytest.approx(1)
    most = max(Fraction(prior), 1 - Fraction(prior))
    assert most <= right <= 1
    p = Fraction(prior)
    for step in range(21):
        level = Fraction(step, 20)
        assert wrong <= float((1 - p) * level + p * Fraction(loss.tradeoff(level))) + 1e-12


@pytest.mark.parametrize("loss", LOSSES, ids=str)
def test_the_best_guess_of_a_coin_errs_where_the_trade_off_is_even(loss: Loss) -> None:
    """The curve is symmetric, so false alarms and misses are fewest together where they equal."""
    low, high = Fraction(0), Fraction(1, 2)
    for _ in range(30):
        middle = (low + high) / 2
        low, high = (middle, high) if loss.tradeoff(middle) > middle else (low, middle)
    assert bayes_risk(loss) == pytest.approx(float(low), rel=1e-6, abs=1e-8)


@pytest.mark.parametrize("loss", LOSSES, ids=str)
def test_nothing_is_below_what_is_known_to_be_possible(loss: Loss) -> None:
    assert 0 <= advantage(loss) <= 1
    for alpha in ("0", "0.01", "0.5", "1"):
        assert Fraction(alpha) <= power(loss, alpha) <= 1
    assert lift(loss, "0.1") <= lift(loss, "0.01") <= lift(loss)
    assert posterior(loss, "0.2") >= 0.2
    assert posterior(loss, 0) == 0
    assert posterior(loss, 1) == 1


@pytest.mark.parametrize("odds", ["3/2", "3", "10"])
@pytest.mark.parametrize("count", [1, 2, 5])
@pytest.mark.parametrize("rare", ["0.2", "0.01", "0.0001"])
def test_only_rare_outputs_lift_odds_further(odds: str, count: int, rare: str) -> None:
    """Randomised responses, by enumeration."""
    ratio = Fraction(odds)
    loss = Odds(ratio) * count
    bound = Fraction(lift(loss, rare))
    beyond = Fraction(0)
    for answers in itertools.product((0, 1), repeat=count):
        ups = sum(answers)
        if ratio ** (2 * ups - count) > bound:
            beyond += ratio**ups / (1 + ratio) ** count
    assert beyond <= Fraction(rare)


def test_randomised_response_is_exact() -> None:
    assert lift(Odds(3)) == 3
    assert posterior(Odds(3), "1/2") == 0.75
    assert bayes_risk(Odds(3)) == 0.25
    assert power(Odds(3), "1/4") == 0.75


def test_the_precision_of_a_test_is_that_of_its_two_rates() -> None:
    found, alpha, prior = power(Gdp(1), "0.01"), 0.01, 0.05
    expected = prior * found / (prior * found + (1 - prior) * alpha)
    assert precision(Gdp(1), "0.05", "0.01") == pytest.approx(expected, rel=1e-14)
    assert precision(Pure(1), 0, "0.01") == 0
    assert precision(Gdp(1), 1, "0.01") == 1


def test_what_is_certain_beforehand_is_guessed() -> None:
    for prior in (0, 1):
        assert guess(Pure(1), prior) == 1
        assert bayes_risk(Pure(1), prior) == 0


def test_no_loss_changes_no_belief() -> None:
    for loss in (Pure(0), Odds(1), Gdp(0)):
        assert lift(loss) == 1
        assert posterior(loss, "1/4") == 0.25


def test_losses_beyond_all_measure_tell_everything() -> None:
    for loss in (Pure(10**6), Gdp(10**6), Zcdp(10**12), Approx(1, 1)):
        assert guess(loss) == 1
        assert lift(loss, "0.001") == math.inf
        assert posterior(loss, "0.5") == 1 or loss.pure < math.inf


@pytest.mark.parametrize("wrong", [-1, "1.1", "x", True, math.nan, math.inf])
def test_what_is_no_probability_is_refused(wrong: object) -> None:
    for ask in (power, guess, bayes_risk, lift):
        with pytest.raises(OutOfRange):
            ask(Pure(1), wrong)  # type: ignore[arg-type]
    with pytest.raises(OutOfRange):
        posterior(Pure(1), wrong)  # type: ignore[arg-type]
    with pytest.raises(OutOfRange):
        precision(Pure(1), "0.5", wrong)  # type: ignore[arg-type]


def test_a_delta_that_is_passed_on_is_not_read_as_a_shorter_number() -> None:
    # A float means what it is shown as: here that is a hair below 3 / 43.
    assert Fraction(advantage(Odds(Fraction(23, 20)))) >= Fraction(3, 43)
    for tenths in range(11, 60):
        odds = Fraction(tenths, 10)
        assert Fraction(advantage(Odds(odds))) >= (odds - 1) / (odds + 1)
