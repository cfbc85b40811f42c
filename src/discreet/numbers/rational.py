"""Numbers as written: `0.1` is one tenth, whatever the type it came in."""

import re
import reprlib
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from numbers import Rational
from typing import TypeAlias

from discreet.errors import OutOfRange

Number: TypeAlias = int | str | float | Decimal | Fraction

MOST_DIGITS = 400
_WRITTEN = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]{1,3})?|[+-]?[0-9]+/[0-9]+")
_WAY_ON = "write it as 3, '0.1', '1e-6' or '1/3', with at most 400 digits"


def rational(number: Number, name: str = "the number") -> Fraction:
    """The exact value of a number as its writer meant it.

    Text is plain ASCII decimal or a quotient; a float means its shortest decimal form.

    >>> rational(0.1), rational("1e-6"), rational("1/3")
    (Fraction(1, 10), Fraction(1, 1000000), Fraction(1, 3))
    """
    if isinstance(number, Fraction | int) and not isinstance(number, bool) and _short(number):
        return Fraction(number)
    text = _text(number)
    if text is None or len(text) > MOST_DIGITS or not _WRITTEN.fullmatch(text):
        raise OutOfRange(f"{name} is not a number: {_shown(number)}", _WAY_ON)
    try:
        value = Fraction(text)
    except ZeroDivisionError:
        raise OutOfRange(f"{name} divides by zero: {_shown(number)}", _WAY_ON) from None
    if max(abs(value.numerator), value.denominator) >= 10**MOST_DIGITS:
        raise OutOfRange(f"{name} has too many digits: {_shown(number)}", _WAY_ON)
    return value


def between(
    number: Number,
    name: str,
    least: Number,
    most: Number,
    *,
    ends: bool = True,
) -> Fraction:
    """The exact value of a number that has to lie in a range, ends included or not.

    >>> between("0.5", "rate", 0, 1)
    Fraction(1, 2)
    """
    value = rational(number, name)
    low, high = _bound(least), _bound(most)
    inside = low <= value <= high if ends else low < value < high
    if not inside:
        wanted = f"from {least} to {most}" if ends else f"strictly between {least} and {most}"
        raise OutOfRange(f"{name} is {_shown(number)}", f"it can be anything {wanted}")
    return value


def whole(number: object, name: str, least: int | None = None, most: int | None = None) -> int:
    """An integer that has to lie in a range; nothing is rounded to make it one.

    >>> whole(3, "size", least=0)
    3
    """
    text = None if isinstance(number, bool) or not isinstance(number, Rational) else _text(number)
    if text is None or len(text) > MOST_DIGITS or "/" in text:
        way_on = "write it as 12, with at most 400 digits"
        raise OutOfRange(f"{name} is not a whole number: {_shown(number)}", way_on)
    value = int(text)
    if (least is not None and value < least) or (most is not None and value > most):
        wanted = f"from {'-∞' if least is None else least} to {'∞' if most is None else most}"
        raise OutOfRange(f"{name} is {_shown(number)}", f"it can be any whole number {wanted}")
    return value


def choice(value: object, name: str) -> bool:
    """True or False, and nothing that only counts as such.

    >>> choice(True, "signed")
    True
    """
    if not isinstance(value, bool):
        raise OutOfRange(f"{name} is {_shown(value)}", "it can be True or False")
    return value


@lru_cache(maxsize=256, typed=True)
def _bound(number: Number) -> Fraction:
    """A bound: the same few are asked for again and again."""
    return rational(number)


def _short(number: Fraction | int) -> bool:
    """Whether it surely has few enough digits."""
    return max(number.numerator.bit_length(), number.denominator.bit_length()) <= 3 * MOST_DIGITS


def _text(number: object) -> str | None:
    """The number in ASCII, or nothing when it is of a kind that is not understood."""
    if isinstance(number, bool):
        return None
    if isinstance(number, str):
        return number
    if isinstance(number, float):
        return float.__repr__(number)
    if isinstance(number, Decimal):
        return str(number)
    if isinstance(number, Rational):
        numerator, denominator = int(number.numerator), int(number.denominator)
        if max(numerator.bit_length(), denominator.bit_length()) > 4 * MOST_DIGITS:
            return None
        return str(numerator) if denominator == 1 else f"{numerator}/{denominator}"
    return None


def _shown(number: object) -> str:
    """What was written, short enough to read."""
    try:
        if isinstance(number, float | Decimal | Fraction):
            text = str(number)
        else:  # lists may be long, or deep
            text = repr(number) if isinstance(number, int | str) else reprlib.repr(number)
    except ValueError:  # an integer too long for Python to print
        return "an integer of thousands of digits"
    return text if len(text) <= 40 else f"{text[:37]}…"  # noqa: PLR2004
