"""The one door: nothing is released but by `release`, and it charges a ledger first."""

from discreet.release.converse import Conversation, Interactive, converse
from discreet.release.file import open_ledger
from discreet.release.ledger import Entry, Ledger, Request
from discreet.release.mechanism import Assuming, Explicit, Measuring, Mechanism
from discreet.release.memory import Allowance, Memory, open_memory
from discreet.release.receipt import Receipt, receipt, verify
from discreet.release.release import Release, release
from discreet.release.secret import Secret

__all__ = [
    "Allowance",
    "Assuming",
    "Conversation",
    "Entry",
    "Explicit",
    "Interactive",
    "Ledger",
    "Measuring",
    "Mechanism",
    "Memory",
    "Receipt",
    "Release",
    "Request",
    "Secret",
    "converse",
    "open_ledger",
    "open_memory",
    "receipt",
    "release",
    "verify",
]
