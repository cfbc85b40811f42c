"""Every planted bug is noticed by the tests that are there to notice it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutants.table import MUTANTS, Mutant

TOP = Path(__file__).parents[2]
ORDINARY, SENTINELS = 20, 10


def noticed(mutant: Mutant, within: Path) -> tuple[bool, str]:
    """Whether its tests fail in a copy of the tree that has the bug."""
    kept = shutil.ignore_patterns("__pycache__", ".*", "site", "docs")
    shutil.copytree(TOP, within, ignore=kept, dirs_exist_ok=True)
    file = within / mutant.file
    text = file.read_text("utf-8")
    assert text.count(mutant.old) == 1, f"{mutant.old!r} stands {text.count(mutant.old)} times"
    file.write_text(text.replace(mutant.old, mutant.new), "utf-8")
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, *mutant.tests],
        cwd=within,
        env={**os.environ, "PYTHONPATH": str(within / "src"), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    said = done.stdout + done.stderr
    # One says that a test failed; other numbers, that nothing was run.
    assert done.returncode in {0, 1}, said
    return done.returncode == 1, said


def test_the_table_is_long_enough_and_names_what_is_there() -> None:
    assert len(MUTANTS) >= ORDINARY
    assert sum(mutant.sentinel for mutant in MUTANTS) == SENTINELS
    assert len({(mutant.file, mutant.old, mutant.new) for mutant in MUTANTS}) == len(MUTANTS)
    for mutant in MUTANTS:
        assert (TOP / mutant.file).read_text("utf-8").count(mutant.old) == 1, mutant.name
        assert all((TOP / test).exists() for test in mutant.tests), mutant.name


def test_what_changes_nothing_is_not_noticed(tmp_path: Path) -> None:
    """Or tests fail for a reason of their own in the copy, and notice nothing."""
    fast = ("tests/mechanisms/test_key.py", "tests/mechanisms/test_bounded.py")
    harmless = Mutant("src/discreet/mechanisms/key.py", '"""Which keys', '"""What keys', fast)
    found, said = noticed(harmless, tmp_path)
    assert not found, said


@pytest.mark.parametrize(
    "mutant", [one for one in MUTANTS if one.sentinel], ids=lambda one: one.name
)
def test_a_planted_bug_is_noticed_at_once(mutant: Mutant, tmp_path: Path) -> None:
    found, said = noticed(mutant, tmp_path)
    assert found, said


@pytest.mark.torture
def test_what_changes_nothing_is_not_noticed_by_any_test(tmp_path: Path) -> None:
    every = tuple(sorted({test for one in MUTANTS for test in one.tests}))
    harmless = Mutant("src/discreet/mechanisms/key.py", '"""Which keys', '"""What keys', every)
    found, said = noticed(harmless, tmp_path)
    assert not found, said


@pytest.mark.torture
@pytest.mark.parametrize(
    "mutant", [one for one in MUTANTS if not one.sentinel], ids=lambda one: one.name
)
def test_every_other_planted_bug_is_noticed(mutant: Mutant, tmp_path: Path) -> None:
    found, said = noticed(mutant, tmp_path)
    assert found, said
