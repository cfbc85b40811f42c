"""What a number is, to more than 200 bits beyond what is tested: by mpmath, made by others."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import mpmath

from discreet.numbers import Interval

# So many bits more than the interval has; the last of them may be lost to what mpmath rounds.
EXTRA = 360
TRUSTED = 220


def written(x: Fraction | int) -> Any:  # noqa: ANN401  (mpmath has no types)
    """The number, rounded to the precision in force."""
    return mpmath.mpf(x.numerator) / x.denominator


def ends(interval: Interval) -> tuple[Any, Any]:
    """Both ends, exactly where the precision in force is enough; never as long integers."""
    low, high = (mpmath.mpf(end) for end in (interval.low, interval.high))
    return mpmath.ldexp(low, interval.exponent), mpmath.ldexp(high, interval.exponent)


def assert_holds(
    interval: Interval,
    function: Callable[..., Any],
    *points: Fraction | int,
    units: float | None = None,
) -> None:
    """The interval holds the value, and is at most `units` parts of 2**bits of it wide."""
    longest = max(abs(interval.low), abs(interval.high)).bit_length()
    with mpmath.workprec(max(interval.bits, longest) + EXTRA):
        value, (low, high) = function(*(written(point) for point in points)), ends(interval)
        doubt = mpmath.ldexp(abs(value), -interval.bits - TRUSTED)
        assert low - doubt <= value <= high + doubt
        if units is not None:
            assert high - low <= units * mpmath.ldexp(abs(value), -interval.bits)
