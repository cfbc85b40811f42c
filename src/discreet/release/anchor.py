"""How far a ledger has come, outside of it: so that an older copy of it is found out.

There are two slots, each with a checksum; the older one is written, so that the newer one is whole
after any crash.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from discreet.errors import Refused
from discreet.release.recipe import digest
from discreet.release.record import Record, doubtful

SLOT = 256


class Anchor:
    """The number and the seal of the last record that was acknowledged.

    It is written after the ledger and before the answer: a ledger may be ahead of it, never behind.
    Keep it where a copy that is put back of the ledger does not bring back the anchor too.
    """

    def __init__(self, path: Path) -> None:
        """From where it is; nothing is opened yet."""
        self.path = path
        self._file = -1

    @property
    def whole(self) -> bool:
        """Whether it is there, and as long as it has to be: making it may have been cut off."""
        try:
            return self.path.stat().st_size >= 2 * SLOT
        except FileNotFoundError:
            return False
        except OSError:
            raise self._closed() from None

    def make(self) -> None:
        """An empty file, where there is none; `clear` makes it whole."""
        try:
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
        except OSError as failure:
            problem = f"no ledger can be made beside '{self.path}': {failure.strerror}"
            raise Refused(problem, "see to the folder and its rights") from None

    def clear(self) -> None:
        """Say that nothing has been acknowledged; for a new ledger alone."""
        self._put(bytes(2 * SLOT), 0)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Nobody else writes meanwhile, in any process. Threads of one are kept apart by others."""
        file = self._opened_file()
        fcntl.flock(file, fcntl.LOCK_EX)
        try:
            if os.fstat(file).st_nlink == 0:
                raise doubtful("its anchor was replaced while it was open")
            yield
        finally:
            if file == self._file:  # else it was closed, which lets go of it as well
                fcntl.flock(file, fcntl.LOCK_UN)

    def read(self) -> tuple[int, str]:
        """The number and the seal; zero and nothing while there is none."""
        slots = self._slots()
        whole = [found for slot in slots for found in [_read(slot)] if found]
        if not whole and any(any(slot) for slot in slots):
            raise doubtful("its anchor is damaged")
        return max(whole, default=(0, ""))

    def write(self, record: Record) -> None:
        """The last record: durable when this returns."""
        text = f"{record.number} {record.seal}".encode()
        slot = text + b" " + digest(text).encode() + b"\n"
        first, second = (_read(slot) or (0, "") for slot in self._slots())
        self._put(slot.ljust(SLOT, b"\0"), SLOT if first > second else 0)

    def close(self) -> None:
        """Let go of the file, and of any lock on it."""
        if self._file >= 0:
            os.close(self._file)
        self._file = -1

    def _slots(self) -> tuple[bytes, bytes]:
        try:
            both = os.pread(self._opened_file(), 2 * SLOT, 0)
        except OSError:
            raise self._closed() from None
        if len(both) != 2 * SLOT:
            raise doubtful("its anchor is cut off")
        return both[:SLOT], both[SLOT:]

    def _put(self, what: bytes, place: int) -> None:
        """Written and on the disk, or refused: whoever is refused is told nothing."""
        try:
            written = os.pwrite(self._opened_file(), what, place)
            os.fdatasync(self._file)
        except OSError as failure:
            problem = f"the ledger's anchor cannot be written: {failure.strerror}"
            raise Refused(problem, "nothing was released; see to the disk and its rights") from None
        if written != len(what):
            raise Refused("the ledger's anchor is not written whole", "see to the disk")

    def _opened_file(self) -> int:
        if self._file < 0:
            try:
                self._file = os.open(self.path, os.O_RDWR | os.O_CLOEXEC)
            except OSError:
                raise self._closed() from None
        return self._file

    def _closed(self) -> Exception:
        return doubtful(f"its anchor '{self.path.name}' cannot be read")


def _read(slot: bytes) -> tuple[int, str] | None:
    match slot.rstrip(b"\0").split():
        case [number, seal, check] if check == digest(number + b" " + seal).encode():
            return int(number), seal.decode()
        case _:
            return None
