"""Programs that are killed: nothing that was acknowledged is lost, nothing is drawn twice."""

import os
import random
import signal
import subprocess
import time
from fractions import Fraction
from pathlib import Path

import pytest

from discreet.errors import Failed
from discreet.privacy import Pure
from discreet.release import ledger as rules
from discreet.release import open_ledger, release
from tests.release.question import PATIENT, TENTH, count, ledger, spent
from tests.release.test_race import SETTINGS
from tests.release.worker import STEPS, run

# What was charged once the process is gone, and whether its answer was stored.
FREE, CHARGED, ANSWERED = (0, False), (1, False), (1, True)
AFTERWARDS = dict.fromkeys(STEPS, CHARGED) | {
    "validate": FREE,
    "charge": FREE,
    "stored-before-anchor": ANSWERED,
    "answer": ANSWERED,
}


def kill_at_random(folder: Path, rounds: int) -> None:
    """Whatever was told is there, again and again, in one ledger."""
    ours = ledger(folder, "1000")
    chance = random.Random(7)  # noqa: S311  (when to kill, no noise)
    told: dict[str, tuple[str, str]] = {}
    for _ in range(rounds):
        with subprocess.Popen(
            run("flood", folder / "a.ledger"), env=SETTINGS, stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            first = process.stdout.readline()
            time.sleep(chance.random() / 20)
            process.send_signal(signal.SIGKILL)
            for line in (first + process.stdout.read()).splitlines(keepends=True):
                if line.endswith("\n"):
                    entry, value, key = line.strip().split("\t")
                    told[key] = entry, value
        ours = open_ledger(folder / "a.ledger")  # it looks at all of it
    assert len(told) >= rounds
    records = ours.records()
    charges = {str(record.number) for record in records if record.kind == "charge"}
    assert {entry for entry, _ in told.values()} <= charges
    assert len(charges) - len(told) <= rounds  # one that was not told, each time
    price = spent(ours) / len(charges)
    assert all(Fraction(record.told["spent"][0]) % price == 0 for record in records)
    for entry, value in told.values():
        found = ours.answer(int(entry))
        assert found is not None
        assert found[1].decode() == value


def test_what_was_told_is_there_after_a_kill(tmp_path: Path) -> None:
    kill_at_random(tmp_path, 20)


@pytest.mark.torture
def test_what_was_told_is_there_after_500_kills(tmp_path: Path) -> None:
    kill_at_random(tmp_path, 500)


@pytest.mark.parametrize("step", STEPS)
def test_a_kill_at_a_step_costs_at_most_the_charge_and_no_second_noise(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, "WAIT", 0)
    ledger(tmp_path).close()
    command = run("step", tmp_path / "a.ledger", step)
    done = subprocess.run(command, env=SETTINGS, capture_output=True, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr
    ours = open_ledger(tmp_path / "a.ledger")
    kinds = [record.kind for record in ours.records()]
    charged, answered = AFTERWARDS[step]
    assert (kinds.count("charge"), "answer" in kinds) == (charged, answered)
    if answered:
        again = [release(TENTH, count(5, "it"), ours, key="one") for _ in range(3)]
        assert len({(each.value, each.entry) for each in again}) == 1
    elif charged:
        with pytest.raises(Failed, match=r"entry 2 is charged, and has no answer"):
            release(TENTH, count(5, "it"), ours, key="one")
    else:
        release(TENTH, count(5, "it"), ours, key="one")
    assert [record.kind for record in ours.records()].count("charge") == 1


@pytest.mark.parametrize("attempt", range(5))
def test_a_ledger_that_is_half_made_is_finished(attempt: int, tmp_path: Path) -> None:
    with subprocess.Popen(
        run("making", tmp_path / "a.ledger"), env=SETTINGS, stdout=subprocess.PIPE
    ) as process:
        until = time.monotonic() + 20
        while not (tmp_path / "a.ledger.anchor").exists():
            assert time.monotonic() < until
        time.sleep(attempt / 400)
        os.kill(process.pid, signal.SIGKILL)
    assert ledger(tmp_path).spent == Pure(0)


def test_the_steps_that_are_tried_are_all_there_are() -> None:
    assert set(AFTERWARDS) == set(STEPS)
    assert PATIENT.by == "patient"
