"""Randomised response: its odds, and estimates that are right on average, exactly."""

import math
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from discreet.errors import DiscreetError
from discreet.mechanisms import Response
from discreet.noise import System
from discreet.privacy import Finite, Odds, Sensitivity

ANSWER = Sensitivity(linf=1)


def test_two_coins_have_odds_three() -> None:
    assert Response.coins() == Response(2, "3/4")
    assert Response.coins().loss(ANSWER) == Odds(3)
    assert Response.leaning("1/4") == Response.coins()
    # Told with probability theta, else a fair coin: odds (1 + theta) / (1 - theta).
    assert Response.forced("1/2").loss(ANSWER) == Odds(3)


def test_more_choices_have_the_loss_of_their_law() -> None:
    loss = Response(4, "1/2").loss(ANSWER)
    assert isinstance(loss, Finite)
    assert loss.pure == pytest.approx(math.log(3), rel=1e-12)


@pytest.mark.parametrize("mechanism", [Response.coins(), Response(3, "1/2"), Response(3, "1/5")])
def test_estimates_are_right_on_average_by_all_ways_it_can_go(mechanism: Response) -> None:
    truth = (0, 0, 1, mechanism.choices - 1)
    mean = [Fraction(0)] * mechanism.choices
    square = Fraction(0)
    for told in product(range(mechanism.choices), repeat=len(truth)):
        chance = math.prod(
            (
                mechanism.honesty if y == x else mechanism.lie
                for x, y in zip(truth, told, strict=True)
            ),
            start=Fraction(1),
        )
        shares = mechanism.shares([Counter(told)[k] for k in range(mechanism.choices)])
        mean = [total + chance * share for total, share in zip(mean, shares, strict=True)]
        square += chance * shares[0] ** 2
    expected = [Fraction(truth.count(k), len(truth)) for k in range(mechanism.choices)]
    assert mean == expected
    assert square - mean[0] ** 2 == mechanism.variance(expected[0], len(truth))


@pytest.mark.parametrize(
    ("choices", "epsilon", "share", "expected"),
    [  # from the specification, table T5: variance times people, data fixed
        (2, 1.0, 0.3, 0.9206735942077923),
        (2, 0.5, 0.8, 3.917698089032764),
        (2, math.log(3), 0.5, 0.75),
        (4, 1.0, 0.3, 1.94725339300632),
        (10, 2.0, 0.2, 0.6274258235763384),
    ],
)
def test_variances_are_those_of_the_table(
    choices: int, epsilon: float, share: float, expected: float
) -> None:
    honesty = Fraction(math.exp(epsilon) / (math.exp(epsilon) + choices - 1))
    found = Response(choices, honesty).variance(Fraction(share), 1)
    assert float(found) == pytest.approx(expected, rel=1e-12)


def test_no_answers_and_no_leaning_have_no_estimate() -> None:
    with pytest.raises(DiscreetError, match="no answers"):
        Response.coins().shares([0, 0])
    with pytest.raises(DiscreetError, match="choices"):
        Response.coins().shares([1, 2, 3])
    with pytest.raises(DiscreetError, match="tell nothing"):
        Response(2, "1/2").shares([1, 2])
    with pytest.raises(DiscreetError, match="tell nothing"):
        Response(2, "1/2").variance("1/2", 10)


def test_an_answer_that_is_no_choice_is_refused() -> None:
    for answer in (2, -1, True, "yes"):
        with pytest.raises(DiscreetError, match="the answer"):
            Response.coins().sample(answer, System())  # type: ignore[arg-type]  # that is what is tried


def test_each_choice_is_told() -> None:
    source, mechanism = System(), Response(3, "1/10")
    assert {mechanism.sample(1, source) for _ in range(500)} == {0, 1, 2}


@pytest.mark.parametrize(
    "bad", [(1, "1/2"), (2, 0), (2, 1), (2, "nan"), (2**21, "1/2"), (True, "1/2")]
)
def test_parameters_that_cannot_be_are_refused(bad: tuple[int, str]) -> None:
    with pytest.raises(DiscreetError):
        Response(*bad)
