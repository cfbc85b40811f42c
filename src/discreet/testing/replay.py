"""Recorded bits, for tests and for showing how noise comes about: never for private data."""

from typing import Any, ClassVar

from numpy.typing import NDArray

from discreet.errors import Invalid
from discreet.noise import Source, System


class Replay:
    """Gives recorded bits again, in order, and nothing once they are used up.

    Not private: whoever knows the recording knows the noise. It is a type of its own, takes no
    number to start from, and is no `System`; what is released under it says that it is not private.

    >>> Replay(bytes([0, 255])).integer(16)
    255
    """

    __slots__ = ("_at", "_recorded")
    private: ClassVar[bool] = False

    def __init__(self, recorded: bytes) -> None:
        """From the bits to give."""
        self._recorded, self._at = bytes(recorded), 0

    def __repr__(self) -> str:
        """How much is left."""
        return f"Replay(<{self.left} bytes left>, not private)"

    @property
    def left(self) -> int:
        """How many bytes have not been given yet."""
        return len(self._recorded) - self._at

    def fill(self, buffer: NDArray[Any], /) -> None:
        """Overwrite every byte of a contiguous array with the next recorded ones."""
        buffer.data.cast("B")[:] = self._next(buffer.nbytes)

    def integer(self, bits: int, /) -> int:
        """The next recorded bits as a whole number, the first the most significant."""
        return int.from_bytes(self._next(bits // 8), "big")

    def _next(self, count: int) -> bytes:
        if count > self.left:
            problem = f"{count} recorded bytes were asked for, and {self.left} are left"
            raise Invalid(problem, "record more bits")
        self._at += count
        return self._recorded[self._at - count : self._at]


class Recording:
    """Passes on another source's bits and keeps a copy of them: not private either.

    >>> tape = Recording()
    >>> drawn = tape.integer(64)
    >>> Replay(tape.taken).integer(64) == drawn
    True
    """

    __slots__ = ("_source", "_taken")
    private: ClassVar[bool] = False

    def __init__(self, source: Source | None = None) -> None:
        """Of a source, the system's if none is named."""
        self._source: Source = source or System()
        self._taken = bytearray()

    @property
    def taken(self) -> bytes:
        """All that has been given so far."""
        return bytes(self._taken)

    def fill(self, buffer: NDArray[Any], /) -> None:
        """Overwrite every byte of a contiguous array, and remember them."""
        self._source.fill(buffer)
        self._taken += buffer.data.cast("B")

    def integer(self, bits: int, /) -> int:
        """Fresh bits as a whole number, and remember them."""
        found = self._source.integer(bits)
        self._taken += found.to_bytes(bits // 8, "big")
        return found
