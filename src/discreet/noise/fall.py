"""Whether a proposed value is taken: coins of probability exp(-y), in integers, many at once.

The y of a value x in a bucket that starts at s is (x² - s²) / 2v. It is computed to a few units of
2**-32 (arrays) or 2**-64 (single values); a uniform number that is closer to exp(-y) than that is
compared by certified intervals, with as many bits as it takes.
"""

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from discreet.noise.coin import is_below
from discreet.noise.source import Source
from discreet.numbers import Interval, exp

# For y up to a quarter, what so many terms of exp(-y) leave is below 2**-33 and 2**-66.
_TERMS = {32: 8, 64: 14}
# Every step of the evaluation is off by less than a unit, and y by less than four.
_SLACK = 16
SHARE = 16
# Sizes below this have differences of squares that fit in 64 bits.
_FAR = np.uint64(1 << 36)


class Fall:
    """The coins of one law: its variance, and buckets of 2**shift values.

    `shares` are what is taken of the first buckets without asking, in units of 2**-16.
    """

    def __init__(self, variance: Fraction, shift: int, shares: NDArray[np.uint64]) -> None:
        """With what can be known beforehand."""
        self._variance, self._shift = variance, shift
        self._shares = np.append(shares, np.uint64(0))
        # Differences of squares up to here have a y of at most a quarter; 32 bits of them matter.
        self._most = int(variance / 2)
        self._cut = max(self._most.bit_length() - 32, 0)
        self._single = int((1 << 160) / (2 * variance))
        self._many = int((1 << 32 + 31 + self._cut) / (2 * variance))

    def takes_one(self, value: int, source: Source) -> bool:
        """Whether a single value is taken; the work does not depend on it."""
        difference, known = self._difference(value), source.integer(64)
        chance = _exp_minus(difference * self._single >> 96, 64)
        if difference <= self._most:
            if known < chance - _SLACK:
                return True
            if known > chance + _SLACK:
                return False
        return is_below(lambda bits: self._chance(value, 0, bits), source, known=known, bits=64)

    def takes(self, values: NDArray[np.int64], source: Source) -> NDArray[np.bool_]:
        """Whether each value is taken, given that it was not among those taken without asking."""
        if not len(values):
            return np.zeros(0, np.bool_)
        size = (values ^ (values >> 63)).astype(np.uint64)
        below = values < 0
        start = size >> np.uint64(self._shift) << np.uint64(self._shift)
        step = size - start + below
        difference = step * (start + start + step)
        chance = _exp_minus(
            (difference >> np.uint64(self._cut)) * np.uint64(self._many) >> np.uint64(31), 32
        )
        bucket = np.minimum(size >> np.uint64(self._shift), np.uint64(len(self._shares) - 1))
        share = self._shares[bucket]
        known = np.empty(len(values), np.uint32)
        source.fill(known)
        # The coin's number is spread over what is left above the share, in units of 2**-48.
        left = np.uint64(1 << SHARE) - share
        least = (share << np.uint64(32)) + left * known
        slack = np.uint64(_SLACK << 16)
        target = chance << np.uint64(16)
        taken: NDArray[np.bool_] = least + left <= target - slack
        clear = (
            (taken | (least >= target + slack))
            & (difference <= np.uint64(self._most))
            & (size < _FAR)
        )
        for place in np.flatnonzero(~clear):
            value, part = int(values[place]), int(share[place])
            bound = lambda bits, v=value, p=part: self._chance(v, p, bits)  # noqa: E731
            taken[place] = is_below(bound, source, known=int(known[place]), bits=32)
        return taken

    def _difference(self, value: int) -> int:
        """x² less the square of the start of its bucket."""
        size = value ^ value >> 63
        start = size >> self._shift << self._shift
        step = size - start + (value < 0)
        return step * (2 * start + step)

    def _chance(self, value: int, share: int, bits: int) -> Interval:
        """The exact chance, once a share of the bucket has been taken without asking."""
        chance = exp(-self._difference(value) / (2 * self._variance), bits + SHARE)
        untested = Fraction(share, 1 << SHARE)
        return (chance - untested) / (1 - untested)


def _exp_minus(y: Any, bits: int) -> Any:  # noqa: ANN401  (an integer, or an array of them)
    """exp(-y) by its series, where y and the result count units of 2**-bits; y up to a quarter."""
    one = 1 << bits
    result = one
    for k in range(_TERMS[bits], 0, -1):
        result = one - (y * result >> bits) // k
    return result
