"""Several quantiles at once: their law is the one enumerated, and the loss covers it."""

import math
from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement, product

import numpy as np
import pytest

from discreet.errors import Invalid, NoBound, OutOfRange
from discreet.mechanisms import JointQuantile
from discreet.mechanisms.catalogue import read
from discreet.mechanisms.joint import _chosen
from discreet.noise import System
from discreet.privacy import BoundedRange, Pure, Sensitivity, Unit
from discreet.release import Memory, Secret, release
from discreet.release.recipe import plain
from tests.mechanisms.joint import drawn, law, off
from tests.noise.bits import fixed

ADDED, REPLACED = Sensitivity(l1=1), Sensitivity(l1=2)
LEVELS = (Fraction(1, 4), Fraction(1, 2), Fraction(2, 3))
ROOM, RATE = 4, Fraction(1, 3)
TABLES = [data for size in range(5) for data in combinations_with_replacement(range(ROOM), size)]


def mechanism(*, public_size: bool = False, most: int = 100) -> JointQuantile:
    return JointQuantile(LEVELS, 0, ROOM - 1, RATE, most=most, public_size=public_size)


def stated(data: tuple[int, ...]) -> dict[tuple[int, ...], float]:
    """The law of answers: that of their cells, and every multiset of a cell's values alike."""
    cuts = [-1, *data, ROOM - 1]
    found: dict[tuple[int, ...], float] = {}
    for path, p in drawn(mechanism().placing(np.diff(cuts))).items():
        many = Counter(path)
        sets = [
            [*combinations_with_replacement(range(cuts[cell] + 1, cuts[cell + 1] + 1), many[cell])]
            for cell in sorted(many)
        ]
        for parts in product(*sets):
            values = tuple(value for part in parts for value in part)
            found[values] = p / math.prod(map(len, sets))
    return found


@pytest.mark.parametrize("data", TABLES)
def test_the_law_is_the_one_enumerated(data: tuple[int, ...]) -> None:
    found, expected = stated(data), law(data, LEVELS, ROOM, RATE)
    assert found.keys() == expected.keys()
    assert all(math.log(found[o] / expected[o]) == pytest.approx(0, abs=1e-8) for o in found)


def ratios(one: tuple[int, ...], other: tuple[int, ...]) -> list[float]:
    here, there = (law(data, LEVELS, ROOM, RATE) for data in (one, other))
    return [math.log(here[o] / there[o]) for o in here]


def test_all_losses_of_a_value_added_lie_within_the_range() -> None:
    width = mechanism().loss(ADDED).pure
    for data in TABLES:
        for value in range(ROOM):
            losses = ratios(data, tuple(sorted((*data, value))))
            assert max(losses) - min(losses) <= width
            assert max(map(abs, losses)) <= width


def test_all_losses_of_a_value_replaced_lie_within_the_range() -> None:
    width = mechanism(public_size=True).loss(REPLACED).pure
    for data in TABLES:
        for place, value in product(range(len(data)), range(ROOM)):
            losses = ratios(data, tuple(sorted((*data[:place], *data[place + 1 :], value))))
            assert max(losses) - min(losses) <= width


def test_no_smaller_range_would_do() -> None:
    """The score moves as far as the range says, up and down: both relations."""
    added = replaced = Fraction(0)
    levels = (Fraction(1, 3), Fraction(2, 3))
    for data in combinations_with_replacement(range(ROOM), 4):
        for values in combinations_with_replacement(range(ROOM), 2):
            here = off(data, values, levels)
            for value in range(ROOM):
                added = max(added, abs(off((*data, value), values, levels) - here))
                replaced = max(replaced, abs(off((*data[1:], value), values, levels) - here))
    assert added == 2 * (1 - Fraction(1, 3))
    assert replaced == 2


@pytest.mark.parametrize("blur", [1, 8])
def test_samples_follow_the_law(blur: int) -> None:
    data, draws, source = (0, 2, 2, 3), 2000 if blur == 1 else 200, fixed(f"joint {blur}")
    ours = JointQuantile(LEVELS, 0, ROOM - 1, RATE, most=10, blur=blur)
    counts = Counter(ours.sample(data, source) for _ in range(draws))
    if blur == 1:
        expected = law(data, LEVELS, ROOM, RATE)
        # Hoeffding, for each of twenty answers: once in 1e10.
        far = math.sqrt(math.log(4e11) / 2 / draws)
        assert all(abs(counts[o] / draws - expected[o]) < far for o in expected)
    assert all(0 <= a <= b <= c < ROOM for a, b, c in counts)


def test_a_blur_finds_quantiles_inside_atoms() -> None:
    data = np.sort(np.r_[np.full(6000, 500), np.arange(4000) // 4])
    ours = JointQuantile(["0.4", "0.5", "0.6"], 0, 999, "0.25", most=10**4, blur=1000)
    found = [ours.sample(data, System()) for _ in range(10)]
    # Off by a hundred ranks of six thousand: less than exp(-20) of the weight.
    assert all(answer == (500, 500, 500) for answer in found)


def test_quantiles_of_many_values_are_near() -> None:
    data = np.random.default_rng(1).integers(0, 10**6, 10**4)
    levels = [Fraction(j, 10) for j in range(1, 10)]
    found = JointQuantile.of(1, levels, 0, 10**6, most=10**4).sample(data, System())
    ranks = [np.count_nonzero(data < value) for value in found]
    # A placement off by 300 ranks or more: weight exp(-75) against exp(-9 ln(1e6 / 100)) or so.
    assert all(abs(rank - 1000 * j) < 300 for j, rank in enumerate(ranks, 1))


def test_values_outside_are_taken_to_the_nearest_end() -> None:
    ours = JointQuantile(["0.5"], -3, 3, 40, most=100, blur=1000)
    assert ours.sample([-100] * 70 + [2] * 30, System()) == (-3,)
    assert ours.sample(np.array([2**62] * 60), System()) == (3,)


def test_no_values_at_all_have_quantiles() -> None:
    assert all(-5 <= value <= 5 for value in JointQuantile(LEVELS, -5, 5, 1).sample([], System()))


@pytest.mark.parametrize("public_size", [False, True])
@pytest.mark.parametrize("epsilon", ["0.001", "1", "20"])
def test_a_rate_for_an_epsilon_stays_within_it(epsilon: str, public_size: bool) -> None:
    ours = JointQuantile.of(epsilon, LEVELS, 0, 10**6, most=10**5, public_size=public_size)
    changed = REPLACED if public_size else ADDED
    loss = ours.loss(changed)
    assert isinstance(loss, BoundedRange)
    assert 0.999 * float(epsilon) < loss.pure <= float(epsilon)


def test_the_range_grows_with_what_a_unit_changes() -> None:
    one, three = (mechanism().loss(Sensitivity(l1=changes)).pure for changes in (1, 3))
    assert one == pytest.approx(4 * (1 - 1 / 6) / 3, abs=1e-6)
    assert three == pytest.approx(3 * one, abs=1e-6)
    assert mechanism(public_size=True).loss(REPLACED).pure == pytest.approx(4 / 3, abs=1e-6)
    assert mechanism().loss(Sensitivity(l1=0)).pure == 0
    with pytest.raises(Invalid, match="count each value replaced twice"):
        mechanism(public_size=True).loss(ADDED)
    with pytest.raises(NoBound):
        mechanism().loss(Sensitivity(linf=1))


def test_what_it_assumes_is_part_of_the_guarantee() -> None:
    ledger = Memory(Pure(2), Unit())
    secret = Secret(lambda: [1, 2, 3], ADDED, Unit())
    told = release(mechanism(), secret, ledger)
    assert [one.means for one in told.guarantee.assuming] == ["there are at most 100 values"]
    assert len(mechanism(public_size=True).assumes) == 2
    with pytest.raises(Invalid):
        mechanism(most=2).sample([1, 2, 3], System())


def test_multisets_are_drawn_alike() -> None:
    source, draws = fixed("multisets"), 6000
    counts = Counter(tuple(_chosen(2, 3, source)) for _ in range(draws))
    assert set(counts) == {*combinations_with_replacement(range(3), 2)}
    # Hoeffding, for each of six: once in 1e10.
    far = math.sqrt(math.log(1.2e11) / 2 / draws)
    assert all(abs(count / draws - 1 / 6) < far for count in counts.values())
    assert _chosen(4, 1, source) == [0, 0, 0, 0]


@pytest.mark.parametrize(
    "wrong",
    [{"levels": []}, {"levels": ["0.5", "0.5"]}, {"levels": [1]}, {"rate": 0}, {"high": -1}],
)
def test_parameters_that_are_none_are_refused(wrong: dict[str, object]) -> None:
    right: dict[str, object] = {"levels": ["0.5"], "low": 0, "high": 9, "rate": 1}
    with pytest.raises((Invalid, OutOfRange)):
        JointQuantile(**(right | wrong))  # type: ignore[arg-type]  # what is refused


def test_weights_that_would_not_fit_are_refused() -> None:
    with pytest.raises(OutOfRange, match="do not fit"):
        JointQuantile(["0.5"], 0, 2**59, 1, blur=4)
    with pytest.raises(OutOfRange, match="do not fit"):
        JointQuantile(["0.5"], 0, 9, 10**4, most=10**6)


def test_only_whole_numbers_have_quantiles() -> None:
    with pytest.raises(Invalid):
        mechanism().sample(np.array([0.5]), System())


def test_it_is_stored_and_read_again() -> None:
    assert read(plain(mechanism(public_size=True))) == mechanism(public_size=True)
