"""Rounded Cauchy and Laplace numbers have exactly the chances that rounding gives them."""

import math
from collections.abc import Callable
from fractions import Fraction

import pytest

from discreet.noise import Source
from discreet.noise.cauchy import nearest_cauchy, nearest_laplace
from discreet.numbers import exp
from discreet.testing import Recording, Replay
from tests.noise.bits import fixed


def cauchy(x: float) -> float:
    return 0.5 + math.atan(x) / math.pi


def laplace(x: float) -> float:
    return 1 - math.exp(-x) / 2 if x > 0 else math.exp(x) / 2


@pytest.mark.parametrize("scale", [Fraction(1, 3), Fraction(7, 2), Fraction(10**12)])
@pytest.mark.parametrize(("draw", "below"), [(nearest_cauchy, cauchy), (nearest_laplace, laplace)])
def test_draws_follow_the_rounded_law(
    draw: Callable[[Fraction, Source], int], below: Callable[[float], float], scale: Fraction
) -> None:
    draws, source = 5000, fixed(f"{draw.__name__} {scale}")
    found = [draw(scale, source) for _ in range(draws)]
    far = math.sqrt(math.log(2e10) / 2 / draws)  # Dvoretzky, Kiefer, Wolfowitz: once in 1e10
    for place in (-30, -4, -1, 0, 1, 3, 25):
        end = int(place * max(scale, Fraction(1)) / 3)
        expected = below((end + 0.5) / float(scale))
        assert abs(sum(one <= end for one in found) / draws - expected) < far


def bits(*words: int) -> Replay:
    return Replay(b"".join(word.to_bytes(8, "big") for word in words) + b"\x00" * 8)


def test_a_point_beyond_the_disc_is_drawn_again() -> None:
    most, half = 2**64 - 1, 2**63
    assert nearest_cauchy(Fraction(100), bits(most, most, half, half >> 1)) == 50


def test_a_point_on_the_rim_takes_more_bits() -> None:
    # 0.6 and 0.8 to 64 bits: the rim runs through this square.
    across, over = 2**64 * 6 // 10, 2**64 * 8 // 10
    tape = bits(across, over, 0, 0)
    assert nearest_cauchy(Fraction(3), tape) == 4
    assert tape.left == 7


def test_a_ratio_on_the_edge_of_rounding_takes_more_bits() -> None:
    tape = bits(2**62, 2**62, 2**63, 2**63 + 1)
    assert nearest_cauchy(Fraction(1, 2), tape) == 1
    assert tape.left == 7


def test_no_bit_set_says_nothing_yet() -> None:
    tape = bits(0, 1, 1, 0)
    assert nearest_cauchy(Fraction(1, 2**70), tape) == 0
    assert tape.left == 7
    assert nearest_laplace(Fraction(1), bits(0, 2**63)) == 45  # 65 ln 2 = 45.05


@pytest.mark.parametrize("draw", [nearest_cauchy, nearest_laplace])
def test_signs_are_fair_bits(draw: Callable[[Fraction, Source], int]) -> None:
    tape = Recording()
    size = draw(Fraction(10**6), tape)
    turned = tape.taken[:-1] + bytes([tape.taken[-1] ^ 1])
    assert draw(Fraction(10**6), Replay(turned)) == -size


def test_a_logarithm_on_the_edge_of_rounding_takes_more_bits() -> None:
    edge = int(math.exp(-0.5) * 2**64)
    exact = exp(Fraction(-1, 2), 120).fixed(64)[0]
    assert abs(edge - exact) < 2**12  # floats have 53 bits: the certified one is taken
    tape = bits(exact, 0)
    assert nearest_laplace(Fraction(1), tape) == 1
    assert tape.left == 7
