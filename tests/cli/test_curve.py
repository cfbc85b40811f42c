"""A trade-off curve, in characters or in a file."""

import sys
from pathlib import Path

import pytest
from rich.console import Console

from discreet.cli.curve import SUFFIXES, Curve, misses, plot
from discreet.errors import Invalid, NotUnderstood, Unsupported
from discreet.privacy import Approx, Gdp, Loss, Odds, Pure, Zcdp, compose

LOSSES: list[Loss] = [
    *(Pure(0), Pure(1), Pure(20), Odds(3), Approx(1, "0.1"), Approx(0, 1), Gdp(1)),
    *(Zcdp("0.1"), compose(Pure(1), Gdp(1)), Pure("0.1") * 10),
]


@pytest.mark.parametrize("loss", LOSSES, ids=str)
def test_a_picture_is_what_is_promised_to_a_pixel(loss: Loss) -> None:
    levels = [0.0, 0.01, 0.3, 0.5, 1.0]
    for level, miss in zip(levels, misses(loss, levels), strict=True):
        assert miss == pytest.approx(loss.tradeoff(level), abs=0.005)


def lines(loss: Loss, width: int, *, ascii_only: bool = False) -> list[str]:
    console = Console(width=width, color_system=None)
    options = console.options
    if ascii_only:
        options = options.update()
        options.encoding = "ascii"
    drawn = console.render_lines(Curve(loss), options, pad=False)
    return ["".join(part.text for part in line) for line in drawn]


@pytest.mark.parametrize("loss", LOSSES, ids=str)
@pytest.mark.parametrize("width", [60, 200])
def test_a_curve_fits(loss: Loss, width: int) -> None:
    assert max(map(len, lines(loss, width))) <= width


def test_a_loss_beyond_all_measure_is_drawn() -> None:
    assert "█" not in "".join(lines(Pure(10**6), 66)[1:-2])


def test_bars_are_what_no_test_avoids() -> None:
    nothing, all_of_it = lines(Approx(0, 1), 66)[1:-2], lines(Pure(0), 66)[1:-2]
    assert "█" not in "".join(nothing)
    assert "·" not in "".join(all_of_it)
    assert sum(line.count("█") for line in all_of_it) > 250  # half of ten rows of sixty


def test_where_only_ascii_can_be_it_is_ascii() -> None:
    assert all(line.isascii() for line in lines(Gdp(1), 70, ascii_only=True))


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_picture_is_written(suffix: str, tmp_path: Path) -> None:
    plot(compose(*(Pure(f"0.{count}") for count in range(11, 40))), f"{tmp_path}/curve{suffix}")
    assert (tmp_path / f"curve{suffix}").stat().st_size > 1000


def test_a_picture_that_cannot_be_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(NotUnderstood, match="let it end in one of"):
        plot(Pure(1), "curve.gif")
    with pytest.raises(Invalid, match="cannot be written"):
        plot(Pure(1), f"{tmp_path}/nowhere/curve.png")
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(Unsupported, match=r"pip install 'discreet\[plot\]'"):
        plot(Pure(1), "curve.png")
