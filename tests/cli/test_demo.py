"""What `discreet demo` shows."""

import time

import pytest
from rich.console import Console

from discreet.cli.demo import show


@pytest.mark.parametrize("width", [40, 100])
def test_the_demo_shows_noise_its_law_and_both_together(width: int) -> None:
    console = Console(width=width, color_system=None)
    with console.capture() as capture:
        show(console)
    said = capture.get()
    for part in (
        "Ten draws:",
        "standard deviation",
        "█ drawn  ◆ law",
        "discreet noise laplace",
    ):
        assert part in said
    assert max(map(len, said.splitlines())) <= width


@pytest.mark.timing
def test_the_demo_takes_less_than_five_seconds() -> None:
    start = time.perf_counter()
    show(Console(width=80, quiet=True))
    assert time.perf_counter() - start < 5
