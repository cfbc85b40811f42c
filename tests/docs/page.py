"""A page of documentation, run from top to bottom: what it shows is what happens."""

import doctest
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

FENCE = re.compile(r"^```(?P<kind>\w+)[^\n]*\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(
    r"^\$ (?P<command>(?:.*\\\n)*.*)\n?(?P<output>(?:(?!\$ ).*\n?)*)", re.MULTILINE
)
LENIENT = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


class Block(NamedTuple):
    """A fenced block: in which language, what, and at which line of its page."""

    kind: str
    code: str
    line: int


def blocks(text: str) -> Iterator[Block]:
    for found in FENCE.finditer(text):
        yield Block(found["kind"], found["code"], text.count("\n", 0, found.start("code")))


def run(page: Path, within: Path) -> None:
    """Run every block in one namespace; commands run in the folder `within`."""
    names: dict[str, Any] = {"__name__": page.stem}
    for block in blocks(page.read_text("utf-8")):
        if block.kind in {"python", "pycon"} and ">>>" in block.code:
            _run_examples(block, page, names)
        elif block.kind == "python":
            # Blank lines in front make a traceback point into the page.
            code = compile("\n" * block.line + block.code, page, "exec")
            exec(code, names)  # noqa: S102 - the pages are ours
        elif block.kind in {"bash", "console", "sh", "shell"}:
            _run_commands(block, page, within)


def _run_examples(block: Block, page: Path, names: dict[str, Any]) -> None:
    test = doctest.DocTestParser().get_doctest(block.code, names, page.name, str(page), block.line)
    said: list[str] = []
    runner = doctest.DocTestRunner(verbose=False, optionflags=LENIENT)
    runner.run(test, out=said.append, clear_globs=False)
    names.update(test.globs)
    assert not runner.failures, "".join(said)


def _run_commands(block: Block, page: Path, within: Path) -> None:
    for found in COMMAND.finditer(block.code):
        words = shlex.split(found["command"].replace("\\\n", " "), comments=True)
        if words[0] != "discreet":
            continue
        words[0] = str(Path(sys.executable).with_name("discreet"))
        done = subprocess.run(words, cwd=within, capture_output=True, text=True, check=False)
        said, expected = done.stdout + done.stderr, found["output"].replace("…", "...")
        where = f"{page}:{block.line + 1}: $ {found['command']}\n{said}"
        assert expected.strip() or done.returncode == 0, where
        if expected.strip():
            assert doctest.OutputChecker().check_output(expected, said, LENIENT), where
