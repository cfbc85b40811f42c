"""Bounded range: published sums, mechanisms that reach them, and what adaptive questions add."""

import itertools
import math
from fractions import Fraction
from typing import Any

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discreet.errors import OutOfRange
from discreet.privacy import BoundedRange, Choices, Pure, Zcdp
from discreet.privacy.bounded import MOST_CHOICES, Ramp
from discreet.privacy.pair import EVERYTHING, NOTHING
from tests.privacy.truth import DIGITS, Real, assert_above, real, told

F = Fraction


def profile(width: Real, epsilon: Real) -> Real:
    """What two losses t and t - w tell, for the worst t, by looking at many."""
    with mpmath.workdps(DIGITS):
        w, e = real(width), real(epsilon)

        def gained(t: Real) -> Real:
            share = (mpmath.exp(-t) - mpmath.exp(-w)) / (1 - mpmath.exp(-w))
            return share * (mpmath.exp(t) - mpmath.exp(e))

        middle = (e + w) / 2
        assert gained(middle) >= max(gained(middle + step) for step in (-w / 1000, w / 1000))
        return gained(middle)


@pytest.mark.parametrize("width", ["0.01", "0.5", "1", "4"])
def test_the_worst_centre_is_in_the_middle(width: str) -> None:
    for part in ("0", "0.1", "0.5", "0.9"):
        epsilon = F(width) * F(part)
        found = BoundedRange(width)
        assert_above(found.delta(epsilon), profile(width, epsilon))
        assert found.sketch(float(epsilon)) == pytest.approx(found.delta(epsilon), rel=1e-9)
        assert Choices(width, 1).delta(epsilon) == pytest.approx(found.delta(epsilon), rel=1e-12)
    assert BoundedRange(width).delta(F(width)) == 0.0


@pytest.mark.parametrize(
    ("width", "count", "epsilon", "published"),
    [("0.1", 10, "0.5", 3.997813405259024e-5), ("0.2", 20, 1, 0.003309450116234421)],
)
def test_published_sums(width: str, count: int, epsilon: Any, published: float) -> None:  # noqa: ANN401
    loss = Choices(width, count)
    assert loss.delta(epsilon) == pytest.approx(published, rel=1e-12)
    assert loss.sketch(float(F(epsilon))) == pytest.approx(published, rel=1e-9)
    # Far less than what their pure privacy alone says.
    assert loss.delta(epsilon) < (Pure(width) * count).delta(epsilon) / 3


def test_an_eighth_of_the_square_is_the_rho() -> None:
    assert BoundedRange(1).rho == 0.125
    assert BoundedRange(1).renyi([2]) == [0.25]
    assert BoundedRange(100).rho == Pure(100).rho < 1250
    assert Choices("0.5", 8).rho == 0.25
    assert Choices("0.5", 8).renyi([2]) == [0.5]
    assert BoundedRange(2).pure == 2
    assert Choices(2, 3).pure == 6
    assert BoundedRange(1).mu == Pure(1).mu
    assert Choices(1, 4).mu == pytest.approx(2 * Pure(1).mu, rel=1e-15)
    assert [*Choices(1, 4).corners()] == [4]
    assert Choices(0, 4).delta(0) == Choices(0, 4).sketch(0.0) == BoundedRange(0).delta(0) == 0.0


@given(st.lists(st.integers(-3, 3), min_size=2, max_size=5), st.integers(1, 3))
def test_exponential_mechanisms_are_covered(scores: list[int], moved: int) -> None:
    """Weights exp(score / 4), where scores move by up to so much either way: the range is half."""
    with mpmath.workdps(DIGITS):
        weights = [mpmath.exp(real(F(score, 4))) for score in scores]
        first = [weight / mpmath.fsum(weights) for weight in weights]
        loss = BoundedRange(F(moved, 2))
        for signs in itertools.product((-moved, moved), repeat=len(scores)):
            turned = [w * mpmath.exp(real(F(s, 4))) for w, s in zip(weights, signs, strict=True)]
            second = [weight / mpmath.fsum(turned) for weight in turned]
            pair = [*zip(first, second, strict=True)]
            for epsilon in ("0", "0.1", "0.4"):
                assert loss.delta(epsilon) >= told(pair, epsilon) - mpmath.mpf(10) ** -40


@pytest.mark.parametrize(("width", "count", "that"), [("0.5", 3, "0.4"), ("1", 5, "1.5")])
def test_so_many_at_their_worst_centre_are_listed(width: str, count: int, that: str) -> None:
    with mpmath.workdps(DIGITS):
        w, best = real(width), mpmath.mpf(0)
        for part in range(1001):
            t = w * part / 1000
            share = (mpmath.exp(-t) - mpmath.exp(-w)) / (1 - mpmath.exp(-w))
            pair = []
            for low in range(count + 1):
                q = mpmath.binomial(count, low) * share ** (count - low) * (1 - share) ** low
                pair.append((q * mpmath.exp(count * t - low * w), q))
            best = max(best, told(pair, that))
        found = Choices(width, count).delta(that)
        assert best <= found <= best * (1 + mpmath.mpf(10) ** -4)


def test_the_ramps_losses_add_up_and_have_the_profile() -> None:
    pair = Ramp(2.0)
    cells = pair.cells(np.linspace(-2.0, 2.0, 101))
    assert cells.p.sum() == pytest.approx(1, abs=1e-12)
    assert cells.q.sum() == pytest.approx(1, abs=1e-12)
    for epsilon in (0.0, 0.5, 1.9):
        (p,), (q,), _, _ = pair.cells(np.array([epsilon, 2.0]))
        assert p - math.exp(epsilon) * q == pytest.approx(BoundedRange(2).delta(epsilon), rel=1e-12)
    assert pair.even
    assert pair.reverse() is pair
    assert pair.reach(1e-9) == (-2.0, 2.0)


def test_its_distribution_adds_up_and_asking_in_turn_may_tell_more() -> None:
    many = (BoundedRange("0.1") * 10).pld()
    exact = Choices("0.1", 10)
    for epsilon in ("0.1", "0.3", "0.5"):
        assert many.delta(epsilon) >= exact.delta(epsilon)
        assert many.delta(epsilon) <= Zcdp("0.0125").delta(epsilon)
    once = BoundedRange("0.7").pld()
    assert once.lower_delta("0.2") <= BoundedRange("0.7").delta("0.2") <= once.delta("0.2")


def test_deltas_that_are_no_floats_are_bounded_at_once() -> None:
    assert Choices("0.01", MOST_CHOICES).delta("40.9") == 1e-290
    with pytest.raises(OutOfRange, match="epsilon"):
        Choices(10**6, 2)


def test_pairs_at_the_ends() -> None:
    assert [*BoundedRange(1).corners()] == [1]
    assert BoundedRange(0).pair is NOTHING
    assert BoundedRange(1000).pair is EVERYTHING
    assert isinstance(BoundedRange(1).pair, Ramp)


@pytest.mark.parametrize("width", [-1, math.nan, "1e7", None, True])
def test_a_width_is_an_epsilon(width: Any) -> None:  # noqa: ANN401
    with pytest.raises(OutOfRange, match="epsilon"):
        BoundedRange(width)


@pytest.mark.parametrize("count", [0, -1, 1.5, True, MOST_CHOICES + 1])
def test_a_count_is_a_whole_number(count: int) -> None:
    with pytest.raises(OutOfRange, match="the count"):
        Choices(1, count)
