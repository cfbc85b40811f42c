"""One charge, then one secret after the other."""

import copy
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from threading import Thread
from typing import Any, ClassVar

import pytest

from discreet.errors import BudgetExceeded, Failed, Invalid, Refused, UnitMismatch
from discreet.mechanisms import Laplace
from discreet.noise import Source
from discreet.privacy import ONE, Assumption, Loss, Pure, Sensitivity, Unit
from discreet.release import Memory, Secret
from discreet.release.converse import Conversation, converse
from discreet.testing import Recording, Replay

PATIENT = Unit("patient")
LIMIT = 3


@dataclass
class Count:
    """Noise, so many times."""

    source: Source
    left: int

    @property
    def halted(self) -> bool:
        return self.left == 0

    def answer(self, x: int, /) -> int:
        self.left -= 1
        return Laplace(scale=10).sample(x, self.source)


@dataclass(frozen=True)
class Several:
    """Answers up to so many values with Laplace noise."""

    tag: ClassVar[str] = "several"
    most: int = LIMIT
    broken: bool = False

    def loss(self, sensitivity: Sensitivity, /) -> Loss:
        return Pure((sensitivity.linf or 0) * self.most * Fraction(1, 10))

    def begin(self, source: Source, /) -> Count:
        if self.broken:
            raise ZeroDivisionError
        return Count(source, self.most)


@dataclass(frozen=True)
class Supposing(Several):
    """The same, under an assumption."""

    @property
    def assumes(self) -> tuple[Assumption, ...]:
        return (Assumption("few", "there are few"),)


def secret(compute: Callable[[], Any] = lambda: 5, sensitivity: Sensitivity = ONE) -> Secret[Any]:
    return Secret(compute, sensitivity, PATIENT)


def ledger(source: Source | None = None) -> Memory:
    return Memory(Pure(1), PATIENT) if source is None else Memory(Pure(1), PATIENT, source)


def begun(book: Memory | None = None) -> Conversation[int, int]:
    return converse(Several(), ONE, book or ledger())


def test_the_whole_loss_is_charged_once_at_the_start() -> None:
    book = ledger()
    talk = begun(book)
    assert book.spent == Pure("0.3")
    answers = [talk.ask(secret()) for _ in range(LIMIT)]
    assert book.spent == Pure("0.3")
    assert {answer.entry for answer in answers} == {talk.entry} == {"1"}
    assert {answer.guarantee for answer in answers} == {talk.guarantee}
    assert talk.guarantee.loss == Pure("0.3")
    assert all(answer.private for answer in answers)
    assert talk.spoken == LIMIT


def test_what_does_not_fit_is_refused_before_anything_is_drawn() -> None:
    book = ledger(Replay(b""))
    with pytest.raises(BudgetExceeded):
        converse(Several(most=11), ONE, book)
    assert book.spent == Pure(0)


def test_after_the_end_every_call_refuses_and_draws_nothing() -> None:
    tape, opened = Recording(), []
    talk = begun(ledger(tape))
    for _ in range(LIMIT):
        assert not talk.over
        talk.ask(secret())
    assert talk.over
    drawn = tape.taken
    for _ in range(2):
        with pytest.raises(Refused, match="entry 1 is over"):
            talk.ask(secret(lambda: opened.append(1)))
    assert tape.taken == drawn
    assert opened == []


@pytest.mark.parametrize(
    "wide", [Sensitivity(l0=1, linf=2), Sensitivity(linf=1), Sensitivity(l2=1)]
)
def test_a_secret_that_moves_further_than_declared_stays_closed(wide: Sensitivity) -> None:
    opened: list[int] = []
    talk = begun()
    with pytest.raises(Refused, match="was declared"):
        talk.ask(secret(lambda: opened.append(1), wide))
    assert opened == []
    assert not talk.over


def test_a_secret_of_another_unit_stays_closed() -> None:
    talk = begun()
    with pytest.raises(UnitMismatch):
        talk.ask(Secret(lambda: 5, ONE, Unit("ward")))
    assert not talk.over


def test_a_secret_that_moves_less_is_answered() -> None:
    talk = converse(Several(), Sensitivity(linf=2), ledger())
    talk.ask(secret())
    assert talk.spoken == 1


def test_only_secrets_are_asked_about_and_only_interactive_mechanisms_asked() -> None:
    with pytest.raises(Invalid, match="asks about secrets"):
        begun().ask(5)  # type: ignore[arg-type]  # what is refused
    with pytest.raises(Invalid, match="interactive mechanism"):
        converse(Laplace(scale=10), ONE, ledger())  # type: ignore[arg-type]  # what is refused
    with pytest.raises(Invalid, match="interactive mechanism"):
        converse(Several(), 1, ledger())  # type: ignore[arg-type]  # what is refused


@pytest.mark.parametrize("value", [lambda: 1 // 0, lambda: "seventeen", lambda: 1.5])
def test_whatever_goes_wrong_in_the_open_ends_it_with_one_error(value: Callable[[], Any]) -> None:
    book = ledger()
    talk = begun(book)
    with pytest.raises(Failed) as failure:
        talk.ask(secret(value))
    assert failure.value.__cause__ is None
    assert failure.value.__context__ is None
    assert str(failure.value).startswith("no answer came; the conversation is over, and entry 1")
    assert talk.over
    assert book.spent == Pure("0.3")
    with pytest.raises(Refused):
        talk.ask(secret())


def test_an_interrupt_ends_it_too() -> None:
    def interrupted() -> int:
        raise KeyboardInterrupt

    talk = begun()
    with pytest.raises(KeyboardInterrupt):
        talk.ask(secret(interrupted))
    assert talk.over


def test_a_secret_that_asks_from_within_ends_it() -> None:
    talk = begun()
    with pytest.raises(Failed):
        talk.ask(secret(lambda: talk.ask(secret()).value))
    assert talk.over


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, pickle.dumps])
def test_a_conversation_cannot_be_copied_or_stored(again: Callable[[object], object]) -> None:
    with pytest.raises(Refused, match="copied or stored"):
        again(begun())


def test_another_process_cannot_go_on_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    talk, opened = begun(), list[int]()
    talk.ask(secret())
    monkeypatch.setattr("os.getpid", lambda: -1)
    assert talk.over
    with pytest.raises(Refused, match="is over"):
        talk.ask(secret(lambda: opened.append(1)))
    assert opened == []


def test_a_beginning_that_fails_stays_charged() -> None:
    book = ledger()
    with pytest.raises(Failed) as failure:
        converse(Several(broken=True), ONE, book)
    assert failure.value.__cause__ is None
    assert book.spent == Pure("0.3")


def test_with_recorded_bits_errors_are_seen_and_answers_are_not_private() -> None:
    with pytest.raises(ZeroDivisionError):
        converse(Several(broken=True), ONE, ledger(Recording()))
    talk = begun(ledger(Recording()))
    assert not talk.ask(secret()).private
    with pytest.raises(ZeroDivisionError):
        talk.ask(secret(lambda: 1 // 0))
    assert talk.over


def test_assumptions_are_part_of_what_is_promised() -> None:
    talk = converse(Supposing(), ONE, ledger())
    assert [one.name for one in talk.guarantee.assuming] == ["few"]


def test_a_key_begins_one_conversation() -> None:
    book = ledger()
    converse(Several(), ONE, book, key="monday")
    with pytest.raises(Refused, match="was begun before, as entry 1"):
        converse(Several(), ONE, book, key="monday")
    with pytest.raises(Refused, match="another question"):
        converse(Several(most=2), ONE, book, key="monday")
    assert book.spent == Pure("0.3")


def test_threads_share_a_conversation_one_at_a_time() -> None:
    talk, values = converse(Several(most=8), ONE, ledger()), list[int]()
    threads = [Thread(target=lambda: values.append(talk.ask(secret()).value)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(values) == talk.spoken == 8
    assert talk.over
