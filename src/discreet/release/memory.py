"""A ledger that lasts as long as the program: for trying things, and for parts of a budget."""

from __future__ import annotations

import os
from threading import Condition
from time import monotonic
from typing import NoReturn, TypeAlias

from discreet.errors import Refused
from discreet.noise import Source, System
from discreet.privacy import Filter, Guarantee, Loss, Unit
from discreet.release import ledger as rules
from discreet.release.encode import decoded, encoded
from discreet.release.ledger import Entry, Ledger, Request
from discreet.release.recipe import Recipe

_SYSTEM = System()


class Memory:
    """A budget in memory. Two threads never spend the same part of it.

    It belongs to the process that opened it and cannot be copied: a copy would spend it twice.

    >>> from discreet.privacy import Pure, Unit
    >>> print(Memory(Pure(1), Unit("patient")))
    epsilon = 0 of epsilon = 1 spent, for each patient, added or removed
    """

    def __init__(
        self, budget: Loss, unit: Unit, source: Source = _SYSTEM, *, granted_by: str = ""
    ) -> None:
        """From the most that may be promised, and who is protected."""
        rules.check_unit(unit)
        self._granted_by = granted_by
        self._filter = Filter.open(budget)
        self._unit, self._source = unit, source
        self._changed, self._process = Condition(), os.getpid()
        self._entries = 0
        self._keys: dict[str, tuple[str, Request]] = {}
        self._answers: dict[str, bytes] = {}

    def __str__(self) -> str:
        """What has been spent, of how much, for whom."""
        return f"{self.spent} of {self.budget} spent, for {self.unit}"

    @property
    def budget(self) -> Loss:
        """The most that may be promised."""
        return self._filter.budget

    @property
    def unit(self) -> Unit:
        """Who is protected."""
        return self._unit

    @property
    def source(self) -> Source:
        """Where noise comes from."""
        return self._source

    @property
    def spent(self) -> Loss:
        """What has been promised."""
        return self._filter.total

    def remaining(self) -> Loss:
        """What may still be promised."""
        return self._filter.left

    def charge(self, request: Request, /) -> Entry:
        """Enter a promise, if it fits; the one that was entered under its key, if there is one."""
        rules.same_unit(request.guarantee.unit, self._unit)
        if os.getpid() != self._process:
            problem = "a ledger in memory belongs to the process that opened it"
            raise Refused(problem, "open one in a file, which processes can share")
        with self._changed:
            if request.key is not None and request.key in self._keys:
                return self._again(request, request.key)
            self._filter = self._filter.after(request.guarantee.loss)
            self._entries += 1
            name = f"{self._granted_by}.{self._entries}".lstrip(".")
            if request.key is not None:
                self._keys[request.key] = name, request
            return Entry(name, request)

    def keep(self, entry: Entry, answer: object, /) -> None:
        """Store an answer with its entry, where it may be asked for again."""
        if entry.request.key is not None:
            stored = encoded(answer)
            with self._changed:
                self._answers[entry.name] = stored
                self._changed.notify_all()

    def grant(self, loss: Loss, label: str = "") -> Allowance:
        """A part of the budget, charged now and spent in parts."""
        return granted(self, loss, label)

    def _again(self, request: Request, key: str) -> Entry:
        """The answer that was given under this key, once it is there."""
        name, before = self._keys[key]
        rules.same_question(request, before)
        until = monotonic() + rules.WAIT
        while name not in self._answers:
            if not self._changed.wait(until - monotonic()):
                raise rules.not_answered(name)
        return Entry(name, request, (decoded(self._answers[name]),))

    def _copied(self, *_: object) -> NoReturn:
        problem = "a ledger in memory cannot be copied: its budget could be spent twice"
        raise Refused(problem, "hand on the ledger itself, or open one in a file")

    __copy__ = __deepcopy__ = __reduce__ = __reduce_ex__ = _copied


# A part of a ledger's budget is a ledger; what is not spent of it stays charged.
Allowance: TypeAlias = Memory


def open_memory(*, budget: Loss, unit: Unit) -> Memory:
    """A ledger in memory, with this budget for this unit: gone when the program ends."""
    return Memory(budget, unit)


def granted(ledger: Ledger, loss: Loss, label: str) -> Allowance:
    """A part of a ledger's budget, charged to it once, at the start.

    >>> from discreet.privacy import Pure, Unit
    >>> ledger = Memory(Pure(1), Unit("patient"))
    >>> stream = ledger.grant(Pure("0.4"), "a stream")
    >>> print(ledger.remaining(), stream.remaining(), sep="; ")
    epsilon = 0.6; epsilon = 0.4
    """
    Filter.open(loss)  # or it is refused, before it is charged
    recipe = Recipe(None, None, "an allowance")
    entry = ledger.charge(Request(Guarantee(loss, ledger.unit), recipe, label))
    return Memory(loss, ledger.unit, ledger.source, granted_by=entry.name)
