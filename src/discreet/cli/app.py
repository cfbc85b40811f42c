"""The commands of `discreet`, and what becomes of errors."""

import sys
from collections.abc import Callable
from inspect import Parameter, Signature, signature
from typing import Annotated, TypeAlias

import typer
from rich.console import Console

import discreet
from discreet.cli.kind import KINDS, MEANING, Kind
from discreet.errors import DiscreetError
from discreet.law import Law
from discreet.numbers import rational, whole

# What a histogram shows when no count is asked for.
MANY = "100000"
MOST = 10**10
HOW = "such as epsilon=1, epsilon=1,delta=1e-6, rho=0.1, mu=1 or odds=3"
LossText: TypeAlias = Annotated[str, typer.Argument(help=HOW, metavar="LOSS")]
Delta: TypeAlias = Annotated[
    str, typer.Option(help="the delta that goes with epsilon", metavar="NUMBER")
]
LedgerFile: TypeAlias = Annotated[str, typer.Argument(help="the ledger's file", metavar="FILE")]

app = typer.Typer(
    help="Answers about people that answer nothing about anyone.",
    epilog="Example: discreet noise laplace --scale 10 --count 5",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def main() -> None:
    """Run the terminal; what it refuses is said in a few lines, and ends with status 2."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # files and pipes have it
    try:
        app()
    except DiscreetError as refusal:
        sys.stderr.write(f"{refusal}\n")
        sys.exit(2)


def describe(law: Law) -> None:
    """Print what a law promises."""
    from discreet.cli.summary import summary  # noqa: PLC0415  (help need not wait for it)

    Console().print(summary(law))


def draw(
    law: Law,
    *,
    count: Annotated[
        str, typer.Option(help="how many: 1, or 100000 for a histogram", metavar="NUMBER")
    ] = "",
    histogram: Annotated[
        bool, typer.Option("--histogram", help="count them beside their law")
    ] = False,
) -> None:
    """Print draws of a law, or a histogram of them."""
    from discreet.cli import draw as paper  # noqa: PLC0415  (help need not wait for numpy)

    number = whole(rational(count or (MANY if histogram else "1"), "count"), "count", 1, MOST)
    if histogram:
        Console().print(paper.count_draws(law, number))
    else:
        paper.write_lines(law, number)


@app.command(epilog="Example: discreet demo")
def demo() -> None:
    """See exact noise: draws beside their law."""
    from discreet.cli.demo import show  # noqa: PLC0415  (help need not wait for numpy)

    show(Console())


@app.command(name="explain", epilog="Example: discreet explain epsilon=1,delta=1e-6 --people 10000")
def explain_loss(
    loss: LossText,
    *,
    people: Annotated[
        str, typer.Option(help="how many people's data there are", metavar="NUMBER")
    ] = "1000",
    delta: Annotated[str, typer.Option(help="the delta to speak of", metavar="NUMBER")] = "",
    plot: Annotated[str, typer.Option(help="draw the curve there", metavar="FILE")] = "",
) -> None:
    """Say what a loss means for a person."""
    from discreet.cli.explain import show  # noqa: PLC0415  (help need not wait for numpy)

    show(loss, people, delta, plot, Console())


@app.command(name="convert", epilog="Example: discreet convert rho=0.1 --delta 1e-6")
def convert_loss(loss: LossText, *, delta: Delta = "1e-6") -> None:
    """Say a loss in every definition."""
    from discreet.cli.convert import convert  # noqa: PLC0415  (help need not wait for numpy)

    convert(loss, delta, Console())


@app.command(name="compose", epilog="Example: discreet compose epsilon=0.1 mu=0.5 --times 10")
def compose_losses(
    losses: Annotated[list[str], typer.Argument(help=HOW, metavar="LOSS")],
    *,
    times: Annotated[str, typer.Option(help="how often all of them", metavar="NUMBER")] = "1",
    delta: Delta = "1e-6",
) -> None:
    """Add losses up, in every way that is known."""
    from discreet.cli.convert import add_up  # noqa: PLC0415  (help need not wait for numpy)

    add_up(losses, times, delta, Console())


@app.command(
    name="open", epilog="Example: discreet open a.ledger --budget epsilon=1 --unit patient"
)
def open_file(
    file: LedgerFile,
    *,
    budget: Annotated[str, typer.Option(help=f"the most that may be told, {HOW}", metavar="LOSS")],
    unit: Annotated[
        str, typer.Option(help="the column that says whose a row is; each row, if left out")
    ] = "",
) -> None:
    """Open a new ledger: a budget, for whom."""
    from discreet.cli import ledger  # noqa: PLC0415  (help need not wait for it)

    ledger.begin(file, budget, unit, Console())


@app.command(name="budget", epilog="Example: discreet budget hospital.ledger --asked epsilon=0.1")
def tell_budget(
    file: LedgerFile,
    *,
    asked: Annotated[
        str, typer.Option(help=f"see whether it still fits, {HOW}", metavar="LOSS")
    ] = "",
) -> None:
    """Say what is spent of a ledger's budget, and for what."""
    from discreet.cli import ledger  # noqa: PLC0415  (help need not wait for it)

    ledger.show(file, asked, Console())


@app.command(name="receipt", epilog="Example: discreet receipt hospital.ledger 2")
def tell_receipt(
    file: Annotated[str, typer.Argument(help="the ledger's file")] = "",
    entry: Annotated[str, typer.Argument(help="the number of an entry")] = "",
    *,
    verify: Annotated[str, typer.Option(help="verify this receipt instead", metavar="DOC")] = "",
    key: Annotated[str, typer.Option(help="the public key that has to have signed it")] = "",
) -> None:
    """Print the signed receipt of an entry, or verify one without its ledger."""
    from discreet.cli import ledger  # noqa: PLC0415  (help need not wait for it)

    if verify:
        ledger.check(verify, key, Console())
    else:
        ledger.hand_out(file, entry)


@app.command(name="audit", epilog="Example: discreet audit discreet.audit.example:coins")
def audit_claim(
    what: Annotated[
        str, typer.Argument(help="module:name of a mechanism, or 'ledger'", metavar="WHAT")
    ],
    file: Annotated[str, typer.Argument(help="the ledger's file", metavar="FILE")] = "",
) -> None:
    """Check a mechanism of your own, or a ledger: ends with status 1 where something is broken."""
    from discreet.cli.audit import show  # noqa: PLC0415  (help need not wait for scipy)

    if not show(what, file, Console()):
        raise typer.Exit(1)


def _tell_version(asked: bool) -> None:  # noqa: FBT001  (typer hands it over by place)
    if asked:
        typer.echo(f"discreet {discreet.__version__}")
        raise typer.Exit


@app.callback()
def start(
    *,
    version: Annotated[
        bool,
        typer.Option("--version", help="print the version", callback=_tell_version, is_eager=True),
    ] = False,
) -> None:
    """Stand before the commands: options that need none belong here."""


def _offer(name: str, about: str, use: Callable[..., None]) -> None:
    """A group with a command for each law, whose numbers are its options."""
    group = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
    for law, kind in KINDS.items():
        example = f"Example: discreet {name} {law} {kind.example}"
        group.command(law, help=kind.about, epilog=example)(_command(kind, use))
    example = f"Example: discreet {name} laplace --scale 10"
    app.add_typer(group, name=name, help=about, epilog=example)


def _command(kind: Kind, use: Callable[..., None]) -> Callable[..., None]:
    """What reads a law, then uses it; typer reads its options off its signature."""

    def run(**given: object) -> None:
        written = {name: str(given.pop(name)) for name in kind.numbers}
        use(kind.read(written), **given)

    own = [
        Parameter(
            name,
            Parameter.KEYWORD_ONLY,
            annotation=Annotated[str, typer.Option(help=MEANING[name], metavar="NUMBER")],
        )
        for name in kind.numbers
    ]
    _, *shared = signature(use).parameters.values()
    run.__signature__ = Signature([*own, *shared])  # type: ignore[attr-defined]  # no stub has it
    return run


_offer("law", "Say what a law promises: draws nothing.", describe)
_offer("noise", "Draw from a law, exactly.", draw)
