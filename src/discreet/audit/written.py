"""Whether a mechanism can be written down and read again, and refuses what it cannot be."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from inspect import signature
from typing import Any

from discreet.audit.report import Finding
from discreet.errors import DiscreetError
from discreet.mechanisms.catalogue import ALL, read
from discreet.release import Mechanism
from discreet.release.recipe import plain

ABSURD: tuple[Any, ...] = (
    *(float("nan"), float("inf"), float("-inf"), True, None, "x", "", "1e400"),
    *(10**500, b"1", object(), {}, 1j, "nan", "infinity", "1/0"),
)


def printed(mechanism: Mechanism[Any, Any]) -> Iterator[Finding]:
    """Whether it prints, without anything of the machine it runs on."""
    text = repr(mechanism)
    yield Finding("it prints what it is", type(mechanism).__name__ in text and " at 0x" not in text)


def stored(mechanism: Mechanism[Any, Any]) -> Iterator[Finding]:
    """Whether what a ledger keeps of it becomes the same mechanism again."""
    what = "it is the same after being stored"
    try:
        text = json.dumps(plain(mechanism), allow_nan=False)
        again = read(json.loads(text), {**ALL, type(mechanism).tag: type(mechanism)})
    except (DiscreetError, TypeError) as failure:
        yield Finding(what, holds=False, detail=str(failure).splitlines()[0])
        return
    yield Finding(what, again == mechanism and hash(again) == hash(mechanism))


def refused(mechanism: Mechanism[Any, Any], signed: Sequence[str]) -> Iterator[Finding]:
    """Whether each of its parameters refuses what is no number, or no number that it can be."""
    kind: type[Any] = type(mechanism)
    if not is_dataclass(kind):
        yield Finding("it is a dataclass", holds=False)
        return
    given = {field.name: getattr(mechanism, field.name) for field in fields(kind)}
    for name, value in given.items():
        bad = [*ABSURD, *(() if name in signed else (-1, "-0.5"))]
        if isinstance(value, bool):
            bad = [*(each for each in bad if each is not True), 0, 1]
        if signature(kind).parameters[name].default is None:
            bad.remove(None)
        taken = [each for each in bad if _takes(kind, {**given, name: each})]
        detail = f"it takes {taken[0]!r}" if taken else ""
        yield Finding(f"{name} refuses what it cannot be", not taken, detail)


def _takes(kind: type, given: dict[str, Any]) -> bool:
    try:
        kind(**given)
    except DiscreetError:
        return False
    except Exception:  # noqa: BLE001  (an error that says nothing of how to go on)
        return True
    return True
