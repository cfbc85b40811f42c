"""A ledger in a file, by SQLite: many processes, one host."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock

from discreet.errors import Refused
from discreet.release.anchor import Anchor
from discreet.release.record import Record, doubtful

_PATIENCE = 60
_SELECT = "SELECT number, kind, body, before, seal, signature FROM record"
_ANSWER = "SELECT number, kind, body, before, seal, signature, answer FROM record WHERE entry = ?"
_INSERT = """
    INSERT INTO record (number, kind, body, before, seal, signature, key, entry, answer)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_SCHEMA = (
    """
    CREATE TABLE IF NOT EXISTS record (
        number INTEGER PRIMARY KEY CHECK (number >= 1),
        kind TEXT NOT NULL CHECK (kind IN ('open', 'charge', 'answer')),
        body BLOB NOT NULL,
        before TEXT NOT NULL UNIQUE,
        seal TEXT NOT NULL UNIQUE,
        signature BLOB NOT NULL,
        key TEXT UNIQUE,
        entry INTEGER UNIQUE REFERENCES record (number),
        answer BLOB
    ) STRICT
    """,
    """
    CREATE TRIGGER IF NOT EXISTS never_changed BEFORE UPDATE ON record
    BEGIN SELECT RAISE(ABORT, 'a ledger is only added to'); END
    """,
    """
    CREATE TRIGGER IF NOT EXISTS never_removed BEFORE DELETE ON record
    BEGIN SELECT RAISE(ABORT, 'a ledger is only added to'); END
    """,
    # The second wall: whatever a program thinks, no more than the budget is ever written.
    """
    CREATE TRIGGER IF NOT EXISTS never_more BEFORE INSERT ON record WHEN NEW.kind = 'charge'
    BEGIN
        SELECT RAISE(ABORT, 'more than the budget')
        FROM record AS first, json_each(first.body, '$.units') AS most
        WHERE first.number = 1
        AND most.value < coalesce(json_extract(NEW.body, '$.units[' || most.key || ']'), '~');
    END
    """,
)


class Sqlite:
    """Records in a file, and an anchor beside it.

    What is acknowledged is in the file's log and in the anchor, both flushed to the disk.
    """

    def __init__(self, path: Path) -> None:
        """From where the file is."""
        self.path, self.anchor = path, Anchor(path.with_name(path.name + ".anchor"))
        self._lock, self._process = RLock(), -1
        self._connection: sqlite3.Connection | None = None

    def make(self) -> None:
        """The file and its anchor, where there are none yet."""
        self.anchor.make()
        try:
            made = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            raise doubtful("it has no anchor") from None
        os.close(made)

    @contextmanager
    def writing(self) -> Iterator[SqlitePage]:
        """To read and append, alone: in this process, in others, and in the file."""
        with self._lock, self.anchor.held():
            page = self._page("IMMEDIATE")
            try:
                yield page
                page.connection.execute("COMMIT")
            except BaseException as failure:
                _back(page.connection)
                if isinstance(failure, sqlite3.Error):
                    raise _unwritten(failure) from None
                raise
            if page.newest is not None:
                self.anchor.write(page.newest)

    @contextmanager
    def reading(self) -> Iterator[SqlitePage]:
        """To read what is there."""
        with self._lock:
            page = self._page("DEFERRED")
            try:
                yield page
            except sqlite3.Error as failure:
                raise _unwritten(failure) from None
            finally:
                _back(page.connection)

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            if self._connection is not None and self._process == os.getpid():
                self._connection.close()
            self._connection = None
            self.anchor.close()

    def _page(self, kind: str) -> SqlitePage:
        try:
            connection = self._connected()
            connection.execute(f"BEGIN {kind}")
        except sqlite3.Error as failure:
            raise _unwritten(failure) from None
        return SqlitePage(connection)

    def _connected(self) -> sqlite3.Connection:
        """The connection of this process: one that was forked has none of its own yet."""
        if self._connection is None or self._process != os.getpid():
            where = f"file:{self.path.absolute().as_posix()}?mode=rw"
            connection = sqlite3.connect(
                where, uri=True, timeout=_PATIENCE, isolation_level=None, check_same_thread=False
            )
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            for statement in _SCHEMA:
                connection.execute(statement)
            self._connection, self._process = connection, os.getpid()
        return self._connection


class SqlitePage:
    """The records, inside a transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """From a connection in a transaction."""
        self.connection = connection
        self.newest: Record | None = None

    def last(self) -> Record | None:
        """The newest."""
        return self._one(_SELECT + " ORDER BY number DESC LIMIT 1")

    def at(self, number: int, /) -> Record | None:
        """One of them."""
        return self._one(_SELECT + " WHERE number = ?", number)

    def every(self) -> Iterator[Record]:
        """All, in order."""
        rows = self.connection.execute(_SELECT + " ORDER BY number")
        return (Record(*row) for row in rows)

    def charged(self, key: str, /) -> Record | None:
        """The charge under this key."""
        return self._one(_SELECT + " WHERE key = ?", key)

    def answered(self, number: int, /) -> tuple[Record, bytes] | None:
        """The answer to a charge."""
        row = self.connection.execute(_ANSWER, (number,)).fetchone()
        return None if row is None else (Record(*row[:-1]), row[-1])

    def add(
        self, record: Record, /, *, key: str | None = None, answer: bytes | None = None
    ) -> None:
        """Append a record."""
        entry = record.told["entry"] if answer is not None else None
        self.connection.execute(
            _INSERT,
            (
                *(record.number, record.kind, record.body, record.before, record.seal),
                *(record.signature, key, entry, answer),
            ),
        )
        self.newest = record

    def _one(self, asked: str, *what: object) -> Record | None:
        row = self.connection.execute(asked, what).fetchone()
        return None if row is None else Record(*row)


def _back(connection: sqlite3.Connection) -> None:
    if connection.in_transaction:
        connection.execute("ROLLBACK")


def _unwritten(failure: sqlite3.Error) -> Refused:
    """What is said when the file cannot be read or written: full, read-only, damaged, locked."""
    problem = f"the ledger's file cannot be used: {failure}"
    return Refused(problem, "nothing was released; see to the file, its disk and its rights")
