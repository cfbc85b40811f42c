"""A ledger that outlasts the program: every charge is on the disk before anything is read."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from discreet.noise import System
from discreet.privacy import Filter, Guarantee, Loss, Relation, Unit, from_json, to_json
from discreet.release.anchor import Anchor
from discreet.release.encode import decoded, encoded
from discreet.release.ledger import WAIT, Entry, Request, not_answered, other_question, same_unit
from discreet.release.memory import Allowance, granted
from discreet.release.recipe import digest, plain
from discreet.release.record import (
    ANSWER,
    CHARGE,
    OPEN,
    VERSION,
    Record,
    check_chain,
    check_signature,
    doubtful,
    written,
)
from discreet.release.store import Page, Store

_UNITS = 1 << 128
_WIDTH = 60
_PAUSE = 0.02


class Durable:
    """A budget and everything promised against it, in a store that others may use meanwhile.

    Guarantee. `charge` returns once the charge is durable. The check and the charge are one
    transaction, so all processes together never promise more than the budget. A crash may lose an
    answer that was paid for; it never loses a charge.
    """

    def __init__(self, store: Store, anchor: Anchor, key: Ed25519PrivateKey) -> None:
        """From where its records are, how far they have come, and what signs them."""
        self._store, self._anchor, self._key = store, anchor, key
        self._source = System()
        with store.reading() as page:
            first, last = page.at(1), check_chain(page.every())
            self._current(page, last)
        if first is None or first.kind != OPEN or first.told.get("version") != VERSION:
            raise doubtful("it does not begin as a ledger of this version does")
        check_signature(first, key.public_key())
        check_signature(last, key.public_key())
        self._unit = unit_of(first.told["unit"])
        self._empty = Filter.open(from_json(first.told["budget"]))

    def __str__(self) -> str:
        """What has been spent, of how much, for whom."""
        return f"{self.spent} of {self.budget} spent, for {self.unit}"

    @property
    def budget(self) -> Loss:
        """The most that may be promised."""
        return self._empty.budget

    @property
    def unit(self) -> Unit:
        """Who is protected."""
        return self._unit

    @property
    def source(self) -> System:
        """Where noise comes from: always the operating system."""
        return self._source

    @property
    def spent(self) -> Loss:
        """What has been promised."""
        return self._state().total

    def remaining(self) -> Loss:
        """What may still be promised."""
        return self._state().left

    def charge(self, request: Request, /) -> Entry:
        """Enter a promise, if it fits."""
        same_unit(request.guarantee.unit, self.unit)
        told = _question(request)
        with self._store.writing() as page:
            before = self._last(page)
            known = page.charged(request.key) if request.key is not None else None
            if known is None:
                state = self._after(before).after(request.guarantee.loss)
                body = told | {"spent": [*map(str, state.spent)], "units": units(state.spent)}
                record = written(before, CHARGE, body, self._key)
                page.add(record, key=request.key)
                return Entry(str(record.number), request)
        if any(known.told[name] != told[name] for name in ("guarantee", "recipe")):
            raise other_question(request)
        return self._again(known, request)

    def keep(self, entry: Entry, answer: object, /) -> None:
        """Store an answer with its entry."""
        stored = encoded(answer)
        body = {"entry": int(entry.name), "answer": digest(stored), "when": _now()}
        with self._store.writing() as page:
            before = self._last(page)
            page.add(written(before, ANSWER, body | _carried(before), self._key), answer=stored)

    def grant(self, loss: Loss, label: str = "") -> Allowance:
        """A part of the budget, charged now and spent in parts."""
        return granted(self, loss, label)

    def _again(self, charge: Record, request: Request) -> Entry:
        """The answer that was given under this key, once it is there."""
        until = time.monotonic() + WAIT
        while True:
            with self._store.reading() as page:
                found = page.answered(charge.number)
            if found is not None:
                record, stored = found
                if digest(stored) != record.told["answer"]:
                    raise doubtful(f"the answer to entry {charge.number} is not what it was")
                return Entry(str(charge.number), request, (decoded(stored),))
            if time.monotonic() > until:
                raise not_answered(str(charge.number))
            time.sleep(_PAUSE)

    def _state(self) -> Filter:
        with self._store.reading() as page:
            return self._after(self._last(page))

    def _last(self, page: Page) -> Record:
        last = page.last()
        if last is None:
            raise doubtful("it holds no record")
        self._current(page, last)
        return last

    def _current(self, page: Page, last: Record) -> None:
        """Refuse a ledger that is behind its anchor, or went another way."""
        number, seal = self._anchor.read()
        known = last if last.number == number else page.at(number) if number else None
        if number > last.number or (number and (known is None or known.seal != seal)):
            raise doubtful("it is older than its anchor says")

    def _after(self, last: Record) -> Filter:
        amounts = tuple(Fraction(text) for text in last.told["spent"])
        return self._empty.at(amounts)


def begin(store: Store, budget: Loss, unit: Unit, key: Ed25519PrivateKey) -> None:
    """Write the first record: a budget, and who is protected."""
    empty = Filter.open(budget)
    body = {
        "version": VERSION,
        "budget": to_json(budget),
        "unit": plain(unit),
        "key": key.public_key().public_bytes_raw().hex(),
        "spent": [*map(str, empty.spent)],
        "units": units(empty.limit),
        "when": _now(),
    }
    with store.writing() as page:
        if page.last() is None:
            page.add(written(None, OPEN, body, key))


def unit_of(stored: Mapping[str, Any]) -> Unit:
    """The unit that was stored."""
    return Unit(stored["by"], Relation[stored["relation"]])


def units(amounts: Sequence[Fraction]) -> list[str]:
    """Amounts as whole numbers of equal length, rounded down: for the store's own comparison."""
    return [str(amount * _UNITS // 1).rjust(_WIDTH, "0") for amount in amounts]


def _question(request: Request) -> dict[str, Any]:
    return {
        "guarantee": guarantee_json(request.guarantee),
        "recipe": request.recipe,
        "label": request.label,
        "when": _now(),
    }


def guarantee_json(guarantee: Guarantee) -> dict[str, Any]:
    """A guarantee as JSON."""
    return {
        "loss": to_json(guarantee.loss),
        "unit": plain(guarantee.unit),
        "assuming": sorted(plain(one)["name"] for one in guarantee.assuming),
    }


def _carried(before: Record) -> dict[str, Any]:
    """What every record says: how much is spent."""
    return {name: before.told[name] for name in ("spent", "units")}


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
