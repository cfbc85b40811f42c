"""What answers alone show: a lower bound on epsilon, with its confidence, from any callable."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from scipy.stats import beta

from discreet.audit.drawn import outcome
from discreet.errors import Invalid
from discreet.numbers import Number, between, whole

_LEAST_DRAWS, _MOST_DRAWS = 10, 10**9
_MOST_CUTS = 200


@dataclass(frozen=True, slots=True)
class Event:
    """Answers that are one of these, or at least or at most a number."""

    kind: str
    edge: Hashable

    def __contains__(self, answer: Any) -> bool:  # noqa: ANN401  (whatever was answered)
        """Whether it happened."""
        if self.kind == "is":
            return bool(answer == self.edge)
        return bool(answer >= self.edge if self.kind == "at least" else answer <= self.edge)

    def __str__(self) -> str:
        """In words."""
        return f"the answer is {self.edge}" if self.kind == "is" else f"{self.kind} {self.edge}"


@dataclass(frozen=True, slots=True)
class Bound:
    """Epsilon is at least this, with that confidence, if delta is no more; the event that shows it.

    Zero says that nothing was shown, never that there is nothing.
    """

    epsilon: float
    delta: Fraction
    confidence: Fraction
    event: str
    counts: tuple[int, int]
    draws: int

    def __str__(self) -> str:
        """A sentence."""
        sure = f"{float(self.confidence):.9g}"
        seen = f"{self.event}: {self.counts[0]} against {self.counts[1]} of {self.draws}"
        return f"epsilon is at least {self.epsilon:.4g}, with confidence {sure} ({seen})"


def lower_bound(  # noqa: PLR0913  (a question, two values; the rest by name)
    answer: Callable[[Any], Any],
    x: object,
    y: object,
    *,
    draws: int = 10_000,
    delta: Number = 0,
    confidence: Number = "0.95",
) -> Bound:
    """A lower bound on epsilon, from answers for two neighbours and nothing else.

    Guarantee. If a mechanism is (epsilon, delta)-private, the bound is above epsilon with a chance
    of at most 1 - confidence, for the bound that is given, however its event was found.
    Because. The event and its direction are chosen on one half of the answers; on the other half,
    counts are binomial, and Clopper and Pearson's limits hold with half the chance each.
    [clopper1934]

    >>> lower_bound(lambda x: x, 0, 1, draws=1000).epsilon > 4
    True
    """
    many = whole(draws, "draws", _LEAST_DRAWS, _MOST_DRAWS)
    lost, sure = between(delta, "delta", 0, 1), between(confidence, "confidence", 0, 1, ends=False)
    halves = [[[outcome(answer(v)) for _ in range(many // 2)] for v in (x, y)] for _ in range(2)]
    event, turned = _found(halves[0][0], halves[0][1], lost, sure)
    first, second = reversed(halves[1]) if turned else halves[1]
    counts = sum(each in event for each in first), sum(each in event for each in second)
    epsilon = shown(counts[0], many // 2, counts[1], many // 2, delta=lost, confidence=sure)
    return Bound(max(epsilon, 0.0), lost, sure, str(event), counts, many // 2)


def shown(  # noqa: PLR0913  (two counts, of how many each; the rest by name)
    often: int,
    of: int,
    rarely: int,
    of_others: int,
    *,
    delta: Number = 0,
    confidence: Number = "0.95",
    tried: int = 1,
) -> float:
    """The epsilon that counts of an event show, by Clopper and Pearson's limits.

    When several events or directions were `tried` on these very counts, each gets a part of the
    chance (Bonferroni).

    >>> round(shown(750, 1000, 250, 1000), 4)
    0.9542
    """
    wrong = float(1 - between(confidence, "confidence", 0, 1, ends=False))
    wrong /= 2 * whole(tried, "tried", 1)
    least = 0.0 if often == 0 else float(beta.ppf(wrong, often, of - often + 1))
    most = 1.0 if rarely == of_others else float(beta.isf(wrong, rarely + 1, of_others - rarely))
    spare = least - float(between(delta, "delta", 0, 1))
    return math.log(spare / most) if spare > 0 else -math.inf


def _found(
    ones: Sequence[Any], others: Sequence[Any], delta: Fraction, sure: Fraction
) -> tuple[Event, bool]:
    """The event and direction that show most on these answers, which are then not used again.

    They are asked for as much confidence as the others will be: or rare events win by luck.
    """
    best, found = -math.inf, None
    for event, count, other in _candidates(ones, others):
        for turned, a, b in ((False, count, other), (True, other, count)):
            epsilon = shown(a, len(ones), b, len(others), delta=delta, confidence=sure)
            if found is None or epsilon > best:
                best, found = epsilon, (event, turned)
    if found is None:
        raise Invalid("there are no answers to look at", "ask for more draws")
    return found


def _candidates(ones: Sequence[Any], others: Sequence[Any]) -> Iterator[tuple[Event, int, int]]:
    """Single answers that come often, and everything from a number on, up or down."""
    first, second = Counter(ones), Counter(others)
    for answer, _ in (first + second).most_common(_MOST_CUTS):
        yield Event("is", answer), first[answer], second[answer]
    if all(isinstance(each, int | float | Fraction) for each in (*first, *second)):
        values = sorted({*first, *second})
        for edge in values[:: max(1, len(values) // _MOST_CUTS)]:
            for kind in ("at least", "at most"):
                event = Event(kind, edge)
                yield event, _count(first, event), _count(second, event)


def _count(counts: Counter[Any], event: Event) -> int:
    return sum(count for answer, count in counts.items() if answer in event)
