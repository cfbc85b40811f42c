"""A loss in plain words and small tables: frequencies in two worlds, never epsilon alone.

Every number is an upper bound, rounded up.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, Context, Decimal
from fractions import Fraction

from discreet.numbers import Number, whole
from discreet.privacy.approx import Approx
from discreet.privacy.belief import guess, lift, lifted, power
from discreet.privacy.compose import Composed
from discreet.privacy.guarantee import Guarantee
from discreet.privacy.loss import Loss, probability
from discreet.privacy.pure import Pure
from discreet.privacy.text import shown
from discreet.privacy.unit import Relation

WIDTH = 78
MOST_PEOPLE = 10**12
# Deltas that are tried when none is given and the loss does not say one.
_DELTAS = tuple(Fraction(1, 10**place) for place in range(6, 0, -1))
# Beliefs in losses with a delta are bounded but for so many outputs.
_RARE = Fraction(1, 1000)
_FREQUENCIES = (1, 5, 10, 50)
_BELIEFS = (1, 10, 50, 90)
_PROVISOS = (
    "It counts the releases whose losses are in it and no others, holds for all data of one unit"
    " together, and trusts whoever holds the data."
)
_SENTENCES = (
    (
        "Imagine two worlds that differ in you alone: {worlds}. Somebody who knows everything about"
        " everybody else reads what is released, in one of them."
    ),
    (
        "Whatever they conclude about you from 1 of 100 outputs without your data, they conclude"
        " from at most {found} of 100 with them."
    ),
    (
        "Guessing which world it is, a coin is right 50 times of 100, and they are at most {right}"
        " times. What they thought 1 % likely about you, they then think at most {after}."
    ),
    (
        "A test of who is in the data that accuses 1 in 100 of those who are not finds, of {people}"
        " people who are, at most {hits} on average; luck alone finds {luck}."
    ),
)
_DELTA = (
    "Delta leaves room for outputs that are impossible without a person's data, and so give them"
    " away: a chance of at most {delta} for each person, so at most {chance} for any of {people}."
    " The other numbers here have it in them."
)
_WORLDS = {
    Relation.ADD_REMOVE: "one has your data, the other has not",
    Relation.REPLACE: "one has your data, the other has something else in their place",
    Relation.REPLACE_UNORDERED: "one has your data, the other has something else instead",
    Relation.BLANK: "one has your data, the other has a blank in their place",
}


@dataclass(frozen=True, slots=True)
class Listing:
    """A small table of text; its last column holds numbers."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def __str__(self) -> str:
        """In columns."""
        lines = (self.columns, *self.rows)
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        body = (
            "  " + "  ".join(f"{cell:<{width}}" for cell, width in zip(line, widths, strict=True))
            for line in lines
        )
        return "\n".join((self.title, *(line.rstrip() for line in body)))


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a loss means: sentences, then tables."""

    lines: tuple[str, ...]
    listings: tuple[Listing, ...]

    def __str__(self) -> str:
        """As text."""
        lines = ("\n".join(textwrap.wrap(line, WIDTH)) for line in self.lines)
        return "\n\n".join((*lines, *map(str, self.listings)))


def explain(
    loss: Loss | Guarantee, *, people: int = 1000, delta: Number | None = None
) -> Explanation:
    """What a loss, or a guarantee, means for a person whose data are among those of `people`.

    >>> print(explain(Pure(1)).lines[2])
    Whatever they conclude about you from 1 of 100 outputs without your data, they ...
    """
    relation, provisos = Relation.ADD_REMOVE, _PROVISOS
    if isinstance(loss, Guarantee):
        relation, provisos = loss.unit.relation, _provisos(loss)
        loss = loss.loss
    many = whole(people, "people", 1, MOST_PEOPLE)
    small = _usual_delta(loss) if delta is None else probability(delta, "delta")
    found = [power(loss, Fraction(count, 100)) for count in _FREQUENCIES]
    outputs, beliefs = _outputs(found), _beliefs(loss)
    said = {
        "worlds": _WORLDS[relation],
        "found": outputs.rows[0][1],
        "right": at_most_of(100, guess(loss)),
        "after": f"{beliefs.rows[0][1]} likely{_but_for(loss)}",
        "people": str(many),
        "hits": at_most_of(many, found[0]),
        "luck": at_most(Fraction(many, 100)),
    }
    lines = [_headline(loss, small), *(line.format(**said) for line in _SENTENCES)]
    lines += [*_failing(loss, small, many), provisos]
    listings = [outputs, beliefs]
    if isinstance(loss, Composed) and loss.routes:
        listings.append(routes(loss, small))
        if math.isfinite(loss.epsilon(small)):
            best = listings[-1].rows[0][0]
            lines.insert(1, f"Of the ways to add up, {best} gives the least epsilon.")
    return Explanation(tuple(lines), tuple(listings))


def routes(loss: Composed, delta: Number) -> Listing:
    """What each way of adding up says: its epsilon at a delta, the least first."""
    found = sorted((route.epsilon(delta), name) for name, route in loss.routes.items())
    rows = tuple((name, at_most(epsilon, 6)) for epsilon, name in found)
    title = f"epsilon at delta = {shown(probability(delta, 'delta'))}, by each way to add up"
    return Listing(title, ("way", "epsilon"), rows)


def at_most(number: float | Fraction, digits: int = 3) -> str:
    """A number in so many significant digits, rounded up; a float's last bit is not looked at.

    >>> at_most(2.71828), at_most(1.001e-9), at_most(12345), at_most(math.inf)
    ('2.72', '1.01e-9', '12400', 'no bound')
    """
    if math.isinf(number):
        return "no bound"
    # The float above 0.3 is 0.30000000000000004: it stands for 0.3.
    exact = Fraction((isinstance(number, float) and math.nextafter(number, 0)) or number)
    context = Context(prec=digits, rounding=ROUND_CEILING)
    short = context.divide(Decimal(exact.numerator), Decimal(exact.denominator)).normalize(context)
    plain = -4 <= short.adjusted() <= 6  # noqa: PLR2004  (longer ones are easier to read as 1e-9)
    return f"{short:f}" if plain else f"{short:e}".replace("e+", "e")


def at_most_of(total: int, share: float) -> str:
    """A share of a total; close to the total it is what is missing that has significant digits.

    >>> at_most_of(100, 0.5), at_most_of(100, 0.999665), at_most_of(100, 1.0)
    ('50', '99.967', '100')
    """
    exact = Fraction(share) * total
    missing = 1 - Fraction(share)
    if missing <= Fraction(1, 10**6):
        return str(total)
    if missing >= Fraction(1, 10):
        return at_most(exact)
    # So many digits that two of what is missing are seen.
    hidden = len(str(int(1 / missing))) - 1
    return at_most(exact, hidden + 2)


def _usual_delta(loss: Loss) -> Fraction:
    """The delta to speak of when none was asked for."""
    if isinstance(loss, Approx):
        return loss.failing
    if math.isfinite(loss.pure) and not isinstance(loss, Composed):
        return Fraction(0)
    return next((delta for delta in _DELTAS if math.isfinite(loss.epsilon(delta))), Fraction(1))


def _headline(loss: Loss, delta: Fraction) -> str:
    """The loss as it is written, and as epsilon and delta."""
    words = textwrap.shorten(str(loss), 200, placeholder=" …")
    if isinstance(loss, Pure | Approx) and delta == loss.terms().get("delta", 0):
        return f"{words}."
    return f"{words}: {_epsilon(loss, delta)}."


def _epsilon(loss: Loss, delta: Fraction) -> str:
    epsilon = loss.epsilon(delta)
    if math.isinf(epsilon):
        return f"no epsilon goes with delta = {shown(delta)}"
    return f"epsilon = {at_most(epsilon)} at delta = {shown(delta)}"


def _left_out(loss: Loss) -> Fraction:
    """How many outputs a bound on beliefs leaves out: none for pure losses."""
    return Fraction(0) if math.isfinite(loss.pure) else _RARE


def _but_for(loss: Loss) -> str:
    return ", but for 1 output in 1000" if _left_out(loss) else ""


def _failing(loss: Loss, delta: Fraction, people: int) -> list[str]:
    """What delta is."""
    if delta == 0 or math.isinf(loss.epsilon(delta)):
        return []
    chance = at_most(min(Fraction(1), delta * people))
    return [_DELTA.format(delta=shown(delta), chance=chance, people=people)]


def _provisos(guarantee: Guarantee) -> str:
    assumed = "; ".join(sorted(map(str, guarantee.assuming)))
    provided = f", provided that {assumed}" if assumed else ""
    return f"Protected is {guarantee.unit}{provided}; whoever holds the data is trusted."


def _outputs(found: Sequence[float]) -> Listing:
    """Two worlds side by side."""
    rows = tuple(
        (str(count), at_most_of(100, share))
        for count, share in zip(_FREQUENCIES, found, strict=True)
    )
    title = "Of 100 outputs, so many let them conclude something about you"
    return Listing(title, ("without your data", "with them, at most"), rows)


def _beliefs(loss: Loss) -> Listing:
    """What becomes of beliefs."""
    odds = lift(loss, _left_out(loss))
    rows = tuple(
        (f"{count} %", f"{at_most_of(100, lifted(Fraction(count, 100), odds))} %")
        for count in _BELIEFS
    )
    title = f"How likely something about you seems to them{_but_for(loss)}"
    return Listing(title, ("before", "after, at most"), rows)
