"""Whether answers follow the law that a mechanism states."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from typing import Any

from scipy.stats import binom

from discreet.audit.report import Finding
from discreet.audit.spread import Spread
from discreet.noise import System
from discreet.release import Mechanism

FALSE_ALARM = 1e-9
# Outcomes expected less often than this are counted together.
_FEW = 5.0


def follows(mechanism: Mechanism[Any, Any], x: object, spread: Spread, draws: int) -> Finding:
    """Whether so many answers, drawn with bits of the operating system, follow the law.

    Error. A sound mechanism fails less than once in a billion times.
    Because. Counts of an outcome, and of all before it, are binomial: tails are exact, and the
    chance is shared among all that are looked at. (Chi-square tails are not exact so far out.)
    """
    source = System()
    counts = Counter(outcome(mechanism.sample(x, source)) for _ in range(draws))
    strange = [k for k in counts if k not in spread.masses or spread.masses[k].high == 0]
    what = f"{draws} answers follow the law"
    if strange:
        return Finding(what, holds=False, detail=f"{strange[0]!r} cannot come about")
    looked = list(_looked_at(spread, counts, draws))
    chances = [_chance(count, draws, mass) for count, mass in looked]
    worst = min(1.0, min(chances, default=1.0) * len(looked))
    return Finding(what, worst > FALSE_ALARM, f"the chance of less likely ones is {worst:.2g}")


def _looked_at(
    spread: Spread, counts: Counter[Hashable], draws: int
) -> Iterator[tuple[int, float]]:
    """How often, and with which probability: each outcome, and each with all before it."""
    seen, below, few, rare = 0, 0.0, 0, 0.0
    for outcome, interval in spread.masses.items():
        mass, count = float(interval.lower), counts[outcome]
        seen, below = seen + count, below + mass
        if mass * draws < _FEW:
            few, rare = few + count, rare + mass
        else:
            yield count, mass
            yield seen, min(below, 1.0)
    yield few, rare


def _chance(count: int, draws: int, mass: float) -> float:
    """Twice the smaller tail of the binomial law."""
    below, above = binom.cdf(count, draws, mass), binom.sf(count - 1, draws, mass)
    return float(min(1.0, 2 * min(below, above)))


def outcome(answer: object) -> Any:  # noqa: ANN401  (whatever can be a key)
    """An answer as a key: an array as a tuple."""
    if hasattr(answer, "tolist"):
        answer = answer.tolist()
    return _tupled(answer)


def _tupled(answer: object) -> Any:  # noqa: ANN401  (whatever it was)
    return tuple(map(_tupled, answer)) if isinstance(answer, list | tuple) else answer
