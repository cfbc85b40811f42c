"""A ledger's file, read and added up anew: nothing here is shared with what wrote it."""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from discreet.audit.price import Price, price
from discreet.audit.report import Finding, Report
from discreet.errors import Invalid

_SQL = "SELECT number, kind, body, before, seal, signature, entry, answer FROM record ORDER BY 1"
_SLOT = 256
# How much more than it costs a charge may be rounded up to.
_ROUND = Fraction(1, 10**12)


class Line(NamedTuple):
    """A record, as it is in the file."""

    number: int
    kind: str
    body: str
    before: str
    seal: str
    signature: bytes
    entry: int | None
    answer: bytes | None

    @property
    def told(self) -> dict[str, Any]:
        """The body, read."""
        read: dict[str, Any] = json.loads(self.body)
        return read

    @property
    def spent(self) -> list[Fraction]:
        """What it says has been spent."""
        return [Fraction(text) for text in self.told["spent"]]


def ledger(path: str | os.PathLike[str]) -> Report:
    """Whether a ledger is whole, and has promised what it says: every line, every sum.

    The key that signs is the one its first line names: compare that with the one you were told.
    """
    file = Path(path)
    try:
        lines = _read(file)
    except sqlite3.Error as failure:
        problem = f"'{file.name}' cannot be read as a ledger: {failure}"
        raise Invalid(problem, "name the file that the ledger was opened with") from None
    if not lines:
        return Report(file.name, [Finding("it has a first line", holds=False)])
    try:
        return Report(_title(file, lines), _findings(file, lines))
    except (KeyError, ValueError, TypeError) as failure:
        detail = f"{type(failure).__name__}: {failure}"
        return Report(file.name, [Finding("its lines can be read", holds=False, detail=detail)])


def _read(file: Path) -> list[Line]:
    connection = sqlite3.connect(f"file:{file.absolute().as_posix()}?mode=ro", uri=True)
    try:
        return [Line(*row) for row in connection.execute(_SQL)]
    finally:
        connection.close()


def _title(file: Path, lines: Sequence[Line]) -> str:
    first, unit = lines[0].told, lines[0].told["unit"]
    who = f"each {unit['by'] or 'row'}"
    charges = sum(line.kind == "charge" for line in lines)
    answers = sum(line.kind == "answer" for line in lines)
    spent = ", ".join(f"{float(amount):.6g}" for amount in lines[-1].spent)
    kept = f"{charges} charges, {answers} answers kept, {spent} spent for {who}"
    return f"{file.name}: {kept}; budget {json.dumps(first['budget'])}, key {first['key'][:16]}…"


def _findings(file: Path, lines: Sequence[Line]) -> Iterator[Finding]:
    yield _sound("each line is bound to the one before", map(_bound, lines, [None, *lines]))
    key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(lines[0].told["key"]))
    yield _sound("each line is signed by the ledger's key", (_signed(line, key) for line in lines))
    yield _anchored(file, lines)
    counted = price(lines[0].told["budget"])
    yield _sound("each charge costs what it promises", _priced(counted, lines))
    limit = counted.amounts(lines[0].told["budget"])
    over = [any(a > b for a, b in zip(line.spent, limit, strict=True)) for line in lines]
    yield _sound("the sum never passes the budget", (not one for one in over))
    yield _sound("every promise is to the same unit", _same_unit(lines))
    yield _sound("each answer is to one charge, and is what it was", _answers(lines))
    if counted.unknown:
        kinds = ", ".join(sorted(counted.unknown))
        detail = f"kinds whose price was read from the library and not worked out here: {kinds}"
        yield Finding("prices were worked out independently", holds=True, detail=detail)


def _sound(what: str, lines: Iterator[bool] | map[bool]) -> Finding:
    """Whether something holds for each line; else, from which on it does not."""
    broken = [number for number, holds in enumerate(lines, start=1) if not holds]
    return Finding(what, not broken, f"not line {broken[0]}" if broken else "")


def _digest(*parts: bytes) -> str:
    text = b"".join(len(part).to_bytes(8, "big") + part for part in parts)
    return hashlib.sha256(text).hexdigest()


def _bound(line: Line, before: Line | None) -> bool:
    number, last = (before.number + 1, before.seal) if before else (1, "0" * 64)
    seal = _digest(
        str(line.number).encode(), line.kind.encode(), line.body.encode(), line.before.encode()
    )
    return (line.number, line.before, line.seal) == (number, last, seal)


def _signed(line: Line, key: Ed25519PublicKey) -> bool:
    try:
        key.verify(line.signature, bytes.fromhex(line.seal))
    except InvalidSignature:
        return False
    return True


def _anchored(file: Path, lines: Sequence[Line]) -> Finding:
    """Whether the ledger has come at least as far as its anchor, on the same way."""
    what = "it is not older than its anchor"
    try:
        text = file.with_name(file.name + ".anchor").read_bytes()
    except OSError:
        return Finding(what, holds=False, detail="there is no anchor to compare it with")
    slots = [text[at : at + _SLOT].rstrip(b"\0").split() for at in (0, _SLOT)]
    sound = [
        (int(slot[0]), slot[1].decode())
        for slot in slots
        if len(slot) == 3 and slot[2].decode() == _digest(slot[0] + b" " + slot[1])  # noqa: PLR2004
    ]
    number, seal = max(sound, default=(0, ""))
    holds = 0 < number <= len(lines) and lines[number - 1].seal == seal
    return Finding(what, holds, f"the anchor names line {number}, and it has {len(lines)}")


def _priced(counted: Price, lines: Sequence[Line]) -> Iterator[bool]:
    """Whether each line's sum is the one before and what the line promises."""
    yield not any(lines[0].spent)
    for before, line in pairwise(lines):
        grown = [b - a for a, b in zip(before.spent, line.spent, strict=True)]
        cost = [Fraction(0) for _ in grown]
        if line.kind == "charge":
            cost = counted.amounts(line.told["guarantee"]["loss"])
        yield all(
            own * (1 - _ROUND) <= more <= own * (1 + _ROUND) + _ROUND * bool(own)
            for own, more in zip(cost, grown, strict=True)
        )


def _same_unit(lines: Sequence[Line]) -> Iterator[bool]:
    unit = lines[0].told["unit"]
    return (line.kind != "charge" or line.told["guarantee"]["unit"] == unit for line in lines)


def _answers(lines: Sequence[Line]) -> Iterator[bool]:
    answered: set[int] = set()
    for line in lines:
        if line.kind != "answer":
            yield line.answer is None
            continue
        entry = line.told["entry"]
        charged = 0 < entry < line.number and lines[entry - 1].kind == "charge"
        kept = line.answer is not None and _digest(line.answer) == line.told["answer"]
        yield charged and kept and entry == line.entry and entry not in answered
        answered.add(entry)
