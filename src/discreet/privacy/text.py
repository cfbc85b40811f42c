"""Losses in words and in JSON, and back again."""

from __future__ import annotations

import re
import reprlib
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from discreet.errors import NotUnderstood
from discreet.numbers import rational, whole
from discreet.numbers.rational import MOST_DIGITS
from discreet.privacy.additive import DiscreteGaussianNoise, DiscreteLaplaceNoise, LaplaceNoise
from discreet.privacy.approx import Approx
from discreet.privacy.compose import Composed, compose, repeat
from discreet.privacy.gaussian import Gdp
from discreet.privacy.loss import MOST_COUNT, Loss
from discreet.privacy.odds import Odds
from discreet.privacy.optimal import Optimal, Part
from discreet.privacy.pure import Pure
from discreet.privacy.renyi import Renyi
from discreet.privacy.sampling import SampledGaussian
from discreet.privacy.zcdp import Zcdp

MOST_TEXT = 1 << 16
# A decimal fraction may have more digits than the quotient it is, and more than may be read.
MOST_SHOWN = 100
_WAY_ON = (
    "write it as 'epsilon = 1', 'epsilon = 1, delta = 1e-6', 'rho = 0.1', 'mu = 1' or 'odds = 3'"
)
_TIMES = re.compile(r"([0-9]{1,12}) times (.+)")
_AT_ORDER = re.compile(r"epsilon at order ([0-9./]+)")
# Which numbers make which loss.
_KINDS: Mapping[frozenset[str], Callable[..., Loss]] = {
    frozenset({"epsilon"}): Pure,
    frozenset({"epsilon", "delta"}): Approx,
    frozenset({"odds"}): Odds,
    frozenset({"rho"}): Zcdp,
    frozenset({"rho", "delta"}): Zcdp,
    frozenset({"mu"}): Gdp,
    frozenset({"mu_squared"}): lambda mu_squared: Gdp(square=mu_squared),
    frozenset({"laplace_ratio"}): lambda **of: LaplaceNoise(of["laplace_ratio"]),
    frozenset({"sampling_rate", "noise"}): lambda **of: SampledGaussian(
        of["sampling_rate"], of["noise"]
    ),
    frozenset({"discrete_laplace_scale", "distance"}): lambda **of: DiscreteLaplaceNoise(
        of["discrete_laplace_scale"], whole(rational(of["distance"]), "distance")
    ),
    frozenset({"discrete_gaussian_variance", "distance"}): lambda **of: DiscreteGaussianNoise(
        of["discrete_gaussian_variance"], whole(rational(of["distance"]), "distance")
    ),
}


def written(loss: Loss) -> str:
    """A loss in words.

    >>> written(Approx("0.5", "1e-6"))
    'epsilon = 0.5, delta = 1e-6'
    """
    if isinstance(loss, Composed | Optimal):
        return "; ".join(
            f"{count} times {written(part)}" if count > 1 else written(part)
            for part, count in _parts(loss)
        )
    return ", ".join(f"{name} = {shown(value)}" for name, value in loss.terms().items())


def read(text: object) -> Loss:
    """The loss that is meant by words.

    >>> read("epsilon=1, delta=1e-6")
    Approx(exponent=Fraction(1, 1), failing=Fraction(1, 1000000))
    """
    if not isinstance(text, str) or len(text) > MOST_TEXT:
        raise NotUnderstood("a loss is written as a short text", _WAY_ON)
    return compose(*(_read_part(part.strip()) for part in text.split(";")))


def to_json(loss: Loss) -> dict[str, Any]:
    """A loss as JSON: its tag, and its numbers as text."""
    if isinstance(loss, Composed | Optimal):
        parts = [[to_json(part), count] for part, count in _parts(loss)]
        return {"loss": loss.tag, "parts": parts}
    return {"loss": loss.tag, **{name: shown(value) for name, value in loss.terms().items()}}


def from_json(stored: object) -> Loss:
    """The loss that was stored."""
    match stored:
        case {"loss": Composed.tag, "parts": list(parts), **rest} if not rest:
            return compose(*(repeat(*_stored_part(part)) for part in parts))
        case {"loss": Optimal.tag, "parts": list(parts), **rest} if not rest:
            return Optimal(tuple(_approximation(*_stored_part(part)) for part in parts))
        case _:
            return _stored_one(stored)


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


def _parts(loss: Composed | Optimal) -> Sequence[tuple[Loss, int]]:
    if isinstance(loss, Composed):
        return loss.parts
    return [(Approx(part.epsilon, part.delta), part.count) for part in loss.parts]


def _stored_one(stored: object) -> Loss:
    """A loss that is stored by its numbers."""
    if isinstance(stored, Mapping) and all(isinstance(name, str) for name in stored):
        terms = {name: value for name, value in stored.items() if name != "loss"}
        loss = _made(terms, ", ".join(terms))
        if loss.tag == stored.get("loss"):
            return loss
    raise NotUnderstood(f"no loss is stored as {reprlib.repr(stored)}", "store it with to_json")


def _stored_part(stored: object) -> tuple[Loss, int]:
    """A loss and how often; parts have no parts."""
    match stored:
        case [part, count]:
            return _stored_one(part), whole(count, "the count", 0, MOST_COUNT)
        case _:
            raise NotUnderstood(
                f"no part is stored as {reprlib.repr(stored)}", "store it with to_json"
            )


def _approximation(loss: Loss, count: int) -> Part:
    if not isinstance(loss, Approx):
        raise NotUnderstood(f"{loss} is no approximate loss", "store it with to_json")
    return Part(loss.exponent, loss.failing, count)


def _read_part(text: str) -> Loss:
    repeated = _TIMES.fullmatch(text)
    if repeated:
        return repeat(_read_terms(repeated[2]), whole(int(repeated[1]), "the count"))
    return _read_terms(text)


def _read_terms(text: str) -> Loss:
    terms: dict[str, str] = {}
    for term in text.split(","):
        name, equals, value = (piece.strip() for piece in term.partition("="))
        if not equals or name in terms:
            raise NotUnderstood(f"no loss is written as {text[:60]!r}", _WAY_ON)
        terms[name] = value
    return _made(terms, text)


def _made(terms: Mapping[str, str], text: str) -> Loss:
    orders = {name: _AT_ORDER.fullmatch(name) for name in terms}
    if terms and all(orders.values()):
        return Renyi({found[1]: terms[name] for name, found in orders.items() if found})
    numbers = {name.replace(" ", "_"): value for name, value in terms.items()}
    make = _KINDS.get(frozenset(numbers))
    if make is None:
        raise NotUnderstood(f"no loss is written as {text[:60]!r}", _WAY_ON)
    for name, value in numbers.items():
        rational(value, name)  # nothing but a number; which ones may be is for the loss to say
    return make(**numbers)
