"""Gaussian noise: its loss for one number and for several."""

from fractions import Fraction

import numpy as np
import pytest

from discreet.errors import NoBound, OutOfRange
from discreet.law import DiscreteGaussian
from discreet.mechanisms import Gaussian
from discreet.noise import System
from discreet.privacy import DiscreteGaussianNoise, Sensitivity, Zcdp


@pytest.mark.parametrize(
    ("sensitivity", "loss"),
    [
        (Sensitivity(l0=1, linf=1), DiscreteGaussianNoise(50)),
        (Sensitivity(l0=1, linf="3.5"), DiscreteGaussianNoise(50, 3)),
        (Sensitivity(l2=5), Zcdp("0.25")),
        (Sensitivity(l0=4, linf=2), Zcdp("0.16")),
        (Sensitivity(l0=1, linf=10**6), Zcdp(10**10)),
        (Sensitivity(l1=3), Zcdp("0.09")),
    ],
    ids=str,
)
def test_the_loss_is_that_of_what_a_unit_moves(sensitivity: Sensitivity, loss: object) -> None:
    assert Gaussian(50).loss(sensitivity) == loss


def test_without_a_bound_on_the_length_there_is_no_loss() -> None:
    with pytest.raises(NoBound, match="give l2, or l0 and linf"):
        Gaussian(50).loss(Sensitivity(linf=1))


def test_a_number_and_an_array_keep_their_kind() -> None:
    noisy = Gaussian(1).sample(np.array([1, 2, 3]), System())
    assert noisy.shape == (3,)
    assert isinstance(Gaussian(1).sample(3, System()), int)


def test_its_error_is_a_quantile_of_its_law() -> None:
    bound = Gaussian(100).error(Fraction(95, 100))
    law = DiscreteGaussian(100)
    assert law.cdf(int(bound)) >= 0.975 > law.cdf(int(bound) - 1)


@pytest.mark.parametrize("variance", ["0.001", -1, 0, 2**61, float("nan")])
def test_a_variance_that_cannot_be_is_refused(variance: float | str) -> None:
    with pytest.raises(OutOfRange, match="variance"):
        Gaussian(variance)
