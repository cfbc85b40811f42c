"""The staircase law: the least noise that is private at high epsilon, on the integers."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from discreet.law.law import Law
from discreet.law.scale import LEAST, MOST_SCALE
from discreet.law.support import Support
from discreet.numbers import Interval, Number, between, exp, nearest, whole


@dataclass(frozen=True, slots=True, init=False)
class Staircase(Law):
    """Falls by exp(-epsilon) each `sensitivity` steps, already after `width` of them in each stair.

    P(X = x) is proportional to b**q where |x| = q sensitivity + i with i < width, and to b**(q + 1)
    for the rest of the stair; b = exp(-epsilon).

    >>> Staircase(epsilon=1, sensitivity=1, width=1).mass(0)  # steps of one: discrete Laplace
    0.46211715726000974
    """

    tag: ClassVar[str] = "staircase"
    epsilon: Fraction
    sensitivity: int
    width: int

    def __init__(self, epsilon: Number, sensitivity: int, width: int) -> None:
        """From a fall, the length of a stair, and how much of it is high."""
        object.__setattr__(self, "sensitivity", whole(sensitivity, "sensitivity", 1, MOST_SCALE))
        object.__setattr__(self, "width", whole(width, "width", 1, self.sensitivity))
        least = Fraction(self.sensitivity, MOST_SCALE)
        object.__setattr__(self, "epsilon", between(epsilon, "epsilon", least, 1 / LEAST))

    @property
    def support(self) -> Support:
        """Every integer."""
        return Support(None, None)

    @property
    def mean(self) -> float:
        """Zero."""
        return 0.0

    @property
    def variance(self) -> float:
        """The expected square: sums over a stair, then over stairs."""
        return nearest(lambda bits: 2 * self._square(bits + 48) / self._total(bits + 48))

    def mass_within(self, k: int, bits: int) -> Interval:
        """P(X = k), certified."""
        return exp(-self.epsilon * self._level(abs(k)), bits) / self._total(bits)

    def tail_within(self, k: int, bits: int) -> Interval:
        """P(X >= k), certified."""
        if k <= 0:
            return 1 - self.tail_within(1 - k, bits)
        return self._beyond(k, bits) / self._total(bits)

    def cdf_within(self, k: int, bits: int) -> Interval:
        """P(X <= k) = P(X >= -k), certified."""
        return self.tail_within(-k, bits)

    def _level(self, distance: int) -> int:
        stair, step = divmod(distance, self.sensitivity)
        return stair + (step >= self.width)

    def _beyond(self, k: int, bits: int) -> Interval:
        """The weight of k, k + 1, …, for k >= 0."""
        stair, step = divmod(k, self.sensitivity)
        fall = exp(-self.epsilon, bits)
        here = max(self.width - step, 0) + fall * (self.sensitivity - max(step, self.width))
        whole_stair = self.width + fall * (self.sensitivity - self.width)
        return exp(-self.epsilon * stair, bits) * (here + fall * whole_stair / self._gap(bits))

    def _total(self, bits: int) -> Interval:
        return 2 * self._beyond(0, bits) - 1

    def _gap(self, bits: int) -> Interval:
        """1 - b, which cancels where epsilon is small."""
        return 1 - exp(-self.epsilon, bits + 44)

    def _square(self, bits: int) -> Interval:
        """The weighed sum of x² over x >= 0, x = q sensitivity + i."""
        fall, gap, length = exp(-self.epsilon, bits), self._gap(bits), self.sensitivity
        high, low = _power_sums(range(self.width)), _power_sums(range(self.width, length))
        ones, firsts, squares = (a + fall * b for a, b in zip(high, low, strict=True))
        stairs = 1 / gap, fall / gap.power(2), fall * (1 + fall) / gap.power(3)
        return (
            squares * stairs[0] + firsts * stairs[1] * (2 * length) + ones * stairs[2] * length**2
        )


def _power_sums(steps: range) -> Iterable[int]:
    """How many, their sum, and the sum of their squares."""
    a, b = steps.start - 1, steps.stop - 1
    yield len(steps)
    yield (b * (b + 1) - a * (a + 1)) // 2
    yield (b * (b + 1) * (2 * b + 1) - a * (a + 1) * (2 * a + 1)) // 6
