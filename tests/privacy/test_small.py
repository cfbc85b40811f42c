"""The rho of small losses against sixty digits: never below, and to the last bit of a float."""

from fractions import Fraction

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discreet.privacy import LaplaceNoise, Pure
from discreet.privacy.small import is_small, laplace_rho_above, response_rho_above
from tests.privacy.truth import DIGITS, assert_above, real, response_rho

F = Fraction
SMALL = st.fractions(F(1, 2**24), 1)


def laplace_rho(ratio: Fraction) -> object:
    with mpmath.workdps(3 * DIGITS):
        return real(ratio) + mpmath.exp(-real(ratio)) - 1


@given(st.one_of(SMALL, st.fractions(F(1, 999), 1, max_denominator=999)))
def test_they_are_a_hair_above(loss: Fraction) -> None:
    assert is_small(loss)
    assert_above(response_rho_above(loss), response_rho(loss), 3e-16)
    assert_above(laplace_rho_above(loss), laplace_rho(loss), 3e-16)


@pytest.mark.parametrize("loss", [F(1), F(1, 2**24), F(1, 3), F(999999, 10**6), F(1, 10**7)])
def test_they_are_what_losses_say(loss: Fraction) -> None:
    assert Pure(loss).rho == response_rho_above(loss)
    assert LaplaceNoise(loss).rho == laplace_rho_above(loss)


@pytest.mark.parametrize("loss", [F(0), F(1, 2**24 + 1), F(1, 10**30), F(1) + F(1, 10**9), F(50)])
def test_others_are_looked_at_more_closely(loss: Fraction) -> None:
    assert not is_small(loss)
    assert_above(Pure(loss).rho, response_rho(loss))
    assert_above(LaplaceNoise(loss).rho, laplace_rho(loss))
