"""Programs that run beside each other and are killed: `python worker.py WHAT FILE …`."""

import os
import signal
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

from discreet.errors import BudgetExceeded
from discreet.mechanisms import Laplace
from discreet.privacy import ONE, Guarantee, Pure, Unit
from discreet.release import Request, Secret, open_ledger, release
from discreet.release import ledger as rules
from discreet.release.anchor import Anchor
from discreet.release.durable import Durable
from discreet.release.recipe import Recipe
from discreet.release.sqlite import SqlitePage

PATIENT = Unit("patient")


def die(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def hundredth() -> Request:
    return Request(Guarantee(Pure("0.01"), PATIENT), Recipe(None, None, "it"))


def crowd(path: str, processes: str, charges: str) -> None:
    """Many processes that charge at once: tells how much was granted to all of them."""
    reading, writing = os.pipe()
    go, start = os.pipe()
    for _ in range(int(processes)):
        if not os.fork():
            os.close(start)
            os.read(go, 1)  # until all are there
            os._exit(granted(path, int(charges), writing))
    os.close(start)
    os.close(writing)
    ended = [os.waitstatus_to_exitcode(os.wait()[1]) for _ in range(int(processes))]
    sys.stdout.write(f"{len(os.read(reading, 1 << 16))} {max(ended)}\n")


def granted(path: str, charges: int, told: int) -> int:
    try:
        ledger = open_ledger(path)
        for _ in range(charges):
            try:
                ledger.charge(hundredth())
            except BudgetExceeded:
                continue
            os.write(told, b"x")
    except BaseException:  # noqa: BLE001  (told by its status)
        traceback.print_exc()
        return 1
    return 0


def same(path: str, processes: str) -> None:
    """Many processes that ask the same question under one key: tells their answers."""
    children = []
    for _ in range(int(processes)):
        reading, writing = os.pipe()
        if not os.fork():
            ledger = open_ledger(path)
            secret = Secret(lambda: 5, ONE, PATIENT, about="it")
            answer = release(Laplace(10), secret, ledger, key="one")
            os.write(writing, f"{answer.value} {answer.entry}".encode())
            os._exit(0)
        os.close(writing)
        children.append(reading)
    sys.stdout.write("\n".join(os.read(reading, 100).decode() for reading in children))


def flood(path: str) -> None:
    """Release for ever, telling each answer as it comes: until somebody kills it."""
    ledger, number = open_ledger(path), 0
    while True:
        number += 1
        key = f"{os.getpid()} {number}"
        secret = Secret(lambda: 5, ONE, PATIENT, about="it")
        answer = release(Laplace(1000), secret, ledger, key=key)
        os.write(1, f"{answer.entry}\t{answer.value}\t{key}\n".encode())


def making(path: str) -> None:
    """Make a ledger, and say so."""
    open_ledger(path, budget=Pure(1), unit=PATIENT)
    os.write(1, b"made")


def nth(owner: Any, name: str, number: int, *, after: bool) -> Any:  # noqa: ANN401  (a class or a module)
    """The process dies before or after a function of ours is called for the nth time."""
    real: Callable[..., Any] = getattr(owner, name)
    calls = [0]

    def call(*given: object, **named: object) -> object:
        calls[0] += 1
        if calls[0] == number and not after:
            die()
        found = real(*given, **named)
        if calls[0] == number and after:
            die()
        return found

    return mock.patch.object(owner, name, call)


STEPS: dict[str, tuple[Any, str, int, bool]] = {
    "validate": (rules, "same_unit", 1, True),
    "charge": (SqlitePage, "add", 1, True),
    "before-anchor": (Anchor, "write", 1, False),
    "after-anchor": (Anchor, "write", 1, True),
    "read": (Secret, "sensitivity", 0, True),
    "noise": (Laplace, "sample", 1, True),
    "store": (Durable, "keep", 1, False),
    "stored": (SqlitePage, "add", 2, True),
    "stored-before-anchor": (Anchor, "write", 2, False),
    "answer": (Durable, "keep", 1, True),
}


def step(path: str, name: str) -> None:
    """Release once, and die at a step."""
    ledger = open_ledger(path)
    secret = Secret(die if name == "read" else lambda: 5, ONE, PATIENT, about="it")
    owner, called, number, after = STEPS[name]
    if number:
        nth(owner, called, number, after=after).start()
    release(Laplace(10), secret, ledger, key="one")  # type: ignore[arg-type]  # who dies answers nothing


def run(what: str, file: Path, *more: str) -> list[str]:
    """The command that runs one of these."""
    return [sys.executable, __file__, what, str(file), *more]


if __name__ == "__main__":
    globals()[sys.argv[1]](*sys.argv[2:])
