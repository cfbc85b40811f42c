"""The median, with noise as wide as the data make it move, smoothed so that it tells little."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from discreet.errors import Invalid, NoBound
from discreet.noise import Source
from discreet.noise.cauchy import nearest_cauchy, nearest_laplace
from discreet.noise.fold import folded
from discreet.numbers import Number, between, cut_up, exp, log, whole
from discreet.privacy import Approx, Assumption, Loss, Pure, Sensitivity

_ONE = 64
_LEAST_BETA = Fraction(1, 1000)
_PUBLIC = Assumption("public-size", "how many values there are is public")
_SWAP = 2


@dataclass(frozen=True, slots=True, init=False)
class Smooth:
    """The median of whole numbers in low … high, with Cauchy noise of scale S / alpha.

    S is at least how far a replaced value can move this median, and at most exp(beta) times the S
    of any neighbour. With a `delta`, noise is Laplace.

    Guarantee. Pure loss alpha + beta for each value replaced; with Laplace noise epsilon =
    alpha + max(beta, (exp(beta) - 1) ln(1 / delta) - beta), with delta. Their number is public.
    Because. Neither to move a Cauchy density by a unit of its scale nor to stretch it by e changes
    its logarithm by more than one. A Laplace density falls too fast to be stretched for free, but
    beyond ln(1 / delta) lies only delta of it. [nissim2007]
    Error. None but noise: S is a fraction, and a real number is drawn and then rounded. Cauchy
    noise has no mean. The exponential mechanism, `JointQuantile`, is nearly always nearer.

    >>> Smooth(0, 100, alpha="0.5", beta="0.5").loss(Sensitivity(l1=2)).pure
    1.0
    """

    tag: ClassVar[str] = "smooth"
    low: int
    high: int
    alpha: Fraction
    beta: Fraction
    delta: Fraction | None

    def __init__(
        self, low: int, high: int, alpha: Number, beta: Number, delta: Number | None = None
    ) -> None:
        """From the share of the loss for moving, and that for stretching."""
        least = whole(low, "low", -(2**60), 2**60)
        failing = None if delta is None else between(delta, "delta", 0, 1, ends=False)
        for name, value in (
            ("low", least),
            ("high", whole(high, "high", least, 2**60)),
            ("alpha", between(alpha, "alpha", 0, 10**6, ends=False)),
            ("beta", between(beta, "beta", _LEAST_BETA, 10**3)),
            ("delta", failing),
        ):
            object.__setattr__(self, name, value)

    @property
    def assumes(self) -> tuple[Assumption, ...]:
        """That how many values there are is public."""
        return (_PUBLIC,)

    def loss(self, sensitivity: Sensitivity, /) -> Loss:
        """Of a unit that replaces values, each of which counts twice in l1: removed and added."""
        changes = sensitivity.l1
        if changes is None:
            problem = f"nothing bounds how many values a unit changes in {sensitivity}"
            raise NoBound(problem, "give l1")
        if changes % _SWAP:
            problem = f"a unit changes {changes} values, and their number is public"
            raise Invalid(problem, "count each value replaced twice")
        replaced = changes / _SWAP
        if self.delta is None:
            return Pure((self.alpha + self.beta) * replaced)
        if replaced > 1:
            problem = f"a unit changes {changes} values, and Laplace noise is for one replaced"
            raise Invalid(problem, "leave out delta: Cauchy noise adds up")
        far = log(1 / self.delta, 80)
        stretched = ((exp(self.beta, 80) - 1) * far - self.beta).upper
        return Approx(self.alpha + max(self.beta, _short(stretched)), self.delta)

    def sample(self, x: Sequence[int] | NDArray[Any], source: Source, /) -> int:
        """The median and noise, taken to the nearest end where it lies outside."""
        values = self._ordered(x)
        scale = self._spread(values) / self.alpha
        draw = nearest_cauchy if self.delta is None else nearest_laplace
        found = int(values[_middle(len(values))]) if len(values) else self.low
        return min(max(found + draw(scale, source), self.low), self.high)

    def spread(self, x: Sequence[int] | NDArray[Any], /) -> Fraction:
        """S: the most, over all k, of a weight exp(-k beta) times how far k + 1 values move it.

        A secret, as the data are. The weights are fractions, rounded up so that each is at least
        exp(-beta) times the one before: that is all the guarantee needs of them.
        """
        return self._spread(self._ordered(x))

    def _spread(self, values: NDArray[np.int64]) -> Fraction:
        middle, size = _middle(len(values)), len(values)
        room = self.high - self.low
        factor = _short(exp(-self.beta, 80).upper)
        most, weight, k = 0, 1 << _ONE, 0
        while k <= size and weight * room > most:
            most = max(most, weight * self._moved(values, middle, k))
            weight = cut_up(weight * int(factor * (1 << 64)), 64)
            k += 1
        return Fraction(most, 1 << _ONE)

    def _moved(self, values: NDArray[np.int64], middle: int, k: int) -> int:
        """How far one more value can move the median, once k have been replaced."""
        first, last = middle - k - 1, middle + k + 1
        if first < 0 and last >= len(values) and k >= len(values):
            return self.high - self.low
        before, after = max(-first, 0), max(last + 1 - len(values), 0)
        part = np.pad(
            values[max(first, 0) : last + 1],
            (before, after),
            constant_values=((self.low, self.high),),
        )
        return int((part[k + 1 :] - part[: k + 2]).max())

    def _ordered(self, x: Sequence[int] | NDArray[Any]) -> NDArray[np.int64]:
        return np.sort(folded(x, self.low, self.high))


def _middle(size: int) -> int:
    """Which of so many values is the median: of two, the lower."""
    return max(size - 1, 0) // 2


def _short(number: Fraction) -> Fraction:
    """A fraction of 64 bits behind the point that is at least as great."""
    return Fraction(-(-(number * (1 << 64)) // 1), 1 << 64)
