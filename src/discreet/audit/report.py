"""What an audit found: a list of sentences, each of which holds or does not."""

from __future__ import annotations

import html
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One sentence, whether it holds, and what speaks for or against it."""

    what: str
    holds: bool
    detail: str = ""

    def __str__(self) -> str:
        """A line."""
        mark = "holds " if self.holds else "BROKEN"
        return f"{mark}  {self.what}" + (f": {self.detail}" if self.detail else "")


@dataclass(frozen=True, slots=True, init=False)
class Report:
    """All that was looked at, and whether all of it holds.

    >>> print(Report("a coin", [Finding("it falls", True), Finding("it is fair", False, "9 of 9")]))
    a coin: 1 of 2 broken
      holds   it falls
      BROKEN  it is fair: 9 of 9
    """

    about: str
    findings: tuple[Finding, ...]

    def __init__(self, about: str, findings: Iterable[Finding]) -> None:
        """From what it is about, and what was found."""
        object.__setattr__(self, "about", about)
        object.__setattr__(self, "findings", tuple(findings))

    @property
    def holds(self) -> bool:
        """Whether everything does; something has to have been looked at."""
        return bool(self.findings) and not self.broken

    @property
    def broken(self) -> tuple[Finding, ...]:
        """What does not hold."""
        return tuple(finding for finding in self.findings if not finding.holds)

    def __str__(self) -> str:
        """What it is about, then a line for each finding."""
        many = len(self.findings)
        verdict = f"all {many} hold" if self.holds else f"{len(self.broken)} of {many} broken"
        return "\n  ".join((f"{self.about}: {verdict}", *map(str, self.findings)))

    def _repr_html_(self) -> str:
        """For a notebook."""
        return f"<pre>{html.escape(str(self))}</pre>"
