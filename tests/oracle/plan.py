"""Random plans: losses fixed beforehand, each so many times, and a delta."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import TypeAlias

from discreet.privacy import (
    Approx,
    DiscreteGaussianNoise,
    DiscreteLaplaceNoise,
    Finite,
    Gdp,
    LaplaceNoise,
    Loss,
    Odds,
    Pure,
    SampledGaussian,
    compose,
)

# From how far a part is to be told apart, in all its steps and in one; the plan's delta.
Kind: TypeAlias = Callable[[Random, float, float, float], Loss]


@dataclass(frozen=True)
class Plan:
    """What is asked, how often each, and which delta is wanted."""

    parts: tuple[tuple[Loss, int], ...]
    delta: Fraction

    @property
    def loss(self) -> Loss:
        """All of it."""
        return compose(*(count * part for part, count in self.parts))

    def __str__(self) -> str:
        texts = (f"{count} x {part!r}" for part, count in self.parts)
        return f"{' + '.join(texts)} at delta {float(self.delta)}"


def plans(count: int) -> Sequence[Plan]:
    """The same plans each time: every other one of a single kind, all kinds in turn."""
    chance = Random("plans")  # noqa: S311  (a fixed list, drawn)
    return [_homogeneous(chance, n // 2) if n % 2 else _mixed(chance) for n in range(count)]


def _homogeneous(chance: Random, turn: int) -> Plan:
    delta = _delta(chance)
    return Plan((_part(chance, KINDS[turn % len(KINDS)], delta, 1, 3.0),), delta)


def _mixed(chance: Random) -> Plan:
    delta, kinds = _delta(chance), chance.choices(KINDS, k=chance.randint(2, 4))
    parts = [_part(chance, kind, delta, len(kinds), 2.0) for kind in kinds]
    return Plan(tuple(parts), delta)


def _part(
    chance: Random, kind: Kind, delta: Fraction, among: int, digits: float
) -> tuple[Loss, int]:
    """One kind, so often that the count has up to so many digits."""
    count = round(10 ** chance.uniform(0, digits))
    apart = 10 ** chance.uniform(-1.3, 0.5) / math.sqrt(among)
    return kind(chance, apart, apart / math.sqrt(count), float(delta) / among / count), count


def _delta(chance: Random) -> Fraction:
    return _short(10 ** chance.uniform(-9, -3))


def _short(number: float) -> Fraction:
    """A number of three digits, as people write them."""
    return Fraction(f"{number:.2e}")


def _laplace(_chance: Random, _apart: float, step: float, _delta: float) -> Loss:
    return LaplaceNoise(_short(step))


def _gaussian(_chance: Random, _apart: float, step: float, _delta: float) -> Loss:
    return Gdp(_short(step))


def _discrete_laplace(chance: Random, _apart: float, step: float, _delta: float) -> Loss:
    distance = chance.randint(1, 4)
    return DiscreteLaplaceNoise(_short(distance / step), distance)


def _discrete_gaussian(chance: Random, _apart: float, step: float, _delta: float) -> Loss:
    distance = chance.randint(1, 3)
    return DiscreteGaussianNoise(_short((distance / step) ** 2), distance)


def _response(_chance: Random, _apart: float, step: float, _delta: float) -> Loss:
    return Odds(1 + _short(math.expm1(step)))


def _choices(chance: Random, _apart: float, step: float, _delta: float) -> Loss:
    """Randomised response among three or more: two answers tell, the others do not."""
    choices, odds = chance.randint(3, 6), 1 + _short(math.expm1(step))
    lie = 1 / (odds + choices - 1)
    rest = [lie] * (choices - 2)
    return Finite([odds * lie, lie, *rest], [lie, odds * lie, *rest])


def _pure(_chance: Random, _apart: float, step: float, _delta: float) -> Loss:
    return Pure(_short(step))


def _approx(chance: Random, _apart: float, step: float, delta: float) -> Loss:
    """With some or most of the delta that is wanted, now and then with more."""
    return Approx(_short(step), _short(delta * 10 ** chance.uniform(-3, 0.1)))


def _sampled(chance: Random, apart: float, step: float, _delta: float) -> Loss:
    """As far apart as the others are in the mean, within what people run."""
    rate = 10 ** chance.uniform(-3, -0.5)
    noise = 1 / math.sqrt(math.log1p((step / rate) ** 2))
    return SampledGaussian(_short(rate), _short(min(max(noise, 0.4, 0.3 / apart), 50.0)))


KINDS: tuple[Kind, ...] = (
    *(_laplace, _gaussian, _discrete_laplace, _discrete_gaussian, _response),
    *(_choices, _pure, _approx, _sampled),
)
