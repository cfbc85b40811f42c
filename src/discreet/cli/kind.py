"""The laws that the terminal knows: a line each. Text becomes a law here."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from discreet.law import (
    ClampedGeometric,
    Coin,
    DiscreteGaussian,
    DiscreteLaplace,
    ExpCoin,
    Geometric,
    Law,
    Staircase,
    Uniform,
)
from discreet.numbers import rational


@dataclass(frozen=True, slots=True)
class Kind:
    """A law, as the terminal has it; `numbers` are what it is made from, with an example each."""

    law: Callable[..., Law]
    about: str
    numbers: Mapping[str, str]

    def read(self, written: Mapping[str, str]) -> Law:
        """The law that was written: 0.1 is one tenth.

        >>> KINDS["laplace"].read({"scale": "0.1"})
        DiscreteLaplace(scale=Fraction(1, 10))
        """
        return self.law(**{name: rational(text, name) for name, text in written.items()})

    @property
    def example(self) -> str:
        """Its options, filled in."""
        return " ".join(f"--{name} {text}" for name, text in self.numbers.items())


KINDS: Mapping[str, Kind] = {
    "laplace": Kind(
        DiscreteLaplace,
        "Falls by the same factor at each step.",
        {"scale": "10"},
    ),
    "gaussian": Kind(DiscreteGaussian, "The bell curve on whole numbers.", {"variance": "100"}),
    "geometric": Kind(Geometric, "One-sided noise: 0, 1, 2 and so on.", {"scale": "10"}),
    "staircase": Kind(
        Staircase,
        "Falls in stairs: for high epsilon.",
        {"epsilon": "5", "sensitivity": "10", "width": "3"},
    ),
    "clamped-geometric": Kind(
        ClampedGeometric,
        "Laplace noise folded into a range.",
        {"scale": "10", "center": "3", "low": "0", "high": "50"},
    ),
    "uniform": Kind(Uniform, "Every whole number of a range alike.", {"low": "1", "high": "6"}),
    "coin": Kind(Coin, "One with probability p, else zero.", {"p": "1/3"}),
    "exp-coin": Kind(ExpCoin, "One with probability exp(-x), else zero.", {"x": "0.5"}),
}
MEANING: Mapping[str, str] = {
    "scale": "over how many steps it falls to 1/e = 37 %",
    "variance": "the variance of the curve",
    "epsilon": "each stair is exp(epsilon) times as likely as the next",
    "sensitivity": "how many steps a stair is long",
    "width": "how many of them are high",
    "center": "the value that noise is added to",
    "low": "the least value",
    "high": "the greatest value",
    "p": "how likely a one is",
    "x": "how unlikely a one is, as an exponent",
}
