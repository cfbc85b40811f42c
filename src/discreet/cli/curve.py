"""A trade-off curve, in characters or in a file: how often any test misses, by its false alarms.

It is a picture, good to a character or a pixel; `loss.tradeoff` is what is promised.
"""

import math
import textwrap
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from discreet.errors import Invalid, NotUnderstood, Unsupported
from discreet.privacy import Loss

ROWS, MOST_COLUMNS = 10, 60
SUFFIXES = (".pdf", ".png", ".svg")
_EPSILONS = (0.0, *(2 ** (step / 8 - 10) for step in range(120)))
_EIGHTHS = " ▁▂▃▄▅▆▇"


def misses(loss: Loss, levels: Sequence[float]) -> list[float]:
    """About how often a test with these false-alarm rates misses at least.

    >>> from discreet.privacy import Odds
    >>> [round(miss, 2) for miss in misses(Odds(3), [0, 0.25, 1])]
    [1.0, 0.25, 0.0]
    """
    epsilons = (*_EPSILONS, *map(float, loss.corners()), loss.pure)
    spares = [(math.exp(e), 1 - loss.sketch(e)) for e in epsilons if e < 700]  # noqa: PLR2004
    return [
        max(0.0, *(max(spare - a * level, (spare - level) / a) for a, spare in spares))
        for level in levels
    ]


class Curve:
    """The curve in characters: bars are misses that no test avoids, dots those of blind guesses."""

    def __init__(self, loss: Loss) -> None:
        """For a loss."""
        self.loss = loss

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """As wide as the terminal, up to a point."""
        columns = min(options.max_width - 6, MOST_COLUMNS)
        levels = [(column + 0.5) / columns for column in range(columns)]
        heights = [round(8 * ROWS * miss) for miss in misses(self.loss, levels)]
        guesses = [round(8 * ROWS * (1 - level)) for level in levels]
        bar, dot = ("#", ".") if options.ascii_only else ("█", "·")
        title = f"misses, of 100   {bar} no test avoids   {dot} of blind guesses"
        yield Text(title, "dim", no_wrap=True, overflow="crop")
        for row in reversed(range(ROWS)):
            label = {ROWS - 1: "100", ROWS // 2: "50", 0: "0"}.get(row, "")
            line = Text(f"{label:>3}  ", no_wrap=True)
            for height, other in zip(heights, guesses, strict=True):
                line.append(*_cell(height - 8 * row, other - 8 * row, bar, dot))
            yield line
        axis = "0" + "50".center(columns - 4) + "100"
        yield Text(f"     {axis}", no_wrap=True)
        yield Text("     " + "false alarms, of 100".center(columns).rstrip(), "dim")


def plot(loss: Loss, picture: str) -> None:
    """Write the curve into a file, with matplotlib."""
    file = Path(picture)
    if file.suffix.lower() not in SUFFIXES:
        problem = f"{picture!r} names no kind of picture"
        raise NotUnderstood(problem, f"let it end in one of {', '.join(SUFFIXES)}")
    try:
        from matplotlib.figure import Figure  # noqa: PLC0415  (an extra)
    except ImportError:
        way_on = "pip install 'discreet[plot]'"
        raise Unsupported("a plot needs matplotlib, which is not installed", way_on) from None
    levels = [step / 400 for step in range(401)]
    figure = Figure(figsize=(5, 5), layout="constrained")
    axes = figure.add_subplot()
    axes.plot([0, 1], [1, 0], color="0.6", linestyle=":", label="blind guesses")
    found = misses(loss, levels)
    axes.plot(levels, found, label="the best test, at most")
    axes.fill_between(levels, found, alpha=0.2, label="beyond any test")
    axes.set(
        xlabel="false alarms",
        ylabel="misses",
        title=textwrap.shorten(str(loss), 60, placeholder=" …"),
        xlim=(0, 1),
        ylim=(0, 1),
    )
    axes.set_aspect("equal")
    axes.legend()
    try:
        figure.savefig(file, dpi=150)
    except OSError as failure:
        problem = f"{picture!r} cannot be written: {failure.strerror}"
        raise Invalid(problem, "name a file in a folder that you can write to") from None


def _cell(height: int, guess: int, bar: str, dot: str) -> tuple[str, str]:
    """One character of the curve: full, in part, a dot, or empty."""
    if height >= 8:  # noqa: PLR2004  (eighths of a character)
        return bar, "cyan"
    if height > 0 and bar == "█":
        return _EIGHTHS[height], "cyan"
    return (dot, "dim") if guess > 4 else (" ", "")  # noqa: PLR2004
