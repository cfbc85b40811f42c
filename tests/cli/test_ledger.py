"""Ledgers in the terminal."""

from pathlib import Path

import pytest
from rich.console import Console

from discreet.cli import ledger as terminal
from discreet.errors import BudgetExceeded, Invalid, Refused, Tampered
from discreet.privacy import Pure, Unit
from discreet.release import open_ledger


@pytest.fixture
def file(tmp_path: Path) -> str:
    place = str(tmp_path / "a.ledger")
    told(terminal.begin, place, "epsilon = 1", "patient")
    return place


def told(work: object, *given: str, width: int = 80) -> str:
    console = Console(width=width, color_system=None)
    with console.capture() as capture:
        work(*given, console)  # type: ignore[operator]  # a function
    return capture.get()


def test_a_new_ledger_is_opened_once(file: str) -> None:
    ledger = open_ledger(file)
    assert (ledger.budget, ledger.unit) == (Pure(1), Unit("patient"))
    said = told(terminal.begin, file, "epsilon=1", "patient")
    assert said.startswith(
        "budget  epsilon = 1\nspent   epsilon = 0\nleft    epsilon = 1\nfor     each"
    )
    with pytest.raises(Refused, match="is for epsilon = 1, not for epsilon = 2"):
        told(terminal.begin, file, "epsilon=2", "patient")


def test_what_is_spent_is_told_with_the_newest_entries(file: str) -> None:
    ledger = open_ledger(file)
    for number in range(25):
        ledger.grant(Pure("0.01"), f"[bold]{number} \x1b[31m")
    said = told(terminal.show, file, "", width=100)
    assert "spent   epsilon = 0.25\nleft    epsilon = 0.75\n" in said
    assert "[bold]24 \\x1b[31m" in said
    assert "\x1b" not in said
    assert "[bold]4 " not in said
    assert said.endswith("and 5 before\n")
    assert max(map(len, told(terminal.show, file, "", width=40).splitlines())) <= 64


def test_what_does_not_fit_is_refused_with_what_is_spent_asked_and_left(file: str) -> None:
    open_ledger(file).grant(Pure("0.75"))
    assert "spent" in told(terminal.show, file, "epsilon = 0.25")
    with pytest.raises(BudgetExceeded) as refusal:
        told(terminal.show, file, "epsilon = 0.5")
    asked = "epsilon = 0.5 was asked, and epsilon = 0.25 is left of epsilon = 1"
    assert str(refusal.value).startswith(f"{asked}: epsilon = 0.75 is spent\n")
    assert open_ledger(file).spent == Pure("0.75")


def test_a_receipt_is_printed_and_verified(
    file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    open_ledger(file).grant(Pure("0.75"), "a stream")
    terminal.hand_out(file, "2")
    document = capsys.readouterr().out
    place = tmp_path / "receipt.json"
    place.write_text(document, "utf-8")
    key = open_ledger(file).key
    said = told(terminal.check, str(place), key)
    assert said.startswith("entry 2 'a stream', ")
    assert key in said
    place.write_text(document.replace("0.75", "0.25"), "utf-8")
    with pytest.raises(Tampered, match="does not verify"):
        told(terminal.check, str(place), "")


def test_what_cannot_be_is_refused(file: str, tmp_path: Path) -> None:
    for given in (("", ""), (file, "")):
        with pytest.raises(Invalid, match="a receipt is of an entry of a ledger"):
            terminal.hand_out(*given)
    with pytest.raises(Invalid, match="cannot be read"):
        told(terminal.check, str(tmp_path / "none"), "")
    with pytest.raises(Invalid, match="there is no ledger"):
        told(terminal.show, str(tmp_path / "none"), "")
