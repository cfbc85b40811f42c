"""`discreet audit`: a mechanism by its name, a ledger by its file."""

import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from discreet.cli.audit import mechanism, show
from discreet.errors import NotUnderstood
from discreet.privacy import Pure, Unit
from discreet.release import open_ledger

MODULE = """
from discreet.mechanisms import Laplace, Response
from discreet.privacy import Sensitivity, Pure

class Boasting(Response):
    tag = "boasting"
    examples = [(0, 1, Sensitivity(l0=1, linf=1))]
    def loss(self, sensitivity, /):
        return Pure("0.1")

sound = Response(2, '3/4'), [(0, 1, Sensitivity(l0=1, linf=1))]
boasting = Boasting(2, '3/4')
bare = Laplace(1)
"""


def run(*words: str, within: Path) -> subprocess.CompletedProcess[str]:
    command = [str(Path(sys.executable).with_name("discreet")), "audit", *words]
    return subprocess.run(command, cwd=within, capture_output=True, text=True, check=False)


def test_a_mechanism_of_ones_own_is_checked(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MODULE, "utf-8")
    done = run("mine:sound", within=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "all " in done.stdout
    done = run("mine:boasting", within=tmp_path)
    assert done.returncode == 1
    assert "BROKEN  0 against 1: the pure epsilon covers the law: 1.09861229 of 0.1" in done.stdout


def test_a_ledger_is_read(tmp_path: Path) -> None:
    open_ledger(tmp_path / "a.ledger", budget=Pure(1), unit=Unit("patient"))
    console = Console(record=True, width=200)
    assert show("ledger", str(tmp_path / "a.ledger"), console)
    assert "0 charges, 0 answers kept, 0 spent for each patient" in console.export_text()


@pytest.mark.parametrize(
    ("what", "file"),
    [
        ("ledger", ""),
        ("mine:sound", "x"),
        ("mine", ""),
        ("no_such:thing", ""),
        ("mine:nothing", ""),
        ("mine:bare", ""),
    ],
)
def test_what_cannot_be_audited_is_said(
    what: str, file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.py").write_text(MODULE, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    with pytest.raises(NotUnderstood):
        show(what, file, Console())


def test_a_mechanism_may_have_examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.py").write_text(MODULE, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    assert not mechanism("mine:boasting").holds
