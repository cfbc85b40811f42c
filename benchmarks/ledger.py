"""What the door adds: to a bare draw in memory, and to bare writes of SQLite on a disk."""

import os
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
from _table import Row, seconds, show

from discreet.mechanisms import Laplace
from discreet.noise import System
from discreet.privacy import ONE, Guarantee, Pure, Sensitivity, Unit
from discreet.release import Memory, Request, Secret, open_ledger, release
from discreet.release.durable import Durable
from discreet.release.recipe import Recipe

SOURCE, PATIENT, NOISE = System(), Unit("patient"), Laplace(10)
MANY, COUNT = 10**6, Secret(lambda: 12, ONE, PATIENT, about="patients")
# What the door may add to one draw in memory, and the next charge of a long ledger may take.
MOST_ADDED, MOST_CHARGE, LONG = 50e-6, 1e-3, 10_000


class Bare:
    """The same durable writes by hand: rows of the same size, an anchor of the same size."""

    def __init__(self, folder: Path, sizes: tuple[int, ...]) -> None:
        """With rows of these sizes for each release."""
        self.rows, self.number = [b"x" * size for size in sizes], 0
        self.file = sqlite3.connect(folder / "bare", isolation_level=None)
        self.file.execute("PRAGMA journal_mode = WAL")
        self.file.execute("PRAGMA synchronous = FULL")
        self.file.execute("CREATE TABLE record (number INTEGER PRIMARY KEY, body BLOB)")
        self.anchor = os.open(folder / "bare.anchor", os.O_RDWR | os.O_CREAT)
        os.pwrite(self.anchor, bytes(512), 0)

    def __call__(self) -> None:
        """As many durable writes as one release, or one charge, makes."""
        for row in self.rows:
            self.number += 1
            self.file.execute("BEGIN IMMEDIATE")
            self.file.execute("INSERT INTO record VALUES (?, ?)", (self.number, row))
            self.file.execute("COMMIT")
            os.pwrite(self.anchor, bytes(256), self.number % 2 * 256)
            os.fdatasync(self.anchor)


def asked(epsilon: str = "1e-6") -> Request:
    """A question."""
    return Request(Guarantee(Pure(epsilon), PATIENT), Recipe(NOISE, ONE, "patients"))


def repeated(work: Callable[[], object], times: int) -> Callable[[], None]:
    """So many times."""

    def many() -> None:
        for _ in range(times):
            work()

    return many


def row_size(ledger: Durable, kind: str) -> int:
    """About how long a row of the file is."""
    found = [record for record in ledger.records() if record.kind == kind][-1]
    return len(found.body) + 3 * 64 + 64 + 16


def on_disk(folder: Path) -> list[Row]:
    """Releases and charges that outlast a power cut, beside bare writes, by turns."""
    ledger = open_ledger(folder / "a.ledger", budget=Pure(1000), unit=PATIENT)
    release(NOISE, COUNT, ledger)
    charge, answer = row_size(ledger, "charge"), row_size(ledger, "answer")
    works: list[tuple[str, Callable[[], object], tuple[int, ...]]] = [
        ("charge", lambda: ledger.charge(asked()), (charge,)),
        ("release", lambda: release(NOISE, COUNT, ledger), (charge, answer)),
    ]
    rows = []
    for name, work, sizes in works:
        folder.joinpath(name).mkdir()
        bare = Bare(folder / name, sizes)
        ours, theirs = repeated(work, 50), repeated(bare, 50)
        pairs = [(seconds(ours, 1), seconds(theirs, 1)) for _ in range(12)]
        best = [min(times) / 50 for times in zip(*pairs, strict=True)]
        rows.append(Row(f"one durable {name} / bare SQLite", best[0], best[1], 1 / 1.5))
    return rows


def in_memory() -> tuple[list[Row], float]:
    """One count and a million of them, beside their bare noise; and what the door adds to one."""
    ledger = Memory(Pure(10**6), PATIENT)
    zeros = np.zeros(MANY, np.int64)
    counts = Secret(lambda: zeros, Sensitivity(l1=1), PATIENT, about="counts")
    one = seconds(repeated(lambda: release(NOISE, COUNT, ledger), 1000), 20) / 1000
    bare = seconds(repeated(lambda: NOISE.sample(12, SOURCE), 1000), 20) / 1000
    pairs = [
        (
            seconds(lambda: release(NOISE, counts, ledger), 1),
            seconds(lambda: NOISE.sample(zeros, SOURCE), 1),
        )
        for _ in range(25)
    ]
    ours, theirs = (min(times) for times in zip(*pairs, strict=True))
    return [Row("a million counts / their bare noise", ours, theirs, 1 / 1.3)], one - bare


def next_charge(folder: Path) -> float:
    """What a charge takes where there are ten thousand already, beside the disk's own part."""
    ledger = open_ledger(folder / "long.ledger", budget=Pure(1), unit=PATIENT)
    question = asked()
    for _ in range(LONG):
        ledger.charge(question)
    folder.joinpath("long").mkdir()
    bare = Bare(folder / "long", (row_size(ledger, "charge"),))
    ours = [seconds(lambda: ledger.charge(question), 1) for _ in range(200)]
    theirs = [seconds(bare, 1) for _ in range(200)]
    print(f"\nThe next charge after {LONG}: {min(ours) * 1e3:.2f} ms, median", end=" ")
    print(f"{sorted(ours)[100] * 1e3:.2f} ms; bare SQLite: {min(theirs) * 1e3:.2f} ms", end=" ")
    print(f"and {sorted(theirs)[100] * 1e3:.2f} ms")
    return min(ours)


def main() -> int:
    """Print all of it; files are made on a disk, in the folder that is current."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as name:
        folder = Path(name)
        rows, added = in_memory()
        fine = show("In memory", rows)
        print(f"the door adds {added * 1e6:.1f} µs to one draw, at most 50 µs:", end=" ")
        print("reached" if added <= MOST_ADDED else "MISSED")
        fine &= show("On a disk", on_disk(folder))
        fine &= next_charge(folder) <= MOST_CHARGE
    return 0 if fine and added <= MOST_ADDED else 1


if __name__ == "__main__":
    sys.exit(main())
