"""Nine quantiles of a million values, beside the direct form of the same sums.

The direct form convolves by FFT, whose absolute error drowns small weights: it is no alternative,
only a measure. For the code of google-research (joint_exp) 3.8 s on a machine of two cores are the
reference: that figure is stated, not measured here.
"""

import sys
import time
from fractions import Fraction

import numpy as np
from _table import Row, seconds, show

from discreet.mechanisms import JointQuantile
from discreet.noise import System

STATED, TARGET = 3.8, 4.0
MANY, RANGE = 10**6, 10**9
LEVELS = [Fraction(j, 10) for j in range(1, 10)]


def by_fft(lengths: np.ndarray, rate: float) -> float:
    """The normaliser's parts by FFT, without repeated quantiles in a cell: less than all of it."""
    size = len(lengths)
    room = 2 * size
    gaps = np.arange(size)
    weights = np.exp(-rate * abs(gaps - size / 10)) * lengths
    falls = np.exp(-rate * abs(gaps - size / 10))
    falls[0] = 0
    change = np.fft.rfft(falls, room)
    for _ in LEVELS[1:]:
        weights /= weights.max()
        weights = np.fft.irfft(np.fft.rfft(weights, room) * change, room)[:size].clip(0) * lengths
    return float(weights.max())


def main() -> int:
    """Print both tables; processor time too, for a machine that has other work."""
    data = np.random.default_rng().integers(0, RANGE, MANY)
    ours = JointQuantile.of(1, LEVELS, 0, RANGE)
    lengths = np.diff(np.concatenate([[-1], np.sort(data), [RANGE]])).astype(float)
    taken = seconds(lambda: ours.sample(data, System()), 7)
    start = time.process_time()
    ours.sample(data, System())
    print(f"processor time of one: {time.process_time() - start:.2f} s")
    fft = seconds(lambda: by_fft(lengths, float(ours.rate)), 3)
    rows = [
        Row("Nine of a million / stated figure", taken, STATED, TARGET),
        Row("Nine of a million / FFT, one part of it", taken, fft, 0.0),
    ]
    return 0 if show("Quantiles drawn together", rows) else 1


if __name__ == "__main__":
    sys.exit(main())
