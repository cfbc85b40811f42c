"""The least Gaussian noise for an epsilon and a delta."""

from fractions import Fraction

from discreet.errors import Invalid
from discreet.numbers import rational
from discreet.privacy.approx import Approx
from discreet.privacy.gaussian import Gdp
from discreet.privacy.search import least, root
from discreet.privacy.sensitivity import Sensitivity

_WAY_ON = "ask it of a loss such as Approx(1, '1e-6')"


def analytic_gaussian(loss: Approx, sensitivity: Sensitivity) -> float:
    """The standard deviation of Gaussian noise that keeps within the loss, and hardly any more.

    Guarantee. Noise of this standard deviation is within the loss: that is certified, not searched.
    Because. A Gaussian's profile is known exactly, and falls as the noise grows. [balle2018]

    >>> analytic_gaussian(Approx(1, "1e-6"), Sensitivity(l2=1))
    4.22467888932...
    """
    if not 0 < loss.failing < 1:
        raise Invalid(f"no Gaussian noise is for {loss}: its delta lies at an end", _WAY_ON)
    square = sensitivity.l2_squared
    if square is None:
        raise Invalid(f"no length is known of {sensitivity}", "give l2, or l1, or l0 and linf")
    if square == 0:
        return 0.0
    unit = float(square) ** 0.5

    def within(deviation: float) -> bool:
        # It has to hold for the float, and for the decimal number that it is shown as.
        least_meant = min(Fraction(deviation), rational(deviation))
        return Gdp(square=square / least_meant**2).delta(loss.exponent) <= loss.failing

    def excess(deviation: float) -> float:
        mu = Fraction(unit) / Fraction(deviation)
        return Gdp(square=mu**2).sketch(float(loss.exponent)) - float(loss.failing)

    low, high = unit / 1000, unit
    while excess(high) > 0:
        high *= 2
    return least(within, root(excess, low, high))
