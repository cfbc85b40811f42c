"""How wide a law may be, and what its ratio is."""

from collections.abc import Callable
from fractions import Fraction

import mpmath
import pytest

from discreet.errors import OutOfRange
from discreet.law.scale import ratio_gap, ratio_power, scale_of, variance_of
from discreet.numbers import Number
from tests.numbers.truth import assert_holds

F = Fraction


@pytest.mark.parametrize("number", ["0.01", 0.01, 1, "1/3", 2**40, F(2**40)])
def test_scales_run_from_one_hundredth_to_a_trillion(number: Number) -> None:
    assert scale_of(number) == F(str(number))


@pytest.mark.parametrize("number", ["0.01", 0.25, 1, "1/3", 2**60])
def test_variances_run_from_one_hundredth_to_the_square_of_a_billion(number: Number) -> None:
    assert variance_of(number) == F(str(number))


@pytest.mark.parametrize(
    ("of", "number", "wanted"),
    [
        (scale_of, 0, "from 1/100 to 1099511627776"),
        (scale_of, "0.00999", "from 1/100 to 1099511627776"),
        (scale_of, 2**40 + 1, "from 1/100 to 1099511627776"),
        (variance_of, -1, "from 1/100 to 1152921504606846976"),
        (variance_of, 1e-9, "from 1/100 to 1152921504606846976"),
        (variance_of, 2**60 + 1, "from 1/100 to 1152921504606846976"),
    ],
)
def test_what_is_too_narrow_or_too_wide_is_told_the_range(
    of: Callable[[Number], Fraction], number: Number, wanted: str
) -> None:
    name = of.__name__.removesuffix("_of")
    with pytest.raises(OutOfRange) as refusal:
        of(number)
    assert str(refusal.value) == f"{name} is {number}\n  it can be anything {wanted}".replace(
        "is 0.00999", "is '0.00999'"
    )


@pytest.mark.parametrize("scale", [F(1, 10**30), F(1, 100), F(1), F(355, 113), F(2**40), F(10**99)])
@pytest.mark.parametrize("bits", [8, 64, 200])
def test_a_ratio_and_what_it_lacks_to_one_are_narrow(scale: Fraction, bits: int) -> None:
    gap = ratio_gap(scale, bits)
    units = 2.0 ** (gap.bits - bits + 2)  # four parts of 2**bits, as asked
    assert_holds(gap, lambda s: -mpmath.expm1(-1 / s), scale, units=units)
    for k in (0, 1, 17, 10**6):
        assert_holds(ratio_power(scale, k, bits), lambda s: mpmath.exp(-k / s), scale, units=4)  # noqa: B023
