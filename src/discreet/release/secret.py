"""A value not yet computed that nobody may look at."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, NoReturn, TypeVar

from discreet.errors import Invalid, Refused
from discreet.privacy import Sensitivity, Unit

X = TypeVar("X")
MOST_ABOUT = 1 << 16


class Secret(Generic[X]):
    """How a value comes about, how far one unit can move it, and who that is.

    It has no value to show: nothing is computed until `release` opens it, and only `release` does.
    It cannot be changed, compared, copied or stored; `about` says what it is, and is no secret.

    >>> Secret(lambda: 12, Sensitivity(l0=1, linf=1), Unit("patient"), about="patients")
    Secret(about='patients', unit='patient')
    """

    __slots__ = ("__compute", "about", "sensitivity", "unit")
    about: str
    sensitivity: Sensitivity
    unit: Unit

    def __init__(
        self,
        compute: Callable[[], X],
        sensitivity: Sensitivity,
        unit: Unit,
        *,
        about: str = "",
    ) -> None:
        """From what computes it when it is opened."""
        if not callable(compute):
            raise Invalid("a secret is given by a value", "give a function that computes it")
        _check(sensitivity, unit, about)
        object.__setattr__(self, "_Secret__compute", compute)
        object.__setattr__(self, "sensitivity", sensitivity)
        object.__setattr__(self, "unit", unit)
        object.__setattr__(self, "about", about)

    def __repr__(self) -> str:
        """What it is about, never what it is."""
        return f"Secret(about={self.about!r}, unit={self.unit.by!r})"

    def _closed(self, *_: object) -> NoReturn:
        problem = "a secret cannot be looked at, changed, compared, copied or stored"
        raise Refused(problem, "release it")

    __bool__ = __len__ = __iter__ = __int__ = __float__ = __index__ = __hash__ = _closed
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _closed
    __reduce__ = __reduce_ex__ = __copy__ = __deepcopy__ = __getstate__ = __format__ = _closed
    __setattr__ = __delattr__ = _closed


def opened(secret: Secret[X], /) -> X:
    """The value. For `answered` alone: a test looks for other callers."""
    compute: Callable[[], X] = getattr(secret, "_Secret__compute")  # noqa: B009  (it is hidden)
    return compute()


def _check(sensitivity: object, unit: object, about: object) -> None:
    if not isinstance(sensitivity, Sensitivity) or not isinstance(unit, Unit):
        problem = "a secret does not say how far which unit can move it"
        raise Invalid(problem, "give a Sensitivity and a Unit")
    if not isinstance(about, str) or len(about) > MOST_ABOUT:
        problem = "what a secret is about is not a short text"
        raise Invalid(problem, f"write at most {MOST_ABOUT} characters")
