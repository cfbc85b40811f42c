"""What a ledger is."""

import pytest

from discreet.errors import Failed, Invalid, Refused, UnitMismatch
from discreet.privacy import Pure, Unit
from discreet.release import ledger as rules
from tests.release.question import PATIENT, request


@pytest.mark.parametrize(
    ("label", "key"), [(3, None), ("x" * 401, None), ("", ""), ("", "x" * 201), ("", 3)]
)
def test_names_are_short_texts(label: str, key: str | None) -> None:
    with pytest.raises(Invalid, match="is not a short text"):
        request(label=label, key=key)


def test_a_key_is_to_a_question_that_says_what_it_is_about() -> None:
    with pytest.raises(Invalid, match="does not say what it is about"):
        request(key="one", about="")
    assert request(about="").key is None


def test_units_are_the_same_or_refused() -> None:
    rules.same_unit(PATIENT, Unit("patient"))
    with pytest.raises(UnitMismatch, match=r"protects each row, .* the ledger each patient"):
        rules.same_unit(Unit(), PATIENT)
    rules.check_unit(PATIENT)
    with pytest.raises(Invalid, match="a ledger's unit is 'patient'"):
        rules.check_unit("patient")


def test_questions_are_the_same_by_what_is_promised_and_asked() -> None:
    rules.same_question(request(label="a"), request(label="b"))
    for other in (request("0.2"), request(Pure("0.1"), about="others")):
        with pytest.raises(Refused, match="belongs to another question"):
            rules.same_question(request(), other)


def test_what_is_lost_is_said_with_a_way_on() -> None:
    assert isinstance(rules.not_answered("3"), Failed)
    assert "ask anew under another" in str(rules.not_answered("3"))
