"""Searches that were published: those that are right stay within their claim, the others do not.

Expected losses are the specification's, by quadrature of their own; checked to 1e-4.
"""

import math

import pytest

from tests.mechanisms.variant import Noise, Variant, loss

RIGHT = 1 + 1e-9


def swap(below: int, above: int) -> tuple[list[int], list[int], list[bool]]:
    """Values of 0 then 1, the same with 1 then 0, and answers that fit the first."""
    told = [False] * below + [True] * above
    return [0] * below + [1] * above, [1] * below + [0] * above, told


def told_loss(variant: Variant, below: int, above: int) -> float:
    here, there, told = swap(below, above)
    return loss(lambda values: variant.chance(values, told), here, there)


@pytest.mark.parametrize(
    ("laplace", "losses"),
    [(True, (0.39582, 0.89981, 0.99998)), (False, (0.98056, 0.99991, 1.0))],
)
def test_both_noises_stay_within_the_claim_and_reach_it(
    laplace: bool, losses: tuple[float, ...]
) -> None:
    variant = Variant(Noise(2, laplace), Noise(4, laplace))
    for below, expected in zip((1, 5, 20), losses, strict=True):
        found = told_loss(variant, below, 1)
        assert found == pytest.approx(expected, abs=1e-4)
        assert found <= RIGHT


@pytest.mark.parametrize(
    ("laplace", "losses"), [(True, (0.40618, 0.96423, 1.0)), (False, (1.0, 1.0, 1.0))]
)
def test_half_the_noise_does_for_monotone_values(laplace: bool, losses: tuple[float, ...]) -> None:
    variant = Variant(Noise(2, laplace), Noise(2, laplace))
    for below, expected in zip((1, 5, 20), losses, strict=True):
        told = [False] * below + [True]
        here, there = [0] * (below + 1), [1] * below + [0]
        found = loss(lambda values, told=told: variant.chance(values, told), here, there)  # type: ignore[misc]  # mypy knows no default of a lambda
        assert found == pytest.approx(expected, abs=1e-4)
        assert found <= RIGHT


@pytest.mark.parametrize(
    ("laplace", "above", "expected"),
    [(True, 2, 0.99947), (True, 4, 0.97774), (False, 2, 1.0), (False, 4, 1.0)],
)
def test_several_positives_stay_within_the_claim(
    laplace: bool, above: int, expected: float
) -> None:
    found = told_loss(Variant(Noise(2, laplace), Noise(4 * above, laplace)), 20, above)
    assert found == pytest.approx(expected, abs=1e-4)
    assert found <= RIGHT


@pytest.mark.parametrize("below", [1, 5, 10, 20, 40])
def test_to_show_the_compared_value_is_not_private(below: int) -> None:
    variant = Variant(Noise(2), Noise(2))
    here, there = [0] * (below + 1), [1] * below + [0]
    found = loss(lambda values: variant.shown(values, 0), here, there)
    assert found == pytest.approx(below / 2, abs=1e-4)


@pytest.mark.parametrize(
    ("above", "expected"), [(1, 1.525), (2, 2.873), (4, 5.762), (8, 11.749), (16, 23.596)]
)
def test_noise_that_does_not_grow_with_the_positives_is_too_little(
    above: int, expected: float
) -> None:
    found = told_loss(Variant(Noise(4), Noise(4 / 3), threshold=5), 50, above)
    assert found == pytest.approx(expected, abs=5e-4)
    assert RIGHT < found < (1 + 6 * above) / 4


def test_no_noise_on_values_shows_their_order() -> None:
    variant = Variant(Noise(2), Noise(0))
    here, there, told = swap(1, 1)
    assert variant.chance(here, told) == pytest.approx(0.1967, abs=1e-4)
    assert variant.chance(there, told) == 0


@pytest.mark.parametrize(
    ("many", "expected"), [(1, 0.737), (5, 4.031), (10, 8.347), (20, 17.144), (40, 34.923)]
)
def test_no_end_to_positives_has_no_end_of_loss(many: int, expected: float) -> None:
    assert told_loss(Variant(Noise(2), Noise(2)), many, many) == pytest.approx(expected, abs=5e-4)


@pytest.mark.parametrize(("below", "expected"), [(1, 0.45), (5, 1.45), (20, 5.2)])
def test_no_noise_on_the_threshold_charges_every_value_below(below: int, expected: float) -> None:
    assert told_loss(Variant(Noise(0), Noise(4)), below, 1) == pytest.approx(expected, abs=5e-4)


@pytest.mark.parametrize(("below", "expected"), [(1, 0.579), (5, 0.677), (20, 0.787), (100, 1.096)])
def test_half_the_noise_is_too_little_for_other_values(below: int, expected: float) -> None:
    found = told_loss(Variant(Noise(2), Noise(2), threshold=8), below, 1)
    assert found == pytest.approx(expected, abs=5e-4)


def test_one_sided_noise_of_the_wrong_sign_is_not_private() -> None:
    variant = Variant(Noise(2, laplace=False, sign=-1), Noise(4, laplace=False))
    assert variant.chance([0], [False]) == 0
    assert variant.chance([-1], [False]) > 0.01
    right = Variant(Noise(2, laplace=False), Noise(4, laplace=False))
    assert 0 < math.log(right.chance([0], [False]) / right.chance([1], [False])) <= RIGHT
