"""One line of a durable ledger."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from discreet.errors import Tampered
from discreet.release.record import FIRST, Record, check_chain, check_signature, written

KEY = Ed25519PrivateKey.generate()


def chain(length: int = 4) -> list[Record]:
    records: list[Record] = []
    for number in range(length):
        last = records[-1] if records else None
        records.append(written(last, "charge" if last else "open", {"n": number}, KEY))
    return records


def test_records_follow_each_other() -> None:
    records = chain()
    check_chain(records)
    assert [record.number for record in records] == [1, 2, 3, 4]
    assert records[0].before == FIRST
    assert records[3].told == {"n": 3}
    for record in records:
        check_signature(record, KEY.public_key())


@pytest.mark.parametrize(
    "broken",
    [
        lambda records: records[1:],
        lambda records: records[:1] + records[2:],
        lambda records: [records[0], records[2], records[1]],
        lambda records: [records[0], replace(records[1], body='{"n":7}'), *records[2:]],
        lambda records: [records[0], replace(records[1], kind="answer"), *records[2:]],
        lambda records: [records[0], replace(records[1], before="0"), *records[2:]],
        lambda records: [records[0], replace(records[1], number=3), *records[2:]],
        lambda records: [records[0], replace(records[1], seal="0" * 64), *records[2:]],
        lambda records: [*records, records[0]],
        lambda _: [],
    ],
)
def test_a_chain_that_is_broken_is_refused(
    broken: Callable[[list[Record]], list[Record]],
) -> None:
    with pytest.raises(Tampered, match="the ledger cannot be trusted"):
        check_chain(broken(chain()))


@pytest.mark.parametrize(
    "record",
    [
        written(None, "open", {}, Ed25519PrivateKey.generate()),
        replace(chain(1)[0], signature=b""),
        replace(chain(1)[0], seal="0" * 64),
        replace(chain(1)[0], seal="no seal"),
    ],
)
def test_what_the_key_did_not_sign_is_refused(record: Record) -> None:
    with pytest.raises(Tampered, match="not signed by the ledger's key"):
        check_signature(record, KEY.public_key())
