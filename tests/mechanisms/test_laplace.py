"""Laplace noise: its loss for one number and for several, whatever is known of a unit's reach."""

from collections.abc import Callable, Mapping
from fractions import Fraction

import numpy as np
import pytest

from discreet.audit.cover import Claim
from discreet.audit.spread import side_by_side
from discreet.audit.told import Told
from discreet.errors import NoBound, OutOfRange
from discreet.law import DiscreteLaplace
from discreet.mechanisms import Laplace
from discreet.noise import System
from discreet.numbers import Interval
from discreet.privacy import DiscreteLaplaceNoise, Pure, Sensitivity

FAR = 8


@pytest.mark.parametrize(
    ("sensitivity", "loss"),
    [
        (Sensitivity(l0=1, linf=1), DiscreteLaplaceNoise(5)),
        (Sensitivity(l0=1, linf=3), DiscreteLaplaceNoise(5, 3)),
        (Sensitivity(l0=2, linf=3), DiscreteLaplaceNoise(5, 3) * 2),
        (Sensitivity(l1=4), Pure("0.8")),
        (Sensitivity(l0=2, linf=3, l1=4), Pure("0.8")),
        # Whole numbers move by whole numbers.
        (Sensitivity(l0=1, linf="2.9"), DiscreteLaplaceNoise(5, 2)),
        (Sensitivity(l1="4.9"), Pure("0.8")),
        (Sensitivity(l0=1, linf=10**6), Pure(200_000)),
        (Sensitivity(l0=1, linf=0), DiscreteLaplaceNoise(5, 0)),
    ],
    ids=str,
)
def test_the_loss_is_that_of_what_a_unit_moves(sensitivity: Sensitivity, loss: object) -> None:
    assert Laplace(5).loss(sensitivity) == loss


def test_without_a_bound_on_the_sum_there_is_no_loss() -> None:
    with pytest.raises(NoBound, match="give l1, or l0 and linf"):
        Laplace(5).loss(Sensitivity(linf=1))


def _two(scale: int, moved: tuple[int, int]) -> Mapping[object, Callable[[int], Interval]]:
    """The law of two noisy numbers near zero; everything farther out is one outcome."""
    law, around = DiscreteLaplace(scale), range(-FAR, FAR + 1)

    def near(a: int, b: int) -> Callable[[int], Interval]:
        return lambda bits: (
            law.mass_within(a - moved[0], bits) * law.mass_within(b - moved[1], bits)
        )

    def beyond(bits: int) -> Interval:
        sides = [
            1 - law.tail_within(FAR + 1 - by, bits) - law.cdf_within(-FAR - 1 - by, bits)
            for by in moved
        ]
        return 1 - sides[0] * sides[1]

    return {**{(a, b): near(a, b) for a in around for b in around}, "beyond": beyond}


@pytest.mark.parametrize("moved", [(2, 2), (2, 1), (0, 2)])
def test_entries_moved_less_than_they_may_tell_no_more(moved: tuple[int, int]) -> None:
    claim = Claim(Laplace(1).loss(Sensitivity(l0=2, linf=2)))
    one, other = side_by_side(_two(1, (0, 0)), _two(1, moved))
    for told in (Told(one, other), Told(other, one)):
        assert [finding.what for finding in claim.covers(told) if not finding.holds] == []


def test_a_number_and_an_array_keep_their_kind() -> None:
    noisy = Laplace(1).sample(np.array([[1, 2], [3, 4]]), System())
    assert noisy.shape == (2, 2)
    assert noisy.dtype == np.int64
    assert isinstance(Laplace(1).sample(3, System()), int)


def test_its_error_is_a_quantile_of_its_law() -> None:
    bound = Laplace(10).error(Fraction(95, 100))
    law = DiscreteLaplace(10)
    assert law.cdf(int(bound)) >= 0.975 > law.cdf(int(bound) - 1)


def test_its_law_does_not_show_the_value() -> None:
    assert "1234" not in repr(Laplace(1).law(1234))


@pytest.mark.parametrize("scale", ["0.001", -1, 0, 2**41, float("nan")])
def test_a_scale_that_cannot_be_is_refused(scale: float | str) -> None:
    with pytest.raises(OutOfRange, match="scale"):
        Laplace(scale)
