"""Running bounds that are true at every moment at once."""

import math
from fractions import Fraction
from itertools import pairwise
from typing import Any

import mpmath
import numpy as np
import pytest

from discreet.errors import OutOfRange, Refused
from discreet.privacy import Approx, Gdp, Odds, Odometer, Pure, Renyi, Zcdp, compose
from tests.privacy.truth import DIGITS, assert_above, real

F = Fraction


def tuned(level: str, number: int) -> Fraction:
    """The delta of an odometer whose line of this number has this level: d (pi (j + 1))² / 6."""
    with mpmath.workdps(DIGITS):
        delta = real(level) * (mpmath.pi * (number + 1)) ** 2 / 6
        return F(int(delta * mpmath.mpf(10) ** 50), 10**50)


@pytest.mark.parametrize(
    ("spent", "published"), [("0.3", 4.505217415805546), ("0.5", 5.756521769756932)]
)
def test_the_published_values(spent: str, published: float) -> None:
    # Line 29 is tuned to a sum of 2**29 / 2**30 rhos: one half.
    meter = Odometer(tuned("1e-6", 29), F(spent))
    assert meter.line(29) == pytest.approx(published, rel=1e-12)


@pytest.mark.parametrize("spent", ["1e-12", "0.001", "0.3", "7", "100000"])
def test_every_line_is_one_fixed_in_advance(spent: str) -> None:
    meter = Odometer("1e-6", F(spent))
    lines = [meter.line(number) for number in range(60)]
    assert meter.epsilon == min(lines)
    with mpmath.workdps(DIGITS):
        shares = []
        for number, found in enumerate(lines):
            share = real("1e-6") * 6 / (mpmath.pi * (number + 1)) ** 2
            slope = mpmath.sqrt(mpmath.log(1 / share) * 2**30 / mpmath.mpf(2) ** number)
            truth = real(spent) * (1 + slope) + mpmath.log(1 / share) / slope
            assert_above(found, truth)
            shares.append(share)
        assert mpmath.fsum(shares) < real("1e-6")


def test_where_a_line_is_tuned_it_is_the_formula_for_a_fixed_sum() -> None:
    """rho + 2 sqrt(rho ln(1/d)): true of one sum fixed in advance, false of a running one."""
    meter = Odometer(tuned("1e-6", 29), F(1, 2))
    assert meter.line(29) == pytest.approx(0.5 + 2 * math.sqrt(0.5 * math.log(1e6)), rel=1e-12)


def test_it_only_ever_rises() -> None:
    meter, seen = Odometer("1e-6"), [0.0]
    assert meter.epsilon == 0
    for loss in (Pure("0.1"), Gdp("0.3"), Zcdp("0.01"), Odds("1.1"), Pure("0.1") * 20):
        meter = meter.after(loss)
        seen.append(meter.epsilon)
    assert all(a < b for a, b in pairwise(seen))
    assert meter.after(Pure(0)) == meter
    assert meter.after(Pure("0.1") * 3).spent == pytest.approx(
        float(meter.spent) + 0.3 * math.tanh(0.05)
    )
    together = meter.after(compose(Pure("0.2"), Pure("0.2"), Gdp("0.3"))).spent
    assert together >= meter.spent + 2 * F(Pure("0.2").rho) + F(9, 200)


def test_less_chance_of_being_wrong_is_a_higher_reading() -> None:
    readings = [Odometer(delta, F(1)).epsilon for delta in ("0.1", "1e-3", "1e-9", "1e-300")]
    assert all(a < b for a, b in pairwise(readings))


@pytest.mark.parametrize(
    "loss", [Approx(1, "1e-6"), Zcdp(1, "1e-6"), Renyi({2: 1}), Pure(1) * 2 * 1]
)
def test_a_loss_without_a_rho_is_refused_and_changes_nothing(loss: Any) -> None:  # noqa: ANN401
    meter = Odometer("1e-6", F(1, 2))
    if loss.rho < math.inf:
        assert meter.after(loss).spent == F(1, 2) + 2 * F(Pure(1).rho)
        return
    with pytest.raises(Refused, match="has no rho\n  ask for pure"):
        meter.after(loss)
    with pytest.raises(Refused, match="has no rho"):
        meter.after(compose(Pure(1), loss))
    assert meter == Odometer("1e-6", F(1, 2))


@pytest.mark.parametrize("delta", [0, 1, -1, "1e-6 ", True, None, float("nan")])
def test_a_chance_of_being_wrong_lies_between(delta: Any) -> None:  # noqa: ANN401
    with pytest.raises(OutOfRange, match="delta is"):
        Odometer(delta)


def test_what_is_spent_is_no_less_than_nothing() -> None:
    with pytest.raises(OutOfRange, match="what is spent is -1"):
        Odometer("1e-6", F(-1))


def test_a_running_loss_stays_below_it_and_passes_the_formula_for_a_fixed_sum() -> None:
    """Gaussian losses, looked at after every step, and stopped when it suits the attacker.

    The bound says at most 1 % of runs cross. Of 20 000, more than 290 would with probability
    below 1e-9 (Chernoff) if exactly 1 % did: that is the false alarm rate. The other half
    fails only if the naive formula is crossed by 1 % or fewer, when some 4 % do.
    """
    runs, delta = 20_000, 0.01
    sums = np.geomspace(1e-3, 10, 80)
    steps = np.diff(sums, prepend=0.0)
    draw = np.random.default_rng(20261118)
    losses = np.zeros(runs)
    crossed, naive = np.zeros(runs, dtype=bool), np.zeros(runs, dtype=bool)
    meters = [Odometer("0.01", F(float(total))) for total in sums]
    for step, total, meter in zip(steps, sums, meters, strict=True):
        losses += draw.normal(step, math.sqrt(2 * step), runs)
        crossed |= losses > meter.epsilon
        naive |= losses > total + 2 * math.sqrt(total * math.log(1 / delta))
    assert crossed.sum() <= 290
    assert naive.sum() > 290
    assert naive.sum() > crossed.sum()
