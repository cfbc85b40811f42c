"""How each kind of loss is written: the names of its numbers, what it is made of, its constructor.

A new kind of loss is one line here. Text becomes a class by this table and in no other way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from discreet.errors import Invalid
from discreet.numbers import rational, whole
from discreet.privacy.additive import DiscreteGaussianNoise, DiscreteLaplaceNoise, LaplaceNoise
from discreet.privacy.approx import Approx
from discreet.privacy.bounded import BoundedRange, Choices
from discreet.privacy.compose import Composed, compose
from discreet.privacy.curve import Curve
from discreet.privacy.gaussian import Gdp
from discreet.privacy.group import Grouped, group
from discreet.privacy.loss import Loss, Parts, step_of
from discreet.privacy.matrix import Finite
from discreet.privacy.nearly import Nearly
from discreet.privacy.odds import Odds
from discreet.privacy.optimal import Optimal
from discreet.privacy.pld import Pld
from discreet.privacy.pure import Pure
from discreet.privacy.renyi import Renyi
from discreet.privacy.sampled_gaussian import SampledGaussian
from discreet.privacy.sampling import Draw, Sampled
from discreet.privacy.worst import Worst
from discreet.privacy.zcdp import Zcdp

# Numbers by name; by what is listed and then by place, where names end in a number.
Terms: TypeAlias = Mapping[str, Any]
_LISTED = re.compile(r"(.+) ([0-9]+(?:[./][0-9]+)?)")


@dataclass(frozen=True, slots=True)
class Form:
    """A kind of loss, the names of its numbers, and how it is made from these and from losses.

    `word` stands before losses that it is made of where it has no numbers.
    """

    kind: type[Loss]
    names: tuple[str, ...]
    make: Callable[[Terms, Parts], Loss]
    word: str = ""
    made_of: bool = False


def _plain(kind: Callable[..., Loss], *names: str) -> Form:
    """Made from its numbers, in this order."""
    return Form(kind, names, lambda terms, _: kind(*(terms[name] for name in names)))  # type: ignore[arg-type]  # kinds are called, here alone with any numbers


def _around(kind: Callable[..., Loss], *names: str) -> Form:
    """Made from a loss and numbers."""

    def make(terms: Terms, parts: Parts) -> Loss:
        return kind(_together(parts), *(terms[name] for name in names))

    return Form(kind, names, make, made_of=True)  # type: ignore[arg-type]  # as above


def _together(parts: Parts) -> Loss:
    return compose(*(count * part for part, count in parts))


def _composed(_: Terms, parts: Parts) -> Loss:
    if any(isinstance(part, Composed) for part, _ in parts):
        raise Invalid("a composed loss is a part of another", "write all parts side by side")
    return _together(parts)


FORMS: tuple[Form, ...] = (
    _plain(Pure, "epsilon"),
    _plain(Approx, "epsilon", "delta"),
    _plain(Odds, "odds"),
    _plain(Zcdp, "rho"),
    _plain(Zcdp, "rho", "delta"),
    _plain(Gdp, "mu"),
    Form(Gdp, ("mu squared",), lambda terms, _: Gdp(square=terms["mu squared"])),
    _plain(Renyi, "epsilon at order"),
    Form(
        Finite,
        ("first", "second"),
        lambda terms, _: Finite(*(_in_order(terms[row]) for row in ("first", "second"))),
    ),
    _plain(Curve, "misses at"),
    _plain(BoundedRange, "range"),
    _plain(Choices, "range", "choices"),
    _plain(LaplaceNoise, "laplace ratio"),
    _plain(DiscreteLaplaceNoise, "discrete laplace scale", "distance"),
    _plain(DiscreteGaussianNoise, "discrete gaussian variance", "distance"),
    _plain(SampledGaussian, "sampling rate", "noise"),
    _around(Sampled, "sampling rate"),
    Form(
        Sampled,
        ("sample share",),
        lambda terms, parts: Sampled(_together(parts), terms["sample share"], Draw.FIXED),
        made_of=True,
    ),
    _around(Nearly, "total variation"),
    Form(
        Grouped,
        ("units",),
        lambda terms, parts: group(_together(parts), terms["units"]),  # of its own kind, if it can
        made_of=True,
    ),
    Form(Composed, (), _composed, "all", made_of=True),
    Form(Optimal, (), lambda _, parts: Optimal(parts), "optimal composition", made_of=True),  # type: ignore[arg-type]  # it looks at what it is given
    Form(Worst, (), lambda _, parts: Worst(parts), "the worst", made_of=True),
    Form(Pld, (), lambda _, parts: Pld(parts), "loss distribution", made_of=True),
    Form(
        Pld,
        ("loss distribution step",),
        lambda terms, parts: Pld(parts, step_of(terms["loss distribution step"])),
        made_of=True,
    ),
)
_BY_NAMES = {(frozenset(form.names), form.made_of): form for form in FORMS if form.names}
BY_WORD: Mapping[str, Form] = {form.word: form for form in FORMS if form.word}
BY_TAG: Mapping[str, Form] = {form.kind.tag: form for form in FORMS if form.word}
_WHOLE = {"distance", "choices", "units"}


def word_of(loss: Loss) -> str:
    """What stands before the losses that it is made of; nothing where numbers do."""
    form = BY_TAG.get(loss.tag)
    return form.word if form else ""


def made(written: Mapping[str, object], parts: Parts | None) -> Loss | None:
    """The loss with these numbers, made of these losses; none where there is no such kind."""
    terms: dict[str, Any] = {}
    for name, value in written.items():
        rational(value, name)  # type: ignore[arg-type]  # it refuses what is no number
        listed = _LISTED.fullmatch(name)
        if listed:
            if not isinstance(terms.setdefault(listed[1], {}), dict):
                return None
            terms[listed[1]][listed[2]] = value
        elif name in terms:
            return None
        else:
            terms[name] = whole(rational(value, name), name) if name in _WHOLE else value  # type: ignore[arg-type]  # it refuses what is no number
    form = _BY_NAMES.get((frozenset(terms), parts is not None))
    return None if form is None else form.make(terms, parts or ())


def _in_order(row: object) -> list[Any]:
    """What is listed at 0, 1, 2 and so on."""
    if not isinstance(row, dict) or [*row] != [str(place) for place in range(len(row))]:
        raise Invalid("answers are not numbered 0, 1, 2 and so on", "give each a probability")
    return list(row.values())
