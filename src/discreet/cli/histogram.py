"""Draws beside their law, in characters: bars are what was drawn, marks what the law expects."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from discreet.law import Law

MOST_ROWS = 15
# Numbers stand beside bars only where bars keep so much room.
COMFORT = 40
_EIGHTHS = " ▏▎▍▌▋▊▉"


class Histogram:
    """Counts of draws in ranges of values; the first and the last range are open-ended.

    >>> from discreet.law import Uniform
    >>> Histogram(Uniform(1, 6)).starts
    [1, 2, 3, 4, 5, 6]
    """

    def __init__(self, law: Law) -> None:
        """For draws of a law: nothing is counted yet."""
        self.starts = _starts(law)
        tails = [1.0, *(law.tail(start) for start in self.starts[1:]), 0.0]
        self.expected = [a - b for a, b in pairwise(tails)]
        self.drawn = np.zeros(len(self.starts), np.int64)
        self._closed = law.support.low == self.starts[0]

    def add(self, draws: NDArray[Any]) -> None:
        """Count draws: each belongs to the last range that starts at or below it."""
        place = np.searchsorted(np.array(self.starts[1:], draws.dtype), draws, "right")
        self.drawn += np.bincount(place, minlength=len(self.starts))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """A row for each range, as wide as the terminal."""
        labels = [str(start) for start in self.starts]
        if not self._closed:
            labels[0] = "less"
        edge = max(len("from"), *(len(label) for label in labels))
        counts = self._counts()
        if options.max_width < edge + len(counts[0]) + COMFORT:
            counts = [""] * len(counts)
        room = max(options.max_width - edge - len(counts[0]) - 3, 8)
        bar, mark = ("#", "|") if options.ascii_only else ("█", "◆")
        title = f"{'from':>{edge}}{counts[0]}  {bar} drawn  {mark} law"
        yield Text(title, "dim", no_wrap=True, overflow="crop")
        for label, count, line in zip(labels, counts[1:], self._bars(room, bar, mark), strict=True):
            yield Text.assemble(f"{label:>{edge}}{count}  ", line)

    def _counts(self) -> list[str]:
        """Columns of numbers, with a title."""
        total = int(self.drawn.sum())
        rows = [("drawn", "expected")]
        rows += [
            (f"{count}", f"{total * share:.0f}")
            for count, share in zip(self.drawn.tolist(), self.expected, strict=True)
        ]
        edges = [max(len(row[column]) for row in rows) for column in (0, 1)]
        return [f"  {a:>{edges[0]}}  {b:>{edges[1]}}" for a, b in rows]

    def _bars(self, room: int, bar: str, mark: str) -> Iterator[Text]:
        shares = self.drawn / max(int(self.drawn.sum()), 1)
        longest = max(*self.expected, *shares.tolist())
        for share, expected in zip(shares.tolist(), self.expected, strict=True):
            full, part = divmod(round(8 * (room - 1) * share / longest), 8)
            end = _EIGHTHS[part] if bar == "█" else " "
            cells = (bar * full + end).ljust(room)
            place = min(round((room - 1) * expected / longest), room - 1)
            rest = cells[place + 1 :].rstrip()
            yield Text.assemble((cells[:place], "cyan"), (mark, "bold yellow"), (rest, "cyan"))


def _starts(law: Law) -> list[int]:
    """The first values of the ranges: all but one draw in a hundred fall into those inside."""
    low, high = law.quantile("0.005"), law.quantile("0.995")
    width = -(-(high - low + 1) // MOST_ROWS)
    if law.support.low is None:
        middle = law.quantile("0.5")
        width += 1 - width % 2  # the middle of the middle range is the law's
        sides = max(-(-(high - middle - width // 2) // width), 1)
        first = middle - width // 2 - sides * width
        return [first + width * row for row in range(2 * sides + 1)]
    first = max(law.support.low, low - width)
    return list(range(first, high + 1, width))
