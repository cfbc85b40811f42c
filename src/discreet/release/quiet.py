"""No warnings while a secret is open: a warning is an answer too."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

_LOCK = Lock()
# How many are open, and what was in force before the first of them: Python's filters are shared by
# all threads, so they come back only when the last is done.
_open: list[warnings.catch_warnings[None]] = []
_count = [0]


@contextmanager
def quiet() -> Iterator[None]:
    """Warnings of this process are not shown, and are no errors, as long as anybody is inside."""
    with _LOCK:
        if not _count[0]:
            before = warnings.catch_warnings()
            before.__enter__()
            warnings.simplefilter("ignore")
            _open.append(before)
        _count[0] += 1
    try:
        yield
    finally:
        with _LOCK:
            _count[0] -= 1
            if not _count[0]:
                _open.pop().__exit__(None, None, None)
