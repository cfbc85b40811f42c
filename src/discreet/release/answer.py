"""Where secrets are opened: nowhere else, and nothing but an answer comes out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import numpy as np

from discreet.noise import Source
from discreet.release.quiet import quiet
from discreet.release.secret import Secret, opened

X = TypeVar("X")
Y = TypeVar("Y")
# How to go on when there is no answer: why may not be told, but of data that are no secret.
WAY_ON = "see why on data of your own: Memory(budget, unit, discreet.testing.Recording())"


def answered(sample: Callable[[X], Y], secret: Secret[X], source: Source) -> tuple[Y, ...]:
    """An answer to what a secret holds, or none: an exception would tell of it, so none gets out.

    Nor does what it holds: its traceback has the data in its variables.
    """
    interrupted = False
    try:
        with quiet(), np.errstate(all="ignore"):
            return (sample(opened(secret)),)
    except KeyboardInterrupt:
        interrupted = True
    except BaseException:
        if not source.private:
            raise  # recorded bits hide nothing: who tests wants to see
    if interrupted:
        raise KeyboardInterrupt
    return ()
