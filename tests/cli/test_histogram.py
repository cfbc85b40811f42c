"""Draws beside their law, in characters."""

import numpy as np
import pytest
from rich.console import Console

from discreet.cli.histogram import MOST_ROWS, Histogram
from discreet.cli.kind import KINDS
from discreet.law import (
    ClampedGeometric,
    DiscreteGaussian,
    DiscreteLaplace,
    Geometric,
    Law,
    Uniform,
)
from discreet.noise import sample

LAWS = [
    *(kind.read(kind.numbers) for kind in KINDS.values()),
    *(DiscreteLaplace("0.01"), DiscreteLaplace(2**40), DiscreteGaussian(10**6), Geometric(5000)),
    *(Uniform(-(2**70), 2**70), Uniform(5, 5), ClampedGeometric(10, 500, 0, 1000)),
]


def shown(histogram: Histogram, width: int, *, ascii_only: bool = False) -> list[str]:
    console = Console(width=width, color_system=None)
    options = console.options
    if ascii_only:
        options = options.update()
        options.encoding = "ascii"
    lines = console.render_lines(histogram, options, pad=False)
    return ["".join(part.text for part in line) for line in lines]


@pytest.mark.parametrize("law", LAWS, ids=repr)
def test_ranges_follow_each_other_and_hold_the_whole_law(law: Law) -> None:
    histogram = Histogram(law)
    assert 1 <= len(histogram.starts) <= MOST_ROWS + 2
    assert histogram.starts == sorted(set(histogram.starts))
    assert sum(histogram.expected) == pytest.approx(1, abs=1e-12)
    assert min(histogram.expected) >= 0


@pytest.mark.parametrize("law", LAWS, ids=repr)
def test_every_draw_is_counted_once(law: Law) -> None:
    histogram = Histogram(law)
    for _ in range(2):
        histogram.add(sample(law, 500))
    assert histogram.drawn.sum() == 1000


def test_a_draw_is_counted_where_it_belongs() -> None:
    histogram = Histogram(Uniform(1, 60))
    assert histogram.starts == list(range(1, 61, 4))
    histogram.add(np.array([1, 4, 5, 57, 60]))
    assert histogram.drawn.tolist() == [2, 1, *[0] * 12, 2]
    assert histogram.expected == pytest.approx([1 / 15] * 15)


@pytest.mark.parametrize("width", [40, 60, 61, 100, 200])
@pytest.mark.parametrize("law", LAWS, ids=repr)
def test_a_histogram_is_as_wide_as_it_may_be(law: Law, width: int) -> None:
    histogram = Histogram(law)
    histogram.add(sample(law, 1000))
    lines = shown(histogram, width)
    assert max(map(len, lines)) <= width
    assert len(lines) == len(histogram.starts) + 1


def test_bars_are_what_was_drawn_and_marks_what_is_expected() -> None:
    histogram = Histogram(Uniform(1, 2))
    histogram.add(np.array([1, 1, 1, 2]))
    first, second = shown(histogram, 28)[1:]
    assert first.removeprefix("   1  ") == "█" * 13 + "◆" + "█" * 6
    assert second.removeprefix("   2  ") == "█" * 6 + "▋" + " " * 6 + "◆"


def test_numbers_stand_beside_bars_where_there_is_room() -> None:
    histogram = Histogram(Uniform(1, 2))
    histogram.add(np.array([1, 1, 1, 2]))
    lines = shown(histogram, 80)
    assert lines[0].split()[:3] == ["from", "drawn", "expected"]
    assert lines[1].split()[:3] == ["1", "3", "2"]


def test_ends_are_open_where_the_law_goes_on() -> None:
    assert shown(Histogram(DiscreteLaplace(10)), 40)[1].split()[0] == "less"
    assert shown(Histogram(Geometric(10)), 40)[1].split()[0] == "0"


def test_plain_letters_do_where_there_are_no_others() -> None:
    histogram = Histogram(DiscreteLaplace(10))
    histogram.add(sample(DiscreteLaplace(10), 1000))
    assert "".join(shown(histogram, 40, ascii_only=True)).isascii()


def test_nothing_drawn_shows_the_law_alone() -> None:
    assert "█" not in "".join(shown(Histogram(Uniform(1, 6)), 40)[1:])
