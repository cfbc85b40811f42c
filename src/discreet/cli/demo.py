"""What `discreet demo` shows."""

import re

from rich.console import Console

from discreet.cli.draw import count_draws
from discreet.cli.summary import summary
from discreet.law import DiscreteGaussian, DiscreteLaplace
from discreet.noise import sample

DRAWS = 10**6
WHY = """\
[bold]Exact noise[/bold]

A count of people tells about each of them. Noise keeps it from doing so: with Laplace noise of
scale 10, no published number is more than exp(1/10) = 1.11 times as likely with any one person
in the count as without.

That is true of the law. Floating-point noise does not follow it: its gaps have told what it was
to hide. discreet draws whole numbers by integer arithmetic, from random bits of the operating
system, and the law of what it draws is exact."""
LAPLACE = "[bold]The law[/bold]: discrete Laplace, scale 10"
DRAWN = "\n[bold]A million draws of it[/bold], made just now, for the first and the last time"
GAUSSIAN = "\n[bold]A million draws of another[/bold]: discrete Gaussian, variance 1 000 000"
ON = """
Draw your own:   discreet noise laplace --scale 10 --count 5
Know the error:  discreet law gaussian --variance 100
In Python:       from discreet.noise import sample"""


def show(console: Console) -> None:
    """Noise, its law, and the two side by side."""
    laplace, gaussian = DiscreteLaplace(10), DiscreteGaussian(10**6)
    console.print(re.sub(r"(?<!\n)\n(?!\n)", " ", WHY))
    draws = " ".join(str(draw) for draw in sample(laplace, 10).tolist())
    console.print(f"\nTen draws: {draws}\n", highlight=False)
    console.print(LAPLACE)
    console.print(summary(laplace))
    for title, law in ((DRAWN, laplace), (GAUSSIAN, gaussian)):
        console.print(title)
        console.print(count_draws(law, DRAWS))
    console.print(ON, highlight=False)
