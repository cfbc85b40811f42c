"""What a loss means for a person, in the terminal."""

import sys
from pathlib import Path

import pytest
from rich.console import Console

from discreet.cli.explain import ROOM, paper, show
from discreet.errors import NotUnderstood, OutOfRange, Unsupported
from discreet.privacy import Listing


def said(text: str, *, width: int = 80, people: str = "1000", delta: str = "") -> str:
    console = Console(width=width, color_system=None)
    with console.capture() as capture:
        show(text, people, delta, "", console)
    return capture.get()


@pytest.mark.parametrize("width", [40, 60, 100])
@pytest.mark.parametrize(
    "text", ["epsilon = 1", "mu = 1", "rho=0.1,delta=1e-6", "epsilon=0.1; mu=1; rho=0.1", "odds=3"]
)
def test_an_explanation_fits(text: str, width: int) -> None:
    lines = said(text, width=width).splitlines()
    assert max(map(len, lines)) <= width
    assert any("without your data" in line for line in lines)


def test_a_curve_is_drawn_where_there_is_room() -> None:
    assert "false alarms" in said("mu = 1", width=ROOM)
    assert "false alarms" not in said("mu = 1", width=ROOM - 1)


def test_people_and_delta_are_as_written() -> None:
    words = " ".join(said("mu = 1", people="1e4", delta="1e-5").split())
    assert "epsilon = 4.38 at delta = 1e-5" in words
    assert "of 10000 people" in words


@pytest.mark.parametrize("text", ["epsilon", "1", "sigma = 1", "epsilon = 1, epsilon = 2", ""])
def test_what_is_not_understood_is_said_with_how_to_write_it(text: str) -> None:
    with pytest.raises(NotUnderstood, match="write it as 'epsilon = 1'"):
        said(text)


@pytest.mark.parametrize(("people", "delta"), [("0", ""), ("1.5", ""), ("10", "2"), ("10", "x")])
def test_numbers_that_cannot_be_are_refused(people: str, delta: str) -> None:
    with pytest.raises(OutOfRange):
        said("mu = 1", people=people, delta=delta)


def test_a_picture_takes_the_place_of_the_curve(tmp_path: Path) -> None:
    console, picture = Console(width=100, color_system=None), tmp_path / "curve.png"
    with console.capture() as capture:
        show("mu = 1", "1000", "", str(picture), console)
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert "The trade-off curve is in" in capture.get()
    assert "false alarms" not in capture.get()


def test_nothing_is_said_when_there_can_be_no_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    console = Console()
    with console.capture() as capture, pytest.raises(Unsupported, match=r"discreet\[plot\]"):
        show("mu = 1", "1000", "", "curve.png", console)
    assert capture.get() == ""


def test_a_listing_keeps_its_numbers_whole_in_a_narrow_terminal() -> None:
    console = Console(width=40, color_system=None)
    rows = (("adding Rényi divergences", "1.23456e-123"),)
    with console.capture() as capture:
        console.print(paper(Listing("epsilon", ("way", "epsilon"), rows)))
    assert "1.23456e-123" in capture.get()
