"""Adding up losses beside dp-accounting and prv-accountant, in one run.

Each of ours is an upper and a lower bound; theirs is one number, or three.
"""

import sys
import tracemalloc
import warnings
from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np
from _table import Row, seconds, show

from discreet.privacy import Filter, Gdp, LaplaceNoise, Pure, Zcdp
from discreet.privacy.chain import Bounds, Chain
from discreet.privacy.compose import concentrated
from discreet.privacy.pair import Bell, Pair, Spike
from discreet.privacy.sampling import Taken

try:
    from dp_accounting.pld import privacy_loss_distribution as peer
except ImportError:
    peer = None
try:
    from prv_accountant import PRVAccountant
    from prv_accountant import privacy_random_variables as prv
except ImportError:
    PRVAccountant = None

DELTA, GAP, MOST_BYTES = 1e-6, 1e-3, 200 * 2**20
ENTRIES, MOST_TOTAL, MOST_DECISION = 10000, 0.1, 1e-4
TRUE_GAUSSIAN = 4.886554
GENERATOR = np.random.default_rng(1)
RATIOS = GENERATOR.uniform(0.01, 0.05, 500).tolist()
NOISES = GENERATOR.uniform(20, 100, 500).tolist()
MIXED = [*((Spike(ratio), 1) for ratio in RATIOS), *((Bell(1 / noise), 1) for noise in NOISES)]
Parts = Sequence[tuple[Pair, int]]
# Bell curves add up to one before anything is put on a grid; taken at rate one, they do not.
GAUSSIAN: Parts = [(Bell(0.01), 10000)]
UNMERGED: Parts = [(Taken(Bell(0.01), 1.0), 10000)]
SAMPLED: Parts = [(Taken(Bell(1.0), 0.01), 5000)]


def bounds(parts: Parts) -> Bounds:
    """Ours, in all directions there are."""
    found = Chain(parts).epsilon(DELTA)
    if any(isinstance(pair, Taken) and pair.rate < 1 for pair, _ in parts):
        other = Chain([(pair.reverse(), count) for pair, count in parts])
        beside = other.epsilon(DELTA, found.lower)
        found = Bounds(max(found.lower, beside.lower), max(found.upper, beside.upper))
    return found


def peer_gaussian() -> float:
    """dp-accounting, at its step for quick work."""
    one = peer.from_gaussian_mechanism(100.0, value_discretization_interval=1e-3)
    return float(one.self_compose(10000).get_epsilon_for_delta(DELTA))


def peer_sampled() -> float:
    """dp-accounting, at its step for good work."""
    one = peer.from_gaussian_mechanism(1.0, value_discretization_interval=1e-4, sampling_prob=0.01)
    return float(one.self_compose(5000).get_epsilon_for_delta(DELTA))


def peer_mixed() -> float:
    """dp-accounting, at its step for good work."""
    laplace, gauss = peer.from_laplace_mechanism, peer.from_gaussian_mechanism
    total = peer.identity(1e-4)
    for ratio, noise in zip(RATIOS, NOISES, strict=True):
        total = total.compose(laplace(1 / ratio, value_discretization_interval=1e-4))
        total = total.compose(gauss(noise, value_discretization_interval=1e-4))
    return float(total.get_epsilon_for_delta(DELTA))


def prv_of(variable: object, steps: int) -> float:
    """prv-accountant to a hundredth, its usual error: its upper bound."""
    made = PRVAccountant(
        prvs=variable, max_self_compositions=steps, eps_error=0.01, delta_error=DELTA / 1000
    )
    return float(made.compute_epsilon(delta=DELTA, num_self_compositions=steps)[2])


def prv_gaussian() -> float:
    """prv-accountant on the same ten thousand."""
    return prv_of(prv.GaussianMechanism(noise_multiplier=100.0), 10000)


def prv_sampled() -> float:
    """prv-accountant on the same sampled steps."""
    variable = prv.PoissonSubsampledGaussianMechanism(
        noise_multiplier=1.0, sampling_probability=0.01
    )
    return prv_of(variable, 5000)


def numbers() -> bool:
    """What ours says, and how sure it is."""
    print(f"\nBounds on epsilon at delta = {DELTA:g}")
    right = True
    for what, parts, most in (
        ("10 000 Gaussians, noise 100", GAUSSIAN, TRUE_GAUSSIAN + GAP),
        ("the same, added up one by one", UNMERGED, TRUE_GAUSSIAN + GAP),
        ("1000 different Laplace and Gaussian", MIXED, np.inf),
        ("5000 sampled Gaussians, rate 0.01, noise 1", SAMPLED, 4.736),
    ):
        found = bounds(parts)
        near = found.upper <= most and found.upper - found.lower <= GAP
        right &= near
        verdict = "reached" if near else "MISSED"
        gap = found.upper - found.lower
        print(f"  {what:<44}{found.lower:>10.5f}{found.upper:>10.5f}  gap {gap:.1e}  {verdict}")
    return right


def memory() -> bool:
    """Very small epsilons and very many steps, in bounded memory."""
    print("\nMemory")
    fits = True
    for what, parts in (
        ("a Gaussian of epsilon 0.001", [(Bell(0.0003), 1)]),
        ("ten million Gaussians of mu 1e-4", [(Taken(Bell(1e-4), 1.0), 10**7)]),
        ("ten million sampled, rate 1e-4, noise 1", [(Taken(Bell(1.0), 1e-4), 10**7)]),
    ):
        tracemalloc.start()
        found = bounds(parts)
        size = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        fits &= size <= MOST_BYTES
        print(f"  {what:<44}{found.lower:>10.6f}{found.upper:>10.6f}{size / 2**20:>8.0f} MB")
    print(f"  at most {MOST_BYTES >> 20} MB: {'reached' if fits else 'MISSED'}")
    return fits


def ledger() -> bool:
    """A ledger of ten thousand losses, all different: opened with them, and asked for one more."""
    kinds = (Pure, Gdp, LaplaceNoise, Zcdp)
    promised = [kinds[i % 4](Fraction(1 + i, 10**7)) for i in range(ENTRIES)]

    def from_scratch() -> Filter:
        concentrated.cache_clear()
        return Filter.open(Zcdp(ENTRIES), promised)

    opened, total = from_scratch(), seconds(from_scratch, 5)
    fresh = iter(range(10**6))
    one = seconds(lambda: opened.covers(Pure(Fraction(1 + next(fresh), 10**7))), 50)
    reached = total <= MOST_TOTAL and one <= MOST_DECISION
    print(f"\nA ledger of {ENTRIES} entries: all added up in {total * 1e3:.0f} ms, at most 100;")
    print(f"  whether it covers one more: {one * 1e6:.0f} µs, at most 100  ", end="")
    print("reached" if reached else "MISSED")
    return reached


def beside(what: str, parts: Parts, theirs: Callable[[], float], target: float) -> Row:
    """Ours against theirs."""
    return Row(what, seconds(lambda: bounds(parts), 5), seconds(theirs, 2), target)


def main() -> int:
    """All tables; whether all targets were reached."""
    warnings.simplefilter("ignore")
    right = numbers()
    right &= memory()
    right &= ledger()
    rows = []
    if peer is not None:
        rows += [
            beside("10 000 Gaussians / dp-accounting 1e-3", GAUSSIAN, peer_gaussian, 1),
            beside("the same, one by one (no target)", UNMERGED, peer_gaussian, 0),
            beside("1000 different / dp-accounting 1e-4", MIXED, peer_mixed, 5),
            beside("5000 sampled / dp-accounting 1e-4", SAMPLED, peer_sampled, 3),
        ]
    if PRVAccountant is not None:
        rows += [
            beside("10 000 Gaussians / prv-accountant", GAUSSIAN, prv_gaussian, 10),
            beside("5000 sampled / prv-accountant", SAMPLED, prv_sampled, 3),
        ]
    right &= show("Adding up losses, both bounds", rows)
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
