"""Each gate of `make test` stops what it is there to stop: our own settings, on a planted fault."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
SETTINGS = TOP / "pyproject.toml"
HEAD = '"""Planted."""\n\n'


def gate(tool: str, *arguments: str | Path, within: Path) -> tuple[bool, str]:
    """Whether a tool lets a planted tree pass, and what it says."""
    command = [Path(sys.executable).parent / tool, *arguments]
    done = subprocess.run(command, cwd=within, capture_output=True, text=True, check=False)
    return done.returncode == 0, done.stdout + done.stderr


def plant(top: Path, text: str, name: str = "planted.py") -> Path:
    file = top / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")
    return file


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (HEAD + "x = 1\n", ""),
        (HEAD + "import os\n", "F401"),
        ("x = 1\n", "D100"),
        (HEAD + "def f(x: int) -> None:\n    print(x)\n", "D103"),
        (HEAD + "x = eval('1')\n", "S307"),
        (HEAD + "x = 1  # noqa: F401\n", "RUF100"),
    ],
)
def test_ruff_check(text: str, code: str, tmp_path: Path) -> None:
    plant(tmp_path, HEAD.strip() + "\n", "planted/__init__.py")
    file = plant(tmp_path, text, "planted/planted.py")
    passed, said = gate("ruff", "check", "--no-cache", "--config", SETTINGS, file, within=tmp_path)
    assert passed is not bool(code)
    assert code in said


@pytest.mark.parametrize(("text", "good"), [("x = 1\n", True), ("x  =  1\n", False)])
def test_ruff_format(text: str, good: bool, tmp_path: Path) -> None:
    file = plant(tmp_path, text)
    options = ("--no-cache", "--check", "--config", SETTINGS)
    assert gate("ruff", "format", *options, file, within=tmp_path)[0] is good


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("def f(x: int) -> int:\n    return x\n", ""),
        ("def f(x):\n    return x\n", "no-untyped-def"),
        ("x: int = 'one'\n", "assignment"),
        ("x: int = 'one'  # type: ignore\n", "ignore-without-code"),
        ("def f(x: int) -> None:\n    if isinstance(x, str):\n        x = 1\n", "unreachable"),
    ],
)
def test_mypy(text: str, code: str, tmp_path: Path) -> None:
    file = plant(tmp_path, text)
    cache = Path(TOP, ".mypy_cache", "planted")  # kept, or the standard library is read each time
    options = ("--config-file", SETTINGS, "--cache-dir", cache)
    passed, said = gate("mypy", *options, file, within=tmp_path)
    assert passed is not bool(code)
    assert f"[{code}]" in said or passed


@pytest.mark.parametrize(
    ("file", "text", "good"),
    [
        ("discreet/noise/coin.py", "import discreet.law\n", True),
        ("discreet/law/coin.py", "import discreet.noise\n", False),
        ("discreet/errors.py", "import discreet.numbers\n", False),
        ("discreet/privacy/loss.py", "import discreet.noise\n", False),
        ("discreet/elsewhere/__init__.py", "", False),
    ],
)
def test_lint_imports(file: str, text: str, good: bool, tmp_path: Path) -> None:
    for layer in ("", "errors", "numbers", "law", "noise", "privacy", "testing", "cli"):
        plant(tmp_path, "", f"discreet/{layer}/__init__.py")
    plant(tmp_path, text, file)
    passed, said = gate("lint-imports", "--no-cache", "--config", SETTINGS, within=tmp_path)
    assert passed is good, said


@pytest.mark.parametrize(
    ("test", "said"),
    [
        ("def test_it(): ...", "1 passed"),
        ("def test_it(): __import__('warnings').warn('odd')", "UserWarning: odd"),
        ("@pytest.mark.xfail\ndef test_it(): ...", "XPASS(strict)"),
        ("@pytest.mark.tming\ndef test_it(): ...", "'tming' not found"),
        ('def test_it():\n    """\n    >>> 1\n    2\n    """', "Expected:"),
    ],
)
def test_pytest(test: str, said: str, tmp_path: Path) -> None:
    file = plant(tmp_path, f"import pytest\n\n{test}\n", "test_planted.py")
    passed, text = gate("pytest", "-c", SETTINGS, "--rootdir", tmp_path, file, within=tmp_path)
    assert passed is (said == "1 passed")
    assert said in text


def test_coverage(tmp_path: Path) -> None:
    """Of the packages that must be covered, those that exist are."""
    covered = tomllib.loads(SETTINGS.read_text("utf-8"))["tool"]["coverage"]
    expected = [
        f"discreet.{part}"
        for part in ("numbers", "law", "noise", "privacy", "release")
        if (TOP / "src" / "discreet" / part / "__init__.py").exists()
    ]
    assert covered["run"]["source_pkgs"] == expected
    plant(tmp_path, "def f(x: int) -> int:\n    return 1 if x else 2\n\nif f(1):\n    f(1)\n")
    gate("coverage", "run", "--rcfile", SETTINGS, "--source=.", "planted.py", within=tmp_path)
    passed, said = gate("coverage", "report", "--rcfile", SETTINGS, within=tmp_path)
    assert not passed
    assert "less than fail-under=100" in said
