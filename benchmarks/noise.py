"""Exact noise beside numpy's insecure generators and OpenDP's exact ones, in one run."""

import sys
import tracemalloc
from collections.abc import Callable

import numpy as np
from _table import Row, seconds, show

from discreet.law import DiscreteGaussian, DiscreteLaplace
from discreet.noise import System, sample
from discreet.noise.prepare import build

try:
    import opendp.prelude as dp
except ImportError:
    dp = None

SOURCE = System()
SCALES = (1, 10, 10**3, 10**6)
NAMES = ("Laplace", "Gaussian")
# How many times as fast as numpy many draws have to be, and as OpenDP many and single ones.
NUMPY = {
    "Laplace": dict(zip(SCALES, (2, 2, 2, 1.4), strict=True)),
    "Gaussian": dict.fromkeys(SCALES, 1.5),
}
OPENDP_MANY, OPENDP_ONE = 500, 4
# What a single draw may take, and preparing a law: seconds, seconds, bytes.
MOST_ONE, MOST_SECONDS, MOST_BYTES = 20e-6, 0.025, 8 * 2**20


def law_of(name: str, scale: int) -> DiscreteLaplace | DiscreteGaussian:
    """The law of that name; a Gaussian's scale is its standard deviation."""
    return DiscreteLaplace(scale) if name == "Laplace" else DiscreteGaussian(scale**2)


def beside_numpy(name: str, scale: int, repeats: int) -> Row:
    """Against `numpy.random.Generator`, which neither is secure nor has an exact law."""
    law, count, generator = law_of(name, scale), 10**6, np.random.default_rng()
    peer = generator.laplace if name == "Laplace" else generator.normal
    return Row(
        f"{name}, scale {scale:g}, a million / numpy",
        seconds(lambda: sample(law, count, SOURCE), repeats),
        seconds(lambda: peer(0, scale, count), repeats),
        NUMPY[name][scale],
    )


def beside_opendp(name: str, scale: int, repeats: int) -> Row:
    """Against OpenDP's exact noise on integer vectors: a hundredth of ours, times a hundred."""
    law, zeros, peer = law_of(name, scale), [0] * 10**4, opendp(name, scale, vector=True)
    return Row(
        f"{name}, scale {scale:g}, a million / OpenDP",
        seconds(lambda: sample(law, 10**6, SOURCE), repeats),
        seconds(lambda: peer(zeros), 3) * 100,
        OPENDP_MANY,
    )


def one_beside_opendp(name: str, scale: int, repeats: int) -> Row:
    """Against OpenDP's scalar call."""
    law, peer = law_of(name, scale), opendp(name, scale, vector=False)
    return Row(
        f"{name}, scale {scale:g}, one / OpenDP",
        seconds(lambda: [sample(law, source=SOURCE) for _ in range(1000)], repeats) / 1000,
        seconds(lambda: [peer(0) for _ in range(300)], 5) / 300,
        OPENDP_ONE,
    )


def preparing() -> bool:
    """What a law costs before its first draw, over the whole range of parameters."""
    laws: list[DiscreteLaplace | DiscreteGaussian] = [
        *(DiscreteLaplace(a) for a in ("1/100", 1, 32, 33, 8192, 10**6, 2**40)),
        *(DiscreteGaussian(a) for a in ("1/100", 1, 16384, 16385, 65535, 10**12, 2**60)),
    ]
    print("\nPreparing a law")
    fits = True
    for law in laws:
        taken, size = cost(law)
        fits &= taken <= MOST_SECONDS and size <= MOST_BYTES
        print(f"  {law!s:<52.52}{taken * 1e3:>8.2f} ms{size / 2**20:>8.2f} MB")
    print(f"  at most 25 ms and 8 MB: {'reached' if fits else 'MISSED'}")
    return fits


def cost(law: DiscreteLaplace | DiscreteGaussian) -> tuple[float, int]:
    """Seconds and bytes of a law made ready for arrays and for single draws."""

    def ready() -> object:
        draw = build(law)
        draw.many(1, SOURCE)
        draw.one(SOURCE)
        return draw

    taken = seconds(ready, 5)
    tracemalloc.start()
    kept = ready()
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    del kept
    return taken, size


def opendp(name: str, scale: int, *, vector: bool) -> Callable[[object], object]:
    """OpenDP's mechanism."""
    laplace, domain = name == "Laplace", dp.atom_domain(T=int)
    make: Callable[..., Callable[[object], object]]
    make, kind = (dp.m.make_laplace, int) if laplace else (dp.m.make_gaussian, float)
    if not vector:
        return make(domain, dp.absolute_distance(T=kind), scale=float(scale))
    distance = dp.l1_distance if laplace else dp.l2_distance
    return make(dp.vector_domain(domain), distance(T=kind), scale=float(scale))


def main() -> int:
    """Print all tables; `--quick` is what fits into a demonstration."""
    quick, pairs = "--quick" in sys.argv, [(name, scale) for name in NAMES for scale in SCALES]
    repeats = 12 if quick else 25
    rows = [beside_numpy(*pair, repeats) for pair in pairs]
    fine = show("Many draws, beside an insecure generator", rows)
    if quick:
        return 0
    if dp is None:
        print("OpenDP is not installed: `make bench` installs it in an environment of its own")
        return 1
    dp.enable_features("contrib")
    rows = [beside_opendp(*pair, repeats) for pair in pairs]
    fine &= show("Many draws, beside another exact sampler", rows)
    rows = [one_beside_opendp(*pair, repeats) for pair in pairs]
    fine &= show("Single draws, their law at hand", rows)
    fine &= all(row.ours <= MOST_ONE for row in rows)
    return 0 if preparing() and fine else 1


if __name__ == "__main__":
    sys.exit(main())
