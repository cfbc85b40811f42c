"""A ledger in a file, by SQLite: many processes, one host."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import RLock

from discreet.errors import DiscreetError, Refused
from discreet.release.anchor import Anchor
from discreet.release.fork import close_at_fork
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
        body TEXT NOT NULL,
        before TEXT NOT NULL,
        seal TEXT NOT NULL,
        signature BLOB NOT NULL,
        key TEXT,
        entry INTEGER REFERENCES record (number),
        answer BLOB,
        CHECK ((kind = 'open') = (number = 1)),
        CHECK ((kind = 'answer') = (entry IS NOT NULL)),
        CHECK ((kind = 'answer') = (answer IS NOT NULL)),
        CHECK (key IS NULL OR kind = 'charge')
    ) STRICT
    """,
    "CREATE UNIQUE INDEX IF NOT EXISTS by_key ON record (key) WHERE key IS NOT NULL",
    "CREATE UNIQUE INDEX IF NOT EXISTS by_entry ON record (entry) WHERE entry IS NOT NULL",
    """
    CREATE TRIGGER IF NOT EXISTS never_changed BEFORE UPDATE ON record
    BEGIN SELECT RAISE(ABORT, 'a ledger is only added to'); END
    """,
    """
    CREATE TRIGGER IF NOT EXISTS never_removed BEFORE DELETE ON record
    BEGIN SELECT RAISE(ABORT, 'a ledger is only added to'); END
    """,
    """
    CREATE TRIGGER IF NOT EXISTS in_order BEFORE INSERT ON record
    WHEN NEW.number <> 1 + (SELECT coalesce(max(number), 0) FROM record)
    BEGIN SELECT RAISE(ABORT, 'a ledger is written in order'); END
    """,
    # The second wall: whatever a program thinks, no more than the budget is ever written, and no
    # record says that less is spent than the one before. '~' comes after all digits, '' before.
    """
    CREATE TRIGGER IF NOT EXISTS never_more BEFORE INSERT ON record WHEN NEW.number > 1
    BEGIN
        SELECT RAISE(ABORT, 'more than the budget')
        FROM record AS first, json_each(first.body, '$.limit') AS most
        WHERE first.number = 1
        AND most.value < coalesce(json_extract(NEW.body, '$.units[' || most.key || ']'), '~');
        SELECT RAISE(ABORT, 'less than was spent')
        FROM record AS last, json_each(last.body, '$.units') AS spent
        WHERE last.number = NEW.number - 1
        AND spent.value > coalesce(json_extract(NEW.body, '$.units[' || spent.key || ']'), '');
    END
    """,
)


class Sqlite:
    """Records in a file, and an anchor beside it.

    What is acknowledged is in the file's log and in the anchor, both flushed to the disk. A lock
    on the anchor keeps processes apart, a lock of our own the threads of one.
    """

    def __init__(self, path: Path) -> None:
        """From where the file is; nothing is opened yet."""
        self.path, self.anchor = path, Anchor(path.with_name(path.name + ".anchor"))
        self._lock, self._depth = RLock(), 0
        self._connection: sqlite3.Connection | None = None
        self._process, self._which = 0, (0, 0)
        close_at_fork(self)

    def make(self) -> None:
        """The file, with its tables; what was made of it before a crash is made whole."""
        if not self.path.exists():
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        try:
            connection = self._connected()
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("BEGIN IMMEDIATE")
            for statement in _SCHEMA:
                connection.execute(statement)
            connection.execute("COMMIT")
        except sqlite3.Error as failure:
            self.close()
            raise _unusable(failure) from None
        flush_folder(self.path.parent)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Nobody else writes meanwhile; whoever is alone may be so again."""
        with self._lock:
            self._depth += 1
            try:
                if self._depth > 1:
                    yield
                else:
                    with self.anchor.held():
                        yield
            finally:
                self._depth -= 1

    @contextmanager
    def writing(self) -> Iterator[SqlitePage]:
        """To read and append, alone: in this process, in others, and in the file."""
        with self.alone(), self._page("IMMEDIATE") as page:
            yield page
            page.connection.execute("COMMIT")
            if page.newest is not None:
                self.anchor.write(page.newest)

    @contextmanager
    def reading(self) -> Iterator[SqlitePage]:
        """To read what is there."""
        with self._lock, self._page("DEFERRED") as page:
            yield page

    def close(self) -> None:
        """Let go of the file; it is opened anew when it is needed."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
            self._connection = None
            self.anchor.close()

    def freeze(self) -> None:
        """Before a fork: see `fork`."""
        self._lock.acquire()
        self.close()

    def thaw(self) -> None:
        """After a fork, on both sides."""
        self._lock.release()

    @contextmanager
    def _page(self, kind: str) -> Iterator[SqlitePage]:
        """A transaction, over when this ends. The anchor is read first: it is never ahead."""
        try:
            anchored = self.anchor.read()
            connection = self._connected()
            connection.execute(f"BEGIN {kind}")
            yield SqlitePage(connection, anchored)
        except sqlite3.Error as failure:
            raise _unusable(failure) from None
        except UnicodeError:
            raise doubtful("its file holds what is no text") from None
        finally:
            if self._connection is not None and self._connection.in_transaction:
                self._roll_back(self._connection)

    def _roll_back(self, connection: sqlite3.Connection) -> None:
        """Undo; a connection that cannot even do that is let go of."""
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
            return
        self.close()

    def _connected(self) -> sqlite3.Connection:
        """The connection of this process, to the file that is there."""
        if self._connection is not None:
            if self._process != os.getpid():
                problem = "this process was forked in a way that its ledger cannot follow"
                raise Refused(problem, "open the ledger in the new process")
            if self._which != self._found():
                raise doubtful("its file was replaced while it was open")
            return self._connection
        which = self._found()
        connection = sqlite3.connect(
            f"{self.path.absolute().as_uri()}?mode=rw",
            uri=True,
            timeout=_PATIENCE,
            isolation_level=None,
            check_same_thread=False,
        )
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        self._connection, self._process, self._which = connection, os.getpid(), which
        return connection

    def _found(self) -> tuple[int, int]:
        """Which file it is."""
        try:
            there = self.path.stat()
        except OSError as failure:
            raise doubtful(f"its file cannot be found: {failure.strerror}") from None
        return there.st_dev, there.st_ino


class SqlitePage:
    """The records, inside a transaction."""

    def __init__(self, connection: sqlite3.Connection, anchored: tuple[int, str]) -> None:
        """From a connection in a transaction."""
        self.connection, self.anchored = connection, anchored
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
        self, record: Record, /, *, key: str | None = None, answer: tuple[int, bytes] | None = None
    ) -> None:
        """Append a record."""
        whole = (record.number, record.kind, record.body, record.before, record.seal)
        self.connection.execute(_INSERT, (*whole, record.signature, key, *(answer or (None, None))))
        self.newest = record

    def _one(self, asked: str, *what: object) -> Record | None:
        row = self.connection.execute(asked, what).fetchone()
        return None if row is None else Record(*row)


def flush_folder(folder: Path) -> None:
    """See to it that files that were made are found after a crash."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _unusable(failure: sqlite3.Error) -> DiscreetError:
    """What is said when the file cannot be read or written: full, read-only, damaged, locked."""
    problem = f"the ledger's file cannot be used: {failure}"
    if isinstance(failure, sqlite3.OperationalError | sqlite3.ProgrammingError):
        return Refused(problem, "nothing was released; see to the file, its disk and its rights")
    return doubtful(f"its file does not hold together: {failure}")
