"""Many who ask at once, in threads and in processes."""

import os
import subprocess
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path

import pytest

from discreet.errors import BudgetExceeded
from discreet.privacy import Pure
from discreet.release import Ledger, Memory, open_ledger, release
from tests.release.question import PATIENT, TENTH, count, ledger, request, spent
from tests.release.worker import run

SETTINGS = {**os.environ, "PYTHONPATH": os.pathsep.join(["src", os.environ.get("PYTHONPATH", "")])}


def told(what: str, folder: Path, *more: str) -> str:
    command = run(what, folder / "a.ledger", *more)
    done = subprocess.run(command, env=SETTINGS, capture_output=True, text=True, check=False)
    assert not done.stderr, done.stderr
    return done.stdout


def all_of_it_is_granted_once(folder: Path) -> None:
    ours = ledger(folder)
    assert told("crowd", folder, "64", "8") == "100 0\n"
    assert spent(ours) == 1
    assert sum(record.kind == "charge" for record in ours.records()) == 100


@pytest.mark.parametrize("attempt", range(2))
def test_of_64_processes_a_hundred_charges_of_a_hundredth_are_granted(
    attempt: int, tmp_path: Path
) -> None:
    assert attempt < 2
    all_of_it_is_granted_once(tmp_path)


@pytest.mark.torture
@pytest.mark.parametrize("attempt", range(20))
def test_they_are_granted_again_and_again(attempt: int, tmp_path: Path) -> None:
    assert attempt < 20
    all_of_it_is_granted_once(tmp_path)


@pytest.mark.parametrize("kept", ["memory", "file"])
def test_threads_share_one_budget(kept: str, tmp_path: Path) -> None:
    ours: Ledger = Memory(Pure(1), PATIENT) if kept == "memory" else ledger(tmp_path)

    def ask(_: int) -> int:
        try:
            ours.charge(request("0.01"))
        except BudgetExceeded:
            return 0
        return 1

    with ThreadPoolExecutor(32) as pool:
        assert sum(pool.map(ask, range(150))) == 100
    assert ours.spent == Pure(1)


@pytest.mark.parametrize("kept", ["memory", "file"])
def test_a_thousand_threads_with_one_key_get_one_answer_for_one_charge(
    kept: str, tmp_path: Path
) -> None:
    ours: Ledger = Memory(Pure(1), PATIENT) if kept == "memory" else ledger(tmp_path)
    opened: list[int] = []

    def ask(_: int) -> tuple[int, str]:
        answer = release(TENTH, count(about="it"), ours, key="one")
        opened.append(answer.value)
        return answer.value, answer.entry

    with ThreadPoolExecutor(1000) as pool:
        answers = set(pool.map(ask, range(1000)))
    assert len(answers) == 1
    assert ours.spent == TENTH.loss(count().sensitivity) or ours.spent.pure < 0.11


def test_processes_with_one_key_get_one_answer_for_one_charge(tmp_path: Path) -> None:
    ours = ledger(tmp_path)
    answers = told("same", tmp_path, "32").splitlines()
    assert len(answers) == 32
    assert len(set(answers)) == 1
    assert [record.kind for record in ours.records()] == ["open", "charge", "answer"]


def test_of_many_who_open_a_new_ledger_all_get_the_same(tmp_path: Path) -> None:
    def begin(_: int) -> str:
        ours = open_ledger(tmp_path / "a.ledger", budget=Pure(1), unit=PATIENT)
        ours.charge(request("0.01"))
        return ours.records()[0].seal

    with ThreadPoolExecutor(16) as pool:
        assert len(set(pool.map(begin, range(16)))) == 1
    assert spent(open_ledger(tmp_path / "a.ledger")) == Fraction(16, 100)


def test_a_reader_beside_a_writer_is_never_told_of_an_older_copy(tmp_path: Path) -> None:
    ours, other = ledger(tmp_path), open_ledger(tmp_path / "a.ledger")

    def write(_: int) -> None:
        for _ in range(50):
            ours.charge(request("0.001"))

    with ThreadPoolExecutor(2) as pool:
        done = pool.submit(write, 0)
        seen = []
        while not done.done():
            seen.append(other.spent.pure)
        done.result()
    assert seen == sorted(seen)
