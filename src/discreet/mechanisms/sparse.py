"""Which of many values lie above a threshold: those below it cost nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import ClassVar, TypeAlias

from discreet.errors import Impossible, NoBound, Refused
from discreet.law import DiscreteLaplace, Geometric
from discreet.law.crossing import ABOVE, BELOW, Crossing
from discreet.law.support import Support
from discreet.noise import Source, sample
from discreet.numbers import Interval, Number, between, choice, exp, log, whole
from discreet.privacy import Assumption, Loss, Pure, Sensitivity

MOST_POSITIVES = 10**6
# False or nothing below; above: true, or the gap, or the value, or both.
Answer: TypeAlias = bool | int | tuple[int, int] | None
Chance: TypeAlias = Callable[[int], Interval]
_MONOTONE = Assumption(
    "monotone", "a unit never moves one of the values up and another of them down"
)


@dataclass(frozen=True, slots=True, init=False)
class SparseVector:
    """Says of each whole number whether it is about as great as the threshold, or greater.

    It halts after so many `positives`. With `gap` it tells by how much; with an `answer_scale`, the
    value with fresh noise of that scale. For a threshold of its own, ask for a value less that.

    Guarantee. Where a unit moves each value by at most D, pure loss
    D / threshold_scale + 2 positives D / value_scale + positives D / answer_scale,
    without the 2 where it moves all of them the same way (`monotone`), however many are below.
    Because. Move the threshold's noise up by D and the noise of each positive by 0 to 2 D: what was
    below stays below, and each gap is the same. No shift is downwards, so noise may be one-sided.
    [dwork2014, lyu2017, ding2019]
    Error. `within(questions, level)`.

    >>> SparseVector(positives=2, threshold=50, threshold_scale=10, value_scale=40).loss(
    ...     Sensitivity(linf=1)
    ... ).pure
    0.2
    """

    tag: ClassVar[str] = "sparse-vector"
    positives: int
    threshold: int
    threshold_scale: Fraction
    value_scale: Fraction
    monotone: bool
    laplace: bool
    gap: bool
    answer_scale: Fraction | None

    def __init__(  # noqa: PLR0913  (each is a parameter of the mechanism)
        self,
        positives: int,
        threshold: int,
        threshold_scale: Number,
        value_scale: Number,
        *,
        monotone: bool = False,
        laplace: bool = False,
        gap: bool = False,
        answer_scale: Number | None = None,
    ) -> None:
        """From the scales of its noises; with `laplace` they go both ways."""
        fresh = None if answer_scale is None else DiscreteLaplace(answer_scale).scale
        for name, value in (
            ("positives", whole(positives, "positives", 1, MOST_POSITIVES)),
            ("threshold", whole(threshold, "threshold")),
            ("threshold_scale", Geometric(threshold_scale).scale),
            ("value_scale", Geometric(value_scale).scale),
            ("monotone", choice(monotone, "monotone")),
            ("laplace", choice(laplace, "laplace")),
            ("gap", choice(gap, "gap")),
            ("answer_scale", fresh),
        ):
            object.__setattr__(self, name, value)

    @classmethod
    def split(  # noqa: PLR0913  (each is a parameter of the mechanism)
        cls,
        epsilon: Number,
        positives: int,
        threshold: int,
        *,
        far: int = 1,
        monotone: bool = False,
        laplace: bool = False,
        gap: bool = False,
        answer_epsilon: Number | None = None,
    ) -> SparseVector:
        """With scales whose loss is exactly this epsilon, where a unit moves a value so `far`.

        Because. The difference of the noises varies least with shares 1 : (2 positives)^(2/3), or
        1 : positives^(2/3). [lyu2017]
        """
        loss = between(epsilon, "epsilon", 0, 10**6, ends=False)
        shifts = positives if monotone else 2 * positives
        ratio = exp(log(shifts, 64).lower * 2 / 3, 64).lower.limit_denominator(10**6)
        fresh = None
        if answer_epsilon is not None:
            extra = between(answer_epsilon, "answer_epsilon", 0, 10**6, ends=False)
            fresh = positives * far / extra
        return cls(
            positives,
            threshold,
            far * (1 + ratio) / loss,
            shifts * far * (1 + ratio) / (ratio * loss),
            monotone=monotone,
            laplace=laplace,
            gap=gap,
            answer_scale=fresh,
        )

    @property
    def assumes(self) -> tuple[Assumption, ...]:
        """That values are monotone, where the loss rests on it."""
        return (_MONOTONE,) if self.monotone else ()

    def loss(self, sensitivity: Sensitivity, /) -> Loss:
        """Of all answers together, where a unit moves each value by at most linf."""
        if sensitivity.linf is None:
            problem = f"nothing bounds how far a unit moves one value in {sensitivity}"
            raise NoBound(problem, "give linf")
        far = floor(sensitivity.linf)  # whole numbers move by whole numbers
        shifts = self.positives if self.monotone else 2 * self.positives
        total = far / self.threshold_scale + shifts * far / self.value_scale
        if self.answer_scale is not None:
            total += self.positives * far / self.answer_scale
        return Pure(total)

    def begin(self, source: Source, /) -> Watch:
        """With noise on the threshold, the same to the end."""
        return Watch(self, source)

    def sample(self, x: Sequence[int], source: Source, /) -> tuple[Answer, ...]:
        """Answers to all values of a list, or to the first until it halts."""
        return tuple(self._until_halted(x, self.begin(source)))

    def law(self, x: Sequence[int], /) -> dict[tuple[Answer, ...], Chance]:
        """How likely each list of answers is, to any number of bits."""
        if self.gap or self.answer_scale is not None:
            raise Impossible("answers that are numbers cannot all be listed", "ask for a `chance`")
        return {
            answers: lambda bits, told=answers: self.chance(x, told, bits)  # type: ignore[misc]  # mypy knows no default of a lambda
            for answers in self._transcripts(len(x))
        }

    def chance(self, x: Sequence[int], answers: Sequence[Answer], bits: int) -> Interval:
        """How likely these answers are, certified."""
        asked = x[: len(answers)]
        excesses = [self._excess(answer) for answer in answers]
        chance = self._crossing.chance(asked, excesses, bits)
        if self.answer_scale is not None:
            fresh = DiscreteLaplace(self.answer_scale)
            for value, answer in zip(asked, answers, strict=True):
                if answer is not None:
                    told = answer[1] if isinstance(answer, tuple) else answer
                    chance = chance * fresh.mass_within(told - value, bits)
        return chance

    def within(self, questions: int, level: Number) -> int:
        """How far off, with at least that probability, for so many questions together.

        What is called below lies at most so far above the threshold, and the other way round.
        """
        wrong = (1 - between(level, "the level", 0, 1, ends=False)) / 4
        each = wrong / whole(questions, "questions", 1)
        # Four events, of a quarter each; all bounds are on excess less value plus threshold.
        most = self.noise.quantile(1 - each) - self.level.quantile(wrong)
        least = self.noise.quantile(each) - self.level.quantile(1 - wrong)
        return max(most - self.lean, self.lean - least, 0)

    @property
    def lean(self) -> int:
        """By how much one-sided noises raise a value more than the threshold, about: public."""
        return 0 if self.laplace else round(self.value_scale - self.threshold_scale)

    @property
    def level(self) -> DiscreteLaplace | Geometric:
        """The law of the threshold's noise."""
        return (DiscreteLaplace if self.laplace else Geometric)(self.threshold_scale)

    @property
    def noise(self) -> DiscreteLaplace | Geometric:
        """The law of each value's noise."""
        return (DiscreteLaplace if self.laplace else Geometric)(self.value_scale)

    @property
    def _crossing(self) -> Crossing:
        return Crossing(self.level, self.noise, self.threshold + self.lean)

    def _excess(self, answer: Answer) -> Support:
        """What an answer says of the excess."""
        if answer is None or answer is False:
            return BELOW
        if not self.gap:
            return ABOVE
        gap = answer[0] if isinstance(answer, tuple) else answer
        return Support(gap, gap)

    def _until_halted(self, x: Sequence[int], watch: Watch) -> Iterator[Answer]:
        for value in x:
            if watch.halted:
                return
            yield watch.answer(value)

    def _transcripts(self, length: int) -> Iterator[tuple[bool, ...]]:
        """All lists of answers to so many values."""
        stack: list[tuple[bool, ...]] = [()]
        while stack:
            told = stack.pop()
            if len(told) == length or sum(told) == self.positives:
                yield told
            else:
                stack += [(*told, True), (*told, False)]


@dataclass(frozen=True, slots=True, init=False)
class AboveThreshold:
    """Answers no to whole numbers until one is about as great as the threshold: yes, and halts.

    Guarantee. D / threshold_scale + 2 D / value_scale: that of a `SparseVector` of one positive.
    Because. It is one. [dwork2014]

    >>> AboveThreshold(threshold=50, threshold_scale=10, value_scale=20).loss(
    ...     Sensitivity(linf=1)
    ... ).pure
    0.2
    """

    tag: ClassVar[str] = "above-threshold"
    threshold: int
    threshold_scale: Fraction
    value_scale: Fraction
    monotone: bool
    laplace: bool
    gap: bool

    def __init__(  # noqa: PLR0913  (each is a parameter of the mechanism)
        self,
        threshold: int,
        threshold_scale: Number,
        value_scale: Number,
        *,
        monotone: bool = False,
        laplace: bool = False,
        gap: bool = False,
    ) -> None:
        """See `SparseVector`."""
        one = SparseVector(
            *(1, threshold, threshold_scale, value_scale),
            monotone=monotone,
            laplace=laplace,
            gap=gap,
        )
        for name in self.__slots__:
            object.__setattr__(self, name, getattr(one, name))

    @property
    def assumes(self) -> tuple[Assumption, ...]:
        """See `SparseVector`."""
        return self._one.assumes

    def loss(self, sensitivity: Sensitivity, /) -> Loss:
        """Of all answers together, where a unit moves each value by at most linf."""
        return self._one.loss(sensitivity)

    def begin(self, source: Source, /) -> Watch:
        """With noise on the threshold."""
        return self._one.begin(source)

    def sample(self, x: Sequence[int], source: Source, /) -> tuple[Answer, ...]:
        """Answers to the values of a list, up to the first that is above."""
        return self._one.sample(x, source)

    def law(self, x: Sequence[int], /) -> dict[tuple[Answer, ...], Chance]:
        """How likely each list of answers is, to any number of bits."""
        return self._one.law(x)

    def within(self, questions: int, level: Number) -> int:
        """How far off. See `SparseVector`."""
        return self._one.within(questions, level)

    @property
    def _one(self) -> SparseVector:
        return SparseVector(1, **{name: getattr(self, name) for name in self.__slots__})


class Watch:
    """What is remembered between two answers: the threshold with its noise, and what is left."""

    __slots__ = ("_left", "_level", "_of", "_source")

    def __init__(self, of: SparseVector, source: Source) -> None:
        """From its mechanism, whose threshold gets its noise now."""
        self._of, self._source, self._left = of, source, of.positives
        self._level = of.threshold + of.lean + sample(of.level, source=source)

    @property
    def halted(self) -> bool:
        """Whether all positives have been given."""
        return self._left == 0

    def answer(self, x: int, /) -> Answer:
        """Whether the value is about as great as the threshold, or by how much it is greater."""
        if self.halted:
            raise Refused("all positives were given", "begin another search: it is charged anew")
        of, value = self._of, whole(x, "a value")
        excess = value + sample(of.noise, source=self._source) - self._level
        plain = not of.gap and of.answer_scale is None
        if excess < 0:
            return False if plain else None
        self._left -= 1
        if of.answer_scale is None:
            return excess if of.gap else True
        told = value + sample(DiscreteLaplace(of.answer_scale), source=self._source)
        return (excess, told) if of.gap else told
