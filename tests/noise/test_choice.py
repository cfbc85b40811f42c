"""Choices among many: levels, coins beyond them, and words that cannot decide."""

import math
from collections import Counter
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from scipy.stats import chi2

from discreet.errors import Invalid
from discreet.noise import System, exponential_choice, flip_choice, shortfalls
from discreet.noise.choice import LEVELS, Levels
from discreet.testing import Replay
from tests.noise.bits import fixed

FALSE_ALARM = 1e-9


def _spreads(counts: Counter[int], expected: dict[int, float]) -> bool:
    total = sum(counts.values())
    statistic = sum((counts[k] - p * total) ** 2 / (p * total) for k, p in expected.items())
    return float(chi2.sf(statistic, len(expected) - 1)) > FALSE_ALARM


@pytest.mark.parametrize("kind", [np.int8, np.int64, object])
def test_shortfalls_are_exact_whatever_the_type(kind: type) -> None:
    assert [*shortfalls(np.array([-128, 127, 0], kind))] == [255, 0, 127]


def test_shortfalls_never_go_round() -> None:
    ends = np.array([-(2**63), 2**63 - 1], np.int64)
    assert [*shortfalls(ends)] == [2**64 - 1, 0]
    assert [*shortfalls(np.array([0, 2**64 - 1], np.uint64))] == [2**64 - 1, 0]
    assert [*shortfalls(np.array([-(10**30), 10**30], object))] == [2 * 10**30, 0]


@pytest.mark.parametrize("bad", [np.array([0.5]), np.array([], np.int64), np.zeros((2, 2), int)])
def test_what_is_no_list_of_whole_numbers_is_refused(bad: np.ndarray) -> None:
    for choose in (exponential_choice, flip_choice):
        with pytest.raises(Invalid, match="whole numbers"):
            choose(bad, Fraction(1), System())


@pytest.mark.parametrize("scale", [1, 7, 80, 1000])
def test_weights_are_exact_within_a_level_and_across(scale: int) -> None:
    scores = np.array([0, -1, -scale // 9, -scale // 8, -scale, -3 * scale])
    weights = np.exp(scores / scale)
    expected = dict(enumerate((weights / weights.sum()).tolist()))
    source = fixed(f"weights {scale}")
    drawn = Counter(exponential_choice(scores, Fraction(scale), source) for _ in range(4000))
    assert _spreads(drawn, expected)


def test_sizes_count_as_copies() -> None:
    scores, sizes = np.array([0, -3, -5]), np.array([1, 7, 2**40])
    expected = np.exp(scores / 10) * sizes / (np.exp(scores / 10) * sizes).sum()
    source = fixed("sizes")
    drawn = Counter(
        exponential_choice(scores, Fraction(10), source, np.array([3, 21, 10])) for _ in range(3000)
    )
    weights = np.exp(scores / 10) * [3, 21, 10]
    assert _spreads(drawn, dict(enumerate((weights / weights.sum()).tolist())))
    assert expected[2] > 1 - 1e-9
    assert exponential_choice(scores, Fraction(10), System(), sizes) == 2


def test_all_who_are_far_behind_stand_on_the_last_level() -> None:
    levels = Levels(np.array([0, -LEVELS, -(10**18)]), Fraction(1))
    assert [*levels.level] == [0, LEVELS - 1, LEVELS - 1]
    assert levels.stays(0, Replay(b""))  # certain, so that nothing is drawn
    assert not levels.stays(2, System())
    with mpmath.workprec(200):
        cut = int(mpmath.exp(-1) * 2**128)  # one beyond the last level
    assert levels.stays(1, Replay((cut - 2).to_bytes(16, "big")))
    assert not levels.stays(1, Replay((cut + 2).to_bytes(16, "big")))


@pytest.mark.parametrize(("beyond", "chosen"), [(-1, 1), (1, 0)])
def test_a_word_on_the_threshold_takes_more_bits(beyond: int, chosen: int) -> None:
    with mpmath.workprec(300):
        cut = int(mpmath.exp(-1) * 2**96)
    word, rest = divmod(cut + beyond, 1 << 64)
    words = np.array([2**32 - 1, word], np.uint32).tobytes()
    # With two heads left, a high byte takes the second; with one there is nothing to choose.
    tape = Replay(words + rest.to_bytes(8, "big") + bytes([255] * chosen))
    assert flip_choice(np.array([0, -1]), Fraction(1), tape) == chosen
    assert tape.left == 0


def test_who_falls_behind_after_the_level_gives_way_to_another() -> None:
    # Both have heads for their level; the second is asked first, and falls by its own coin.
    words = np.array([0, 0], np.uint32).tobytes()
    tape = Replay(words + bytes([255]) + bytes([255] * 8))
    assert flip_choice(np.array([0, -9]), Fraction(80), tape) == 0
    # By weights, all begins anew: level, who, coin; and then the first.
    tape = Replay(bytes([0] * 8) + bytes([255]) + bytes([255] * 8) + bytes([0] * 9))
    assert exponential_choice(np.array([0, -9]), Fraction(80), tape) == 0


@pytest.mark.parametrize("scale", [25, 15])
def test_among_many_candidates_groups_are_chosen_as_often_as_their_law_says(
    scale: int,
) -> None:
    # Heads by noise: the greatest score with exponential noise, by a sum over it.
    sizes, scores, wide = (1, 100, 300), (0, -60, -100), float(scale)
    x, group = np.repeat(scores, sizes), np.repeat([0, 1, 2], sizes)
    nodes = (np.arange(200_000) + 0.5) / 200_000
    heads = np.exp(np.array(scores) / wide)
    rest = np.prod([(1 - p * nodes) ** n for p, n in zip(heads, sizes, strict=True)], axis=0)
    parts = zip(heads, sizes, strict=True)
    by_flip = [float(n * p * np.mean(rest / (1 - p * nodes))) for p, n in parts]
    by_weight = (heads * sizes / (heads @ sizes)).tolist()
    for choose, masses in ((flip_choice, by_flip), (exponential_choice, by_weight)):
        source = fixed(f"groups {choose.__name__} {scale}")
        drawn = Counter(int(group[choose(x, Fraction(scale), source)]) for _ in range(3000))
        assert _spreads(drawn, {k: p for k, p in enumerate(masses) if p > 1e-6})


def test_heads_are_as_frequent_as_they_should_be() -> None:
    scores, scale = np.array([0, -5, -40, -100]), 50
    heads = [math.exp(score / scale) for score in scores]
    source, many = fixed("heads"), 4000
    drawn = Counter(flip_choice(scores, Fraction(scale), source) for _ in range(many))
    nodes = (np.arange(20000) + 0.5) / 20000
    expected = {
        k: float(p * np.mean(np.prod([1 - q * nodes for q in heads[:k] + heads[k + 1 :]], axis=0)))
        for k, p in enumerate(heads)
    }
    assert _spreads(drawn, expected)
