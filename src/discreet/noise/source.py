"""Where bits come from: the operating system's generator, afresh for every draw."""

import os
from typing import Any, ClassVar, Protocol

import numpy as np
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from numpy.typing import NDArray

from discreet.errors import Refused

KEY_BYTES = 32
# Up to here the kernel is quicker than setting up a cipher.
FEW_BYTES = 2048
_ZEROS = bytes(1 << 20)


class Source(Protocol):
    """Bits that nobody can foresee; or, in tests, bits that were recorded."""

    private: ClassVar[bool]
    """Whether what is drawn from it may be called private."""

    def fill(self, buffer: NDArray[Any], /) -> None:
        """Overwrite every byte of a contiguous array with fresh bits."""
        ...

    def integer(self, bits: int, /) -> int:
        """A whole number of `bits` fresh bits; `bits` is a multiple of eight."""
        ...


class System:
    """The kernel's generator; a long fill expands a key of its own by AES-256 in counter mode.

    Guarantee. Every call reads the kernel anew and keeps nothing: processes have nothing to share.
    A kernel that fails or falls short makes the call fail, for there is nothing to fall back on.

    >>> System().integer(64) == System().integer(64)
    False
    """

    __slots__ = ()
    private: ClassVar[bool] = True

    def fill(self, buffer: NDArray[Any], /) -> None:
        """Overwrite every byte of a contiguous array with fresh bits."""
        view = buffer.data.cast("B")
        if len(view) <= FEW_BYTES:
            view[:] = _kernel(len(view))
            return
        expand = Cipher(algorithms.AES256(_kernel(KEY_BYTES)), modes.CTR(bytes(16))).encryptor()
        zeros = memoryview(_ZEROS)
        for start in range(0, len(view), len(zeros)):
            part = view[start : start + len(zeros)]
            expand.update_into(zeros[: len(part)], part)

    def integer(self, bits: int, /) -> int:
        """A whole number of `bits` fresh bits; `bits` is a multiple of eight."""
        return int.from_bytes(_kernel(bits // 8), "big")


def fresh_words(count: int, source: Source) -> NDArray[np.uint64]:
    """So many fresh words of 64 bits."""
    fresh = np.empty(count, np.uint64)
    if count:
        source.fill(fresh)
    return fresh


def _kernel(count: int) -> bytes:
    """Bytes of the operating system's generator, all of them or none."""
    try:
        fresh = os.urandom(count)
    except (OSError, NotImplementedError) as failure:
        problem = "the operating system gave no random bits, so nothing was drawn"
        raise Refused(problem, "see to its random device, then ask again") from failure
    if len(fresh) != count:
        problem = "the operating system gave too few random bits, so nothing was drawn"
        raise Refused(problem, "see to its random device, then ask again")
    return fresh
