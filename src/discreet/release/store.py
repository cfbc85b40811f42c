"""What a durable ledger needs of the place where it is kept: one small file for each such place."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Protocol

from discreet.release.record import Record


class Page(Protocol):
    """The records as they are, while nobody else writes."""

    @property
    def anchored(self) -> tuple[int, str]:
        """What the anchor said before the records were looked at: its number and its seal."""
        ...

    def last(self) -> Record | None:
        """The newest."""
        ...

    def at(self, number: int, /) -> Record | None:
        """One of them."""
        ...

    def every(self) -> Iterator[Record]:
        """All, in order."""
        ...

    def charged(self, key: str, /) -> Record | None:
        """The charge under this key."""
        ...

    def answered(self, number: int, /) -> tuple[Record, bytes] | None:
        """The answer to a charge: its record, and what was answered."""
        ...

    def add(
        self, record: Record, /, *, key: str | None = None, answer: tuple[int, bytes] | None = None
    ) -> None:
        """Append a record: of a charge with its key, of an answer with its entry and itself."""
        ...


class Store(Protocol):
    """Where records are kept.

    What is written is durable, and the anchor knows of it, when `writing` ends without an error.
    """

    def writing(self) -> AbstractContextManager[Page]:
        """To read and append, alone."""
        ...

    def reading(self) -> AbstractContextManager[Page]:
        """To read what is there."""
        ...

    def close(self) -> None:
        """Let go of it; it is opened anew when it is needed."""
        ...
