"""A loss in plain words."""

import math
from fractions import Fraction

import pytest

from discreet.errors import OutOfRange
from discreet.privacy import (
    Approx,
    Assumption,
    Composed,
    Gdp,
    Guarantee,
    Loss,
    Odds,
    Pure,
    Relation,
    Renyi,
    Unit,
    Zcdp,
    compose,
    explain,
)
from discreet.privacy.explain import at_most, at_most_of, routes

LOSSES: list[Loss] = [
    *(Pure(0), Pure(1), Odds(3), Approx(1, "1e-6"), Approx(0, 1), Gdp(1), Zcdp("0.1")),
    *(Zcdp("0.1", "1e-3"), Renyi({10: 1}), Pure("0.1") * 10, compose(Pure(1), Gdp(1))),
]


@pytest.mark.parametrize("loss", LOSSES, ids=str)
def test_both_worlds_are_told_and_lines_fit(loss: Loss) -> None:
    said = str(explain(loss, people=10_000))
    assert str(loss) in said
    assert "from 1 of 100 outputs without your data" in " ".join(said.split())
    assert max(map(len, said.splitlines())) <= 78


def test_epsilon_one_reads_as_published() -> None:
    """Power 2.72 %, a guess 73.1 %, belief from 1 % to 2.67 %: rounded up."""
    said = " ".join(str(explain(Pure(1), people=10_000)).split())
    assert said.startswith("epsilon = 1. Imagine two worlds")
    assert "from at most 2.72 of 100 with them" in said
    assert "at most 73.2 times" in said
    assert "at most 2.68 % likely." in said
    assert "of 10000 people who are, at most 272 on average; luck alone finds 100." in said
    assert "Delta" not in said


def test_a_delta_is_told_for_all_people_together() -> None:
    said = " ".join(str(explain(Approx(1, "1e-6"), people=10_000)).split())
    assert said.startswith("epsilon = 1, delta = 1e-6. ")
    assert "at most 1e-6 for each person, so at most 0.01 for any of 10000" in said
    assert "but for 1 output in 1000" in said


def test_a_loss_without_epsilon_is_given_one_at_a_delta() -> None:
    assert explain(Gdp(1)).lines[0] == "mu = 1: epsilon = 4.89 at delta = 1e-6."
    # Its profile in closed form [balle2018] is 1e-5 at 4.377178.
    assert explain(Gdp(1), delta="1e-5").lines[0] == "mu = 1: epsilon = 4.38 at delta = 1e-5."
    assert explain(Zcdp(1, "1e-3")).lines[0].endswith("at delta = 0.01.")
    assert explain(Gdp(1), delta=0).lines[0] == "mu = 1: no epsilon goes with delta = 0."
    assert "Delta" not in str(explain(Gdp(1), delta=0))
    assert explain(Renyi({2: 10**6})).lines[0].endswith("epsilon = 0 at delta = 1.")


def test_a_composed_loss_says_which_way_gave_the_number() -> None:
    loss = compose(Pure("0.1"), Zcdp("0.1"), Gdp(1))
    assert isinstance(loss, Composed)
    said = explain(loss, delta="1e-6")
    way, least = said.listings[-1].rows[0]
    assert said.lines[1] == f"Of the ways to add up, {way} gives the least epsilon."
    assert least == at_most(loss.epsilon("1e-6"), 6)
    assert {way for way, _ in said.listings[-1].rows} == set(loss.routes)
    others = [loss.routes[way].epsilon("1e-6") for way, _ in said.listings[-1].rows]
    assert others == sorted(others)


def test_where_no_way_adds_up_none_is_named() -> None:
    loss = compose(Renyi({2: 1}), Renyi({3: 1}), Pure(1))
    assert isinstance(loss, Composed)
    said = explain(compose(Renyi({2000: 1}), Renyi({3000: 1})))
    assert not any("ways to add up" in line for line in said.lines)
    assert routes(loss, "1e-6").rows


def test_a_way_without_an_epsilon_is_not_praised() -> None:
    said = explain(Approx("0.1", "1e-3") * 5, delta="1e-6")
    assert not any("ways to add up" in line for line in said.lines)
    assert said.listings[-1].rows[0][1] == "no bound"


@pytest.mark.parametrize("relation", Relation)
def test_a_guarantee_says_who_is_protected(relation: Relation) -> None:
    unit = Unit("patient", relation)
    said = " ".join(str(explain(Guarantee(Pure(1), unit))).split())
    assert f"Protected is each patient, {relation}; whoever holds the data is trusted." in said
    assert ("the other has not" in said) is (relation is Relation.ADD_REMOVE)


def test_a_guarantee_says_what_it_rests_on() -> None:
    assumed = frozenset({Assumption("independent", "rows are independent")})
    said = explain(Guarantee(Pure(1), Unit(), assumed))
    assert "each row, added or removed, provided that rows are independent;" in said.lines[-1]


@pytest.mark.parametrize("people", [0, -1, 1.5, "ten", True, 10**13])
def test_what_is_no_number_of_people_is_refused(people: object) -> None:
    with pytest.raises(OutOfRange):
        explain(Pure(1), people=people)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("number", "digits", "text"),
    [
        (0.0, 3, "0"),
        (1.0, 3, "1"),
        (0.1, 6, "0.1"),
        (0.3, 6, "0.3"),
        (0.1 + 0.2, 6, "0.3"),
        (0.1 + 1e-12, 6, "0.100001"),
        (99.91, 3, "100"),
        (1e-5, 3, "1e-5"),
        (1.5e300, 3, "1.5e300"),
        (5e-324, 3, "4.95e-324"),
        (Fraction(1, 3), 3, "0.334"),
        (Fraction(1000), 3, "1000"),
        (math.inf, 3, "no bound"),
    ],
)
def test_numbers_are_rounded_up(number: float, digits: int, text: str) -> None:
    assert at_most(number, digits) == text


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0.0, "0"),
        (0.123456, "12.4"),
        (0.95555, "95.6"),
        (0.9933, "99.33"),
        (0.99331, "99.34"),
        (0.99966789, "99.967"),
        (0.99999999, "100"),
    ],
)
def test_shares_close_to_all_show_what_is_missing(share: float, text: str) -> None:
    assert at_most_of(100, share) == text
    assert Fraction(text) >= Fraction(share) * 100
