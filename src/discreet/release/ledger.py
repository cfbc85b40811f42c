"""What a ledger is: a budget, what was promised against it, and what was answered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from discreet.errors import Failed, Invalid, Refused, UnitMismatch
from discreet.noise import Source
from discreet.privacy import Guarantee, Loss, Unit
from discreet.release.recipe import Recipe, canonical

if TYPE_CHECKING:
    from discreet.release.memory import Allowance

MOST_LABEL, MOST_KEY = 400, 200
# How many seconds to wait for an answer that another caller with the same key is drawing.
WAIT = 20


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be entered: a guarantee, what was asked, a name for people, a key for retries."""

    guarantee: Guarantee
    recipe: Recipe
    label: str = ""
    key: str | None = None

    def __post_init__(self) -> None:
        """Refuse names that are none, and a key to a question that does not say what it is."""
        _check(self.label, self.key)
        if self.key is not None and not self.recipe.about:
            problem = f"the key {self.key!r} is to a question that does not say what it is about"
            raise Invalid(problem, "give the secret about=: the same key is for the same question")


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a ledger. `answered` holds what was answered under its key before, if it was."""

    name: str
    request: Request
    answered: tuple[object, ...] = ()


class Ledger(Protocol):
    """A budget that every release is charged to before anything is read.

    `charge` is final when it returns, whatever happens afterwards; `keep` stores the answer.
    """

    @property
    def budget(self) -> Loss:
        """The most that may be promised."""
        ...

    @property
    def unit(self) -> Unit:
        """Who is protected."""
        ...

    @property
    def source(self) -> Source:
        """Where noise comes from."""
        ...

    @property
    def spent(self) -> Loss:
        """What has been promised."""
        ...

    def remaining(self) -> Loss:
        """What may still be promised."""
        ...

    def charge(self, request: Request, /) -> Entry:
        """Enter a promise, if it fits."""
        ...

    def keep(self, entry: Entry, answer: object, /) -> None:
        """Store an answer with its entry."""
        ...

    def grant(self, loss: Loss, label: str = "") -> Allowance:
        """A part of the budget, charged now and spent in parts."""
        ...


def check_unit(unit: object) -> None:
    """Refuse what is no unit."""
    if not isinstance(unit, Unit):
        raise Invalid(f"a ledger's unit is {unit!r}", "write it as Unit('patient') or Unit()")


def same_unit(asked: Unit, ledger: Unit) -> None:
    """Refuse a promise to others than the ledger's."""
    if asked != ledger:
        problem = f"the question protects {asked}, and the ledger {ledger}"
        raise UnitMismatch(problem, "ask with the ledger's unit, or open a ledger for this one")


def same_question(asked: Request, before: Request) -> None:
    """Refuse a key that stands for another question."""
    now, then = (canonical(request.recipe.to_json()) for request in (asked, before))
    if asked.guarantee != before.guarantee or now != then:
        raise other_question(asked)


def other_question(asked: Request) -> Refused:
    """What is said of a key that stands for another question."""
    problem = f"the key {asked.key!r} belongs to another question"
    return Refused(problem, "ask under a key of its own")


def not_answered(name: str) -> Failed:
    """What is said of an entry that was charged and has no answer: it may be lost in a crash."""
    problem = f"entry {name} is charged, and has no answer"
    return Failed(problem, "wait for whoever asked under this key, or ask anew under another")


def _check(label: object, key: object) -> None:
    if not isinstance(label, str) or len(label) > MOST_LABEL:
        raise Invalid("a label is not a short text", f"write at most {MOST_LABEL} characters")
    if key is not None and not (isinstance(key, str) and 0 < len(key) <= MOST_KEY):
        raise Invalid("a key is not a short text", f"write 1 to {MOST_KEY} characters, or leave it")
