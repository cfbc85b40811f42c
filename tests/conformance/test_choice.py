"""Every choice by score: through the one door, in every ledger's recipe, and refused as others."""

from typing import Any

import numpy as np
import pytest

from discreet.errors import OutOfRange
from discreet.mechanisms import (
    ALL,
    BestOf,
    Exponential,
    Inverse,
    Majority,
    NoisyMax,
    PermuteFlip,
    Piecewise,
    TopK,
)
from discreet.mechanisms.catalogue import read
from discreet.privacy import Pure, Sensitivity, Unit
from discreet.release import Memory, Secret, release
from discreet.release.encode import decoded, encoded
from discreet.release.recipe import canonical, plain

SCORES = np.array([3, 1, 0, 0])
CASES: list[tuple[Any, Any]] = [
    (Exponential("3.5"), SCORES),
    (PermuteFlip(2, one_way=True), SCORES),
    (NoisyMax(2), SCORES),
    (TopK(2, 4), SCORES),
    (Majority(5, 2), 4),
    (Piecewise(-3, 9, 2), (np.array([0, 4]), np.array([2, -7]))),
    (Inverse.bits(4, 2), 3),
    (BestOf(Exponential(4), 1, "1/2"), SCORES),
]
EACH = pytest.mark.parametrize(("mechanism", "x"), CASES, ids=lambda case: getattr(case, "tag", ""))


@EACH
def test_a_choice_is_made_through_the_door_and_charged(mechanism: Any, x: object) -> None:  # noqa: ANN401
    ledger = Memory(Pure(10), Unit())
    secret = Secret(lambda: x, Sensitivity(linf=1), Unit(), about="scores")
    answer = release(mechanism, secret, ledger)
    assert ledger.spent.pure == pytest.approx(mechanism.loss(secret.sensitivity).pure)
    assert decoded(encoded(answer.value)) == answer.value


@EACH
def test_a_choice_is_stored_and_read_again(mechanism: Any, x: object) -> None:  # noqa: ANN401
    stored = plain(mechanism)
    again = read(stored)
    assert again == mechanism
    assert canonical(plain(again)) == canonical(stored)
    assert ALL[mechanism.tag] is type(mechanism)
    assert hash(again) == hash(mechanism)
    assert str(mechanism).startswith(type(mechanism).__name__)
    assert str(x) not in repr(mechanism.law(x))


@pytest.mark.parametrize("bad", [1, "yes", None, float("nan")])
def test_that_scores_go_one_way_is_said_or_not(bad: bool) -> None:
    for kind in (Exponential, PermuteFlip, NoisyMax):
        with pytest.raises(OutOfRange, match="True or False"):
            kind(2, one_way=bad)
    with pytest.raises(OutOfRange, match="True or False"):
        TopK(2, 4, one_way=bad)
    with pytest.raises(OutOfRange, match="True or False"):
        Piecewise(0, 9, 4, one_way=bad)


@EACH
def test_a_choice_tells_nothing_where_nothing_moves(mechanism: Any, x: object) -> None:  # noqa: ANN401
    assert mechanism.loss(Sensitivity(linf=0)).pure == 0
    small, large = (mechanism.loss(Sensitivity(linf=far)).pure for far in (1, 2))
    assert 0 < small < large
    assert x is not None
