"""How far a ledger has come, outside of it: so that an older copy of it is found out.

Two slots are written in turn, each with a checksum, so that one of them is whole after any crash.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from discreet.release.recipe import digest
from discreet.release.record import Record, doubtful

SLOT = 256


class Anchor:
    """The number and the seal of the last record that was acknowledged.

    It is written after the ledger and before the answer: a ledger may be ahead of it, never behind.
    """

    def __init__(self, path: Path) -> None:
        """From where it is; it is made by `make`."""
        self.path = path
        self._file, self._process = -1, -1

    def make(self) -> None:
        """An empty one, where there is none yet."""
        made = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            os.write(made, bytes(2 * SLOT))
            os.fsync(made)
        finally:
            os.close(made)
        folder = os.open(self.path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Nobody else writes meanwhile, in any process."""
        fcntl.flock(self._opened(), fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(self._opened(), fcntl.LOCK_UN)

    def read(self) -> tuple[int, str]:
        """The number and the seal; zero and nothing while there is none."""
        slots = [os.pread(self._opened(), SLOT, place * SLOT) for place in (0, 1)]
        if any(len(slot) != SLOT for slot in slots):
            raise doubtful("its anchor is cut off")
        whole = [found for slot in slots for found in [_read(slot)] if found]
        if not whole and any(any(slot) for slot in slots):
            raise doubtful("its anchor is damaged")
        return max(whole, default=(0, ""))

    def write(self, record: Record) -> None:
        """The last record: durable when this returns."""
        text = f"{record.number} {record.seal}".encode()
        slot = text + b" " + digest(text).encode() + b"\n"
        os.pwrite(self._opened(), slot.ljust(SLOT, b"\0"), record.number % 2 * SLOT)
        os.fdatasync(self._opened())

    def close(self) -> None:
        """Let go of the file."""
        if self._process == os.getpid():
            os.close(self._file)
        self._process = -1

    def _opened(self) -> int:
        """The file; opened anew in a process that was forked, for locks belong to who opened it."""
        if self._process != os.getpid():
            try:
                self._file = os.open(self.path, os.O_RDWR)
            except OSError:
                raise doubtful(f"its anchor '{self.path.name}' cannot be opened") from None
            self._process = os.getpid()
        return self._file


def _read(slot: bytes) -> tuple[int, str] | None:
    match slot.rstrip(b"\0").split():
        case [number, seal, check] if check == digest(number + b" " + seal).encode():
            return int(number), seal.decode()
        case _:
            return None
