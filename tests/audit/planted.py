"""Mechanisms that lie, each in its own way; and one that keeps what it promises."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from discreet import law
from discreet.errors import OutOfRange
from discreet.noise import Source, coin
from discreet.numbers import between
from discreet.privacy import Loss, Odds, Sensitivity, Zcdp

ONE = Sensitivity(l0=1, linf=1)


@dataclass(frozen=True, slots=True, init=False)
class Honest:
    """Tells a bit with this honesty, and says so."""

    tag: ClassVar[str] = "honest"
    honesty: Fraction

    def __init__(self, honesty: str | Fraction) -> None:
        object.__setattr__(self, "honesty", between(honesty, "honesty", 0, 1, ends=False))

    @property
    def odds(self) -> Fraction:
        return max(self.honesty / (1 - self.honesty), (1 - self.honesty) / self.honesty)

    def loss(self, _: Sensitivity, /) -> Loss:
        return Odds(self.odds)

    def sample(self, x: int, source: Source, /) -> str:
        return "yes" if coin(self.honesty, source) == x else "no"

    def law(self, x: int, /) -> Mapping[str, Fraction]:
        yes = self.honesty if x else 1 - self.honesty
        return {"yes": yes, "no": 1 - yes}


class Boasting(Honest):
    """Claims half of the odds that it has."""

    tag: ClassVar[str] = "boasting"

    def loss(self, _: Sensitivity, /) -> Loss:
        return Odds((1 + self.odds) / 2)


class Timid(Honest):
    """Claims twice the odds that it has."""

    tag: ClassVar[str] = "timid"

    def loss(self, _: Sensitivity, /) -> Loss:
        return Odds(2 * self.odds)


class Bell(Honest):
    """Claims a rho that is a tenth of what it should be."""

    tag: ClassVar[str] = "bell"

    def loss(self, _: Sensitivity, /) -> Loss:
        return Zcdp(Fraction(Odds(self.odds).rho) / 10)


class Leaning(Honest):
    """Answers by another law than it states."""

    tag: ClassVar[str] = "leaning"

    def sample(self, x: int, source: Source, /) -> str:
        return "yes" if coin(self.honesty * Fraction(19, 20), source) == x else "no"


class Strange(Honest):
    """Answers what its law does not know."""

    tag: ClassVar[str] = "strange"

    def sample(self, x: int, source: Source, /) -> str:
        return "perhaps" if coin(Fraction(1, 20), source) else Honest.sample(self, x, source)


class Uneven(Honest):
    """States a law that does not add up."""

    tag: ClassVar[str] = "uneven"

    def law(self, x: int, /) -> Mapping[str, Fraction]:
        return {**Honest.law(self, x), "perhaps": Fraction(1, 10**6)}


class Peeping(Honest):
    """Draws before it is asked for an answer."""

    tag: ClassVar[str] = "peeping"

    def loss(self, sensitivity: Sensitivity, /) -> Loss:
        if sensitivity.linf and sensitivity.linf > 2:
            raise ZeroDivisionError
        return Odds(self.odds)


class Silent(Honest):
    """Prints nothing of what it is."""

    tag: ClassVar[str] = "silent"

    def __repr__(self) -> str:
        return "a mechanism"


@dataclass(frozen=True)
class Lax(Honest):
    """Takes whatever it is given."""

    tag: ClassVar[str] = "lax"
    honesty: Fraction

    def __init__(self, honesty: object) -> None:
        known = Fraction(honesty) if isinstance(honesty, str | Fraction) else Fraction(1, 3)
        if not 0 < known < 1:
            raise OutOfRange("honesty is no probability")
        object.__setattr__(self, "honesty", known)


class Giving:
    """Tells the truth now and then, has no law, and claims little."""

    tag: ClassVar[str] = "giving"

    def __init__(self, honesty: str = "9/10") -> None:
        self.honesty = honesty

    def loss(self, _: Sensitivity, /) -> Loss:
        return Odds(2)

    def sample(self, x: int, source: Source, /) -> int:
        return x if coin(Fraction(9, 10), source) else 1 - x


class Noisy(Giving):
    """As it claims, and without a law."""

    tag: ClassVar[str] = "noisy"

    def sample(self, x: int, source: Source, /) -> int:
        return x if coin(Fraction(2, 3), source) else 1 - x


LAW = law.Finite({0: 1})
