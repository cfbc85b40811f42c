"""The one door."""

import logging
import traceback
import warnings
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

from discreet.errors import (
    BudgetExceeded,
    DiscreetError,
    Failed,
    Impossible,
    Invalid,
    NoBound,
    Refused,
    UnitMismatch,
)
from discreet.mechanisms import Laplace, Response
from discreet.noise import Source
from discreet.privacy import ONE, Assumption, Loss, Pure, Sensitivity, Unit
from discreet.release import Memory, Release, Secret, release
from discreet.release.sqlite import Sqlite
from discreet.testing import Recording, Replay
from tests.release.question import PATIENT, TENTH, count, ledger

CANARY = 987654321


@dataclass(frozen=True)
class Plain:
    """Tells the value: for tests alone."""

    tag: ClassVar[str] = "plain"
    answer: object = None
    assumes: tuple[Assumption, ...] = ()

    def loss(self, _: Sensitivity, /) -> Loss:
        return Pure("0.1")

    def sample(self, x: object, source: Source, /) -> object:
        source.integer(8)
        return x if self.answer is None else self.answer


def memory(budget: str = "1", source: Source | None = None) -> Memory:
    return Memory(Pure(budget), PATIENT, source) if source else Memory(Pure(budget), PATIENT)


def fails(error: BaseException) -> Secret[Any]:
    def compute() -> int:
        value = CANARY + 0
        assert value
        raise error

    return Secret(compute, ONE, PATIENT, about="patients")


def whole_story(error: BaseException) -> str:
    """All that a thorough logger would write of an error."""
    assert error.__context__ is None
    assert error.__cause__ is None
    told = traceback.TracebackException.from_exception(error, capture_locals=True)
    ours = [frame for frame in told.stack if "/discreet/" in frame.filename]
    assert ours
    return repr([(frame.line, frame.locals) for frame in ours]) + repr(error.args) + str(error)


def test_an_answer_has_its_guarantee_its_entry_and_its_error() -> None:
    ours = memory()
    answer = release(TENTH, count(0), ours, label="how many")
    assert answer.guarantee.loss == TENTH.loss(ONE)
    assert answer.guarantee.unit == PATIENT
    assert (answer.entry, answer.private) == ("1", True)
    assert answer.error() == TENTH.error(Fraction(95, 100))
    assert str(answer).endswith("for each patient, added or removed · entry 1")
    assert answer._repr_html_().startswith("<pre>")
    assert ours.spent.pure <= 0.1 + 1e-15


def test_computing_on_an_answer_keeps_its_guarantee_and_forgets_its_error() -> None:
    answer = release(TENTH, count(0), memory())
    doubled = answer.map(lambda value: 2 * value)
    assert (doubled.value, doubled.guarantee) == (2 * answer.value, answer.guarantee)
    with pytest.raises(Impossible, match="does not follow"):
        doubled.error()
    with pytest.raises(Invalid):
        answer.error(2)


@pytest.mark.parametrize("value", [3, np.arange(3), Fraction(1, 3)])
def test_an_answer_has_a_form_that_can_be_sent(value: object) -> None:
    means = Assumption("honest", "all are honest")
    answer = release(Plain(value, (means,)), count(), memory())
    sent = answer.to_json()
    assert sent["value"] in (3, [0, 1, 2], "1/3")
    assert sent["assuming"] == ["honest"]
    assert sent["loss"] == {"loss": "pure", "epsilon": "0.1"}
    assert "provided that all are honest" in str(answer)


def test_what_comes_of_recorded_bits_says_that_it_is_not_private() -> None:
    answer = release(TENTH, count(), memory(source=Recording()))
    assert not answer.private
    assert "not private: drawn from recorded bits" in str(answer)
    assert answer.to_json()["private"] is False


@pytest.mark.parametrize(
    ("wrong", "kind"),
    [
        (lambda ours: release(3, count(), ours), Invalid),  # type: ignore[arg-type]  # refused
        (lambda ours: release(TENTH, 12, ours), Invalid),  # type: ignore[arg-type]
        (lambda _: release(TENTH, count(), None), Invalid),  # type: ignore[arg-type]  # refused
        (lambda ours: release(TENTH, Secret(never, ONE, Unit("ward")), ours), UnitMismatch),
        (lambda ours: release(TENTH, Secret(never, Sensitivity(l2=1), PATIENT), ours), NoBound),
        (lambda ours: release(Laplace("0.5"), Secret(never, ONE, PATIENT), ours), BudgetExceeded),
        (lambda ours: release(TENTH, count(), ours, label=3), Invalid),  # type: ignore[arg-type]
        (lambda ours: release(TENTH, count(), ours, label="x" * 401), Invalid),
        (lambda ours: release(TENTH, count(), ours, key=""), Invalid),
        (lambda ours: release(TENTH, count(), ours, key=7), Invalid),  # type: ignore[arg-type]
        (lambda ours: release(TENTH, count(about=""), ours, key="one"), Invalid),
    ],
)
def test_a_refused_question_opens_nothing_and_costs_nothing(
    wrong: Callable[[Any], object], kind: type[DiscreetError]
) -> None:
    ours = memory()
    with pytest.raises(kind):
        wrong(ours)
    assert ours.spent == Pure(0)


def never() -> Any:  # noqa: ANN401  (anything at all)
    pytest.fail("it was opened")


def test_nothing_is_read_before_the_charge() -> None:
    ours = memory()
    seen: list[Loss] = []
    release(Plain(), Secret(lambda: seen.append(ours.spent), ONE, PATIENT), ours)
    assert seen == [Pure("0.1")]


@pytest.mark.parametrize("kept", ["memory", "file"])
@pytest.mark.parametrize(
    "error",
    [
        ValueError(f"bad value {CANARY}"),
        SystemExit(CANARY),
        GeneratorExit(CANARY),
        DiscreetError(f"{CANARY}"),
        BaseExceptionGroup("many", [KeyError(CANARY)]),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_after_opening_says_nothing_of_the_data(
    error: BaseException, kept: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    ours = memory() if kept == "memory" else ledger(tmp_path)
    with pytest.raises(Failed, match=r"entry [12] stays charged") as failure:
        release(TENTH, fails(error), ours)
    logging.getLogger("any").error("it failed", exc_info=failure.value)
    assert str(CANARY) not in whole_story(failure.value) + caplog.text
    assert ours.spent.pure > 0.09


def test_an_error_of_the_mechanism_says_nothing_of_the_data() -> None:
    with pytest.raises(Failed) as failure:
        release(Response(2, "3/4"), count(CANARY), Memory(Pure(2), PATIENT))
    assert str(CANARY) not in whole_story(failure.value)


def test_all_failures_look_alike() -> None:
    said = set()
    for error in (ValueError("one"), KeyError(2), SystemExit(3), RecursionError()):
        with pytest.raises(Failed) as failure:
            release(TENTH, fails(error), memory())
        said.add(str(failure.value))
    assert len(said) == 1


def test_an_interrupt_stays_one_and_holds_no_data() -> None:
    ours = memory()
    with pytest.raises(KeyboardInterrupt) as interrupt:
        release(TENTH, fails(KeyboardInterrupt(CANARY)), ours)
    assert str(CANARY) not in whole_story(interrupt.value)
    assert ours.spent.pure > 0.09


def test_a_warning_of_arithmetic_is_not_given() -> None:
    def compute() -> int:
        return int((np.array([1.0]) / np.array([0.0]) > 1)[0])

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        release(TENTH, Secret(compute, ONE, PATIENT), memory())


def test_who_tests_with_recorded_bits_sees_the_error() -> None:
    with pytest.raises(ValueError, match="see me"):
        release(TENTH, fails(ValueError("see me")), memory(source=Replay(bytes(1000))))


def test_an_answer_that_cannot_be_stored_is_not_given(tmp_path: Path) -> None:
    ours = ledger(tmp_path)
    answers: tuple[object, ...] = (CANARY / 7, {"value": CANARY})
    for answer in answers:
        with pytest.raises(Failed) as failure:
            release(Plain(), Secret(partial(dict.get, {1: answer}, 1), ONE, PATIENT), ours)
        assert str(CANARY) not in whole_story(failure.value)


def test_an_answer_that_the_store_refuses_is_not_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = ledger(tmp_path)
    real, calls = Sqlite.writing, [0]

    def writing(self: Sqlite) -> object:
        calls[0] += 1
        if calls[0] > 1:
            raise Refused("the disk is full")
        return real(self)

    monkeypatch.setattr(Sqlite, "writing", writing)
    with pytest.raises(Refused, match="the disk is full") as failure:
        release(Plain(), count(CANARY), ours)
    assert str(CANARY) not in whole_story(failure.value)
    assert ours.spent == Pure("0.1")


@pytest.mark.parametrize("kept", ["memory", "file"])
def test_the_same_key_gives_the_same_answer_free(kept: str, tmp_path: Path) -> None:
    ours = memory() if kept == "memory" else ledger(tmp_path)
    array = Secret(lambda: np.arange(5), Sensitivity(l1=1), PATIENT, about="five")
    first = release(TENTH, array, ours, key="one")
    told = first.value.copy()
    first.value[:] = 0  # what is done to an answer is not done to the ledger's
    shut = Secret(never, Sensitivity(l1=1), PATIENT, about="five")
    again = release(TENTH, shut, ours, key="one", label="again")
    assert np.array_equal(again.value, told)
    assert again.entry == first.entry
    assert ours.spent.pure < 0.11


@pytest.mark.parametrize("kept", ["memory", "file"])
def test_a_key_of_another_question_is_refused_free(kept: str, tmp_path: Path) -> None:
    ours = memory("2") if kept == "memory" else ledger(tmp_path, "2")
    release(TENTH, count(), ours, key="one")
    before = ours.spent
    for mechanism, secret in ((Laplace(11), count()), (TENTH, count(about="others"))):
        with pytest.raises(Refused, match="belongs to another question"):
            release(mechanism, secret, ours, key="one")
    assert ours.spent == before


def test_the_price_never_depends_on_the_data(tmp_path: Path) -> None:
    """Neighbours, an extreme and a failure: what is stored of the question is the same."""
    stored = []
    for number, secret in enumerate((count(0), count(1), count(10**30), fails(ValueError()))):
        (tmp_path / str(number)).mkdir()
        ours = ledger(tmp_path / str(number))
        with suppress(Failed):
            release(TENTH, secret, ours)
        told = dict(ours.records()[1].told)
        told.pop("when")
        stored.append((told, ours.spent))
    assert all(each == stored[0] for each in stored)


def test_an_answer_is_a_plain_value() -> None:
    guarantee = release(TENTH, count(), memory()).guarantee
    assert Release(3, guarantee, "1") == Release(3, guarantee, "1")
