"""An index drawn with exact exponential weights."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from discreet.errors import Invalid
from discreet.law.cell import Cells
from discreet.law.law import Law
from discreet.law.support import Support
from discreet.numbers import Interval, Number, exp, nearest, rational


@dataclass(frozen=True, slots=True, init=False, repr=False)
class ExponentialWeights(Law):
    """P(X = i) proportional to exp(exponents[i]), for any rational exponents.

    >>> law = ExponentialWeights([0, 0, "1/2"])
    >>> law.mass(0), law.mass(2)
    (0.274068619061197, 0.45186276187760605)
    """

    tag: ClassVar[str] = "exponential-weights"
    exponents: tuple[Fraction, ...]

    def __init__(self, exponents: Sequence[Number]) -> None:
        """From an exponent for each index, at least one."""
        if not len(exponents):
            raise Invalid("no exponents to choose among", "give one for each candidate")
        exact = tuple(rational(exponent, "an exponent") for exponent in exponents)
        object.__setattr__(self, "exponents", exact)

    def __repr__(self) -> str:
        """How many, never which: exponents are often scores of private data."""
        return f"ExponentialWeights(<{len(self.exponents)} exponents>)"

    @property
    def support(self) -> Support:
        """The indices."""
        return Support(0, len(self.exponents) - 1)

    @property
    def mean(self) -> float:
        """The expected index."""
        return nearest(lambda bits: self._moment(1, bits))

    @property
    def variance(self) -> float:
        """The expected squared distance from the mean index."""
        return nearest(lambda bits: self._moment(2, bits) - self._moment(1, bits).power(2))

    def mass_within(self, k: int, bits: int) -> Interval:
        """P(X = k), certified."""
        return self._part(self.exponents[k : k + 1] if k >= 0 else (), bits)

    def tail_within(self, k: int, bits: int) -> Interval:
        """P(X >= k), certified."""
        return self._part(self.exponents[max(k, 0) :], bits)

    def cdf_exact(self, k: int) -> Fraction | None:
        """A rational number only where every distinct weight has the same share of its copies.

        Because. Exponentials of distinct rationals are independent over the rationals (Lindemann).
        """
        below, all_of_them = Counter(self.exponents[: max(k + 1, 0)]), Counter(self.exponents)
        shares = {Fraction(below[exponent], copies) for exponent, copies in all_of_them.items()}
        return shares.pop() if len(shares) == 1 else None

    def cells(self, bits: int) -> Cells:
        """Every index, in order; equal exponents are computed once."""
        work = bits + 32 + len(self.exponents).bit_length()
        most = max(self.exponents)
        ends = {a: exp(a - most, work).fixed(work) for a in set(self.exponents)}
        low, high = zip(*(ends[a] for a in self.exponents), strict=True)
        return Cells(range(len(self.exponents)), low, high, 0)

    def _part(self, chosen: Sequence[Fraction], bits: int) -> Interval:
        """What share of all the weight the chosen exponents have."""
        most, work = max(self.exponents), bits + len(self.exponents).bit_length()
        total = _weigh(self.exponents, most, work)
        part = _weigh(chosen, most, work) / total
        return Interval(part.low, part.high, part.exponent, bits)

    def _moment(self, power: int, bits: int) -> Interval:
        work, most = bits + 2 * len(self.exponents).bit_length(), max(self.exponents)
        total = Interval.of(0, work)
        for k, exponent in enumerate(self.exponents):
            total = total + exp(exponent - most, work) * k**power
        return total / _weigh(self.exponents, most, work)


def _weigh(exponents: Sequence[Fraction], most: Fraction, bits: int) -> Interval:
    total = Interval.of(0, bits)
    for exponent, copies in Counter(exponents).items():
        total = total + exp(exponent - most, bits) * copies
    return total
