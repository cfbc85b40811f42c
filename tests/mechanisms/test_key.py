"""Keys: each is kept as often as is allowed, and not more often."""

from fractions import Fraction

import pytest

from discreet.errors import DiscreetError, NoBound
from discreet.mechanisms import Keys
from discreet.noise import System
from discreet.numbers import exp
from discreet.privacy import Approx, Sensitivity

ONE = Sensitivity(l0=1, linf=1)


@pytest.mark.parametrize(
    ("people", "expected"),
    [  # from the specification, table T8: epsilon 1, delta 1e-5
        (0, 0.0),
        (1, 1.0e-5),
        (2, 3.718281828459045e-5),
        (5, 0.000857910248837216),
        (10, 0.128183080505246),
        (11, 0.3484477384533132),
        (12, 0.7603109969226271),
        (13, 0.9118270222873677),
        (15, 0.9880721172346894),
        (20, 0.9999254111119027),
    ],
)
def test_chances_are_those_of_the_table(people: int, expected: float) -> None:
    assert float(Keys(1, "1e-5").chance(people)(80).lower) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(
    ("epsilon", "delta"),
    [("1", "1e-5"), ("0.1", "0.01"), ("3", "1e-8"), ("0.5", "0.5"), ("100", "1e-9")],
)
def test_each_chance_is_the_most_that_the_one_before_allows(epsilon: str, delta: str) -> None:
    keys, bits = Keys(epsilon, delta), 200
    up, down = exp(Fraction(epsilon), bits), exp(-Fraction(epsilon), bits)
    before = keys.chance(0)(bits)
    for people in range(1, 60):
        here = keys.chance(people)(bits)
        limits = (up * before + Fraction(delta), 1 - down * (1 - before - Fraction(delta)))
        most = min(Fraction(1), *(limit.upper for limit in limits))
        assert abs(here.upper - most) < Fraction(1, 1 << 120), people
        before = here


def test_nobody_means_never_and_many_mean_always() -> None:
    source, keys = System(), Keys(1, "0.1")
    assert keys.sample({"a": 0, "b": -3}, source) == ()
    assert keys.sample({"b": 10**6, "a": 40}, source) == ("a", "b")
    assert keys.chance(10**6)(64).lower == 1


def test_the_loss_is_for_each_key_that_a_person_has() -> None:
    assert Keys(1, "1e-5").loss(ONE) == Approx(1, "1e-5")
    assert Keys(1, "1e-5").loss(Sensitivity(l0=3, linf=1)) == Approx(1, "1e-5") * 3
    for bad in (Sensitivity(l0=1, linf=2), Sensitivity(linf=1), Sensitivity(l1=1)):
        with pytest.raises(NoBound, match="count people"):
            Keys(1, "1e-5").loss(bad)


@pytest.mark.parametrize("bad", [(0, "0.1"), (101, "0.1"), (1, 0), (1, 1), (1, "1e-61")])
def test_parameters_that_cannot_be_are_refused(bad: tuple[int, str]) -> None:
    with pytest.raises(DiscreetError):
        Keys(*bad)
