"""What all benchmarks share: the best of several runs, and a table of ratios."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass


def seconds(work: Callable[[], object], repeats: int) -> float:
    """The time of the quickest run: what the machine adds to the others is not ours to measure."""
    best = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement beside what it is held against, both in seconds."""

    what: str
    ours: float
    theirs: float
    target: float

    @property
    def ratio(self) -> float:
        """How many times as fast as theirs."""
        return self.theirs / self.ours

    def __str__(self) -> str:
        """A line of the table."""
        verdict = "reached" if self.ratio >= self.target else "MISSED"
        return (
            f"{self.what:<44}{_time(self.ours):>11}{_time(self.theirs):>11}"
            f"{self.ratio:>9.1f}x{self.target:>7.1f}x  {verdict}"
        )


def show(title: str, rows: Sequence[Row]) -> bool:
    """Print a table; whether all targets were reached."""
    print(f"\n{title}\n{'':<44}{'ours':>11}{'theirs':>11}{'ratio':>10}{'target':>8}")
    for row in rows:
        print(row)
    return all(row.ratio >= row.target for row in rows)


def _time(value: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if value >= size:
            return f"{value / size:.2f} {unit}"
    return f"{value * 1e6:.2f} µs"
