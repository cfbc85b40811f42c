"""Single exact coins: a uniform number is compared with a probability, as far as it takes."""

from collections.abc import Callable

from discreet.law import Coin, ExpCoin
from discreet.noise.source import Source
from discreet.numbers import Interval, Number

STEP = 64


def coin(p: Number, source: Source) -> int:
    """One with probability p, a rational number, else zero."""
    law = Coin(p)
    return int(is_below(lambda bits: Interval.of(law.p, bits), source))


def exp_coin(x: Number, source: Source) -> int:
    """One with probability exp(-x), x rational and at least zero, else zero."""
    law = ExpCoin(x)
    return int(is_below(lambda bits: law.mass_within(1, bits), source))


def is_below(
    bound: Callable[[int], Interval], source: Source, *, known: int = 0, bits: int = 0
) -> bool:
    """Whether a uniform number of [0, 1) lies below a bound that can be known to any precision.

    The number's first bits may be `known` already; more are drawn until the bound is clear of it.
    """
    while True:
        if bits:
            low, high = bound(bits + 32).fixed(bits)
            if known < low:
                return True
            if known >= high:
                return False
        known, bits = known << STEP | source.integer(STEP), bits + STEP
