"""Prices worked out a second time, beside the ledger's own."""

from fractions import Fraction

import pytest

from discreet.audit.price import price
from discreet.errors import Invalid
from discreet.privacy import (
    Approx,
    DiscreteGaussianNoise,
    DiscreteLaplaceNoise,
    Filter,
    Finite,
    Gdp,
    LaplaceNoise,
    Loss,
    Odds,
    Pure,
    Renyi,
    Zcdp,
    to_json,
)

PURE: list[Loss] = [Pure("0.1"), Odds(3), LaplaceNoise("0.3"), DiscreteLaplaceNoise(7, 3)]
BELLS: list[Loss] = [Gdp("0.3"), DiscreteGaussianNoise(50, 3), Zcdp("0.1")]
MIXED: list[Loss] = [
    Pure("0.1") * 3,
    DiscreteLaplaceNoise(7) * 2,
    Finite(["1/3", "2/3"], ["2/3", "1/3"]),
]


@pytest.mark.parametrize(
    ("budget", "losses"),
    [
        (Pure(9), [*PURE, *MIXED]),
        (Approx(9, "0.1"), [*PURE, *MIXED, Approx("0.1", "1e-6")]),
        (Zcdp(9), [*PURE, *BELLS, *MIXED]),
        (Gdp(9), [Gdp("0.3"), Gdp(1), Pure("0.1")]),
        (Renyi({8: 9}), [Renyi({8: "0.5"}), Pure("0.1")]),
    ],
    ids=str,
)
def test_every_price_is_the_ledgers_own_or_a_hair_less(budget: Loss, losses: list[Loss]) -> None:
    counted, book = price(to_json(budget)), Filter.open(budget)
    assert tuple(counted.amounts(to_json(budget))) == book.limit
    for loss in losses:
        pairs = zip(counted.amounts(to_json(loss)), book.price(loss), strict=True)
        assert all(own <= told * (1 + Fraction(1, 10**15)) for own, told in pairs), str(loss)
        pairs = zip(counted.amounts(to_json(loss)), book.price(loss), strict=True)
        assert all(told <= own * (1 + Fraction(1, 10**13)) for own, told in pairs), str(loss)


def test_what_no_formula_knows_is_remembered() -> None:
    counted = price(to_json(Pure(1)))
    counted.amounts(to_json(Odds(3)))
    assert counted.unknown == set()
    counted.amounts(to_json(Finite(["1/3", "2/3"], ["2/3", "1/3"])))
    assert counted.unknown == {"finite"}


def test_no_ledger_has_such_a_budget() -> None:
    with pytest.raises(Invalid, match="no ledger"):
        price(to_json(Odds(3)))
