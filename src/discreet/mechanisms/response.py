"""Randomised response: the truth with known odds, else another choice at random."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from discreet import law
from discreet.errors import Invalid
from discreet.noise import Source, coin, sample
from discreet.numbers import Number, between, whole
from discreet.privacy import Finite, Loss, Odds, Sensitivity

MOST_CHOICES = 1 << 20
_YES_NO = 2


@dataclass(frozen=True, slots=True, init=False)
class Response:
    """Tells the truth with probability `honesty`, else one of the other `choices`.

    Guarantee. Two answers of a person give any output with odds at most
    honesty * (choices - 1) / (1 - honesty), or one over that.
    Because. A choice is told with one of two probabilities, whoever tells it. [warner1965]

    >>> Response(choices=2, honesty="3/4").loss(Sensitivity(linf=1)).pure
    1.0986122886681...
    """

    tag: ClassVar[str] = "response"
    choices: int
    honesty: Fraction

    def __init__(self, choices: int, honesty: Number) -> None:
        """From how many choices there are, and how often the truth is told."""
        object.__setattr__(self, "choices", whole(choices, "choices", 2, MOST_CHOICES))
        object.__setattr__(self, "honesty", between(honesty, "honesty", 0, 1, ends=False))

    @classmethod
    def coins(cls) -> Response:
        """Two coins: tails on the first, and the second answers. The odds are 3 : 1."""
        return cls(2, Fraction(3, 4))

    @classmethod
    def leaning(cls, lean: Number) -> Response:
        """Yes and no, the truth with probability 1/2 + `lean`."""
        return cls(2, Fraction(1, 2) + between(lean, "lean", 0, Fraction(1, 2), ends=False))

    @classmethod
    def forced(cls, honesty: Number) -> Response:
        """The truth with probability `honesty`, else a yes or a no by a fair coin.

        To force a yes alone is not private for any epsilon: a no gives everybody away who says it.
        """
        told = between(honesty, "honesty", 0, 1, ends=False)
        return cls(2, (1 + told) / 2)

    def loss(self, _: Sensitivity, /) -> Loss:
        """Of one person's answer, however it changes."""
        told, lie = self.honesty, self.lie
        if self.choices == _YES_NO:
            return Odds(max(told / lie, lie / told))
        rest = 1 - told - lie
        return Finite([told, lie, rest], [lie, told, rest])

    def sample(self, x: int, source: Source, /) -> int:
        """The truth, or another choice."""
        truth = whole(x, "the answer", 0, self.choices - 1)
        others = law.Uniform(0, self.choices - 2)
        told, other = coin(self.honesty, source), sample(others, source=source)
        return truth if told else other + (other >= truth)

    def law(self, x: int, /) -> law.Finite:
        """The truth and each other choice."""
        return law.Finite({y: self.honesty if y == x else self.lie for y in range(self.choices)})

    @property
    def lie(self) -> Fraction:
        """How often each choice that is not the truth is told."""
        return (1 - self.honesty) / (self.choices - 1)

    def shares(self, counts: Sequence[int]) -> list[Fraction]:
        """How many have each truth, as shares of all, without bias: some may be below zero."""
        if len(counts) != self.choices or not sum(counts):
            problem = f"there are no answers to {self.choices} choices, or counts of other choices"
            raise Invalid(problem, "give how often each choice was told, of at least one answer")
        total = sum(counts)
        self._check_leaning()
        return [(Fraction(n, total) - self.lie) / (self.honesty - self.lie) for n in counts]

    def variance(self, share: Number, people: int) -> Fraction:
        """The exact variance of an estimated share, when so many people have the truth."""
        part, many = between(share, "share", 0, 1), whole(people, "people", 1)
        told, lie = self.honesty, self.lie
        self._check_leaning()
        return (part * told * (1 - told) + (1 - part) * lie * (1 - lie)) / (
            many * (told - lie) ** 2
        )

    def _check_leaning(self) -> None:
        """Refuse to estimate from answers that do not depend on the truth."""
        if self.honesty == self.lie:
            problem = "answers tell nothing: each choice is as likely whatever the truth is"
            raise Invalid(problem, "ask with more honesty")
