"""Bit streams made by hand, and fixed ones that look random."""

from hashlib import shake_256

from discreet.noise.table import Table
from discreet.testing import Replay


def fixed(name: str, count: int = 1 << 24) -> Replay:
    """Always the same bits for the same name: a test of randomness that can be run again."""
    return Replay(shake_256(name.encode()).digest(count))


def path(table: Table, number: int, bits: int) -> bytes:
    """The bytes that make `Table.many` see the `bits` leading bits `number` of a uniform number.

    For tables with words of 16 bits and keys of 64: a word, the rest of the key, then 64 bits each.
    """
    prefix = number >> bits - 16
    rest = number >> bits - 64 & (1 << 48) - 1
    further = [number >> bits - end & (1 << 64) - 1 for end in range(128, bits + 1, 64)]
    stream = word_for(table, prefix).to_bytes(2, "little") + (rest << 16).to_bytes(8, "little")
    return stream + b"".join(part.to_bytes(8, "big") for part in further)


def word_for(table: Table, prefix: int) -> int:
    """The word that stands for these leading bits: undecided ones are numbered last."""
    entries, undecided = table._entries
    places: list[int] = undecided.tolist()
    if prefix in places:
        return len(entries) - len(places) + places.index(prefix)
    return prefix - sum(place < prefix for place in places)
