"""The least noise for a loss, and the most for an accuracy: of a mechanism, or a whole plan."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from discreet.errors import Impossible, OutOfRange
from discreet.numbers import Number, between, whole
from discreet.privacy.approx import Approx
from discreet.privacy.compose import compose
from discreet.privacy.loss import Loss

# What a mechanism with so much noise tells: less, the more noise there is.
Family: TypeAlias = Callable[[Fraction], Loss]
MOST_DIGITS, MOST_DECADES = 12, 15


def least_noise(family: Family, budget: Loss, *, digits: int = 4) -> Fraction:
    """The least noise, to so many digits, of which a budget covers the loss.

    Guarantee. The budget covers the loss with the noise returned: that is looked at, not inferred.
    Error. With one less in its last digit it does not. More noise has to tell less.

    >>> from discreet.privacy.gaussian import Gdp
    >>> float(least_noise(lambda noise: Gdp(1 / noise), Approx(1, "1e-6")))
    4.225
    """

    def covered(noise: Fraction) -> bool:
        return _told(family, noise, budget.covers)

    def likely(noise: Fraction) -> bool:
        return _told(family, noise, lambda loss: _within_about(loss, budget))

    scale, what = _Scale.of(digits), f"keeps within {budget}"
    near = scale.first(likely, what, 0, scale.decade) if isinstance(budget, Approx) else 0
    return scale.noise(scale.first(covered, what, near, 1 if near else scale.decade))


def greatest_noise(accurate: Callable[[Fraction], bool], *, digits: int = 4) -> Fraction:
    """The most noise, to so many digits, that is as accurate as is asked for.

    Its loss is the least for that accuracy. Less noise has to be as accurate.

    >>> from discreet.law import DiscreteLaplace
    >>> float(greatest_noise(lambda scale: DiscreteLaplace(scale).quantile("0.975") <= 30))
    10.18
    """
    scale = _Scale.of(digits)
    return scale.noise(
        scale.first(lambda noise: not accurate(noise), "is too much", 0, scale.decade) - 1
    )


def share(budget: Loss, *parts: tuple[Family, Number], digits: int = 4) -> tuple[Fraction, ...]:
    """The noise of each mechanism of a plan, in these proportions, so that a budget covers all.

    >>> from discreet.privacy.gaussian import Gdp
    >>> from discreet.privacy.zcdp import Zcdp
    >>> family = lambda noise: Gdp(1 / noise)
    >>> [float(noise) for noise in share(Zcdp("0.5"), (family, 1), (family, 2))]
    [1.119, 2.238]
    """
    plan = [(family, between(weight, "a weight", "1e-9", 10**9)) for family, weight in parts]
    noise = least_noise(
        lambda noise: compose(*(family(noise * weight) for family, weight in plan)),
        budget,
        digits=digits,
    )
    return tuple(noise * weight for _, weight in plan)


@dataclass(frozen=True, slots=True)
class _Scale:
    """Numbers of so many digits in their order: 0 stands for one, 1 for the next."""

    digits: int

    @classmethod
    def of(cls, digits: int) -> _Scale:
        return cls(whole(digits, "the digits", 1, MOST_DIGITS))

    @property
    def decade(self) -> int:
        """How many there are from one to ten."""
        many: int = 9 * 10 ** (self.digits - 1)
        return many

    def noise(self, place: int) -> Fraction:
        """The number at a place."""
        tens, rest = divmod(place, self.decade)
        mantissa, power = 10 ** (self.digits - 1) + rest, tens - self.digits + 1
        return Fraction(f"{mantissa}e{power}")

    def first(self, holds: Callable[[Fraction], bool], what: str, near: int, step: int) -> int:
        """Where something begins to hold, near some place: it does not one place before."""
        most = MOST_DECADES * self.decade
        low, high = near - step, near
        while not holds(self.noise(high)):
            if high > most:
                raise Impossible(f"no noise {what}", "ask for something else")
            low, high, step = high, high + step, min(2 * step, self.decade)
        step = high - low
        while low < near and holds(self.noise(low)):
            if low < -most:
                raise Impossible(f"even no noise {what}", "no noise is needed")
            low, high, step = low - step, low, min(2 * step, self.decade)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if holds(self.noise(middle)) else (middle, high)
        return high


def _told(family: Family, noise: Fraction, answer: Callable[[Loss], bool]) -> bool:
    try:
        return answer(family(noise))
    except OutOfRange:  # a loss too large to be written, or so little noise
        return False


def _within_about(loss: Loss, budget: Loss) -> bool:
    delta = loss.sketch(float(budget.terms()["epsilon"]))
    return delta <= float(budget.terms().get("delta", 0))
