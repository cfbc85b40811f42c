"""Pure privacy: no answer is more than exp(epsilon) times as likely with a unit as without."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from discreet.numbers import Interval, Number, above, exp, log
from discreet.privacy.gaussian import Gdp
from discreet.privacy.loss import Loss, epsilon_of, order_of
from discreet.privacy.pair import Pair, response
from discreet.privacy.search import certified
from discreet.privacy.small import is_small, response_rho_above


@dataclass(frozen=True, slots=True, init=False)
class Pure(Loss):
    """P(answer in S) <= exp(epsilon) P'(answer in S) for all S and all neighbours.

    Because. Randomised response with odds exp(epsilon) tells all that such a release can tell, so
    its views are this loss's views. [kairouz2017]

    >>> Pure("0.5").delta(0), Pure(1).rho
    (0.24491866240370..., 0.462117157260009...)
    """

    tag: ClassVar[str] = "pure"
    exponent: Fraction

    def __init__(self, epsilon: Number) -> None:
        """From its epsilon."""
        object.__setattr__(self, "exponent", epsilon_of(epsilon))

    def terms(self) -> dict[str, Fraction]:
        """Its epsilon."""
        return {"epsilon": self.exponent}

    @property
    def pure(self) -> float:
        """Its epsilon."""
        return above(Interval.of(self.exponent, 64))

    @property
    def rho(self) -> float:
        """Its epsilon times tanh(epsilon / 2): about epsilon² / 2, for a large one epsilon."""
        if is_small(self.exponent):
            return response_rho_above(self.exponent)
        return above(response_rho(self.exponent)) if self.exponent else 0.0

    @property
    def mu(self) -> float:
        """2 Phi⁻¹(exp(epsilon) / (1 + exp(epsilon)))."""
        return Gdp.of_pure(self.exponent) if self.exponent else 0.0

    @property
    def pair(self) -> Pair:
        """Randomised response."""
        return response(float(self.exponent), 0.0)

    def corners(self) -> Sequence[Fraction]:
        """Its epsilon."""
        return (self.exponent,)

    def delta(self, epsilon: Number, /) -> float:
        """(exp(this) - exp(that)) / (exp(this) + 1), or zero."""
        that = epsilon_of(epsilon)
        if that >= self.exponent:
            return 0.0
        return min(1.0, above(response_delta(self.exponent, that)))

    def sketch(self, epsilon: float, /) -> float:
        """About that delta, quickly."""
        gap = max(0.0, float(self.exponent) - epsilon)
        return -math.expm1(-gap) / (1 + math.exp(-min(float(self.exponent), 700.0)))

    def renyi(self, orders: Sequence[Number], /) -> list[float]:
        """That of randomised response."""
        return [above(response_renyi(self.exponent, order_of(order))) for order in orders]


def response_delta(epsilon: Fraction, that: Fraction) -> Interval:
    """The profile of randomised response with odds exp(epsilon), at that epsilon or below."""
    return certified(lambda bits: (1 - exp(that - epsilon, bits)) / (1 + exp(-epsilon, bits)))


def response_rho(epsilon: Fraction) -> Interval:
    """The least rho of randomised response with odds exp(epsilon).

    Because. With s = a - 1/2, the divergence over the order is ln(cosh(s e) / cosh(e/2)) over
    s² - 1/4: a chord of ln cosh(e sqrt(u)), which is concave in u. So it is greatest as a falls
    to one, where it is the slope at u = 1/4.
    """

    def slope(bits: int) -> Interval:
        fall = exp(-epsilon, bits)
        return epsilon * (1 - fall) / (1 + fall)

    return certified(slope)


def response_renyi(epsilon: Fraction, order: Fraction) -> Interval:
    """ln((exp(a e) + exp((1 - a) e)) / (1 + exp(e))) / (a - 1) for randomised response."""
    if epsilon == 0:
        return Interval.of(0, 64)

    def divergence(bits: int) -> Interval:
        moment = exp(order * epsilon, bits) + exp((1 - order) * epsilon, bits)
        return log(moment / (1 + exp(epsilon, bits)), bits) / (order - 1)

    return certified(divergence)
