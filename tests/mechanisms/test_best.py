"""The best of several: what it costs, and why not to fix how many there are."""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import pytest

from discreet.errors import Impossible, Invalid, NotYet
from discreet.law import Finite, Law
from discreet.mechanisms import BestOf, Exponential, Gaussian, Laplace, Majority, Response
from discreet.noise import Source, System, sample
from discreet.privacy import Loss, Odds, Sensitivity
from tests.mechanisms.enumerate import covered, draws, follows, table
from tests.noise.bits import fixed

ONE = Sensitivity(linf=1)
ONE_COUNT = Sensitivity(l0=1, linf=1)


@dataclass(frozen=True)
class Skewed:
    """One answer is thrice as likely for one neighbour, and better ones a third as likely."""

    tag: ClassVar[str] = "skewed"
    rare: Fraction = Fraction(1, 100)

    def loss(self, _: Sensitivity, /) -> Loss:
        return Odds(3)

    def law(self, x: int, /) -> Finite:
        some, best = self.rare / 100 * 3 ** (1 - x), self.rare * 3**x
        return Finite({-3: 1 - some - best, -2: some, 0: best})

    def sample(self, x: int, source: Source, /) -> int:
        return sample(self.law(x), source=source)


@pytest.mark.parametrize("shape", ["0", "1/2", "1", "2"])
@pytest.mark.parametrize("stop", ["1/2", "1/100"])
def test_the_loss_covers_every_pair_of_neighbours(shape: str, stop: str) -> None:
    response = BestOf(Response(3, "3/5"), shape, stop)
    covered(response, ONE, [(a, b) for a in range(3) for b in range(a)])
    choice = BestOf(Exponential(2), shape, stop)
    rows = [(0, 0, 0), (1, -1, 0), (1, 0, -1), (-1, 1, 1), (0, 1, 0)]
    covered(choice, Sensitivity(linf=2), [(a, b) for a in rows for b in rows if a < b])
    covered(BestOf(Skewed(), shape, stop), ONE, [(0, 1)])


def test_the_worst_comes_close_to_what_is_stated() -> None:
    # Better answers are rarer where this one is likelier: both count, the rarer ones 1 + shape.
    for shape in (0, 1, 2):
        found = covered(BestOf(Skewed(), shape, "0.0001"), ONE, [(0, 1)])
        assert found > 0.985 * (2 + shape) * math.log(3)


def test_a_number_of_runs_that_is_fixed_costs_far_more() -> None:
    # The greatest of forty: the mass of zero is a fortieth power, and so are its odds.
    p, q = (table(Response(2, "3/4").law(x))[0] for x in (0, 1))
    assert (p / q) ** 40 > 3**39
    assert BestOf(Response(2, "3/4"), 0, "1/40").loss(ONE).pure < 2.2


def test_answers_follow_the_law() -> None:
    mechanism, source = BestOf(Response(3, "1/2"), 1, "1/3"), fixed("best")
    assert follows(draws(lambda: mechanism.sample(0, source)), mechanism.law(0))


def test_a_law_that_does_not_begin_with_zero_is_moved() -> None:
    class Even(Skewed):
        def law(self, _: int, /) -> Finite:
            return Finite({-3: "1/2", -1: "1/2"})

    law: Law = BestOf(Even(), 1, "1/2").law(0)
    # All of them low: the mean of 2^-K, K geometric with a half, is a third.
    assert law.mass(-3) == pytest.approx(1 / 3, rel=1e-15)
    assert law.mass(-2) == 0
    assert law.mass(-1) == pytest.approx(2 / 3, rel=1e-15)


def test_losses_that_are_not_pure_are_refused() -> None:
    with pytest.raises(NotYet, match="not pure"):
        BestOf(Gaussian(1), 1, "1/2").loss(Sensitivity(l0=1, linf=1))
    assert BestOf(Laplace(2), 1, "1/2").loss(ONE_COUNT).pure == pytest.approx(1.5)
    assert BestOf(Majority(5, 2), 1, "1/2").loss(ONE).pure == 1.5


def test_a_law_without_ends_is_not_written_down_and_what_is_none_is_refused() -> None:
    with pytest.raises(Impossible, match="range"):
        BestOf(Laplace(2), 1, "1/2").law(3)
    with pytest.raises(Invalid, match="no mechanism"):
        BestOf("laplace", 1, "1/2")
    assert isinstance(BestOf(Laplace(2), 1, "1/2").sample(3, System()), int)
