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
from discreet.release import ledger as rules
from discreet.release.encode import decoded, encoded
from discreet.release.ledger import Entry, Request
from discreet.release.memory import Allowance, granted
from discreet.release.recipe import canonical, digest, plain
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

_FINE = 1 << 128
_FIRST_PAUSE, _LONGEST_PAUSE = 1 / 200, 1 / 4


class Durable:
    """A budget and everything promised against it, in a store that others may use meanwhile.

    Guarantee. `charge` returns once the charge is durable. The check and the charge are one
    transaction, so all processes together never promise more than the budget. A crash may lose an
    answer that was paid for; it never loses a charge.
    Because. What is spent is read from the last record, whose seal binds all before it and is the
    one in the anchor or signed; the store lets one writer in at a time.
    """

    def __init__(self, store: Store, key: Ed25519PrivateKey) -> None:
        """From where its records are, and what signs them; refused unless all of it is sound."""
        self._store, self._key = store, key
        self._public = key.public_key()
        self._source = System()
        with store.reading() as page:
            self._last(page)
            check_chain(page.every())
            first = page.at(1)
        if first is None or first.kind != OPEN or first.told.get("version") != VERSION:
            raise doubtful("it does not begin as a ledger of this version does")
        check_signature(first, self._public)
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

    @property
    def key(self) -> str:
        """The public key that its receipts verify with."""
        return self._public.public_bytes_raw().hex()

    def remaining(self) -> Loss:
        """What may still be promised."""
        return self._state().left

    def charge(self, request: Request, /) -> Entry:
        """Enter a promise, if it fits; the one that was entered under its key, if there is one."""
        rules.same_unit(request.guarantee.unit, self.unit)
        told, key = _question(request), hidden(request.key)
        with self._store.writing() as page:
            before = self._last(page)
            known = page.charged(key) if key is not None else None
            if known is None:
                state = self._after(before).after(request.guarantee.loss)
                body = told | {"when": _now()} | _amounts(state.spent)
                record = written(before, CHARGE, body, self._key)
                page.add(record, key=key)
                return Entry(str(record.number), request)
        if not known.sound or known.told.get("key") != key:
            raise doubtful(f"entry {known.number} is not what it was")
        if any(canonical({"": known.told[it]}) != canonical({"": told[it]}) for it in _SAME):
            raise rules.other_question(request)
        return self._again(known, request)

    def keep(self, entry: Entry, answer: object, /) -> None:
        """Store an answer with its entry."""
        stored, number = encoded(answer), int(entry.name)
        body = {"entry": number, "answer": digest(stored), "when": _now()}
        with self._store.writing() as page:
            before = self._last(page)
            spent = {name: before.told[name] for name in ("spent", "units")}
            page.add(written(before, ANSWER, body | spent, self._key), answer=(number, stored))

    def grant(self, loss: Loss, label: str = "") -> Allowance:
        """A part of the budget, charged now and spent in parts."""
        return granted(self, loss, label)

    def records(self) -> list[Record]:
        """All that happened, in order: for receipts, and for whoever adds it up anew."""
        with self._store.reading() as page:
            self._last(page)
            return list(page.every())

    def answer(self, number: int, /) -> tuple[Record, bytes] | None:
        """The record of the answer to an entry, and the answer as it is stored."""
        with self._store.reading() as page:
            self._last(page)
            found = page.answered(number)
        if found is None:
            return None
        record, stored = found
        if not record.sound or (record.told["entry"], record.told["answer"]) != (
            number,
            digest(stored),
        ):
            raise doubtful(f"the answer to entry {number} is not what it was")
        return found

    def close(self) -> None:
        """Let go of its files; they are opened anew when they are needed."""
        self._store.close()

    def _again(self, charge: Record, request: Request) -> Entry:
        """The answer that was given under this key, once it is there."""
        until, pause = time.monotonic() + rules.WAIT, _FIRST_PAUSE
        while True:
            found = self.answer(charge.number)
            if found is not None:
                return Entry(str(charge.number), request, (decoded(found[1]),))
            if time.monotonic() > until:
                raise rules.not_answered(str(charge.number))
            time.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    def _state(self) -> Filter:
        with self._store.reading() as page:
            return self._after(self._last(page))

    def _last(self, page: Page) -> Record:
        """The last record, if it is what the anchor knows, or comes after that and is signed."""
        (number, seal), last = page.anchored, page.last()
        if last is None or last.number < number:
            raise doubtful("it is older than its anchor says" if number else "it holds no record")
        known = last if last.number == number else page.at(number)
        if number and (known is None or known.seal != seal):
            raise doubtful("it went another way than its anchor says")
        if not last.sound:
            raise doubtful(f"record {last.number} is not what it was when it was written")
        if last.number != number:
            check_signature(last, self._public)
        return last

    def _after(self, last: Record) -> Filter:
        return self._empty.at(tuple(map(Fraction, last.told["spent"])))


def begin(store: Store, budget: Loss, unit: Unit, key: Ed25519PrivateKey) -> None:
    """Write the first record: a budget, and who is protected."""
    empty = Filter.open(budget)
    body = {
        "version": VERSION,
        "budget": to_json(budget),
        "unit": plain(unit),
        "key": key.public_key().public_bytes_raw().hex(),
        "limit": units(empty.limit),
        "when": _now(),
    }
    with store.writing() as page:
        if page.last() is None:
            page.add(written(None, OPEN, body | _amounts(empty.spent), key))


def unit_of(stored: Mapping[str, Any]) -> Unit:
    """The unit that was stored."""
    return Unit(stored["by"], Relation[stored["relation"]])


def units(amounts: Sequence[Fraction]) -> list[str]:
    """Amounts as whole numbers, rounded down, for the store's own comparison of text.

    >>> units([Fraction(1, 2**127)]), units([Fraction(12, 2**128)])
    (['001 2'], ['002 12'])
    """
    whole = [str(amount * _FINE // 1) for amount in amounts]
    return [f"{len(text):03} {text}" for text in whole]


def guarantee_json(guarantee: Guarantee) -> dict[str, Any]:
    """A guarantee as JSON."""
    return {
        "loss": to_json(guarantee.loss),
        "unit": plain(guarantee.unit),
        "assuming": sorted(one.name for one in guarantee.assuming),
    }


def hidden(key: str | None) -> str | None:
    """A key as it is stored: who reads the ledger cannot ask under it."""
    return None if key is None else digest(key.encode("utf-8", "surrogatepass"))


_SAME = ("guarantee", "recipe")


def _question(request: Request) -> dict[str, Any]:
    return {
        "guarantee": guarantee_json(request.guarantee),
        "recipe": request.recipe.to_json(),
        "label": request.label,
        "key": hidden(request.key),
    }


def _amounts(spent: Sequence[Fraction]) -> dict[str, Any]:
    """What every record says: how much is spent, exactly and for the store."""
    return {"spent": [*map(str, spent)], "units": units(spent)}


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
