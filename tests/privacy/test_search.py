"""Numbers guessed in floats and certified on the safe side."""

import math
from fractions import Fraction

import pytest

from discreet.numbers import Interval, exp, sqrt
from discreet.privacy.search import certified, least, peak, root, short

F = Fraction


def test_a_number_is_known_to_sixty_bits_of_its_own_however_much_cancels() -> None:
    small = certified(lambda bits: 1 - exp(-F(1, 10**60), bits))
    assert small.upper - small.lower <= small.lower / 2**60
    assert small.holds(F(1, 10**60) - F(1, 2 * 10**120))


def test_a_number_that_cancels_altogether_is_not_looked_at_for_ever() -> None:
    nothing = certified(lambda bits: sqrt(2, bits) * sqrt(2, bits) - 2)
    assert nothing.holds(0)
    assert nothing.upper < F(1, 2**16000)
    assert certified(lambda bits: Interval.of(0, bits)).upper == 0


def test_a_root_is_where_a_falling_function_crosses() -> None:
    assert root(lambda x: 2 - x * x, 0.0, 2.0) == pytest.approx(math.sqrt(2), rel=1e-15)
    assert root(lambda _: -1.0, 1.0, 2.0) == math.nextafter(1.0, 2.0)
    assert root(lambda _: 1.0, 1.0, 2.0) == 2.0


@pytest.mark.parametrize("guess", [1e-9, 1.0, 1.5, math.nextafter(2.0, 0.0), 2.0])
def test_the_least_that_holds_is_found_however_far_off_the_guess(guess: float) -> None:
    found = least(lambda x: x >= 2.0, guess)
    assert 2.0 <= found <= 2.0 * (1 + 1e-12)


def test_a_guess_that_holds_is_taken() -> None:
    assert least(lambda x: x >= 2.0, 3.0) == 3.0


def test_what_holds_nowhere_is_infinite() -> None:
    assert least(lambda _: False, 1.0) == math.inf
    assert least(lambda x: x == math.inf, 1.0) == math.inf


@pytest.mark.parametrize("top", [0.0, 1e-3, 1.0, 7.25, 10.0])
def test_a_peak_is_found_wherever_it_is(top: float) -> None:
    assert peak(lambda x: -abs(x - top), 0.0, 10.0) == pytest.approx(top, abs=1e-9)


def test_a_short_amount_stays_as_it_is_and_a_long_one_is_rounded_up() -> None:
    assert short(F(1, 3)) == F(1, 3)
    assert short(F(1, 10**300)) == F(1, 10**300)
    long = F(2) + F(1, 3**999)
    assert long < short(long) <= long + F(1, 2**512)
    assert short(long).denominator <= 2**512
