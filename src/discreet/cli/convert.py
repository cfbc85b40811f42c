"""A loss under every definition, and several losses together."""

import textwrap
from collections.abc import Iterable, Sequence

from rich.console import Console

from discreet.cli.explain import paper, working
from discreet.numbers import rational, whole
from discreet.privacy import Listing, Loss, compose, read
from discreet.privacy.compose import Composed
from discreet.privacy.explain import at_most, routes
from discreet.privacy.loss import MOST_COUNT, probability
from discreet.privacy.text import shown

DIGITS = 6
ORDERS = ("2", "4", "8", "16", "32", "64")
EPSILONS = ("0", "0.5", "1", "2", "4", "8")
DELTAS = ("1e-5", "1e-6", "1e-9")


def convert(text: str, delta: str, console: Console) -> None:
    """Print every view of the loss that is written."""
    loss, small = read(text), rational(delta, "delta")
    probability(small, "delta")
    deltas = sorted({small, *map(rational, DELTAS)}, reverse=True)
    with working():
        rows = [*_whole(loss), *_renyi(loss, ORDERS)]
        rows += ((f"epsilon at delta = {shown(each)}", loss.epsilon(each)) for each in deltas)
        rows += ((f"delta at epsilon = {each}", loss.delta(each)) for each in EPSILONS)
    console.print(paper(_listing(str(loss), rows)), highlight=False)


def add_up(texts: Sequence[str], times: str, delta: str, console: Console) -> None:
    """Print what the losses that are written tell together, so many times, and by which way."""
    count = whole(rational(times, "times"), "times", 1, MOST_COUNT)
    loss, small = compose(*map(read, texts)) * count, probability(delta, "delta")
    with working():
        rows = [*_whole(loss), *_renyi(loss, ORDERS[::2])]
        rows.append((f"epsilon at delta = {shown(small)}", loss.epsilon(small)))
        listings = [_listing(f"Together: {loss}", rows)]
        if isinstance(loss, Composed) and loss.routes:
            listings.append(routes(loss, small))
    for place, listing in enumerate(listings):
        console.print("\n" * bool(place), end="")
        console.print(paper(listing), highlight=False)


def _whole(loss: Loss) -> list[tuple[str, float]]:
    """The views that are one number."""
    return [
        ("pure: epsilon", loss.pure),
        ("zero-concentrated: rho", loss.rho),
        ("Gaussian: mu", loss.mu),
    ]


def _renyi(loss: Loss, orders: Sequence[str]) -> Iterable[tuple[str, float]]:
    return zip((f"Rényi at order {order}" for order in orders), loss.renyi(orders), strict=True)


def _listing(title: str, rows: Iterable[tuple[str, float]]) -> Listing:
    lines = tuple((name, at_most(value, DIGITS)) for name, value in rows)
    return Listing(textwrap.shorten(title, 200, placeholder=" …"), ("definition", "at most"), lines)
