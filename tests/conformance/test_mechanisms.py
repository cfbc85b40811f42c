"""Every mechanism keeps what it promises, by its law, on neighbours that reach its sensitivity.

A table of cases: a mechanism without a case fails. `factor` is how much more may be claimed than
the law tells, in pure epsilon and in any delta; None where a guarantee of two numbers is all there
is, which its own test holds against the law.
"""

from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import pytest

from discreet.audit import check
from discreet.mechanisms import (
    ALL,
    AboveThreshold,
    BestOf,
    Bounded,
    Exponential,
    Gaussian,
    Geometric,
    Inverse,
    JointQuantile,
    Keys,
    Laplace,
    Majority,
    NoisyMax,
    PermuteFlip,
    Piecewise,
    Propose,
    Response,
    Smooth,
    SparseVector,
    Staircase,
    TopK,
)
from discreet.privacy import ONE, Sensitivity

ANSWER = Sensitivity(linf=1)
SUM = Sensitivity(l1=3)
SCORES, STARTS = np.array([3, 1, 0]), np.array([-3, 2, 5])


class Case(NamedTuple):
    """A mechanism, neighbours, how loose its claim may be, and what may be below zero."""

    mechanism: Any
    pairs: list[tuple[Any, Any, Sensitivity]]
    factor: Fraction | int | None = 1
    signed: tuple[str, ...] = ()


def far(by: int) -> Sensitivity:
    return Sensitivity(l0=1, linf=by)


CASES = [
    *(Case(Laplace(s), [(7, 8, ONE), (7, 4, far(3))]) for s in ("0.3", 1, 5)),
    # Of a sum of moves, epsilon alone is claimed: twice what the noise tells halfway.
    Case(Laplace(4), [(0, 3, SUM)], factor=2),
    *(Case(Gaussian(v), [(7, 8, ONE), (7, 4, far(3))]) for v in ("0.2", 1, 20)),
    *(Case(Response(2, h), [(0, 1, ANSWER)]) for h in ("3/4", "1/10", "999/1000", "1/2")),
    *(
        Case(Response(n, h), [(0, 1, ANSWER), (n - 1, 1, ANSWER)])
        for n, h in ((3, "1/2"), (10, "1/4"), (5, "1/100"))
    ),
    Case(Response.coins(), [(0, 1, ANSWER)]),
    *(
        Case(
            Geometric(s, low, high),
            [(low, low + 1, ONE), (high - 1, high, ONE), (low + 1, low + 4, far(3))],
            signed=("low", "high"),
        )
        for s, low, high in ((1, 0, 10), ("2.5", -3, 6), (20, 0, 200))
    ),
    *(
        Case(Staircase(e, reach, width), [(5, 5 + reach, far(reach))], factor=factor)
        for e, reach, width, factor in ((1, 3, 1, 3), (4, 5, 1, 2), (2, 1, 1, 1), (2, 4, 4, 2))
    ),
    *(
        Case(Bounded(s, b), [(7, 8, ONE), (7, 5, far(2))], factor=None)
        for s, b in ((1, 11), ("0.5", 3), (5, 40))
    ),
    *(
        Case(Keys(e, d), [({"a": n}, {"a": n + 1}, ONE) for n in (0, 11)], factor=None)
        for e, d in ((1, "1e-5"), ("0.3", "0.01"), (3, "1e-8"))
    ),
    # Choices: their own tests hold each claim against all neighbours of small universes.
    *(
        Case(kind(2, one_way=way), [(SCORES, SCORES + move, ANSWER)], factor=None)
        for kind in (Exponential, PermuteFlip, NoisyMax)
        for way, move in ((False, np.array([1, -1, 0])), (True, np.array([1, 0, 1])))
    ),
    Case(TopK(2, 2), [(SCORES, SCORES + np.array([1, -1, 1]), ANSWER)], factor=None),
    Case(Majority(5, 2), [(s, s + 1, ONE) for s in range(5)]),
    Case(Majority(4, 1), [(3, 4, ONE), (1, 3, far(2))], factor=None),
    Case(
        Piecewise(-3, 9, 2),
        [((STARTS, SCORES), (STARTS, SCORES + np.array([1, -1, 0])), ANSWER)],
        factor=None,
        signed=("low", "high"),
    ),
    Case(Inverse.bits(people=6, scale=2), [(k, k + 1, ANSWER) for k in range(6)], factor=2),
    Case(BestOf(Response(2, "3/4"), 1, "0.2"), [(0, 1, ANSWER)], factor=None),
    # Sequences, and what has no law in public: shown by its answers, and held by its own tests.
    *(
        Case(kind, [((0, 0, 1), moved, ANSWER)], factor=None, signed=("threshold",))
        for kind, moved in (
            (AboveThreshold(0, 2, 4), (1, 1, 0)),
            (SparseVector(2, 0, 2, 4, laplace=True), (1, 1, 0)),
            (SparseVector(1, 0, 2, 2, monotone=True), (1, 0, 2)),
        )
    ),
    Case(
        JointQuantile(["1/4", "3/4"], 0, 9, "0.1"),
        [(np.array([1, 2, 8]), np.array([1, 2, 8, 9]), Sensitivity(l1=1))],
        factor=None,
        signed=("low", "high"),
    ),
    Case(
        Smooth(0, 9, "0.5", "0.5"),
        [(np.array([1, 2, 8]), np.array([1, 9, 8]), Sensitivity(l1=2))],
        factor=None,
        signed=("low", "high"),
    ),
    Case(Propose(0, 1, 14), [((0, 3), (1, 3), ANSWER)], factor=None),
    Case(Keys(1, "0.01"), [({"a": 1, "b": 4}, {"a": 2, "b": 5}, Sensitivity(l0=2, linf=1))], None),
]


def test_every_mechanism_has_a_case() -> None:
    assert {type(case.mechanism).tag for case in CASES} == set(ALL)


@pytest.mark.parametrize("case", CASES, ids=lambda case: repr(case.mechanism))
def test_a_mechanism_keeps_what_it_promises(case: Case) -> None:
    report = check(case.mechanism, case.pairs, factor=case.factor, signed=case.signed, draws=2000)
    assert report.holds, str(report)
