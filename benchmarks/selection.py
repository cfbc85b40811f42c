"""Choices among a million candidates: how long they take, and how far off they are, beside peers.

Errors are expected regrets by exact laws, at equal epsilon and sensitivity, not simulations. What
peers draw from is known from their documents: OpenDP's noisy max adds exponential or Gumbel noise,
which is permute-and-flip and exponential weights; diffprivlib has both, and a slower sampler.
"""

import math
import sys
from collections.abc import Callable
from functools import partial
from typing import TypeAlias

import numpy as np
from _table import Row, seconds, show
from numpy.typing import NDArray

from discreet.mechanisms import Exponential, NoisyMax, PermuteFlip, TopK
from discreet.noise import System

try:
    import opendp.prelude as dp
except ImportError:
    dp = None

SOURCE = System()
MANY, MOST_SECONDS = 10**6, 0.2
Kind: TypeAlias = "type[PermuteFlip | Exponential | NoisyMax]"
KINDS: dict[str, Kind] = {
    "permute and flip": PermuteFlip,
    "exponential": Exponential,
    "noisy max": NoisyMax,
}
# Counts of few values, counts all different, and scores beyond what floats tell apart.
SCORES: dict[str, NDArray[np.int64]] = {
    "a thousand levels": np.arange(MANY) % 1009,
    "all different": np.arange(MANY),
    "far apart": np.arange(MANY) * 10**12,
    "all equal": np.zeros(MANY, np.int64),
}
CASES = {
    "one ahead": (3, 1, 0, 0),
    "close": (10, 9, 9, 8, 8, 7),
    "long tail": (12, *[0] * 40),
    "equal": (5, 5, 5, 5),
}


def speeds(repeats: int) -> bool:
    """A million candidates, at two scales: seconds, against the most they may take."""
    rows = []
    for name, scores in SCORES.items():
        for scale in (2, 10**6):
            for kind, make in KINDS.items():
                work = partial(make(scale).sample, scores, SOURCE)
                what = f"{kind}, {name}, scale {scale:g}"
                rows.append(Row(what, seconds(work, repeats), MOST_SECONDS, 1))
    ten = partial(TopK(10, 2).sample, SCORES["all different"], SOURCE)
    rows.append(Row("the ten best, all different", seconds(ten, repeats), 10 * MOST_SECONDS, 1))
    return show("A million candidates, beside the most they may take", rows)


def beside_opendp() -> bool:
    """Against OpenDP's own noisy max, on lists of small Python integers as it takes them."""
    rows = []
    pairs = ((dp.max_divergence(), PermuteFlip), (dp.zero_concentrated_divergence(), Exponential))
    for measure, make in pairs:
        peer = noisy_max(measure)
        for name in ("a thousand levels", "all different", "all equal"):
            work = partial(make(2).sample, SCORES[name], SOURCE)
            few = SCORES[name][: MANY // 100].tolist()
            theirs = seconds(partial(peer, few), 3) * 100
            rows.append(Row(f"{make.tag}, {name}", seconds(work, 5), theirs, 10))
    return show("A million candidates, beside OpenDP (a hundredth, times a hundred)", rows)


def noisy_max(measure: object) -> Callable[[object], object]:
    """OpenDP's mechanism."""
    space = dp.vector_domain(dp.atom_domain(T=int)), dp.linf_distance(T=int)
    made: Callable[[object], object] = dp.m.make_noisy_max(*space, measure, scale=2.0)
    return made


def errors() -> bool:
    """How much better the best score is than the chosen one, on average, at epsilon one."""
    print("\nExpected regret at epsilon one, scores moved by one")
    print(f"{'':<14}" + "".join(f"{kind:>18}" for kind in KINDS) + f"{'peers, at best':>18}")
    fine = True
    for name, x in CASES.items():
        ours = [(regret(make, x) + regret(make, x[::-1])) / 2 for make in KINDS.values()]
        peers = min(by_floats(x), by_gumbel(x))
        best = min(ours) <= peers * (1 + 1e-9) + 1e-12
        fine &= best
        cells = "".join(f"{value:>18.6f}" for value in (*ours, peers))
        print(f"{name:<14}{cells}  {'reached' if best else 'MISSED'}")
    return fine


def regret(make: Kind, x: tuple[int, ...]) -> float:
    """The expected regret of a law."""
    law = make(2).law(x)
    return math.fsum(law.mass(k) * (max(x) - score) for k, score in enumerate(x))


def by_floats(x: tuple[int, ...]) -> float:
    """That of exponential noise, by a fine sum: written apart from our law."""
    nodes = (np.arange(200_000) + 0.5) / 200_000
    heads = np.exp((np.array(x) - max(x)) / 2)
    found = 0.0
    for k, p in enumerate(heads):
        others = np.prod([1 - q * nodes for q in np.delete(heads, k)], axis=0)
        found += p * float(others.mean()) * (max(x) - x[k])
    return found


def by_gumbel(x: tuple[int, ...]) -> float:
    """That of Gumbel noise."""
    weights = np.exp((np.array(x) - max(x)) / 2)
    return float(weights @ (max(x) - np.array(x)) / weights.sum())


def main() -> int:
    """Print all tables."""
    fine = speeds(3 if "--quick" in sys.argv else 7)
    fine &= errors()
    if dp is None:
        print("OpenDP is not installed: `make bench` installs it in an environment of its own")
        return 1
    dp.enable_features("contrib")
    fine &= beside_opendp()
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
