"""Orders and subsets: every one of them is counted, and the masses add up to one exactly."""

import math
from fractions import Fraction
from itertools import combinations, permutations, product

import numpy as np
import pytest

from discreet.law import FixedSubset, Permutation, PoissonSubset

F = Fraction
SIZES = range(6)
RATES = [F(0), F(1, 3), F(1, 2), F(9, 10), F(1)]


def subsets(size: int) -> list[tuple[int, ...]]:
    return [chosen for count in range(size + 1) for chosen in combinations(range(size), count)]


@pytest.mark.parametrize("size", SIZES)
def test_all_orders_are_alike_and_nothing_else_is_an_order(size: int) -> None:
    law = Permutation(size)
    outcomes = list(product(range(-1, size + 1), repeat=size)) if size < 4 else []
    orders = set(permutations(range(size)))
    assert all(law.mass_exact(order) == F(1, math.factorial(size)) for order in orders)
    assert sum(law.mass_exact(outcome) for outcome in orders | set(outcomes)) == 1
    assert law.mass_exact([*range(size), size]) == 0
    assert law.mass_exact(range(1, size)) == (1 if size == 0 else 0)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("rate", RATES)
def test_each_thing_is_in_a_poisson_subset_on_its_own(size: int, rate: Fraction) -> None:
    law = PoissonSubset(size, rate)
    masses = {chosen: law.mass_exact(chosen) for chosen in subsets(size)}
    assert sum(masses.values()) == 1
    for thing in range(size):
        assert sum(p for chosen, p in masses.items() if thing in chosen) == rate
    for one, other in combinations(range(size), 2):
        both = sum(p for chosen, p in masses.items() if {one, other} <= set(chosen))
        assert both == rate**2


@pytest.mark.parametrize(("size", "count"), [(n, k) for n in SIZES for k in range(n + 1)])
def test_all_subsets_of_one_size_are_alike(size: int, count: int) -> None:
    law = FixedSubset(size, count)
    masses = {chosen: law.mass_exact(chosen) for chosen in subsets(size)}
    assert sum(masses.values()) == 1
    assert {p for chosen, p in masses.items() if len(chosen) == count} == {
        F(1, len(list(combinations(range(size), count))))
    }


@pytest.mark.parametrize("law", [PoissonSubset(3, "1/2"), PoissonSubset(3, 1), FixedSubset(3, 2)])
@pytest.mark.parametrize(
    "chosen", [[1, 0], [0, 0], [1, 1], [-1, 0], [2, 3], [0, 1, 2, 2], [0, 1, 2, 3], [0, 1, 1, 2, 2]]
)
def test_what_does_not_rise_or_is_not_there_has_no_mass(
    law: PoissonSubset | FixedSubset, chosen: list[int]
) -> None:
    assert law.mass_exact(chosen) == 0
    assert law.mass(chosen) == 0
    assert law.log_mass(chosen) == -math.inf


@pytest.mark.parametrize(
    ("law", "outcome", "mass"),
    [
        (Permutation(4), [2, 0, 3, 1], F(1, 24)),
        (Permutation(30), range(30), F(1, math.factorial(30))),
        (Permutation(3), [0, 0, 1], F(0)),
        (PoissonSubset(3, "1/3"), [0, 2], F(2, 27)),
        (PoissonSubset(1000, "1/2"), [], F(1, 2**1000)),
        (PoissonSubset(3, 1), [0, 1, 2], F(1)),
        (FixedSubset(50, 25), range(25), F(1, math.comb(50, 25))),
        (FixedSubset(3, 3), [0, 1, 2], F(1)),
    ],
    ids=repr,
)
def test_floats_are_the_closest_to_the_exact_masses(
    law: Permutation | PoissonSubset | FixedSubset, outcome: list[int], mass: Fraction
) -> None:
    assert law.mass_exact(outcome) == mass
    assert law.mass(outcome) == float(mass)
    expected = math.log(mass.numerator) - math.log(mass.denominator) if mass else -math.inf
    assert law.log_mass(outcome) == pytest.approx(expected, rel=1e-15)
    assert law.mass(np.array(outcome, np.int64).tolist()) == law.mass(outcome)


def test_logarithms_stay_finite_where_masses_are_too_small_for_floats() -> None:
    assert PoissonSubset(2000, "1/4").mass([]) == pytest.approx(0.75**2000, rel=1e-12)
    assert PoissonSubset(2000, "1/4").mass(range(2000)) == 0
    expected = -4000 * math.log(2)
    assert PoissonSubset(2000, "1/4").log_mass(range(2000)) == pytest.approx(expected, rel=1e-15)
    expected = -math.lgamma(1001)
    assert Permutation(1000).mass(range(1000)) == 0
    assert Permutation(1000).log_mass(range(1000)) == pytest.approx(expected, rel=1e-14)
