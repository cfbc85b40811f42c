"""Digits of a geometric number: published values, and the numbers they make up together."""

from fractions import Fraction

import mpmath
import pytest

from discreet.law import Cells, Digit
from discreet.law.digit import BASE, one_sided, two_sided
from tests.law.oracle import PRECISION, falling

F = Fraction


def shares(cells: Cells) -> dict[int, Fraction]:
    """The probability of each cell, to some 200 bits."""
    low, _ = cells.thresholds(200)
    steps = [b - a for a, b in zip([0, *low], low, strict=False)]
    return {value: F(step, 2**200) for value, step in zip(cells.values, steps, strict=True)}


@pytest.mark.parametrize(
    ("place", "expected"), [(0, 0.01078380553901665), (1, 0.9226952595567003), (2, 1.0)]
)
def test_digits_have_their_published_masses(place: int, expected: float) -> None:
    """Rows T5 of the reference table: r = exp(-1/100)."""
    digit = Digit(F(100, BASE**place))
    assert float(shares(digit.cells(200))[0]) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("scale", [F(3), F(100), F(700)])
def test_independent_digits_make_a_geometric_number(scale: Fraction) -> None:
    """The mass of d0 + 256 d1 + 65536 h is the product of theirs."""
    parts = [shares(Digit(scale / BASE**place).cells(220)) for place in (0, 1)]
    parts.append(shares(one_sided(scale / BASE**2, 220)))
    with mpmath.workprec(PRECISION):
        gap = -mpmath.expm1(-1 / mpmath.mpf(scale))
        for k in (0, 1, 255, 256, 257, 1000, 3 * 255):
            product = parts[0][k % 256] * parts[1][k // 256 % 256] * parts[2][k // 65536]
            true = gap * falling(scale)(k)
            error = abs(mpmath.mpf(product.numerator) / product.denominator - true)
            assert error < mpmath.ldexp(1, -190)


@pytest.mark.parametrize("scale", [F(1, 100), F(40), F(900)])
def test_leading_digits_are_those_of_a_discrete_laplace_number(scale: Fraction) -> None:
    """That number over 256, rounded down: block by block, its masses are added up."""
    leading = shares(two_sided(scale, scale / BASE, 220))
    with mpmath.workprec(PRECISION):
        ratio = falling(scale)(1)
        for h in (0, ~0, 1, ~1, 3, ~3):
            if h not in leading:
                continue  # what weighs less than 2**-220 is left out
            block = range(BASE * h, BASE * (h + 1))
            weight = mpmath.fsum(falling(scale)(k) for k in block)
            true = weight * (1 - ratio) / (1 + ratio)
            share = mpmath.mpf(leading[h].numerator) / leading[h].denominator
            assert abs(share - true) < mpmath.ldexp(1, -190)


def test_signs_take_turns() -> None:
    assert list(two_sided(F(1), F(1), 16).values[:6]) == [0, -1, 1, -2, 2, -3]
    assert list(one_sided(F(1), 16).values[:3]) == [0, 1, 2]
    assert list(Digit(F(1)).cells(16).values) == list(range(256))


@pytest.mark.parametrize("scale", [F(1, 100), F(1), F(15, 2), F(300)])
@pytest.mark.parametrize("bits", [8, 64, 150])
def test_what_one_side_leaves_out_weighs_no_more_than_it_says(scale: Fraction, bits: int) -> None:
    cells = one_sided(scale, bits)
    with mpmath.workprec(PRECISION + 200):
        unit = mpmath.ldexp(1, bits + 32)
        left = unit * falling(scale)(len(cells.values)) / -mpmath.expm1(-1 / mpmath.mpf(scale))
        assert left <= cells.rest <= left * 1.01 + 2
        assert left <= unit * mpmath.ldexp(1, -bits) * (1 + scale)
