"""Sums by fast Fourier transform, against sums of integers by hand."""

import math
from fractions import Fraction

import numpy as np
import pytest

from discreet.privacy.convolve import Sum, _convolved, _folded, fast, summed
from discreet.privacy.grid import Gridded, downwards, upwards
from discreet.privacy.pair import Bell, Points, response

EDGES = np.array([0.125, 0.5, 0.25, 0.125])


def by_hand(masses: list[Fraction], count: int) -> list[Fraction]:
    """So many of them added up, exactly."""
    total = [Fraction(1)]
    for _ in range(count):
        grown = [Fraction(0)] * (len(total) + len(masses) - 1)
        for i, a in enumerate(total):
            for j, b in enumerate(masses):
                grown[i + j] += a * b
        total = grown
    return total


@pytest.mark.parametrize("count", [1, 2, 3, 7, 20])
@pytest.mark.parametrize("size", [64, 80, 96])
def test_each_value_is_no_further_off_than_it_says(count: int, size: int) -> None:
    exact = by_hand([Fraction(float(x)) for x in EDGES], count)
    exact += [Fraction(0)] * (size - len(exact))
    found, off = _convolved([EDGES], [count], size)
    assert max(abs(Fraction(float(x)) - y) for x, y in zip(found, exact, strict=True)) <= off
    assert off < 1e-12


def test_short_parts_are_summed_in_groups() -> None:
    exact = by_hand([Fraction(float(x)) for x in EDGES], 60)
    size = 512
    exact += [Fraction(0)] * (size - len(exact))
    long = np.zeros(40)
    long[0] = 1.0
    found, off = _convolved([EDGES] * 58 + [long, EDGES], [1] * 58 + [3, 2], size)
    assert max(abs(Fraction(float(x)) - y) for x, y in zip(found, exact, strict=True)) <= off
    assert 0 < off < 1e-10


def test_what_does_not_fit_goes_round() -> None:
    assert _folded(np.arange(5.0), 2).tolist() == [6.0, 4.0]
    assert _folded(np.arange(2.0), 4).tolist() == [0.0, 1.0, 0.0, 0.0]


def test_lengths_are_quick_ones() -> None:
    assert [fast(size) for size in (1, 17, 21, 25, 33, 1000)] == [10, 20, 24, 32, 40, 1024]


@pytest.mark.parametrize("tilt", [0.0, 3.0])
@pytest.mark.parametrize("count", [1, 5])
def test_randomised_response_adds_up_as_counted_by_hand(tilt: float, count: int) -> None:
    pair, step = response(0.5, 0.001), 1.0
    more, less = math.exp(0.5) / (1 + math.exp(0.5)), 1 / (1 + math.exp(0.5))
    above = summed([(upwards(pair, step, 1e-20), count)], tilt, upper=True)
    below = summed([(downwards(pair, step, 1e-20), count)], tilt, upper=False)
    for epsilon in (0.0, 0.3, 0.5 * count - 0.01):
        told = sum(
            math.comb(count, up)
            * more**up
            * less ** (count - up)
            * max(0.0, -math.expm1(epsilon - 0.5 * (2 * up - count)))
            for up in range(count + 1)
        )
        delta = 1 - 0.999**count * (1 - told)
        assert delta * (1 - 1e-14) <= above.delta(epsilon) < delta * (1 + 2e-6) + 1e-12
        assert delta * (1 + 1e-14) >= below.delta(epsilon) > delta * (1 - 1e-4) - 1e-6


def test_epsilon_is_where_delta_is_reached() -> None:
    parts = [(upwards(Bell(0.1), 0.01, 1e-14), 50)]
    above = summed(parts, 3.0, upper=True)
    epsilon = above.epsilon(1e-4)
    assert above.delta(epsilon) <= 1e-4 < above.delta(epsilon - 1e-9)
    below = summed([(downwards(Bell(0.1), 0.01, 1e-14), 50)], 3.0, upper=False)
    least = below.epsilon(1e-4)
    assert below.delta(least) > 1e-4 >= below.delta(least + 1e-9)
    assert least < epsilon


def test_where_delta_is_never_reached_epsilon_is_infinite() -> None:
    told = Points((0.0, 1.0), (0.5, 0.4), 0.1)
    above = summed([(upwards(told, 0.5, 1e-14), 2)], 1.0, upper=True)
    assert above.epsilon(0.1) == math.inf
    below = summed([(downwards(told, 0.5, 1e-14), 2)], 1.0, upper=False)
    assert below.epsilon(0.9) == 0.0
    assert above.epsilon(0.95) == 0.0
    assert above.delta(5.0) == pytest.approx(0.19)
    sure = summed(
        [(upwards(Points((0.0, 1.0), (1e-300, 1e-300), 1.0), 0.5, 1e-14), 1)], 0.0, upper=True
    )
    assert sure.delta(0.5) == 1.0


def test_a_bound_that_does_not_fall_has_no_epsilon() -> None:
    flat = np.array([1e-3, 1e-3])
    above = Sum(0.0, 1.0, flat, np.zeros(2), 0.0, 0.0, None, 0.0, -1e-9)
    assert above.epsilon(5e-4) == math.inf


def normal(epsilon: float, mu: float) -> float:
    """The delta of a bell curve."""
    far, near = (epsilon / mu + mu / 2) / math.sqrt(2), (epsilon / mu - mu / 2) / math.sqrt(2)
    return (math.erfc(near) - math.exp(epsilon) * math.erfc(far)) / 2


@pytest.mark.parametrize("tilt", [8.0, 12.0])
def test_what_lies_before_a_tilted_window_is_counted(tilt: float) -> None:
    above = summed([(upwards(Bell(1.0), 0.05, 1e-12), 1)], tilt, upper=True)
    for epsilon in (0.0, 0.1, 1.0):
        assert above.delta(epsilon) >= normal(epsilon, 1.0)
        found = above.epsilon(normal(epsilon, 1.0))
        assert found >= epsilon * (1 - 1e-9)
    assert above.start > 0.5


def test_losses_so_far_apart_that_no_float_holds_them_are_told() -> None:
    # Half the sum lies below its middle, half a thousand above: epsilon is between the two.
    parts = [(Gridded(0, np.array([0.5, 0.0, 0.5]), 0.0, 0.0, 800.0, 0.0), 1)]
    above, below = (summed(parts, 0.0, upper=upper) for upper in (True, False))
    assert above.delta(1550.0) >= 0.5 >= below.delta(1550.0)


def test_a_sum_of_which_nothing_is_finite_is_all_told() -> None:
    parts = [(Gridded(0, np.zeros(2), 1.0, 0.0, 1.0, 0.0), 2)]
    assert summed(parts, 1.0, upper=True).delta(3.0) == 1.0
    assert summed(parts, 1.0, upper=False).delta(3.0) == pytest.approx(1.0, abs=1e-9)
