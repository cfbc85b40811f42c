"""One release as a signed document: it verifies without the data, and without the ledger."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from discreet.errors import Invalid, NotUnderstood, Tampered
from discreet.privacy import Loss, Unit, from_json
from discreet.release.durable import Durable, unit_of
from discreet.release.encode import decoded
from discreet.release.recipe import canonical, digest
from discreet.release.record import ANSWER, CHARGE, FIRST, OPEN, VERSION, Record, check_signature

_WAY_ON = "ask for the receipt anew, and for the ledger's public key, at whoever keeps the ledger"
_PARTS = {"receipt", "open", "charge", "answer", "value"}


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a ledger's key has signed: that so much was promised, and what was answered.

    `key` is the ledger's public key: compare it, or give it to `verify`.
    """

    key: str
    entry: str
    label: str
    when: str
    loss: Loss
    unit: Unit
    budget: Loss
    recipe: Mapping[str, Any]
    answered: tuple[object, ...] = ()

    def __str__(self) -> str:
        """In words."""
        said = f"answered {self.answered[0]}" if self.answered else "not answered"
        name = f" '{self.label}'" if self.label else ""
        return (
            f"entry {self.entry}{name}, {self.when}: {said}\n"
            f"{self.loss} for {self.unit}, of a budget of {self.budget}\n"
            f"signed by {self.key}"
        )


def receipt(ledger: Durable, entry: str) -> dict[str, Any]:
    """The receipt of an entry: a document to hand on. It holds the answer, and no data."""
    records = ledger.records()
    number = int(entry) if entry.isascii() and entry.isdigit() and len(entry) < len(FIRST) else 0
    if not 0 < number <= len(records) or records[number - 1].kind != CHARGE:
        known = [str(record.number) for record in records if record.kind == CHARGE]
        ways = f"it can be one of {', '.join(known[-10:])}" if known else "nothing is charged yet"
        raise Invalid(f"the ledger has no entry '{entry[:40]}'", ways)
    found = ledger.answer(number)
    return {
        "receipt": VERSION,
        "open": _stored(records[0]),
        "charge": _stored(records[number - 1]),
        "answer": None if found is None else _stored(found[0]),
        "value": None if found is None else found[1].decode(),
    }


def verify(document: Mapping[str, Any] | str | bytes, *, key: str | None = None) -> Receipt:
    """What a receipt says, if it is what its ledger's key signed; with `key`, if that is the key.

    Guarantee. Nothing in what is returned was changed since it was signed.
    Because. Each record's seal is a digest of all that it says, the key signed the seal, and the
    answer's record holds the answer's digest.
    """
    told = _read(document)
    try:
        first, charge = _record(told["open"], OPEN), _record(told["charge"], CHARGE)
        opening, body = first.told, charge.told
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(opening["key"]))
        if (first.number, first.before, opening["version"]) != (1, FIRST, VERSION):
            raise _false("it is not of this version")
        if key is not None and key.strip().lower() != opening["key"]:
            raise _false("another key signed it")
        for record in (first, charge):
            check_signature(record, public)
        return Receipt(
            key=opening["key"],
            entry=str(charge.number),
            label=body["label"],
            when=body["when"],
            loss=from_json(body["guarantee"]["loss"]),
            unit=unit_of(body["guarantee"]["unit"]),
            budget=from_json(opening["budget"]),
            recipe=body["recipe"],
            answered=_answer(told, charge.number, public),
        )
    except (KeyError, TypeError, ValueError, AttributeError):
        raise _false("a part of it is missing or of another kind") from None
    except Tampered as failure:
        raise (
            failure if "receipt" in str(failure) else _false("its key did not sign it")
        ) from None


def _answer(told: Mapping[str, Any], number: int, public: Ed25519PublicKey) -> tuple[object, ...]:
    """The answer, if there is one, and it is this entry's."""
    if told["answer"] is None and told["value"] is None:
        return ()
    record, stored = _record(told["answer"], ANSWER), told["value"].encode()
    check_signature(record, public)
    if (record.told["entry"], record.told["answer"]) != (number, digest(stored)):
        raise _false("its answer is not the one that was given")
    return (decoded(stored),)


def _stored(record: Record) -> dict[str, Any]:
    return {
        "number": record.number,
        "body": json.loads(record.body),
        "before": record.before,
        "signature": record.signature.hex(),
    }


def _record(stored: Mapping[str, Any], kind: str) -> Record:
    """The record that was stored; its seal is made anew, so that it cannot be another's."""
    number, before, body = stored["number"], stored["before"], canonical(stored["body"]).decode()
    if type(number) is not int or type(before) is not str:
        raise _false("a part of it is missing or of another kind")
    bare = Record(number, kind, body, before, "", bytes.fromhex(stored["signature"]))
    return bare.with_seal()


def _read(document: Mapping[str, Any] | str | bytes) -> Mapping[str, Any]:
    told: object = document
    if isinstance(document, str | bytes):
        try:
            told = json.loads(document)
        except (ValueError, RecursionError):
            told = None
    if not isinstance(told, Mapping) or set(told) != _PARTS:
        problem = "what is given is no receipt"
        raise NotUnderstood(problem, "give the document that `discreet receipt` wrote, whole")
    if told["receipt"] != VERSION:
        raise _false("it is not of this version")
    return told


def _false(why: str) -> Tampered:
    return Tampered(f"the receipt does not verify: {why}", _WAY_ON)
