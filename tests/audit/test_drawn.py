"""Answers beside their law."""

import numpy as np
import pytest

from discreet.audit.drawn import follows, outcome
from discreet.audit.spread import side_by_side
from tests.audit.planted import Honest, Leaning, Strange


@pytest.mark.parametrize(("kind", "holds"), [(Honest, True), (Leaning, False), (Strange, False)])
def test_answers_by_another_law_are_found_out(kind: type[Honest], holds: bool) -> None:
    mechanism = kind("3/4")
    spread, _ = side_by_side(mechanism.law(1), mechanism.law(1))
    # Leaning is 2500 against 2750 of 40000 expected: beyond a chance of 1e-9 by far.
    found = follows(mechanism, 1, spread, 40_000)
    assert found.holds is holds
    assert ("cannot come about" in found.detail) is (kind is Strange)


def test_an_answer_is_a_key_whatever_it_is_made_of() -> None:
    assert outcome(np.array([[1, 2], [3, 4]])) == ((1, 2), (3, 4))
    assert outcome(np.int64(3)) == 3
    assert outcome(["a", (1,)]) == ("a", (1,))
