"""One release as a signed document."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from discreet.errors import DiscreetError, Invalid, NotUnderstood, Tampered
from discreet.privacy import Pure
from discreet.release import receipt, release, verify
from discreet.release.durable import Durable
from tests.release.question import PATIENT, TENTH, count, ledger, request


@pytest.fixture
def asked(tmp_path: Path) -> Durable:
    ours = ledger(tmp_path)
    release(TENTH, count(), ours, label="how many")
    ours.charge(request("0.25"))
    return ours


def test_a_receipt_says_what_was_promised_and_answered(asked: Durable, tmp_path: Path) -> None:
    document = json.dumps(receipt(asked, "2"))
    (value,) = verify(document).answered
    for file in tmp_path.iterdir():
        file.unlink()  # neither ledger nor key is needed
    found = verify(document, key=asked.key)
    assert (found.entry, found.label, found.unit) == ("2", "how many", PATIENT)
    assert (found.loss, found.budget) == (TENTH.loss(count().sensitivity), Pure(1))
    assert found.recipe["mechanism"] == {"tag": "laplace", "scale": "10"}
    assert found.answered == (value,)
    assert str(found).startswith("entry 2 'how many', 20")
    assert str(found).endswith(f"signed by {asked.key}")


def test_a_charge_without_an_answer_has_a_receipt_too(asked: Durable) -> None:
    found = verify(receipt(asked, "4"))
    assert (found.loss, found.answered, found.label) == (Pure("0.25"), (), "")
    assert "not answered" in str(found)


@pytest.mark.parametrize("entry", ["1", "3", "5", "0", "-1", "x", "", "٢", "9" * 100])
def test_what_is_no_entry_has_none(entry: str, asked: Durable) -> None:
    with pytest.raises(Invalid, match=r"no entry .*\n  it can be one of 2, 4"):
        receipt(asked, entry)


def test_an_empty_ledger_has_none(tmp_path: Path) -> None:
    with pytest.raises(Invalid, match="nothing is charged yet"):
        receipt(ledger(tmp_path), "2")


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:  # noqa: ANN401  (JSON)
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    for name, part in inside:
        if isinstance(part, dict | list) and part:
            yield from places(part, (*path, name))
        else:
            yield (*path, name)


def test_whatever_is_changed_in_it_is_found(asked: Durable) -> None:
    whole = receipt(asked, "2")
    tried = 0
    others: list[Any] = [None, 3, "x", "0", [], {}, True, "00"]
    for path in places(whole):
        for other in others:
            changed = copy.deepcopy(whole)
            part: Any = changed
            for name in path[:-1]:
                part = part[name]
            if part[path[-1]] == other:
                continue
            part[path[-1]] = other
            with pytest.raises(DiscreetError):
                verify(changed)
            tried += 1
    assert tried > 200


def test_an_answer_of_another_entry_is_found(asked: Durable) -> None:
    release(TENTH, count(), asked)
    one, other = receipt(asked, "2"), receipt(asked, "5")
    for parts in (("answer",), ("value",), ("answer", "value")):
        mixed = one | {name: other[name] for name in parts}
        with pytest.raises(Tampered, match="its answer is not the one that was given"):
            verify(mixed)
    with pytest.raises(Tampered, match="missing or of another kind"):
        verify(one | {"answer": None})


def test_a_receipt_of_another_key_is_found(asked: Durable, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    other = ledger(tmp_path / "other")
    other.charge(request())
    with pytest.raises(Tampered, match="another key signed it"):
        verify(receipt(other, "2"), key=asked.key)
    mixed = receipt(asked, "2") | {"open": receipt(other, "2")["open"]}
    with pytest.raises(Tampered, match="its key did not sign it"):
        verify(mixed)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "3", "{}", b"\xff", "[" * 100000, '{"receipt": 1}']
)
def test_what_is_no_receipt_is_said(text: str | bytes) -> None:
    with pytest.raises(NotUnderstood, match="no receipt"):
        verify(text)


def test_another_version_is_not_read(asked: Durable) -> None:
    with pytest.raises(Tampered, match="not of this version"):
        verify(receipt(asked, "2") | {"receipt": 2})
    document = receipt(asked, "2")
    document["open"] = document["charge"]
    with pytest.raises(Tampered):
        verify(document)
    document["open"] = receipt(asked, "2")["open"] | {"number": 2}
    with pytest.raises(Tampered, match="not of this version"):
        verify(document)
