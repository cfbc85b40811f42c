"""Whether an answer's finest binary places tell what it was made from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from discreet.audit.bound import lower_bound
from discreet.audit.report import Finding, Report
from discreet.errors import Invalid
from discreet.numbers import Number, between, whole

_SURE = 1 - Fraction(1, 10**9)


def precision(  # noqa: PLR0913  (a question, two values; the rest by name)
    answer: Callable[[Any], Any],
    x: object,
    y: object,
    *,
    epsilon: Number,
    step: Number | None = None,
    draws: int = 20_000,
) -> Report:
    """Look at which numbers can come about at all, not at how large they are.

    Noise in floats leaves holes, and its last bits depend on the value it was added to: whoever
    reads them knows the value. Noise on a grid has neither. [mironov2012, haney2022]

    Error. A sound answer is called broken less than once in a billion times.

    >>> from discreet.noise import System
    >>> from discreet.mechanisms import Laplace
    >>> noisy = lambda x: Laplace(1).sample(x, System())
    >>> precision(noisy, 0, 1, epsilon=1, step=1, draws=1000).holds
    True
    """
    claimed = between(epsilon, "epsilon", 0, 10**6)
    many = whole(draws, "draws", 10, 10**8)
    return Report(f"the places of {many} answers", _places(answer, (x, y), claimed, step, many))


def _places(
    answer: Callable[[Any], Any],
    values: tuple[object, object],
    claimed: Fraction,
    step: Number | None,
    draws: int,
) -> Iterator[Finding]:
    if step is not None:
        grid = between(step, "the step", 0, 10**60, ends=False)
        off = [n for value in values for n in _exact(answer, value, draws) if (n / grid) % 1]
        what = f"every answer is a whole number of steps of {grid}"
        yield Finding(what, not off, f"{len(off)} of {2 * draws} are not" if off else "")
    found = lower_bound(
        lambda value: place(exact(answer(value))), *values, draws=draws, confidence=_SURE
    )
    yield Finding(
        "the finest binary place tells no more than is claimed",
        found.epsilon <= claimed,
        f"at least {found.epsilon:.4g} of {float(claimed):.4g}: {found.event}",
    )


def place(number: Fraction) -> int:
    """The finest binary place that a number needs: 1 for a half, 0 for one, -2 for twelve.

    >>> [place(Fraction(n)) for n in ("0.5", "1", "12", "0")]
    [1, 0, -2, -1100]
    """
    if number == 0:
        return -1100
    under, top = number.denominator, number.numerator
    return (under & -under).bit_length() - (top & -top).bit_length()


def exact(answer: object) -> Fraction:
    """A scalar answer as the number that it is, to its last bit."""
    if hasattr(answer, "item"):
        answer = answer.item()
    if isinstance(answer, int | float | Fraction):
        return Fraction(answer)
    problem = f"an answer is {type(answer).__name__}, not a number"
    raise Invalid(problem, "look at one number at a time")


def _exact(answer: Callable[[Any], Any], value: object, draws: int) -> list[Fraction]:
    return [exact(answer(value)) for _ in range(draws)]
