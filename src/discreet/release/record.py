"""One line of a durable ledger: bound to all lines before it, and signed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
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
    body: str
    before: str
    seal: str
    signature: bytes

    @property
    def told(self) -> Mapping[str, Any]:
        """The body, read."""
        read: Mapping[str, Any] = json.loads(self.body)
        return read

    def with_seal(self) -> Record:
        """The same, with the seal of what it says."""
        return replace(self, seal=sealed(self.number, self.kind, self.body, self.before))

    @property
    def sound(self) -> bool:
        """Whether its seal is that of what it says."""
        return self.seal == sealed(self.number, self.kind, self.body, self.before)


def written(
    before: Record | None, kind: str, body: Mapping[str, Any], key: Ed25519PrivateKey
) -> Record:
    """The next record."""
    number, last = (before.number + 1, before.seal) if before else (1, FIRST)
    text = canonical(body).decode()
    seal = sealed(number, kind, text, last)
    return Record(number, kind, text, last, seal, key.sign(bytes.fromhex(seal)))


def sealed(number: int, kind: str, body: str, before: str) -> str:
    """The digest that binds a record to its place."""
    return digest(str(number).encode(), kind.encode(), body.encode(), before.encode())


def check_chain(records: Iterable[Record]) -> None:
    """Refuse records of which one is not bound to the one before, from the first on."""
    number, before = 0, FIRST
    for record in records:
        number += 1
        if (record.number, record.before) != (number, before) or not record.sound:
            raise doubtful(f"record {number} is not what it was when it was written")
        before = record.seal
    if not number:
        raise doubtful("it holds no record")


def check_signature(record: Record, key: Ed25519PublicKey) -> None:
    """Refuse a record that the ledger's key did not sign."""
    try:
        key.verify(record.signature, bytes.fromhex(record.seal))
    except (InvalidSignature, ValueError):
        raise doubtful(f"record {record.number} is not signed by the ledger's key") from None


def doubtful(why: str) -> Tampered:
    """What is said of a ledger that cannot be trusted."""
    return Tampered(f"the ledger cannot be trusted: {why}", _WAY_ON)
