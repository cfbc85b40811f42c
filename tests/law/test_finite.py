"""Finite laws are exact, and their masses have to add up."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from discreet.errors import Invalid
from discreet.law import Finite

F = Fraction
DICE = Finite({2: "1/6", -3: "1/3", 7: "1/2"})


def test_masses_tails_and_moments_are_those_that_were_written() -> None:
    assert [DICE.mass(k) for k in (-3, 2, 7, 0, 8)] == [1 / 3, 1 / 6, 1 / 2, 0, 0]
    assert [DICE.cdf_exact(k) for k in (-4, -3, 1, 2, 7, 9)] == [0, F(1, 3), F(1, 3), F(1, 2), 1, 1]
    assert (DICE.tail(-3), DICE.tail(3), DICE.tail(8)) == (1, 1 / 2, 0)
    # -1 + 1/3 + 7/2; 3 + 2/3 + 49/2 less the square of that.
    assert (DICE.mean, DICE.variance) == (17 / 6, float(F(169, 6) - F(289, 36)))
    assert (DICE.support.low, DICE.support.high) == (-3, 7)


def test_a_quantile_turns_exactly_where_masses_add_up_to_its_level() -> None:
    hair = F(1, 10**150)
    levels = [F(0), F(1, 3), F(1, 3) + hair, F(1, 2), F(1, 2) + hair, F(1)]
    assert [DICE.quantile(p) for p in levels] == [-3, -3, 2, 2, 7, 7]


def test_values_without_mass_are_left_out() -> None:
    law = Finite({9: 0, 1: 1, -5: "0.0"})
    assert law == Finite({1: 1})
    assert (law.support.low, law.support.high) == (1, 1)
    assert (law.log_mass(1), law.variance) == (0, 0)


def test_numbers_of_any_kind_mean_what_was_written() -> None:
    mixed: dict[Any, Any] = {np.int64(1): 0.1, F(2): "0.9"}
    assert Finite(mixed) == Finite({2: F(9, 10), 1: F(1, 10)})
    assert Finite(dict.fromkeys(range(10), 0.1)).mass(3) == 0.1


def test_cells_weigh_values_in_order_by_their_common_denominator() -> None:
    cells = DICE.cells(64)
    assert cells.values == [-3, 2, 7]
    assert list(cells.low) == list(cells.high) == [2, 1, 3]
    assert cells.rest == 0


def test_values_beyond_all_floats_have_quantiles_too() -> None:
    far = 10**398
    law = Finite({0: "1/4", far: "3/4"})
    assert (law.mean, law.variance) == (float("inf"), float("inf"))
    assert (law.quantile("1/4"), law.quantile("1/2"), law.quantile(0)) == (0, far, 0)
    assert Finite({-far: 1}).quantile("1/2") == -far


@pytest.mark.parametrize(
    ("masses", "total"),
    [({}, "0"), ({1: "1/2"}, "1/2"), ({1: 1, 2: "1e-300"}, "1000"), ({1: 0}, "0")],
)
def test_masses_that_do_not_add_up_to_one_are_refused(
    masses: dict[int, int | str], total: str
) -> None:
    with pytest.raises(Invalid) as refusal:
        Finite(masses)
    problem, way_on = str(refusal.value).split("\n")
    assert problem.startswith(f"masses add up to {total}")
    assert problem.endswith(", not to 1")
    assert way_on == "  write them as '1/3', not as 0.33"
