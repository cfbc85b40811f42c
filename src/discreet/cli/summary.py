"""What a law promises, as a small table."""

from fractions import Fraction
from math import sqrt

from rich.console import Group, RenderableType
from rich.table import Table

from discreet.law import Law

SHARES = ("50", "95", "99", "99.9999")


def summary(law: Law) -> RenderableType:
    """Its middle and spread; then intervals, and how often draws fall outside them."""
    facts = Table.grid(padding=(0, 2))
    facts.add_row("mean", three(law.mean))
    facts.add_row("standard deviation", three(sqrt(law.variance)))
    if 0 in law.support:
        facts.add_row("probability of 0", three(law.mass(0)))
    intervals = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for title in ("inside", "range", "outside"):
        intervals.add_column(title, justify="right", overflow="fold", no_wrap=title != "range")
    for share in SHARES:
        low, high = interval(law, share)
        within = f"± {high}" if low == -high != 0 else f"{low} to {high}"
        outside = law.cdf(low - 1) + law.tail(high + 1)
        intervals.add_row(f"{share} %", within, three(outside))
    return Group(facts, "", intervals)


def interval(law: Law, share: str) -> tuple[int, int]:
    """The middle of the law that holds at least so many percent of it.

    >>> from discreet.law import Uniform
    >>> interval(Uniform(1, 100), "50")
    (25, 75)
    """
    aside = (1 - Fraction(share) / 100) / 2
    return law.quantile(aside), law.quantile(1 - aside)


def three(number: float) -> str:
    """Three significant digits.

    >>> three(1234.5), three(0.0399), three(1e-9)
    ('1230', '0.0399', '1e-09')
    """
    return f"{float(f'{number:.3g}'):.15g}"
