"""How much has been told so far, when no budget was set: true at every moment at once.

Putting running sums into a formula for a fixed number of questions is not valid, for the moment of
looking may depend on the answers. [rogers2016, whitehouse2023]
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from discreet.errors import Refused
from discreet.numbers import Interval, Number, above, between, log, pi, sqrt
from discreet.privacy.compose import Composed, concentrated
from discreet.privacy.loss import Loss
from discreet.privacy.search import short

# Lines are tuned to sums of rho that double from one to the next, from 2**-30 on.
_FIRST, _LINES = Fraction(1, 1 << 30), 60
MOST_SPENT = 10**24


@dataclass(frozen=True, slots=True, init=False)
class Odometer:
    """Running bounds on what zero-concentrated losses have told.

    Guarantee. With probability 1 - delta, the privacy loss never passes `epsilon` at any moment.
    Because. exp(a L - a (a + 1) sum of rho) is a supermartingale for each a fixed in advance, so
    each line (1 + a) rho + ln(1/d) / a is crossed with probability d (Ville). Their d add to delta.

    >>> from discreet.privacy.zcdp import Zcdp
    >>> meter = Odometer("1e-6").after(Zcdp("0.1"))
    >>> meter.epsilon < Odometer("1e-6").after(Zcdp("0.2")).epsilon
    True
    """

    delta: Fraction
    spent: Fraction

    def __init__(self, delta: Number, spent: Fraction = Fraction(0)) -> None:
        """From the probability that it may be wrong."""
        object.__setattr__(self, "delta", between(delta, "delta", 0, 1, ends=False))
        object.__setattr__(self, "spent", between(short(spent), "what is spent", 0, MOST_SPENT))

    def after(self, loss: Loss) -> Odometer:
        """The odometer once the loss has been told."""
        total = self.spent
        for part, count in loss.parts if isinstance(loss, Composed) else ((loss, 1),):
            rate, failing = concentrated(part)
            if math.isinf(rate) or failing:
                problem = f"a loss of {part} has no rho"
                raise Refused(problem, "ask for pure, Gaussian or zero-concentrated losses")
            total += Fraction(rate) * count
        return Odometer(self.delta, total)

    @property
    def epsilon(self) -> float:
        """What has been told at most, whenever this is looked at."""
        return min(self.line(number) for number in range(_LINES)) if self.spent else 0.0

    def line(self, number: int) -> float:
        """One line's bound: rho + rho a + ln(1/d) / a, with a tuned to a sum of 2**number rhos."""
        bits = 96
        share = self.delta * 6 / (pi(bits).power(2) * (number + 1) ** 2)
        certain = -log(share, bits)
        slope = sqrt(certain / (_FIRST * (1 << number)), bits)
        # Any slope is valid if it is one fixed number: the same rational must stand in both places.
        chosen = Interval.of(slope.lower, bits)
        return above(self.spent * (1 + chosen) + certain / chosen)
