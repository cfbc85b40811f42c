"""Ledgers in the terminal: what they hold, and receipts."""

import json
import sys
import textwrap
from pathlib import Path

from rich.console import Console
from rich.table import Table

from discreet.errors import Invalid
from discreet.privacy import Filter, Unit, from_json, read
from discreet.release import open_ledger, receipt, verify
from discreet.release.durable import Durable

MOST_ENTRIES = 20


def begin(file: str, budget: str, unit: str, console: Console) -> None:
    """Open a new ledger, or see that the one that is there is the same."""
    ledger = open_ledger(file, budget=read(budget), unit=Unit(unit or None))
    _say(ledger, console)


def show(file: str, asked: str, console: Console) -> None:
    """What is spent of a budget, the newest entries, and whether what is asked still fits."""
    wanted = read(asked) if asked else None
    ledger = open_ledger(file)
    if wanted is not None:
        Filter.open(ledger.budget, [ledger.spent]).after(wanted)  # or it is refused
    _say(ledger, console)
    charges = [record for record in ledger.records() if record.kind == "charge"]
    if not charges:
        return
    table = Table(box=None, pad_edge=False)
    for name in ("entry", "when", "loss", "label"):
        table.add_column(name, overflow="fold")
    for record in charges[-MOST_ENTRIES:]:
        told = record.told
        loss = textwrap.shorten(str(from_json(told["guarantee"]["loss"])), 60, placeholder=" …")
        table.add_row(str(record.number), told["when"][:16], loss, ascii(told["label"])[1:-1])
    console.print(table, highlight=False, markup=False)
    if len(charges) > MOST_ENTRIES:
        console.print(f"and {len(charges) - MOST_ENTRIES} before", highlight=False)


def hand_out(file: str, entry: str) -> None:
    """Print the receipt of an entry."""
    if not file or not entry:
        problem = "a receipt is of an entry of a ledger"
        raise Invalid(problem, "name both, such as hospital.ledger 2", "or a receipt to --verify")
    document = receipt(open_ledger(file), entry)
    sys.stdout.write(json.dumps(document, indent=1) + "\n")


def check(document: str, key: str, console: Console) -> None:
    """Say what a receipt says, if it verifies."""
    try:
        text = Path(document).read_bytes()
    except OSError as failure:
        raise Invalid(f"'{document}' cannot be read: {failure.strerror}", "name a file") from None
    found = verify(text, key=key or None)
    console.print(textwrap.shorten(str(found).split("\n")[0], 400), highlight=False, markup=False)
    console.print(*str(found).split("\n")[1:], sep="\n", highlight=False, markup=False)


def _say(ledger: Durable, console: Console) -> None:
    for name, what in (
        ("budget", ledger.budget),
        ("spent", ledger.spent),
        ("left", ledger.remaining()),
        ("for", ledger.unit),
        ("key", ledger.key),
    ):
        console.print(f"{name:<8}{what}", highlight=False, markup=False)
