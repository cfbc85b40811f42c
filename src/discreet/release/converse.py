"""The second way through the door: charge once for all, then open one secret after the other."""

from __future__ import annotations

import os
from fractions import Fraction
from threading import RLock
from typing import ClassVar, Generic, NoReturn, Protocol, TypeVar, runtime_checkable

from discreet.errors import Failed, Invalid, Refused
from discreet.noise import Source
from discreet.privacy import Guarantee, Loss, Sensitivity
from discreet.release.answer import WAY_ON, answered
from discreet.release.ledger import Entry, Ledger, Request, same_unit
from discreet.release.mechanism import Assuming
from discreet.release.recipe import Recipe
from discreet.release.release import Release
from discreet.release.secret import Secret

X = TypeVar("X")
Y = TypeVar("Y")
X_contra = TypeVar("X_contra", contravariant=True)
Y_co = TypeVar("Y_co", covariant=True)


class State(Protocol[X_contra, Y_co]):
    """What a mechanism remembers between two answers: noise, never data."""

    @property
    def halted(self) -> bool:
        """Whether it has given its last answer: that follows from the answers alone."""
        ...

    def answer(self, x: X_contra, /) -> Y_co:
        """The next answer."""
        ...


@runtime_checkable
class Interactive(Protocol[X_contra, Y_co]):
    """A way to answer one value after the other, each chosen after the answers before it."""

    tag: ClassVar[str]

    def loss(self, sensitivity: Sensitivity, /) -> Loss:
        """What all answers together tell about one unit that moves each value so far."""
        ...

    def begin(self, source: Source, /) -> State[X_contra, Y_co]:
        """Before the first value."""
        ...


class Conversation(Generic[X, Y]):
    """Answers to one secret after the other, all under one entry that is already charged.

    `spoken` is how many were given. It is over when the mechanism halts, or when anything fails.
    """

    def __init__(
        self, mechanism: Interactive[X, Y], sensitivity: Sensitivity, entry: Entry, source: Source
    ) -> None:
        """From what was promised. For `converse` alone."""
        self.sensitivity, self.guarantee = sensitivity, entry.request.guarantee
        self.entry, self.spoken = entry.name, 0
        self._mechanism, self._source, self._lock = mechanism, source, RLock()
        self._process = os.getpid()
        self._state: State[X, Y] | None = None
        try:
            self._state = mechanism.begin(source)
        except Exception:
            if not source.private:
                raise
            raise self._failed() from None

    @property
    def over(self) -> bool:
        """Whether nothing more is answered: nor in another process, for noise would be shared."""
        return self._state is None or os.getpid() != self._process

    def ask(self, secret: Secret[X], /) -> Release[Y]:
        """The answer to one more secret.

        Guarantee. Nothing is opened that may move further than was declared, or after the end; nor
        is anything drawn. Whatever goes wrong once a secret is open ends the conversation, with the
        one error that says nothing of the data.
        """
        _declared(secret, self.sensitivity)
        same_unit(secret.unit, self.guarantee.unit)
        with self._lock:
            # Away while it is used: whatever interrupts it, or asks from within, finds it over.
            state, self._state = self._state, None
            if state is None or os.getpid() != self._process:
                problem = f"the conversation of entry {self.entry} is over"
                raise Refused(problem, "begin another one: it is charged anew")
            answer = answered(state.answer, secret, self._source)
            if not answer:
                raise self._failed()
            self.spoken += 1
            if not state.halted:
                self._state = state
        private = self._source.private
        return Release(answer[0], self.guarantee, self.entry, private, self._mechanism)

    def _alone(self, *_: object) -> NoReturn:
        problem = "a conversation cannot be copied or stored: what was paid for once is said once"
        raise Refused(problem, "begin another one: it is charged anew")

    __copy__ = __deepcopy__ = __reduce__ = __reduce_ex__ = __getstate__ = _alone

    def _failed(self) -> Failed:
        problem = f"no answer came; the conversation is over, and entry {self.entry} stays charged"
        return Failed(problem, WAY_ON)


def converse(
    mechanism: Interactive[X, Y],
    sensitivity: Sensitivity,
    ledger: Ledger,
    *,
    label: str = "",
    key: str | None = None,
) -> Conversation[X, Y]:
    """Begin to answer: state the guarantee of all answers together, charge it, draw what is drawn.

    Guarantee. The whole loss is charged durably before anything is read, and never given back,
    however few questions follow. Each secret has to stay within the sensitivity declared here.

    With a `key` it is charged once: who begins again under it is refused.
    """
    _check(mechanism, sensitivity)
    assuming = frozenset(mechanism.assumes if isinstance(mechanism, Assuming) else ())
    guarantee = Guarantee(mechanism.loss(sensitivity), ledger.unit, assuming)
    asked = Recipe(mechanism, sensitivity, "a conversation")
    entry = ledger.charge(Request(guarantee, asked, label, key))
    if entry.answered:
        problem = f"the conversation under the key {key!r} was begun before, as entry {entry.name}"
        raise Refused(problem, "go on with that one, or begin another under a key of its own")
    ledger.keep(entry, "begun")
    return Conversation(mechanism, sensitivity, entry, ledger.source)


def _check(mechanism: object, sensitivity: object) -> None:
    if not isinstance(mechanism, Interactive) or not isinstance(sensitivity, Sensitivity):
        problem = "a conversation takes an interactive mechanism and a sensitivity"
        raise Invalid(problem, "write converse(mechanism, sensitivity, ledger)")


def _declared(secret: object, sensitivity: Sensitivity) -> None:
    """Refuse a secret that a unit may move further than was declared."""
    if not isinstance(secret, Secret):
        raise Invalid("a conversation asks about secrets", "write conversation.ask(secret)")
    pairs = zip(_bounds(secret.sensitivity), _bounds(sensitivity), strict=True)
    if any(most is not None and (far is None or far > most) for far, most in pairs):
        problem = f"the secret has {secret.sensitivity}, and {sensitivity} was declared"
        raise Refused(problem, "begin a conversation that declares as much")


def _bounds(sensitivity: Sensitivity) -> tuple[Fraction | None, ...]:
    return (sensitivity.l0, sensitivity.linf, sensitivity.l1, sensitivity.l2_squared)
