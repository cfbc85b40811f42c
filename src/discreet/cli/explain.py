"""What a loss means for a person: a paragraph, tables, and a curve where there is room for it."""

import textwrap
from collections.abc import Iterator

from rich.console import Console, Group, RenderableType
from rich.status import Status
from rich.table import Table
from rich.text import Text

from discreet.cli.curve import Curve, plot
from discreet.numbers import rational, whole
from discreet.privacy import Explanation, Listing, explain, read
from discreet.privacy.explain import MOST_PEOPLE

WIDEST = 88
# A narrower terminal has no room for a curve.
ROOM = 60


def show(text: str, people: str, delta: str, picture: str, console: Console) -> None:
    """Explain the loss that is written; the curve goes to a file if one is named."""
    loss = read(text)
    many = whole(rational(people, "people"), "people", 1, MOST_PEOPLE)
    with working():
        said = explain(loss, people=many, delta=delta or None)
        if picture:
            plot(loss, picture)
    console.print(Group(*_parts(said, console.width)), highlight=False)
    if picture:
        console.print(f"\nThe trade-off curve is in {picture}", highlight=False)
    elif console.width >= ROOM:
        console.print()
        console.print(Curve(loss))


def working() -> Status:
    """Say on the error stream of a terminal that something is being worked out."""
    return Console(stderr=True).status("adding up")


def paper(listing: Listing) -> RenderableType:
    """A listing as a table that fits."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for title in listing.columns:
        table.add_column(title, overflow="fold")
    for row in listing.rows:
        table.add_row(*row)
    return Group(Text(listing.title, "bold"), table)


def _parts(said: Explanation, width: int) -> Iterator[RenderableType]:
    first, *rest = said.lines
    narrow = min(width, WIDEST)
    yield Text("\n".join(textwrap.wrap(first, narrow)), "bold")
    for line in rest:
        yield Text("\n" + "\n".join(textwrap.wrap(line, narrow)))
    for listing in said.listings:
        yield ""
        yield paper(listing)
