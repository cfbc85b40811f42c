"""Losses in words and in JSON, and back again."""

from __future__ import annotations

import re
import reprlib
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from discreet.errors import NotUnderstood
from discreet.numbers import whole
from discreet.numbers.rational import MOST_DIGITS
from discreet.privacy.compose import Composed, compose
from discreet.privacy.form import BY_TAG, BY_WORD, made, word_of
from discreet.privacy.group import Grouped
from discreet.privacy.loss import MOST_COUNT, Loss, Parts

MOST_TEXT = 1 << 16
MOST_DEPTH = 12
# A decimal fraction may have more digits than the quotient it is, and more than may be read.
MOST_SHOWN = 100
_WAY_ON = (
    "write it as 'epsilon = 1', 'epsilon = 1, delta = 1e-6', 'rho = 0.1', 'mu = 1' or 'odds = 3'"
)
_TIMES = re.compile(r"([0-9]{1,12}) times (.+)", re.DOTALL)
_MADE_OF = re.compile(r"([^()]+?) of \((.*)\)", re.DOTALL)


def written(loss: Loss) -> str:
    """A loss in words.

    >>> from discreet.privacy.approx import Approx
    >>> written(Approx("0.5", "1e-6"))
    'epsilon = 0.5, delta = 1e-6'
    """
    if isinstance(loss, Composed):
        return "; ".join(map(_written_part, loss.inside))
    return _written_one(loss)


def read(text: object) -> Loss:
    """The loss that is meant by words.

    >>> read("epsilon=1, delta=1e-6")
    Approx(exponent=Fraction(1, 1), failing=Fraction(1, 1000000))
    """
    if not isinstance(text, str) or len(text) > MOST_TEXT:
        raise NotUnderstood("a loss is written as a short text", _WAY_ON)
    return compose(*(count * part for part, count in _read_parts(text, MOST_DEPTH)))


def to_json(loss: Loss) -> dict[str, Any]:
    """A loss as JSON: its tag, its numbers as text, and the losses it is made of."""
    stored: dict[str, Any] = {"loss": loss.tag}
    stored |= {name: shown(value) for name, value in loss.terms().items()}
    if loss.inside or word_of(loss):
        stored["parts"] = [[to_json(part), count] for part, count in loss.inside]
    return stored


def from_json(stored: object) -> Loss:
    """The loss that was stored."""
    return _stored_one(stored, MOST_DEPTH)


def shown(value: Fraction) -> str:
    """A rational number as short as it can be said: 0.5, 1e-6, 1/3.

    >>> shown(Fraction(1, 2)), shown(Fraction(1, 10**6)), shown(Fraction(1, 3))
    ('0.5', '1e-6', '1/3')
    """
    quotient, places, left = str(value), 0, value.denominator
    while left % 10 == 0 or left % 2 == 0 or left % 5 == 0:
        left //= 10 if left % 10 == 0 else 2 if left % 2 == 0 else 5
        places += 1
    if left > 1 or places == 0:
        return quotient
    digits = str(value.numerator * 10**places // value.denominator)
    if len(digits) > MOST_SHOWN and len(quotient) <= MOST_DIGITS:
        return quotient
    if len(digits) + 2 < places:
        return f"{digits}e-{places}"
    digits = digits.rjust(places + 1, "0")
    return f"{digits[:-places]}.{digits[-places:]}"


def _written_one(loss: Loss) -> str:
    """A loss as it stands among others."""
    terms = ", ".join(f"{name} = {shown(value)}" for name, value in loss.terms().items())
    word = terms or word_of(loss)
    if word == terms and not loss.inside:
        return terms
    return f"{word} of ({'; '.join(map(_written_part, loss.inside))})"


def _written_part(part: tuple[Loss, int]) -> str:
    loss, count = part
    return f"{count} times {_written_one(loss)}" if count > 1 else _written_one(loss)


def _read_parts(text: str, depth: int) -> Parts:
    return tuple(_read_part(part.strip(), depth) for part in _cut(text))


def _cut(text: str) -> Iterator[str]:
    """Pieces between semicolons that stand in no brackets."""
    inside = start = 0
    for place, sign in enumerate(text):
        inside += (sign == "(") - (sign == ")")
        if sign == ";" and inside == 0:
            yield text[start:place]
            start = place + 1
    yield text[start:]


def _read_part(text: str, depth: int) -> tuple[Loss, int]:
    times = _TIMES.fullmatch(text)
    if times:
        return _read_one(times[2], depth), whole(int(times[1]), "the count", 0, MOST_COUNT)
    return _read_one(text, depth), 1


def _read_one(text: str, depth: int) -> Loss:
    made_of = _MADE_OF.fullmatch(text) if depth else None
    if not made_of:
        return _made(_terms(text), None, text)
    parts = _read_parts(made_of[2], depth - 1) if made_of[2] else ()
    form = BY_WORD.get(made_of[1])
    return form.make({}, parts) if form else _made(_terms(made_of[1]), parts, text)


def _terms(text: str) -> Mapping[str, str]:
    terms: dict[str, str] = {}
    for term in text.split(","):
        name, equals, value = (piece.strip() for piece in term.partition("="))
        if not equals or name in terms:
            raise NotUnderstood(f"no loss is written as {text[:60]!r}", _WAY_ON)
        terms[name.replace("_", " ")] = value
    return terms


def _made(terms: Mapping[str, str], parts: Parts | None, text: str) -> Loss:
    loss = made(terms, parts)
    if loss is None:
        raise NotUnderstood(f"no loss is written as {text[:60]!r}", _WAY_ON)
    return loss


def _stored_one(stored: object, depth: int) -> Loss:
    if isinstance(stored, Mapping) and depth and all(isinstance(name, str) for name in stored):
        terms = {name: value for name, value in stored.items() if name not in {"loss", "parts"}}
        parts = _stored_parts(stored["parts"], depth - 1) if "parts" in stored else None
        tag = stored.get("loss")
        form = BY_TAG.get(str(tag)) if parts is not None and not terms else None
        loss = form.make({}, parts or ()) if form else made(terms, parts)
        # Of a composed loss less than two parts may be left; a group may be of its own kind.
        simpler = (Composed.tag, Grouped.tag)
        if loss is not None and any(tag == known for known in (loss.tag, *simpler)):
            return loss
    raise NotUnderstood(f"no loss is stored as {reprlib.repr(stored)}", "store it with to_json")


def _stored_parts(stored: object, depth: int) -> Parts:
    """Losses, each with how often."""
    if isinstance(stored, list) and all(isinstance(part, list) for part in stored):
        return tuple(_stored_part(part, depth) for part in stored)
    problem = f"no losses are stored as {reprlib.repr(stored)}"
    raise NotUnderstood(problem, "store them with to_json")


def _stored_part(stored: list[Any], depth: int) -> tuple[Loss, int]:
    match stored:
        case [part, count]:
            return _stored_one(part, depth), whole(count, "the count", 0, MOST_COUNT)
        case _:
            problem = f"no part is stored as {reprlib.repr(stored)}"
            raise NotUnderstood(problem, "store it with to_json")
