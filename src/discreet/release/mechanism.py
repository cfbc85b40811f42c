"""What the door asks of a mechanism: its loss before any data, and an answer once that is paid."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar, Protocol, TypeVar, runtime_checkable

from discreet.law import Law
from discreet.noise import Source
from discreet.privacy import Assumption, Loss, Sensitivity

X_contra = TypeVar("X_contra", contravariant=True)
Y_co = TypeVar("Y_co", covariant=True)


@runtime_checkable
class Mechanism(Protocol[X_contra, Y_co]):
    """A way to answer with noise. Holds parameters, never data."""

    tag: ClassVar[str]

    def loss(self, sensitivity: Sensitivity, /) -> Loss:
        """What an answer tells about one unit that moves the value so far."""
        ...

    def sample(self, x: X_contra, source: Source, /) -> Y_co:
        """An answer."""
        ...


@runtime_checkable
class Explicit(Mechanism[X_contra, Y_co], Protocol[X_contra, Y_co]):
    """A mechanism whose law can be written down: what is checked is the law itself."""

    def law(self, x: X_contra, /) -> Law:
        """How answers are distributed when the value is x."""
        ...


@runtime_checkable
class Measuring(Protocol):
    """A mechanism that knows how far off it is, whatever the value."""

    def error(self, level: Fraction, /) -> Fraction:
        """The answer is at most so far off, with at least that probability."""
        ...


@runtime_checkable
class Assuming(Protocol):
    """A mechanism whose loss rests on something that nobody here can check."""

    @property
    def assumes(self) -> Sequence[Assumption]:
        """What that is."""
        ...
