"""Checking a mechanism: its claim against its law, and its law against its answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from discreet.audit.bound import lower_bound
from discreet.audit.cover import Claim
from discreet.audit.door import refusals
from discreet.audit.drawn import follows
from discreet.audit.report import Finding, Report
from discreet.audit.spread import side_by_side
from discreet.audit.told import Told
from discreet.audit.written import printed, refused, stored
from discreet.errors import Invalid
from discreet.noise import System
from discreet.numbers import Number, rational, whole
from discreet.privacy import Sensitivity
from discreet.release import Explicit, Mechanism

_CLOSE = 1 + 1e-9
_MOST_DRAWS = 10**8


class Neighbours(NamedTuple):
    """Two values that one unit can turn into each other, and how far it moves them."""

    x: Any
    y: Any
    sensitivity: Sensitivity


def check(
    mechanism: Mechanism[Any, Any],
    pairs: Iterable[Neighbours | tuple[Any, Any, Sensitivity]],
    *,
    factor: Number | None = 1,
    draws: int = 20_000,
    signed: Sequence[str] = (),
) -> Report:
    """Whether a mechanism keeps what it promises, on these neighbours.

    Guarantee. For every pair that is given, in both directions, the claimed loss covers the law in
    every view: by certified arithmetic, not by sampling. Beyond the cut of an endless law, less
    than 2**-200, all counts as told, but for the pure epsilon, which is read up to there.
    Error. Answers that follow the law are called wrong less than once in a billion times.

    `factor` is how much more may be claimed than is told, in pure epsilon and in any delta: one
    means to nine digits; None asks nothing. `signed` names parameters that may be negative.

    >>> from discreet.mechanisms import Response
    >>> print(check(Response(2, "3/4"), [(0, 1, Sensitivity(linf=1))]).holds)
    True
    """
    told = [Neighbours(*pair) for pair in pairs]
    if not told or not isinstance(mechanism, Mechanism):
        problem = "a check takes a mechanism and at least one pair of neighbours"
        raise Invalid(problem, "write check(mechanism, [(x, y, Sensitivity(l0=1, linf=1))])")
    count = whole(draws, "draws", 1, _MOST_DRAWS)
    return Report(repr(mechanism), _all(mechanism, told, factor, count, signed))


def _all(
    mechanism: Mechanism[Any, Any],
    pairs: Sequence[Neighbours],
    factor: Number | None,
    draws: int,
    signed: Sequence[str],
) -> Iterator[Finding]:
    if isinstance(mechanism, Explicit):
        yield from _lawful(mechanism, pairs, factor, draws)
    else:
        yield from _unwritten(mechanism, pairs, draws)
    yield from printed(mechanism)
    yield from stored(mechanism)
    yield from refused(mechanism, signed)
    yield from refusals(mechanism, pairs[0].x, pairs[0].sensitivity)


def _lawful(
    mechanism: Explicit[Any, Any],
    pairs: Sequence[Neighbours],
    factor: Number | None,
    draws: int,
) -> Iterator[Finding]:
    """The claim against the law, for all pairs; the law against answers, for the first value."""
    for place, sensitivity in enumerate(dict.fromkeys(pair.sensitivity for pair in pairs)):
        claim = Claim(mechanism.loss(sensitivity))
        together: list[Told] = []
        for x, y, _ in (pair for pair in pairs if pair.sensitivity == sensitivity):
            one, other = side_by_side(mechanism.law(x), mechanism.law(y))
            where = f"{x!r} against {y!r}"
            yield Finding(f"{where}: masses add up to one", one.adds_up and other.adds_up)
            for told, way in (
                (Told(one, other), where),
                (Told(other, one), f"{y!r} against {x!r}"),
            ):
                together.append(told)
                yield from (
                    Finding(f"{way}: {each.what}", each.holds, each.detail)
                    for each in claim.covers(told)
                )
            if not together[2:] and place == 0:
                yield follows(mechanism, x, one, draws)
                yield follows(mechanism, y, other, draws)
        if factor is not None:
            most, found = rational(factor, "the factor"), claim.looseness(together)
            what = f"it claims at most {most} times what its law tells, for {sensitivity}"
            yield Finding(what, found <= float(most) * _CLOSE, f"{found:.9g} times")


def _unwritten(
    mechanism: Mechanism[Any, Any], pairs: Sequence[Neighbours], draws: int
) -> Iterator[Finding]:
    """Without a law: what can be shown from answers alone is not more than is claimed."""
    source = System()
    for x, y, sensitivity in pairs:
        delta = Fraction(mechanism.loss(sensitivity).delta(1))
        claimed = max(mechanism.loss(sensitivity).epsilon(min(delta, Fraction(1, 100))), 0.0)
        found = lower_bound(
            lambda value: mechanism.sample(value, source),
            *(x, y),
            draws=draws,
            delta=min(delta, Fraction(1, 100)),
            confidence=1 - Fraction(1, 10**9),
        )
        what = f"{x!r} against {y!r}: answers show no more than is claimed (no law is stated)"
        yield Finding(what, found.epsilon <= claimed, f"{found.epsilon:.4g} of {claimed:.4g}")
