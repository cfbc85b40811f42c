"""Budgets for what is fixed beforehand: amounts to the last digit, else the best view."""

from fractions import Fraction

import pytest

from discreet.errors import Invalid
from discreet.privacy import (
    Approx,
    DiscreteGaussianNoise,
    Finite,
    Gdp,
    LaplaceNoise,
    Loss,
    Odds,
    Pure,
    Renyi,
    Zcdp,
    compose,
    sampled_gaussian,
)

HAIR = Fraction(1, 10**30)


@pytest.mark.parametrize(
    ("budget", "inside", "outside"),
    [
        (Pure(1), Pure("0.1") * 10, compose(Pure("0.1") * 10, Pure(HAIR))),
        (Pure("1/3"), Pure("1/9") * 3, Pure(Fraction(1, 3) + HAIR)),
        (Pure("1.1"), Odds(3), Odds("3.01")),
        (Pure(1), LaplaceNoise(1), Gdp("0.1")),
        (Odds(3), Odds(3), Odds(3 + HAIR)),
        (Odds(3), Pure("1.0986122886681"), Pure("1.0986122886682")),
        (Odds(1), Pure(0), Pure(HAIR)),
        (Approx(1, "1e-6"), Approx(1, "1e-6"), Approx(1, Fraction(1, 10**6) + HAIR)),
        (Approx("4.775", "1e-6"), Pure("0.1") * 100, Pure("0.1") * 101),
        (Approx("4.736", "1e-6"), sampled_gaussian(rate="0.01", noise=1) * 5000, Gdp(2)),
        (Approx(1, "0.126937"), Gdp("0.999"), Gdp("1.001")),
        (Zcdp("0.5"), Gdp(1), Gdp(1 + HAIR)),
        (Zcdp("0.5"), Zcdp("0.1") * 5, Zcdp("0.1") * 6),
        (Zcdp("0.5"), Pure(1), Approx("0.1", "1e-9")),
        (Zcdp("0.5", "1e-6"), Approx(1, "1e-6"), Approx(1, "2e-6")),
        (Zcdp(1), DiscreteGaussianNoise("0.5"), DiscreteGaussianNoise("0.49")),
        (Gdp(1), Gdp("0.1") * 100, Gdp("0.1") * 101),
        (Gdp(square="0.5"), Gdp(square="0.5"), Gdp(square=Fraction(1, 2) + HAIR)),
        (Gdp(2), Pure(1), Zcdp(HAIR)),
        (Renyi({2: 1}), Renyi({2: "0.5"}) * 2, Renyi({2: 1 + HAIR})),
        (Renyi({2: 1, 4: 3}), Zcdp("0.5"), Zcdp("0.76")),
        (Renyi({2: 1}), Gdp(1), Approx(0, "1e-9")),
    ],
    ids=str,
)
def test_what_fits_is_covered_and_a_hair_more_is_not(
    budget: Loss, inside: Loss, outside: Loss
) -> None:
    assert budget.covers(inside)
    assert not budget.covers(outside)
    assert budget.covers(budget)


@pytest.mark.parametrize("budget", [Finite(["1"], ["1"]), Pure(1) * 2, LaplaceNoise(1)])
def test_a_budget_is_of_a_kind_that_promises_one_thing(budget: Loss) -> None:
    with pytest.raises(Invalid, match="is no budget\n  give one such as Pure"):
        budget.covers(Pure(0))
