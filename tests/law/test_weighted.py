"""Exact exponential weights: shares, ties, and nothing told of the exponents."""

import math
import re
from fractions import Fraction

import numpy as np
import pytest

from discreet.errors import Invalid
from discreet.law import ExponentialWeights

F = Fraction


def test_scores_have_their_published_probabilities() -> None:
    """Rows T5 of the reference table: scores 3, 1, 0, 0 with epsilon = 1, sensitivity 1."""
    law = ExponentialWeights([F(score, 2) for score in (3, 1, 0, 0)])
    assert law.mass(0) == pytest.approx(0.5512254464841422, rel=1e-12)
    assert law.mass(1) == pytest.approx(0.202784509212065, rel=1e-12)
    regret = 2 * law.mass(1) + 3 * (law.mass(2) + law.mass(3))
    assert regret == pytest.approx(1.143539151335508, rel=1e-12)


@pytest.mark.parametrize(
    ("exponents", "known"),
    [
        ([5], [0, 1]),
        ([0, 0], [0, F(1, 2), 1]),
        (["0.5", "1/2", 0.5], [0, F(1, 3), F(2, 3), 1]),
        ([0, 1], [0, None, 1]),
        ([0, 1, 0, 1], [0, None, F(1, 2), None, 1]),
        ([0, 1, 1, 0], [0, None, F(1, 2), None, 1]),
        ([0, 0, 1, 1], [0, None, None, None, 1]),
        ([2, 0, 0, 0, 0, 2], [0, None, None, F(1, 2), None, None, 1]),
    ],
)
def test_sums_are_rational_only_where_each_weight_has_the_same_share_of_its_copies(
    exponents: list[int | str | float], known: list[Fraction | int | None]
) -> None:
    law = ExponentialWeights(exponents)
    assert [law.cdf_exact(k) for k in range(-1, len(exponents))] == known
    assert [law.cdf_exact(k) for k in (-9, 99)] == [0, 1]


def test_a_quantile_that_no_precision_could_decide_is_decided_by_ties() -> None:
    hair = F(1, 10**150)
    law = ExponentialWeights([0, 1, 1, 0])
    assert [law.quantile(p) for p in (F(1, 2) - hair, F(1, 2), F(1, 2) + hair)] == [1, 1, 2]
    assert (law.quantile(0), law.quantile(1)) == (0, 3)
    thirds = ExponentialWeights([7] * 3)
    assert [thirds.quantile(p) for p in (F(1, 3), F(1, 3) + hair, F(2, 3))] == [0, 1, 1]


def test_a_quantile_close_to_a_level_is_decided_with_more_bits() -> None:
    """1 / (1 + e**t) is below one half by t/4, for t of 150 digits."""
    law = ExponentialWeights([0, F(1, 10**150)])
    assert law.quantile("1/2") == 1
    assert ExponentialWeights([F(1, 10**150), 0]).quantile("1/2") == 0


@pytest.mark.parametrize("gap", [1000, 10**6, 10**15, 10**398])
def test_what_is_hopeless_keeps_a_finite_logarithm(gap: int) -> None:
    law = ExponentialWeights([0, -gap, -gap])
    assert (law.mass(0), law.mass(1), law.tail(1), law.cdf(0)) == (1, 0, 0, 1)
    assert law.log_mass(1) == (-gap if gap < 10**300 else -math.inf)
    assert (law.mean, law.variance) == (0, 0)
    assert law.quantile("1/2") == 0


def test_small_chances_are_as_precise_as_large_ones() -> None:
    law = ExponentialWeights([0, -500])
    assert law.mass(1) == law.tail(1) == law.mean == pytest.approx(math.exp(-500), rel=1e-15)
    assert law.log_mass(0) == pytest.approx(-math.exp(-500), rel=1e-15)
    narrow = law.mass_within(1, 80)
    assert (narrow.upper - narrow.lower) * 2**80 <= 16 * narrow.lower


def test_only_differences_matter() -> None:
    one, other = (
        ExponentialWeights([1, 2, "2.5"]),
        ExponentialWeights(["-1e300", F(1 - 10**300), "-1e300"]),
    )
    shifted = ExponentialWeights([-99, -98, "-97.5"])
    assert [one.mass(k) for k in range(3)] == [shifted.mass(k) for k in range(3)]
    assert other.mass(1) == pytest.approx(math.e / (2 + math.e), rel=1e-15)


def test_equal_exponents_are_a_uniform_law() -> None:
    law = ExponentialWeights(np.zeros(7))  # type: ignore[arg-type]  # arrays are sequences enough
    assert [law.mass(k) for k in range(-1, 8)] == [0, *[1 / 7] * 7, 0]
    assert (law.mean, law.variance) == (3, 4)
    assert law.mass(10**399) == law.mass(-(10**398)) == 0


def test_it_never_prints_its_exponents() -> None:
    law = ExponentialWeights([12345, "-67/89"])
    assert repr(law) == str(law) == f"{law}" == "ExponentialWeights(<2 exponents>)"
    assert f"{[law]} {law!r:>40} {RuntimeError(law)!r}".count("<2 exponents>") == 3
    assert not re.search("12345|67|89", f"{[law]} {RuntimeError(law)!r}")


def test_there_must_be_something_to_choose_among() -> None:
    with pytest.raises(
        Invalid, match="no exponents to choose among\n  give one for each candidate"
    ):
        ExponentialWeights([])


def test_cells_are_all_indices_in_order() -> None:
    cells = ExponentialWeights([3, 1, 3, -(10**6)]).cells(64)
    assert list(cells.values) == [0, 1, 2, 3]
    assert (cells.low[0], cells.high[0]) == (cells.low[2], cells.high[2])
    assert (cells.low[3], cells.rest) == (0, 0)
    assert cells.high[3] >= 1  # it may still be drawn: more bits will tell
