"""What a law promises, as a small table."""

import math

import pytest
from rich.console import Console

from discreet.cli.kind import KINDS
from discreet.cli.summary import interval, summary, three
from discreet.law import Coin, DiscreteLaplace, Geometric, Law, Uniform


def shown(law: Law, width: int = 80) -> str:
    console = Console(width=width, color_system=None)
    with console.capture() as capture:
        console.print(summary(law))
    return capture.get()


def test_a_summary_tells_the_middle_the_spread_and_the_tails() -> None:
    said = " ".join(shown(DiscreteLaplace(1)).split())
    # (1 - r) / (1 + r), sqrt(2r) / (1 - r), and 2 r**4 / (1 + r) for r = 1/e
    r = math.exp(-1)
    assert f"probability of 0 {(1 - r) / (1 + r):.3g} " in said
    assert f"standard deviation {math.sqrt(2 * r) / (1 - r):.3g} " in said
    assert f"95 % ± 3 {2 * r**4 / (1 + r):.3g} " in said


@pytest.mark.parametrize("width", [40, 100])
@pytest.mark.parametrize("name", KINDS)
def test_a_summary_fits(name: str, width: int) -> None:
    lines = shown(KINDS[name].read(KINDS[name].numbers), width).splitlines()
    assert max(map(len, lines)) <= width


def test_long_numbers_are_whole_in_a_narrow_terminal() -> None:
    said = shown(DiscreteLaplace("1e12"), 40)
    assert "± 13815510557964" in said  # 10**12 ln 10**6, less what is rounded
    assert "15952437886929" in shown(Geometric(2**40), 40)  # 2**40 ln (2 * 10**6)


def test_what_a_law_cannot_be_is_left_out() -> None:
    assert "probability of 0" not in shown(Uniform(1, 6))
    assert "probability of 0" in shown(Coin("1/3"))


@pytest.mark.parametrize("share", ["50", "99.9999"])
def test_an_interval_holds_its_share_and_no_value_too_many(share: str) -> None:
    law = DiscreteLaplace(100)
    low, high = interval(law, share)
    aside = (1 - float(share) / 100) / 2
    assert low == -high
    assert law.tail(high + 1) <= aside < law.tail(high)


@pytest.mark.parametrize(
    ("number", "text"), [(0.0, "0"), (1000.0, "1000"), (1 / 3, "0.333"), (2.5e17, "2.5e+17")]
)
def test_three_digits(number: float, text: str) -> None:
    assert three(number) == text
