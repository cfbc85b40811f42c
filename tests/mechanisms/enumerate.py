"""Exact audits of small universes: every answer, every pair of neighbours, both ways."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.stats import chi2

from discreet.law import Law
from discreet.numbers import Interval, exp, log
from discreet.privacy import Loss, Sensitivity

BITS = 160
# What intervals of so many bits leave open.
HAIR = Fraction(1, 1 << 100)
FALSE_ALARM = 1e-9
EPSILONS = [Fraction(k, 8) for k in range(0, 9, 2)]
Table = dict[Any, Fraction]


class Explicit(Protocol):
    """A mechanism that says what it tells, and how its answers are distributed."""

    def loss(self, sensitivity: Sensitivity, /) -> Loss: ...
    def law(self, x: Any, /) -> Law | Mapping[Any, Any]: ...  # noqa: ANN401


def table(law: Law | Mapping[Any, Any]) -> Table:
    """Every answer's probability, to a hair."""
    if isinstance(law, Law):
        low, high = law.support.low, law.support.high
        assert low is not None
        assert high is not None
        found = {k: _middle(law.mass_within(k, BITS)) for k in range(low, high + 1)}
    else:
        found = {k: p if isinstance(p, Fraction) else _middle(p(BITS)) for k, p in law.items()}
    assert abs(sum(found.values(), Fraction(-1))) <= HAIR
    return dict(found)


def scores(count: int, values: int) -> list[tuple[int, ...]]:
    """Every list of so many scores."""
    return [*product(range(values), repeat=count)]


def moved(lists: Iterable[tuple[int, ...]], steps: Iterable[int]) -> Iterator[tuple[Any, Any]]:
    """Every pair whose entries all differ by one of these steps."""
    known, allowed = [*lists], {*steps}
    for one, two in product(known, known):
        if all(b - a in allowed for a, b in zip(one, two, strict=True)):
            yield one, two


def covered(
    mechanism: Explicit, sensitivity: Sensitivity, pairs: Iterable[tuple[Any, Any]]
) -> float:
    """The greatest loss, once it is seen that the one stated covers every pair, in every view."""
    stated, most = mechanism.loss(sensitivity), Fraction(1)
    every = [*pairs]
    odds = [_middle(exp(epsilon, BITS)) for epsilon in EPSILONS]
    deltas = [stated.delta(epsilon) for epsilon in EPSILONS]
    laws = {x: table(mechanism.law(x)) for x in {x for pair in every for x in pair}}
    for p, q in ((laws[x], laws[y]) for pair in every for x, y in (pair, pair[::-1])):
        most = max([most, *(p[k] / q[k] for k in p if p[k])])
        for factor, delta in zip(odds, deltas, strict=True):
            told = sum(max(Fraction(0), p[k] - factor * q[k]) for k in p)
            assert float(told) <= delta * (1 + 1e-12) + 1e-15
    found = float(log(most, BITS).upper)
    assert found <= stated.pure * (1 + 1e-12)
    return found


def width(mechanism: Explicit, pairs: Iterable[tuple[Any, Any]]) -> float:
    """The greatest loss less the least, over all pairs."""
    most = Fraction(1)
    for one, two in pairs:
        p, q = table(mechanism.law(one)), table(mechanism.law(two))
        ratios = [p[k] / q[k] for k in p if q[k]]
        most = max(most, max(ratios) / min(ratios))
    return float(log(most, BITS).upper)


def regret(mechanism: Explicit, x: tuple[int, ...]) -> float:
    """By how much the best score is better than the chosen one, on average."""
    return float(sum(p * (max(x) - x[k]) for k, p in table(mechanism.law(x)).items()))


def follows(drawn: Iterable[Hashable], law: Law | Mapping[Any, Any]) -> bool:
    """Whether draws spread as the law says; a false alarm in a billion."""
    masses, counts = table(law), Counter(drawn)
    assert set(counts) <= {k for k, p in masses.items() if p}
    total = sum(counts.values())
    common = [k for k, p in masses.items() if p * total >= 5]
    cells = [(counts[k], float(masses[k]) * total) for k in common]
    rest = total - sum(n for n, _ in cells), total - sum(m for _, m in cells)
    if rest[1] > 1:
        cells.append(rest)
    statistic = sum((n - m) ** 2 / m for n, m in cells)
    return len(cells) == 1 or float(chi2.sf(statistic, len(cells) - 1)) > FALSE_ALARM


def draws(sample: Callable[[], Hashable], count: int = 3000) -> list[Hashable]:
    """So many of them."""
    return [sample() for _ in range(count)]


def array(x: Iterable[int]) -> NDArray[np.int64]:
    """Scores as they are given."""
    return np.array([*x], np.int64)


def _middle(interval: Interval) -> Fraction:
    if interval.exponent < -(1 << 14):
        return Fraction(0)
    return (interval.lower + interval.upper) / 2
