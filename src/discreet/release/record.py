"""One line of a durable ledger: bound to all lines before it, and signed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from discreet.errors import Tampered
from discreet.release.recipe import canonical, digest

VERSION = 1
OPEN, CHARGE, ANSWER = "open", "charge", "answer"
FIRST = "0" * 64
_WAY_ON = "restore the ledger and its anchor from the same moment; nothing is released until then"


@dataclass(frozen=True, slots=True)
class Record:
    """What happened, as canonical JSON; `seal` is the digest of it and of the record before."""

    number: int
    kind: str
    body: bytes
    before: str
    seal: str
    signature: bytes

    @property
    def told(self) -> Mapping[str, Any]:
        """The body, read."""
        read: Mapping[str, Any] = json.loads(self.body)
        return read


def written(
    before: Record | None, kind: str, body: Mapping[str, Any], key: Ed25519PrivateKey
) -> Record:
    """The next record."""
    number, last = (before.number + 1, before.seal) if before else (1, FIRST)
    text = canonical(body)
    seal = sealed(number, kind, text, last)
    return Record(number, kind, text, last, seal, key.sign(bytes.fromhex(seal)))


def sealed(number: int, kind: str, body: bytes, before: str) -> str:
    """The digest that binds a record to its place."""
    return digest(str(number).encode(), kind.encode(), body, before.encode())


def check_chain(records: Iterable[Record]) -> Record:
    """The last record, if each is bound to the one before."""
    last: Record | None = None
    for record in records:
        number, before = (last.number + 1, last.seal) if last else (1, FIRST)
        known = sealed(record.number, record.kind, record.body, record.before)
        if (record.number, record.before, record.seal) != (number, before, known):
            raise doubtful(f"record {number} is not what it was when it was written")
        last = record
    if last is None:
        raise doubtful("it holds no record")
    return last


def check_signature(record: Record, key: Ed25519PublicKey) -> None:
    """Refuse a record that the ledger's key did not sign."""
    try:
        key.verify(record.signature, bytes.fromhex(record.seal))
    except InvalidSignature:
        raise doubtful(f"record {record.number} is not signed by the ledger's key") from None


def doubtful(why: str) -> Tampered:
    """What is said of a ledger that cannot be trusted."""
    return Tampered(f"the ledger cannot be trusted: {why}", _WAY_ON)
