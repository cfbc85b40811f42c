"""A law cut into weighted cells: all that a sampler has to know of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Protocol

from discreet.numbers import Interval, cut_up


@dataclass(frozen=True, slots=True)
class Cells:
    """The first cells of a law, each a value with a weight that lies between two integers.

    Weights are in any unit, the same for all. What the cells leave out weighs at most `rest`. Their
    order does not change with the precision: more bits only add cells.
    """

    values: Sequence[int]
    low: Sequence[int]
    high: Sequence[int]
    rest: int

    def thresholds(self, bits: int) -> tuple[list[int], list[int]]:
        """Integers that 2**bits P(one of the cells up to the i-th) lies between, for each i."""
        low_sums, high_sums = list(accumulate(self.low)), list(accumulate(self.high))
        low_all, high_all = low_sums[-1], high_sums[-1] + self.rest
        low, high = [], []
        for below_low, below_high in zip(low_sums, high_sums, strict=True):
            # F = below / (below + beyond): least when below is least and beyond is most.
            beyond_low, beyond_high = low_all - below_low, high_all - below_high
            low.append((below_low << bits) // (below_low + beyond_high))
            high.append(-((-below_high << bits) // (below_high + beyond_low)))
        return low, high


class Tabled(Protocol):
    """A law that can be cut into cells."""

    def cells(self, bits: int) -> Cells:
        """Cells precise enough for thresholds of `bits` bits, all but the last few certain."""
        ...


def powers(ratio: Interval, count: int, work: int) -> tuple[list[int], list[int]]:
    """Integers that 2**work ratio**k lies between, for k = 0, 1, …, count - 1."""
    down, up = ratio.fixed(work)
    low, high = [1 << work], [1 << work]
    for _ in range(count - 1):
        low.append(low[-1] * down >> work)
        high.append(cut_up(high[-1] * up, work))
    return low, high
