"""Noise in floats is found out by its last bits; noise on a grid is not."""

import math
import random
from fractions import Fraction

import numpy as np
import pytest

from discreet.audit.precision import exact, place, precision
from discreet.errors import Invalid
from discreet.mechanisms import Laplace
from discreet.noise import System


def _float_noise(x: float) -> float:
    u = random.SystemRandom().random() - 0.5
    return x - math.copysign(math.log(1 - 2 * abs(u)), u)


def test_noise_in_floats_tells_what_it_was_added_to() -> None:
    report = precision(_float_noise, 0.0, 1.0, epsilon=1)
    assert not report.holds
    assert "finest binary place" in report.broken[0].what


def test_noise_on_a_grid_tells_nothing_more() -> None:
    noise, source, step = Laplace(10), System(), Fraction(1, 8)
    for epsilon in ("1", "0.1"):
        report = precision(
            lambda x: noise.sample(x, source) * step, 0, 1, epsilon=epsilon, step=step, draws=5000
        )
        assert report.holds, str(report)


def test_an_answer_beside_the_grid_is_found_out() -> None:
    report = precision(lambda x: Fraction(x, 3), 0, 1, epsilon=100, step="1/2", draws=100)
    assert [finding.detail for finding in report.broken] == ["100 of 200 are not"]


def test_the_finest_place_is_the_last_bit() -> None:
    assert place(Fraction(0.1)) == 55
    assert place(Fraction(3, 8)) == 3
    assert exact(np.float64(0.5)) == Fraction(1, 2)
    with pytest.raises(Invalid, match="one number at a time"):
        exact("x")
