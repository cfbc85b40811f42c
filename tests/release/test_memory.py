"""A ledger that lasts as long as the program."""

import copy
import os
import pickle
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from discreet.errors import BudgetExceeded, DiscreetError, Failed, Invalid, Refused, UnitMismatch
from discreet.noise import System
from discreet.privacy import Approx, Odds, Pure, Unit, Zcdp
from discreet.release import Memory, open_memory, release
from discreet.release import ledger as rules
from tests.release.question import PATIENT, TENTH, count, request


def test_it_says_what_is_spent_of_what_for_whom() -> None:
    ours = open_memory(budget=Pure(1), unit=PATIENT)
    ours.charge(request("0.25"))
    assert (ours.spent, ours.remaining(), ours.budget) == (Pure("0.25"), Pure("0.75"), Pure(1))
    assert str(ours) == "epsilon = 0.25 of epsilon = 1 spent, for each patient, added or removed"
    assert isinstance(ours.source, System)


def test_a_third_fits_three_times_exactly() -> None:
    ours = Memory(Pure(1), PATIENT)
    for _ in range(3):
        ours.charge(request("1/3"))
    assert ours.spent == Pure(1)
    with pytest.raises(BudgetExceeded, match="epsilon = 1e-12 was asked, and epsilon = 0 is left"):
        ours.charge(request("1e-12"))


@pytest.mark.no_cover  # it takes five times as long when it is traced
def test_a_million_charges_are_exact() -> None:
    ours, one = Memory(Pure(1), PATIENT), request("1e-6")
    for _ in range(10**6):
        ours.charge(one)
    assert ours.spent == Pure(1)
    with pytest.raises(BudgetExceeded):
        ours.charge(one)


def test_another_unit_is_refused() -> None:
    with pytest.raises(UnitMismatch, match="each ward"):
        Memory(Pure(1), Unit("ward")).charge(request())


@pytest.mark.parametrize(
    ("budget", "unit"), [(Odds(3), PATIENT), (Pure(1), "patient"), (1, PATIENT), (True, PATIENT)]
)
def test_what_is_no_budget_or_no_unit_is_refused(budget: Any, unit: Any) -> None:  # noqa: ANN401  (anything at all)
    with pytest.raises(Invalid):
        Memory(budget, unit)


def test_an_allowance_is_charged_once_and_spent_in_parts() -> None:
    ours = Memory(Approx(1, "1e-6"), PATIENT)
    part = ours.grant(Approx("0.5", "1e-7"), "a stream")
    assert ours.spent == Approx("0.5", "1e-7")
    assert part.charge(request("0.3")).name == "1.1"
    assert part.grant(Pure("0.1")).charge(request("0.1")).name == "1.2.1"
    with pytest.raises(BudgetExceeded):
        part.charge(request("0.2"))
    assert ours.spent == Approx("0.5", "1e-7")


def test_an_allowance_that_cannot_be_is_refused_uncharged() -> None:
    ours = Memory(Pure(1), PATIENT)
    for loss, label in ((Odds(3), ""), (Zcdp(1), ""), (Pure(2), ""), (Pure("0.1"), "x" * 401)):
        with pytest.raises(DiscreetError):
            ours.grant(loss, label)
    assert ours.spent == Pure(0)


def test_who_waits_for_an_answer_that_is_lost_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "WAIT", 0)
    ours = Memory(Pure(1), PATIENT)
    ours.charge(request(key="one"))
    with pytest.raises(Failed, match="entry 1 is charged, and has no answer"):
        ours.charge(request(key="one"))
    assert ours.spent == Pure("0.1")


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, pickle.dumps])
def test_it_cannot_be_copied(way: Callable[[object], object]) -> None:
    with pytest.raises(Refused, match="spent twice"):
        way(Memory(Pure(1), PATIENT))


def test_a_process_that_was_forked_has_no_part_of_it() -> None:
    ours = Memory(Pure(1), PATIENT)
    release(TENTH, count(), ours)
    with ours._changed:  # a lock that is held meanwhile does not stop the child either
        child = os.fork()
        if not child:
            try:
                release(TENTH, count(), ours)
            except Refused:
                os._exit(0)
            os._exit(1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert release(TENTH, count(), ours).entry == "2"


def test_another_process_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = Memory(Pure(1), PATIENT)
    monkeypatch.setattr(os, "getpid", lambda: 1)
    with pytest.raises(Refused, match="belongs to the process that opened it"):
        ours.charge(request())


def test_who_asks_while_the_answer_is_drawn_waits_for_it() -> None:
    ours = Memory(Pure(1), PATIENT)
    one, other = (ours.charge(request(key=key, about=key)) for key in ("one", "other"))
    real = ours._changed.wait

    def wait(_: float | None = None) -> bool:
        ours.keep(one if one.name in ours._answers or waited else other, 17)
        waited.append(1)
        return real(0) or True

    waited: list[int] = []
    ours._changed.wait = wait  # type: ignore[method-assign, assignment]  # somebody keeps an answer meanwhile
    assert ours.charge(request(key="one", about="one")).answered == (17,)
    assert len(waited) == 2


HOSTILE = [
    *(float("nan"), float("inf"), -float("inf"), "nan", "NaN", "inf", "-inf", "Infinity", "∞"),
    *(
        True,
        False,
        None,
        "",
        " ",
        "0.1 ",
        " 0.1",
        "\t1",
        "1\n",
        "0x1",
        "1_000",
        "1,5",
        "\uff11",
        "\uff10.\uff11",
    ),
    *(
        "true",
        "null",
        "None",
        "1e400",
        "1e-400",
        "1E999",
        "1e",
        "e5",
        ".",
        "1.",
        ".5",
        "+-1",
        "--1",
    ),
    *(
        "1/0",
        "1//2",
        "1/2/3",
        "1 /2",
        "-1",
        -1,
        -0.1,
        "-1e-9",
        Fraction(-1, 3),
        "1e7",
        10**7,
        1e300,
    ),
    *(
        "9" * 10**6,
        "0." + "0" * 10**6 + "1",
        [0.1],
        {"epsilon": 1},
        (1,),
        {1},
        b"1",
        bytearray(b"1"),
    ),
    *(1j, object(), int, lambda: 1, "⅓", "1²", "\u0660.\u0661", "\x00", "0.1\x00", "1e+", "NaN1"),
]


@pytest.mark.parametrize("amount", HOSTILE, ids=lambda amount: repr(amount)[:20])
def test_a_hostile_amount_is_refused_uncharged(amount: Any) -> None:  # noqa: ANN401  (anything at all)
    ours = Memory(Pure(1), PATIENT)
    for ask in (
        lambda: ours.grant(Pure(amount)),
        lambda: ours.charge(request(Pure(amount))),
        lambda: ours.grant(amount),
        lambda: Memory(Pure(amount), PATIENT),
        lambda: Memory(amount, PATIENT),
    ):
        with pytest.raises(DiscreetError) as refusal:
            ask()
        assert len(str(refusal.value)) < 1000
    assert ours.spent == Pure(0)


def test_there_are_sixty_hostile_amounts() -> None:
    assert len(HOSTILE) >= 60
