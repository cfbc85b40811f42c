"""What a durable ledger needs of a place to be kept."""

from collections.abc import Iterator
from contextlib import contextmanager

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from discreet.privacy import Pure
from discreet.release import release
from discreet.release.durable import Durable, begin
from discreet.release.record import Record
from discreet.release.store import Page, Store
from tests.release.question import PATIENT, TENTH, count


class Lines:
    """The least that is a store: a list. Nothing in it is durable."""

    def __init__(self) -> None:
        self.records: list[Record] = []
        self.keys: dict[str, Record] = {}
        self.answers: dict[int, tuple[Record, bytes]] = {}

    @property
    def anchored(self) -> tuple[int, str]:
        return (self.records[-1].number, self.records[-1].seal) if self.records else (0, "")

    def last(self) -> Record | None:
        return self.records[-1] if self.records else None

    def at(self, number: int, /) -> Record | None:
        return self.records[number - 1]

    def every(self) -> Iterator[Record]:
        return iter(self.records)

    def charged(self, key: str, /) -> Record | None:
        return self.keys.get(key)

    def answered(self, number: int, /) -> tuple[Record, bytes] | None:
        return self.answers.get(number)

    def add(
        self, record: Record, /, *, key: str | None = None, answer: tuple[int, bytes] | None = None
    ) -> None:
        self.records.append(record)
        if key is not None:
            self.keys[key] = record
        if answer is not None:
            self.answers[answer[0]] = record, answer[1]

    @contextmanager
    def writing(self) -> Iterator[Page]:
        yield self

    reading = writing

    def close(self) -> None:
        self.records.clear()


def test_a_ledger_needs_no_more_of_a_store_than_it_says() -> None:
    lines = Lines()
    store: Store = lines
    key = Ed25519PrivateKey.generate()
    begin(store, Pure(1), PATIENT, key)
    begin(store, Pure(2), PATIENT, key)  # it has begun already
    ours = Durable(store, key)
    first = release(TENTH, count(), ours, key="one")
    assert release(TENTH, count(), ours, key="one") == first
    assert ours.budget == Pure(1)
    assert len(lines.records) == 3
    ours.close()
    assert not lines.records
