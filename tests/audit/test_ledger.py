"""A ledger's file, read by somebody else: every kind of forgery is named."""

import json
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from discreet.audit import ledger
from discreet.errors import Invalid
from discreet.mechanisms import Gaussian, Laplace, Response
from discreet.privacy import Loss, Pure, Sensitivity, Unit, Zcdp
from discreet.release import Secret, open_ledger, release

UNIT, ONE = Unit("patient"), Sensitivity(l0=1, linf=1)
BUDGET = Pure(3)
CHANGED = "UPDATE record SET body = replace(body, ':\"20', ':\"19') WHERE number = 2"


def written(folder: Path, budget: Loss = BUDGET) -> Path:
    path = folder / "hospital.ledger"
    book = open_ledger(path, budget=budget, unit=UNIT)
    asked: list[Any] = [Laplace(10), Response(2, "3/4"), Laplace(3)]
    for place, mechanism in enumerate(asked):
        release(
            mechanism, Secret(lambda: 1, ONE, UNIT, about="rows"), book, key=f"question {place}"
        )
    book.grant(Pure("0.5"))
    book.close()
    return path


def test_a_sound_ledger_is_found_sound(tmp_path: Path) -> None:
    report = ledger(written(tmp_path))
    assert report.holds, str(report)
    # 1/10 + ln 3 + 1/3 + 1/2
    assert "4 charges, 3 answers kept, 2.03195 spent for each patient" in report.about


def test_a_ledger_of_another_definition_is_added_up_too(tmp_path: Path) -> None:
    path = written(tmp_path, Zcdp(5))
    book = open_ledger(path)
    release(Gaussian(8), Secret(lambda: 1, ONE, UNIT, about="rows"), book)
    book.close()
    assert ledger(path).holds


def _tampered(path: Path, *statements: str) -> None:
    connection = sqlite3.connect(path)
    for name in ("never_changed", "never_removed", "never_more"):
        connection.execute(f"DROP TRIGGER IF EXISTS {name}")
    connection.execute("PRAGMA foreign_keys = OFF")
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


@pytest.mark.parametrize(
    ("statements", "sentence"),
    [
        (
            [CHANGED],
            "bound",
        ),
        (["UPDATE record SET signature = zeroblob(64) WHERE number = 3"], "signed"),
        (["DELETE FROM record WHERE number > 6"], "anchor"),
        (["UPDATE record SET answer = x'30' WHERE number = 3"], "each answer"),
        (["DELETE FROM record WHERE number = 4"], "bound"),
    ],
)
def test_a_change_is_named(tmp_path: Path, statements: list[str], sentence: str) -> None:
    path = written(tmp_path)
    _tampered(path, *statements)
    broken = [finding.what for finding in ledger(path).broken]
    assert any(sentence in what for what in broken), broken


def _resealed(path: Path, change: Callable[[dict[str, object]], None]) -> None:
    """What whoever holds the key could do: change a charge, and seal and sign all anew."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import (  # noqa: PLC0415
        Ed25519PrivateKey,
    )

    from discreet.audit.ledger import _digest, _read  # noqa: PLC0415

    key = Ed25519PrivateKey.from_private_bytes(path.with_name(path.name + ".key").read_bytes())
    lines, last = _read(path), "0" * 64
    connection = sqlite3.connect(path)
    _tampered(path)
    for line in lines:
        told = line.told
        change(told)
        body = json.dumps(told, sort_keys=True, separators=(",", ":"))
        seal = _digest(str(line.number).encode(), line.kind.encode(), body.encode(), last.encode())
        connection.execute(
            "UPDATE record SET body = ?, before = ?, seal = ?, signature = ? WHERE number = ?",
            (body, last, seal, key.sign(bytes.fromhex(seal)), line.number),
        )
        last = seal
    connection.commit()
    connection.close()


def test_a_sum_that_is_too_small_is_found_though_it_is_signed(tmp_path: Path) -> None:
    path = written(tmp_path)

    def change(told: dict[str, object]) -> None:
        told["spent"] = ["0"]

    _resealed(path, change)
    broken = [finding.what for finding in ledger(path).broken]
    assert "each charge costs what it promises" in broken
    assert "each line is bound to the one before" not in broken
    assert "each line is signed by the ledger's key" not in broken


def test_a_promise_to_others_or_beyond_the_budget_is_found(tmp_path: Path) -> None:
    path = written(tmp_path)

    def change(told: dict[str, object]) -> None:
        if "version" in told:
            told["budget"] = {"loss": "pure", "epsilon": "1"}
        elif isinstance(told.get("guarantee"), dict):
            told["guarantee"] |= {"unit": {"by": "ward", "relation": "REPLACE"}}  # type: ignore[operator]  # it is a dict

    _resealed(path, change)
    broken = [finding.what for finding in ledger(path).broken]
    assert "the sum never passes the budget" in broken
    assert "every promise is to the same unit" in broken


def test_an_older_copy_is_found_by_its_anchor(tmp_path: Path) -> None:
    path = written(tmp_path)
    shutil.copy(path, tmp_path / "old")
    book = open_ledger(path)
    release(Laplace(10), Secret(lambda: 1, ONE, UNIT, about="rows"), book)
    book.close()
    shutil.copy(tmp_path / "old", path)
    assert ["anchor" in finding.what for finding in ledger(path).broken] == [True]
    path.with_name(path.name + ".anchor").unlink()
    assert not ledger(path).holds


def test_what_is_no_ledger_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Invalid, match="cannot be read as a ledger"):
        ledger(tmp_path / "nothing")
    (tmp_path / "text").write_text("no database", "utf-8")
    with pytest.raises(Invalid, match="cannot be read as a ledger"):
        ledger(tmp_path / "text")


def test_lines_that_cannot_be_read_are_a_finding(tmp_path: Path) -> None:
    path = written(tmp_path)
    _tampered(path, "UPDATE record SET body = '{}'")
    assert not ledger(path).holds
    _tampered(path, "DELETE FROM record")
    assert not ledger(path).holds
