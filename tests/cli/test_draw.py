"""Draws on paper."""

import pytest

from discreet.cli import draw
from discreet.law import Uniform


@pytest.mark.parametrize("count", [1, 9, 10, 11, 20])
def test_every_draw_is_written(
    count: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(draw, "PART", 10)
    draw.write_lines(Uniform(3, 3), count)
    assert capsys.readouterr().out == "3\n" * count


@pytest.mark.parametrize("count", [1, 10, 5000])
def test_every_draw_is_counted(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draw, "PART", 10)
    assert draw.count_draws(Uniform(1, 6), count).drawn.sum() == count


def test_values_beyond_64_bits_are_written_whole(capsys: pytest.CaptureFixture[str]) -> None:
    draw.write_lines(Uniform(10**30, 10**30), 2)
    assert capsys.readouterr().out == f"{10**30}\n" * 2
