"""Whether what is refused at the door opens nothing and draws nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar

from numpy.typing import NDArray

from discreet.audit.report import Finding
from discreet.errors import DiscreetError
from discreet.noise import System
from discreet.privacy import Pure, Sensitivity, Unit
from discreet.release import Mechanism, Memory, Secret, release

_UNIT, _OTHER = Unit("person"), Unit("household")
_HARDLY = Pure(Fraction(1, 10**12))


class Watched:
    """The system's bits, and whether any were taken."""

    private: ClassVar[bool] = False

    def __init__(self) -> None:
        """From nothing taken."""
        self.drawn = self.looked_at = False
        self._bits = System()

    def fill(self, buffer: NDArray[Any], /) -> None:
        """Take so many."""
        self.drawn = True
        self._bits.fill(buffer)

    def integer(self, bits: int, /) -> int:
        """Take so many."""
        self.drawn = True
        return self._bits.integer(bits)

    def secret(self, x: object, sensitivity: Sensitivity, unit: Unit = _UNIT) -> Secret[Any]:
        """A value that tells when it is looked at."""

        def compute() -> object:
            self.looked_at = True
            return x

        return Secret(compute, sensitivity, unit)


def refusals(
    mechanism: Mechanism[Any, Any], x: object, sensitivity: Sensitivity
) -> Iterator[Finding]:
    """What is over the budget, for another unit, or without a bound."""
    loss = mechanism.loss(sensitivity)
    if loss.pure > 0:  # what tells nothing fits into every budget
        yield from _too_much(mechanism, x, sensitivity)
    yield _refused(
        "for another unit",
        lambda by: release(
            mechanism, by.secret(x, sensitivity, _OTHER), Memory(_HARDLY, _UNIT, by)
        ),
    )
    yield _refused(
        "with a sensitivity that is none",
        lambda by: release(mechanism, by.secret(x, "1"), Memory(_HARDLY, _UNIT, by)),  # type: ignore[arg-type]  # that is what is tried
    )


def _too_much(
    mechanism: Mechanism[Any, Any], x: object, sensitivity: Sensitivity
) -> Iterator[Finding]:
    """Far over the budget, or hardly; and where nothing bounds what a unit moves."""
    asked = {
        "over the budget": (sensitivity, _HARDLY),
        "moved without limit": (Sensitivity(linf=10**50), _HARDLY),
    }
    pure = mechanism.loss(sensitivity).pure
    if pure < float("inf"):
        most = Pure(Fraction(pure) * Fraction(999, 1000))
        asked["a thousandth over the budget"] = (sensitivity, most)

    def ask(by: Watched, moved: Sensitivity, budget: Pure) -> object:
        return release(mechanism, by.secret(x, moved), Memory(budget, _UNIT, by))

    for why, (moved, budget) in asked.items():
        yield _refused(why, partial(ask, moved=moved, budget=budget))


def _refused(why: str, ask: Callable[[Watched], object]) -> Finding:
    watched, what = Watched(), f"a question {why} is refused and opens nothing"
    try:
        ask(watched)
    except DiscreetError as refusal:
        shut = not watched.looked_at and not watched.drawn
        return Finding(what, shut, str(refusal).splitlines()[0])
    except Exception as failure:  # noqa: BLE001  (whatever a mechanism raises is what is found)
        return Finding(what, holds=False, detail=f"{type(failure).__name__}: {failure}")
    return Finding(what, holds=False, detail="it is answered")
