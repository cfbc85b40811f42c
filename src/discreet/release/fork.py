"""Forks: no lock and no open file of a ledger crosses one.

SQLite forbids a connection to be used, or even closed, on the other side of a fork, and a lock
that another thread holds is never let go of in the child. So before a fork all ledgers of the
process are waited for and closed; afterwards both processes open them anew.
"""

from __future__ import annotations

import os
from threading import Lock
from typing import Protocol
from weakref import WeakSet


class Closing(Protocol):
    """What holds locks and open files."""

    def freeze(self) -> None:
        """Wait until nobody is at work in it, close its files, and let nobody in."""
        ...

    def thaw(self) -> None:
        """Let others in again."""
        ...


_known: WeakSet[Closing] = WeakSet()
_guard = Lock()
_frozen: list[Closing] = []


def close_at_fork(one: Closing) -> None:
    """Have it closed whenever this process forks, as long as it exists."""
    with _guard:
        _known.add(one)


def _before() -> None:
    _guard.acquire()
    for one in _known:
        one.freeze()
        _frozen.append(one)


def _after() -> None:
    while _frozen:
        _frozen.pop().thaw()
    _guard.release()


os.register_at_fork(before=_before, after_in_parent=_after, after_in_child=_after)
