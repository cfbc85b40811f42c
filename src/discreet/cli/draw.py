"""Draws on paper: one a line, or counted beside their law."""

import sys

from rich.console import Console
from rich.progress import track

from discreet.cli.histogram import Histogram
from discreet.law import Law
from discreet.noise import sample

# So many at a time: neither memory nor the wait for the first line grows with the count.
PART = 1 << 18


def write_lines(law: Law, count: int) -> None:
    """Print so many draws, one a line."""
    for part in _parts(count):
        sys.stdout.write("\n".join(map(str, sample(law, part).tolist())) + "\n")


def count_draws(law: Law, count: int) -> Histogram:
    """Draw and count, with a progress bar when it takes long."""
    histogram = Histogram(law)
    parts = _parts(count)
    shown = Console(stderr=True)
    patient = count <= 100 * PART or not shown.is_terminal
    steps = track(parts, "drawing", console=shown, transient=True, disable=patient)
    for part in steps:
        histogram.add(sample(law, part))
    return histogram


def _parts(count: int) -> list[int]:
    """The count in parts."""
    whole, rest = divmod(count, PART)
    return [PART] * whole + [rest] * bool(rest)
