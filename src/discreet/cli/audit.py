"""Audits in the terminal: of a mechanism by its name, of a ledger by its file."""

import importlib
import sys
from pathlib import Path
from typing import Any

from rich.console import Console

from discreet.audit import Report, check, ledger
from discreet.cli.explain import working
from discreet.errors import NotUnderstood

LEDGER = "ledger"
_WAY_ON = "write 'discreet audit module:name', or 'discreet audit ledger FILE'"


def show(what: str, file: str, console: Console) -> bool:
    """Print what is found; whether all of it holds."""
    if (what == LEDGER) is not bool(file):
        raise NotUnderstood("it is not clear what is to be audited", _WAY_ON)
    with working():
        report = ledger(file) if file else mechanism(what)
    console.print(str(report), markup=False, highlight=False, soft_wrap=True)
    return report.holds


def mechanism(name: str) -> Report:
    """The check of a mechanism that is named `module:name`.

    That is a mechanism and its neighbours, or a mechanism that has them as its `examples`.
    """
    module, colon, attribute = name.partition(":")
    if not colon:
        raise NotUnderstood(f"{name!r} names no mechanism", _WAY_ON)
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        found: Any = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as failure:
        raise NotUnderstood(f"there is no {name!r}: {failure}", _WAY_ON) from None
    one, pairs = found if isinstance(found, tuple) else (found, getattr(found, "examples", None))
    if pairs is None:
        problem = f"{name!r} does not say between which neighbours"
        raise NotUnderstood(problem, "make it a pair: (mechanism, [(x, y, sensitivity)])")
    return check(one, pairs)
