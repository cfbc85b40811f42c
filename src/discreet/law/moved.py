"""A law moved by a whole number: noise around a value."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from discreet.law.law import Law
from discreet.law.support import Support
from discreet.numbers import Interval, whole


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Moved(Law):
    """`law` plus `by`. What it is moved by is often the truth, so it does not show itself.

    >>> from discreet.law.laplace import DiscreteLaplace
    >>> law = Moved(DiscreteLaplace(scale=1), by=10)
    >>> law.mass(11) == DiscreteLaplace(scale=1).mass(1)
    True
    """

    tag: ClassVar[str] = "moved"
    law: Law
    by: int

    def __init__(self, law: Law, by: int) -> None:
        """From a law, and how far to move it."""
        object.__setattr__(self, "law", law)
        object.__setattr__(self, "by", whole(by, "by"))

    def __repr__(self) -> str:
        """As it is written, but for the distance."""
        return f"Moved({self.law!r}, by=…)"

    @property
    def support(self) -> Support:
        """The law's, moved."""
        low, high = self.law.support.low, self.law.support.high
        return Support(
            None if low is None else low + self.by, None if high is None else high + self.by
        )

    @property
    def mean(self) -> float:
        """The law's, moved."""
        return self.law.mean + self.by

    @property
    def variance(self) -> float:
        """The law's."""
        return self.law.variance

    def mass_within(self, k: int, bits: int) -> Interval:
        """P(X = k), certified."""
        return self.law.mass_within(k - self.by, bits)

    def tail_within(self, k: int, bits: int) -> Interval:
        """P(X >= k), certified."""
        return self.law.tail_within(k - self.by, bits)

    def cdf_exact(self, k: int) -> Fraction | None:
        """What is known exactly of the law is known of this one."""
        return self.law.cdf_exact(k - self.by)
