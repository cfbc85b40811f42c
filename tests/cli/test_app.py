"""The commands of `discreet`, run as people run them."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

import discreet
from discreet.cli import app as terminal
from discreet.cli.kind import KINDS
from discreet.privacy import Pure, Unit
from discreet.release import open_ledger

TOP = Path(__file__).parents[2]
COMMAND = Path(sys.executable).with_name("discreet")


def run(
    *words: str, columns: int = 80, encoding: str = "utf-8"
) -> subprocess.CompletedProcess[str]:
    settings = {**os.environ, "COLUMNS": str(columns), "PYTHONIOENCODING": encoding}
    return subprocess.run(
        [COMMAND, *words], env=settings, capture_output=True, text=True, check=False
    )


def commands() -> list[list[str]]:
    """Every command there is, as the words that name it."""
    names = ("demo", "explain", "convert", "compose", "audit", "open", "budget", "receipt")
    alone = [[name] for name in names]
    return [*alone, *([part, law] for part in ("law", "noise") for law in KINDS)]


def test_the_version_is_told() -> None:
    assert run("--version").stdout == f"discreet {discreet.__version__}\n"


@pytest.fixture
def hospital(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with the ledger that examples speak of."""
    monkeypatch.chdir(tmp_path)
    ledger = open_ledger("hospital.ledger", budget=Pure(1), unit=Unit("patient"))
    ledger.grant(Pure("0.5"), "a stream")


@pytest.mark.usefixtures("hospital")
@pytest.mark.parametrize("words", [[], ["law"], ["noise"], *commands()], ids=" ".join)
def test_help_says_what_it_is_for_with_an_example(words: list[str]) -> None:
    said = CliRunner().invoke(terminal.app, [*words, "--help"])
    assert said.exit_code == 0
    assert " ".join(("Usage: discreet", *words)) in said.output.replace("root", "discreet")
    example = said.output.split("Example: discreet ")[1].split()
    assert CliRunner().invoke(terminal.app, example).exit_code == 0


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_every_command_is_documented(words: list[str]) -> None:
    pages = "\n".join(page.read_text("utf-8") for page in (TOP / "docs").rglob("*.md"))
    assert " ".join(("discreet", *words)) in pages


@pytest.mark.parametrize("words", [[], ["law"], ["noise"], *commands()], ids=" ".join)
def test_nothing_chooses_the_noise(words: list[str]) -> None:
    said = CliRunner().invoke(terminal.app, [*words, "--help"]).output
    assert not re.search(r"seed|random state|replay", said, re.IGNORECASE)


def test_the_commands_listed_here_are_all_there_are() -> None:
    group = typer.main.get_command(terminal.app)
    inside = {name: getattr(part, "commands", {}) for name, part in group.commands.items()}  # type: ignore[attr-defined]
    found = [
        [name, *rest] for name, parts in inside.items() for rest in [[p] for p in parts] or [[]]
    ]
    assert sorted(found) == sorted(commands())


def test_help_comes_at_once() -> None:
    """It loads neither numpy nor what draws."""
    program = "import sys, discreet.cli; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("law laplace --scale ten", "scale is not a number: 'ten'\n  write it as"),
        ("law laplace --scale nan", "scale is not a number: 'nan'\n  write it as"),
        ("law laplace --scale 0", "scale is 0\n  it can be anything from 1/100"),
        ("noise laplace --scale -1", "scale is -1\n  it can be anything from 1/100"),
        ("noise gaussian --variance 1e400", "variance has too many digits"),
        ("noise uniform --low 0.5 --high 2", "low is not a whole number: 1/2"),
        ("noise uniform --low 3 --high 2", "high is 2\n"),
        ("noise laplace --scale 1 --count 0", "count is 0\n"),
        ("noise laplace --scale 1 --count 1.5", "count is not a whole number: 3/2"),
        ("noise laplace --scale 1 --count 1e12", "count is 1000000000000\n"),
        ("explain epsilon", "no loss is written as 'epsilon'\n  write it as 'epsilon = 1'"),
        ("explain epsilon=1 --people 0", "people is 0\n"),
        ("explain epsilon=1 --delta 2", "delta is '2'\n"),
        ("explain epsilon=1 --plot curve.gif", "'curve.gif' names no kind of picture\n"),
        ("convert epsilon=-1", "epsilon is '-1'\n"),
        ("convert epsilon=1 --delta 2", "delta is 2\n"),
        ("compose epsilon=1 rho", "no loss is written as 'rho'\n"),
        ("compose epsilon=1 --times 0", "times is 0\n"),
        ("budget none.ledger", "there is no ledger 'none.ledger'\n"),
        ("open none.ledger --budget odds=3", "no filter is proved for a budget of odds = 3\n"),
        ("open none.ledger --budget epsilon=nan", "epsilon is not a number: 'nan'\n"),
        ("open no/folder/a --budget epsilon=1", "no ledger can be made beside"),
        ("receipt", "a receipt is of an entry of a ledger\n"),
        ("receipt --verify none.json", "'none.json' cannot be read: No such file"),
    ],
)
def test_a_refusal_is_its_message_and_status_2(words: str, said: str) -> None:
    done = run(*words.split())
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith(said)
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("words", ["law", "law triangle", "law laplace", "noise laplace --seed 1"])
def test_what_is_no_command_is_said_with_status_2(words: str) -> None:
    done = run(*words.split())
    assert done.returncode == 2
    assert "Usage:" in done.stderr
    assert "Traceback" not in done.stderr


def test_draws_come_one_a_line() -> None:
    done = run("noise", "uniform", "--low", "-3", "--high", "3", "--count", "300000")
    draws = [int(line) for line in done.stdout.splitlines()]
    assert len(draws) == 300_000
    assert set(draws) == set(range(-3, 4))  # one is missing with odds of 7 (6/7)^300000


def test_one_draw_is_the_default() -> None:
    assert run("noise", "uniform", "--low", "7", "--high", "7").stdout == "7\n"


def test_draws_differ_from_run_to_run() -> None:
    words = ("noise", "uniform", "--low", "0", "--high", "1e30")
    assert run(*words).stdout != run(*words).stdout  # alike with odds of 1e-30


def test_a_pipe_that_closes_early_is_no_accident() -> None:
    line = f"{COMMAND} noise laplace --scale 10 --count 1e6 | head -n 1"
    done = subprocess.run(line, shell=True, capture_output=True, text=True, check=False)  # noqa: S602  (a pipe is what it is about)
    assert done.stderr == ""
    assert len(done.stdout.splitlines()) == 1


def test_an_interrupt_is_quiet() -> None:
    words = [str(COMMAND), "noise", "laplace", "--scale", "10", "--count", "1e10"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline()  # it is at work
        process.send_signal(signal.SIGINT)
        time.sleep(0.1)
        _, said = process.communicate(timeout=60)
    assert process.returncode != 0
    assert said.strip() in {b"", b"Aborted!"}


@pytest.mark.parametrize("columns", [40, 60, 100])
@pytest.mark.parametrize(
    "words",
    [
        "--help",
        "demo",
        "law laplace --scale 10",
        "law gaussian --variance 1e18",
        "noise laplace --scale 10 --histogram",
        "noise gaussian --variance 1e18 --histogram --count 1e4",
        "explain epsilon=1,delta=1e-6 --people 10000",
        "explain epsilon=0.1;rho=0.1;mu=1",
        "convert rho=0.1",
        "compose epsilon=0.1,delta=1e-9 mu=0.5 rho=1 --times 10",
    ],
)
def test_it_fits_the_terminal(words: str, columns: int) -> None:
    lines = run(*words.split(), columns=columns).stdout.splitlines()
    assert lines
    assert max(map(len, lines)) <= max(columns, 52)  # usage lines are not broken below 50
    if words != "--help":
        assert max(map(len, lines)) <= columns


def test_a_pipe_sees_no_colour() -> None:
    assert "\x1b" not in run("noise", "laplace", "--scale", "10", "--histogram").stdout


@pytest.mark.parametrize(
    "words",
    ["demo", "law laplace --scale 10", "noise coin --p 0.5 --histogram", "explain epsilon=1"],
)
def test_it_prints_where_only_ascii_can_be(words: str) -> None:
    done = run(*words.split(), encoding="ascii")
    assert done.returncode == 0
    assert done.stdout.isascii()
