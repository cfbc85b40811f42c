"""The staircase law, beside its definition, its published optimum and what it must keep."""

import math
from fractions import Fraction

import mpmath
import pytest

from discreet.law import DiscreteLaplace, Staircase
from tests.law.oracle import tabulated
from tests.numbers.truth import assert_holds

F = Fraction
LAWS = [
    Staircase(1, 1, 1),
    Staircase(2, 5, 1),
    Staircase(2, 5, 4),
    Staircase(2, 5, 5),
    Staircase(100, 3, 1),
    Staircase("0.3", 7, 2),
]


@pytest.mark.parametrize(
    ("epsilon", "width", "variance"),
    [(1, 0.4167374349288824, 1.918103531235525), (5, 0.1444821748642715, 0.02971102413637286)],
)
def test_the_best_staircase_has_its_published_variance(
    epsilon: int, width: float, variance: float
) -> None:
    """Rows T5 of the reference table, for real numbers: steps of 10**-12 of a sensitivity.

    That the middle step is one step wide, not two, moves it by some parts in 10**12.
    """
    law = Staircase(epsilon, sensitivity=10**12, width=round(width * 10**12))
    assert law.variance / 10**24 == pytest.approx(variance, rel=4e-12)


@pytest.mark.parametrize("law", LAWS, ids=repr)
@pytest.mark.parametrize("bits", [24, 64, 150])
def test_masses_and_tails_are_narrow_on_every_step(law: Staircase, bits: int) -> None:
    table, stair = tabulated(law), law.sensitivity
    for k in (*range(2 * stair + 2), 9 * stair, 9 * stair + law.width):
        assert_holds(law.mass_within(k, bits), lambda k=k: table.mass(k), units=16)
        assert_holds(law.tail_within(k + 1, bits), lambda k=k: table.tail(k + 1), units=32)
        assert law.mass_within(k, bits) == law.mass_within(-k, bits)


@pytest.mark.parametrize("law", LAWS, ids=repr)
def test_no_shift_within_the_sensitivity_tells_more_than_epsilon(law: Staircase) -> None:
    far = 3 * law.sensitivity
    losses = [
        abs(law.log_mass(k) - law.log_mass(k + shift))
        for k in range(-far, far)
        for shift in range(1, law.sensitivity + 1)
    ]
    assert max(losses) == pytest.approx(float(law.epsilon), rel=1e-12)


@pytest.mark.parametrize("epsilon", [F(1, 2**40), F(1, 10**6), F(1), F(100)])
def test_steps_of_one_are_discrete_laplace(epsilon: Fraction) -> None:
    stairs, smooth = Staircase(epsilon, 1, 1), DiscreteLaplace(1 / epsilon)
    assert stairs.variance == smooth.variance
    for k in (-3, 0, 1, 10**6):
        assert stairs.mass(k) == smooth.mass(k)
        assert stairs.tail(k) == smooth.tail(k)


def test_a_wide_and_flat_staircase_keeps_its_precision() -> None:
    """All but uniform steps: 2 D (width + b (D - width)) / (1 - b) - 1 of them weigh one."""
    length, width = 2**40, 2**39
    law = Staircase(1, length, width)
    fall = math.exp(-1)
    total = 2 * (width + fall * (length - width)) / (1 - fall) - 1
    assert law.mass(0) == law.mass(width - 1) == pytest.approx(1 / total, rel=1e-12)
    assert law.mass(width) == law.mass(-length) == pytest.approx(fall / total, rel=1e-12)
    assert law.quantile("1/2") == 0


@pytest.mark.parametrize("far", [10**4, 10**12, 10**100])
def test_logarithms_stay_finite_where_masses_are_too_small_for_floats(far: int) -> None:
    law = Staircase(2, 5, 4)
    stair = far // 5 + (far % 5 >= 4)
    with mpmath.workprec(300):
        expected = float(-2 * stair - mpmath.log(tabulated(law).total))
    assert law.log_mass(far) == pytest.approx(expected, rel=1e-15)
    assert (law.mass(far), law.tail(far), law.cdf(far), law.mean) == (0, 0, 1, 0)
