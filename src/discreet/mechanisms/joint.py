"""Several quantiles at once, by the exponential mechanism: of all ways to place them together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from discreet.errors import Invalid, NoBound, OutOfRange
from discreet.law import Uniform
from discreet.mechanisms.placing import Placing, slack
from discreet.noise import Source, sample
from discreet.noise.fold import folded
from discreet.noise.power import draw_power
from discreet.numbers import Number, between, choice, whole
from discreet.privacy import Assumption, BoundedRange, Loss, Sensitivity

MOST_COUNT, MOST_ROOM, MOST_LOG = 64, 2**60, 10**8
_SWAP = 2


@dataclass(frozen=True, slots=True, init=False)
class JointQuantile:
    """The `levels` quantiles of whole numbers in low … high, drawn together, in order.

    Values o_1 <= o_2 <= … come with odds exp(-rate off), where off adds up by how many of the data
    too few or too many lie between one and the next. Each is off by about ln(room) / rate ranks.

    Guarantee. The loss lies within a range of 4 rate (1 - least gap between levels) for each value
    added or removed; of 4 rate for each that is replaced, where how many there are is public.
    Because. So far is the score moved: counts and what they should be move together. Where `blur`
    spreads atoms, the law is a mixture over noise that does not depend on data. [gillenwater2021]
    Error. Weights are floats; what they are off is added to the range, for at most `most` values.

    A sensitivity's l1 says how many values a unit adds and removes: one replaced counts twice.
    """

    tag: ClassVar[str] = "joint-quantile"
    levels: tuple[Fraction, ...]
    low: int
    high: int
    rate: Fraction
    most: int
    blur: int
    public_size: bool

    def __init__(  # noqa: PLR0913  (each is a parameter of the mechanism)
        self,
        levels: Sequence[Number],
        low: int,
        high: int,
        rate: Number,
        *,
        most: int = 10**6,
        blur: int = 1,
        public_size: bool = False,
    ) -> None:
        """From levels in order; `blur` is into how many parts each whole number is split."""
        several = levels if isinstance(levels, list | tuple) else (levels,)
        asked = tuple(between(one, "a level", 0, 1, ends=False) for one in several)
        if not 0 < len(asked) <= MOST_COUNT or any(a >= b for a, b in pairwise(asked)):
            problem = f"{len(asked)} levels, or they do not rise"
            raise Invalid(problem, f"give 1 to {MOST_COUNT} levels, each above the one before")
        least = whole(low, "low", -(2**60), 2**60)
        for name, value in (
            ("levels", asked),
            ("low", least),
            ("high", whole(high, "high", least, 2**60)),
            ("rate", between(rate, "rate", 0, 10**6, ends=False)),
            ("most", whole(most, "most", 1, 10**9)),
            ("blur", whole(blur, "blur", 1, 2**40)),
            ("public_size", choice(public_size, "public_size")),
        ):
            object.__setattr__(self, name, value)
        if self.room > MOST_ROOM or self.rate * self.most > MOST_LOG:
            problem = "weights of this range, rate and number of values do not fit"
            raise OutOfRange(problem, "take a coarser grid, a lower rate or less of a blur")

    @classmethod
    def of(  # noqa: PLR0913  (each is a parameter of the mechanism)
        cls,
        epsilon: Number,
        levels: Sequence[Number],
        low: int,
        high: int,
        *,
        most: int = 10**6,
        blur: int = 1,
        public_size: bool = False,
    ) -> JointQuantile:
        """With a range of this epsilon at most, for one value added, removed or replaced."""
        wanted = between(epsilon, "epsilon", 0, 10**6, ends=False)

        def at(rate: Fraction) -> JointQuantile:
            options = {"most": most, "blur": blur, "public_size": public_size}
            return cls(levels, low, high, rate, **options)  # type: ignore[arg-type]  # three kinds of options

        most_rate = wanted / at(wanted / 4).width
        # What floats are off is less at a lower rate.
        return at(most_rate - 4 * at(most_rate).rounding / at(most_rate).width)

    @property
    def assumes(self) -> tuple[Assumption, ...]:
        """How many values there are."""
        few = Assumption("most-values", f"there are at most {self.most} values")
        public = Assumption("public-size", "how many values there are is public")
        return (few, public) if self.public_size else (few,)

    @property
    def room(self) -> int:
        """How many places there are."""
        return (self.high - self.low + 1) * self.blur

    def loss(self, sensitivity: Sensitivity, /) -> Loss:
        """Of a unit that adds and removes so many values."""
        changes = sensitivity.l1
        if changes is None:
            problem = f"nothing bounds how many values a unit adds and removes in {sensitivity}"
            raise NoBound(problem, "give l1")
        if self.public_size:
            if changes % _SWAP:
                problem = f"a unit changes {changes} values, and their number is public"
                raise Invalid(problem, "count each value replaced twice, or let the number vary")
            changes /= _SWAP
        width = self.width * changes * self.rate
        return BoundedRange(width + 4 * self.rounding if changes else 0)

    def sample(self, x: Sequence[int] | NDArray[Any], source: Source, /) -> tuple[int, ...]:
        """Quantiles, in order."""
        values = self._placed(x, source)
        if len(values) > self.most:
            raise Invalid("there are more values than was assumed", "assume more")
        cuts = np.concatenate([[-1], values, [self.room - 1]])
        lengths = np.diff(cuts)
        placing = self.placing(lengths)
        found: list[int] = []
        j, after = len(self.levels), len(values)
        while j:
            after = draw_power(placing.exponents(j, after), source)
            many = 1 + draw_power(placing.stays(j, after), source)
            start, size = int(cuts[after]) + 1, int(lengths[after])
            found += [start + one for one in _chosen(many, size, source)]
            j -= many
        return tuple(self.low + one // self.blur for one in sorted(found))

    def placing(self, lengths: NDArray[Any]) -> Placing:
        """The weights of cells of these lengths."""
        ends = (Fraction(0), *self.levels, Fraction(1))
        people = len(lengths) - 1
        targets = tuple((b - a) * people for a, b in pairwise(ends))
        return Placing(lengths.astype(np.int64), targets, self.rate)

    def _placed(self, x: Sequence[int] | NDArray[Any], source: Source) -> NDArray[np.int64]:
        """Values in order, from zero on, each somewhere among the parts of its whole number."""
        placed = (folded(x, self.low, self.high) - self.low) * self.blur
        if self.blur > 1:
            placed += sample(Uniform(0, self.blur - 1), placed.size, source)
        return np.sort(placed)

    @property
    def width(self) -> Fraction:
        """How wide a range of losses one change makes, for a rate of one."""
        ends = (Fraction(0), *self.levels, Fraction(1))
        least = min(b - a for a, b in pairwise(ends))
        return Fraction(4) if self.public_size else 4 * (1 - least)

    @property
    def rounding(self) -> Fraction:
        """The most that the logarithm of an answer's probability is off."""
        return slack(self.rate, self.most, len(self.levels), self.room)


def _chosen(many: int, size: int, source: Source) -> list[int]:
    """So many of 0 … size - 1, each multiset with the same probability.

    Because. The i-th of a set of 0 … size + many - 2, less i, is the i-th of a multiset; and each
    set is as likely when each number in turn joins, or in its place the last, if it is there.
    """
    found: set[int] = set()
    for last in range(size - 1, size + many - 1):
        one = sample(Uniform(0, last), source=source)
        found.add(last if one in found else one)
    return [one - place for place, one in enumerate(sorted(found))]
