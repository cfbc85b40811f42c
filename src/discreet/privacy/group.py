"""What a loss for one unit says about a group of several."""

from __future__ import annotations

from fractions import Fraction

from discreet.errors import NotYet
from discreet.numbers import Interval, Number, exp, whole
from discreet.privacy.approx import Approx
from discreet.privacy.compose import Composed, compose, repeat
from discreet.privacy.gaussian import Gdp
from discreet.privacy.loss import Loss, epsilon_of
from discreet.privacy.odds import Odds
from discreet.privacy.pure import Pure
from discreet.privacy.renyi import Renyi
from discreet.privacy.zcdp import Zcdp

MOST_UNITS = 10**9
_GRAIN = 1 << 256
_MOST_DIGITS = 600  # binary ones: then the odds are below the greatest there may be


def group(loss: Loss, size: int) -> Loss:
    """The loss for so many units at once.

    Because. Each definition is a kind of distance, walked unit by unit.

    >>> print(group(Approx("0.5", "1e-6"), 4).terms()["epsilon"])
    2
    """
    size = whole(size, "the size of a group", 1, MOST_UNITS)
    if size == 1:
        return loss
    match loss:
        case Pure(exponent=exponent):
            return Pure(exponent * size)
        case Odds(odds=odds):
            return _odds(loss, odds, size)
        case Approx(exponent=exponent, failing=failing):
            total = epsilon_of(exponent * size)  # or it is refused, before it is computed with
            return Approx(total, _failing(exponent, failing, size))
        case Gdp(square=square):
            return Gdp(square=square * size**2)
        case Zcdp(rate=rate, failing=Fraction(numerator=0)):
            return Zcdp(rate * size**2)
        case Composed(parts=parts):
            return compose(*(repeat(group(part, size), count) for part, count in parts))
        case Renyi() if size == 1 << size.bit_length() - 1:
            return _renyi(loss, size)
        case _:
            problem = f"no theorem here says what {loss} means for {size} units"
            raise NotYet(
                problem, "ask it of a pure, approximate, Gaussian or zero-concentrated loss"
            )


def _odds(loss: Odds, odds: Fraction, size: int) -> Loss:
    """Odds to that power, while they can be written down: else their logarithm, rounded up."""
    digits = odds.numerator.bit_length() * size
    return Odds(odds**size) if digits <= _MOST_DIGITS else Pure(Fraction(loss.pure) * size)


def _failing(epsilon: Fraction, delta: Fraction, size: int) -> Fraction:
    """The delta of a group, delta (exp(k e) - 1) / (exp(e) - 1), rounded up."""
    if epsilon == 0:
        return min(Fraction(1), delta * size)
    bits = 256
    steps: Interval = (exp(epsilon * size, bits) - 1) / (exp(epsilon, bits) - 1)
    return min(Fraction(1), Fraction(-(-(steps * delta).upper * _GRAIN // 1), _GRAIN))


def _renyi(loss: Renyi, size: int) -> Loss:
    """For 2**c units: order a / 2**c, divergence 3**c times, where the order allows it."""
    doublings = size.bit_length() - 1
    curve: dict[Number, Number] = {
        order / size: most * 3**doublings
        for order, most in loss.curve
        if order >= 2 ** (doublings + 1)
    }
    if not curve:
        problem = f"{loss} is at too low an order for {size} units"
        raise NotYet(problem, f"give it at order {2 * size} or above")
    return Renyi(curve)
