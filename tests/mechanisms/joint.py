"""What `JointQuantile` and its weights are held against: all placements, one by one."""

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, pairwise

from discreet.mechanisms.placing import Placing
from discreet.noise.power import NEVER, PLACES


def share(exponents: Sequence[int]) -> list[float]:
    """Probabilities, from exponents."""
    top = max(exponents)
    weights = [2.0 ** ((one - top) / 2**PLACES) if one > NEVER else 0.0 for one in exponents]
    total = math.fsum(weights)
    return [weight / total for weight in weights]


def paths(placing: Placing, j: int, after: int) -> Iterator[tuple[tuple[int, ...], float]]:
    """The cells of o_1 … o_j, when the next one is in cell `after`, each with its probability."""
    if j == 0:
        yield (), 1.0
        return
    for cell, p in enumerate(share(placing.exponents(j, after).tolist())):
        if p:
            for k, q in enumerate(share(placing.stays(j, cell).tolist()), 1):
                if q:
                    for rest, r in paths(placing, j - k, cell):
                        yield (*rest, *[cell] * k), p * q * r


def drawn(placing: Placing) -> dict[tuple[int, ...], float]:
    """The law of the cells of all quantiles."""
    return dict(paths(placing, placing.count, len(placing.lengths) - 1))


def off(data: Sequence[int], values: Sequence[int], levels: Sequence[Fraction]) -> Fraction:
    """How many of the data too few or too many lie between one quantile and the next."""
    below = [0, *(sum(one < value for one in data) for value in values), len(data)]
    due = [(b - a) * len(data) for a, b in pairwise((Fraction(0), *levels, Fraction(1)))]
    return sum(
        (abs(b - a - want) for (a, b), want in zip(pairwise(below), due, strict=True)), Fraction(0)
    )


def law(
    data: Sequence[int], levels: Sequence[Fraction], room: int, rate: Fraction
) -> dict[tuple[int, ...], float]:
    """The law of quantiles in 0 … room - 1, by enumeration."""
    weights = {
        values: math.exp(-rate * off(data, values, levels))
        for values in combinations_with_replacement(range(room), len(levels))
    }
    total = math.fsum(weights.values())
    return {values: weight / total for values, weight in weights.items()}
