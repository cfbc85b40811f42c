"""What losses truly are, to 60 digits: by mpmath, and by listing every outcome."""

import itertools
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

import mpmath

DIGITS = 60
CLOSED, SEARCHED = 1e-12, 1e-9
# What mpmath calculates with: it has no types.
Real: TypeAlias = Any
# The chances of each outcome with a unit and without.
Pair: TypeAlias = Sequence[tuple[Real, Real]]


def real(number: Real) -> Real:
    """A number as written, at the precision in force."""
    exact = Fraction(str(number) if isinstance(number, float) else number)
    return mpmath.mpf(exact.numerator) / exact.denominator


def assert_above(found: float, truth: Real, slack: float = CLOSED) -> None:
    """Never below the truth, and not far above it."""
    with mpmath.workdps(DIGITS):
        value = mpmath.mpf(found)
        # Of a truth that was itself summed from sixty digits, the last are not known.
        assert value >= truth * (1 - mpmath.mpf(10) ** -40), (found, truth)
        assert value <= truth * (1 + slack) + mpmath.mpf(5e-324), (found, truth)


def assert_below(found: float, truth: Real, slack: float = CLOSED) -> None:
    """Never above the truth, and not far below it."""
    with mpmath.workdps(DIGITS):
        value = mpmath.mpf(found)
        assert value <= truth + mpmath.mpf(10) ** -40, (found, truth)
        assert value >= truth - slack, (found, truth)


def gaussian_delta(square: Real, epsilon: Real) -> Real:
    """Phi(mu/2 - e/mu) - exp(e) Phi(-mu/2 - e/mu)."""
    with mpmath.workdps(8 * DIGITS):
        mu, that = mpmath.sqrt(real(square)), real(epsilon)
        first = mpmath.erfc((that / mu - mu / 2) / mpmath.sqrt(2))
        second = mpmath.exp(that) * mpmath.erfc((that / mu + mu / 2) / mpmath.sqrt(2))
        return (first - second) / 2


def gaussian_miss(mu: Real, level: Real) -> Real:
    """Phi(Phi⁻¹(1 - a) - mu)."""
    with mpmath.workdps(DIGITS):
        quantile = mpmath.sqrt(2) * mpmath.erfinv(1 - 2 * real(level))
        return mpmath.erfc((real(mu) - quantile) / mpmath.sqrt(2)) / 2


def order_delta(order: Real, divergence: Real, epsilon: Real) -> Real:
    """What a divergence at one order leaves: the best constant, written out."""
    with mpmath.workdps(DIGITS):
        a = real(order) if isinstance(order, Fraction | int | str) else order
        power = (a - 1) * (divergence - real(epsilon)) + a * mpmath.log(1 - 1 / a)
        return min(mpmath.mpf(1), mpmath.exp(power) / (a - 1))


def concentrated_delta(rho: Real, epsilon: Real) -> Real:
    """The infimum over all orders, at its stationary point."""
    with mpmath.workdps(DIGITS):
        rate, that = real(rho), real(epsilon)

        def slope(gap: Real) -> Real:
            order = 1 + mpmath.exp(gap)
            return (2 * order - 1) * rate - that + mpmath.log(1 - 1 / order)

        low, high = mpmath.mpf(-5000), mpmath.log((that + 1) / (2 * rate) + 2)
        order = 1 + mpmath.exp(crossed(slope, low, high))
        return order_delta(order, order * rate, epsilon)


def response_delta(epsilon: Real, that: Real) -> Real:
    """(exp(this) - exp(that)) / (exp(this) + 1), or zero."""
    with mpmath.workdps(DIGITS):
        top, below = mpmath.exp(real(epsilon)), mpmath.exp(real(that))
        return max(mpmath.mpf(0), (top - below) / (top + 1))


def response_rho(epsilon: Real) -> Real:
    """epsilon tanh(epsilon / 2)."""
    with mpmath.workdps(8 * DIGITS):
        return real(epsilon) * mpmath.tanh(real(epsilon) / 2)


def crossed(rising: Callable[[Real], Real], low: Real, high: Real) -> Real:
    """Where a rising function crosses zero, to all digits."""
    below, beyond = mpmath.mpf(low), mpmath.mpf(high)
    for _ in range(240):
        middle = (below + beyond) / 2
        below, beyond = (below, middle) if rising(middle) > 0 else (middle, beyond)
    return beyond


def assert_least(
    found: float,
    profile: Callable[[Real], Real],
    delta: Real,
    slack: float = SEARCHED,
) -> None:
    """The epsilon keeps the delta, and one a hair below does not."""
    with mpmath.workdps(DIGITS):
        for meant in (Fraction(found), Fraction(str(found))):  # the float, and what it is shown as
            assert profile(meant) <= real(delta)
        if found > 0:
            assert profile(Fraction(found) * (1 - Fraction(slack))) > real(delta)


def response(epsilon: Real) -> Pair:
    """Randomised response: two outcomes."""
    with mpmath.workdps(DIGITS):
        odds = mpmath.exp(real(epsilon))
        return [(odds / (1 + odds), 1 / (1 + odds)), (1 / (1 + odds), odds / (1 + odds))]


def telling(epsilon: Real, delta: Real) -> Pair:
    """The worst approximate loss: all is told with probability delta, else response."""
    with mpmath.workdps(DIGITS):
        failing = real(delta)
        rest = [(p * (1 - failing), q * (1 - failing)) for p, q in response(epsilon)]
        return [(failing, mpmath.mpf(0)), *rest, (mpmath.mpf(0), failing)]


def together(*pairs: Pair) -> Pair:
    """Every combination of outcomes of independent pairs."""
    with mpmath.workdps(DIGITS):
        listed = []
        for outcomes in itertools.product(*pairs):
            p = q = Fraction(1) if isinstance(outcomes[0][0], Fraction) else mpmath.mpf(1)
            for chance, other in outcomes:
                p, q = p * chance, q * other
            listed.append((p, q))
        return listed


def told(pair: Pair, epsilon: Real) -> Real:
    """The delta of a pair: what positive parts add up to."""
    with mpmath.workdps(DIGITS):
        weight = mpmath.exp(real(epsilon))
        parts = (floated(p) - weight * floated(q) for p, q in pair)
        # What is below this is what sixty digits leave of a difference of equals.
        return mpmath.fsum(part for part in parts if part > mpmath.mpf(10) ** -50)


def divergence(pair: Pair, order: Real) -> Real:
    """The Rényi divergence of a pair."""
    with mpmath.workdps(DIGITS):
        a = real(order)
        moment = mpmath.fsum(floated(p) ** a * floated(q) ** (1 - a) for p, q in pair if p)
        return mpmath.log(moment) / (a - 1)


def miss(pair: Sequence[tuple[Fraction, Fraction]], level: Fraction) -> Fraction:
    """The least chance that a test misses the first at a false-alarm rate under the second."""
    power, left = Fraction(0), level
    # Neyman and Pearson: outcomes are accused in the order of what they speak for.
    for p, q in sorted(pair, key=lambda two: (two[1] > 0, -two[0] / two[1] if two[1] else 0)):
        share = Fraction(1) if q <= left else left / q
        power, left = power + p * share, left - q * share
    return 1 - power


def floated(chance: Real) -> Real:
    """A rational chance or one of mpmath's own."""
    return real(chance) if isinstance(chance, Fraction | int) else chance
