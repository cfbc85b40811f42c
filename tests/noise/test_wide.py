"""Wide Gaussians: the weights of what is proposed times the chance of taking it are the law."""

from fractions import Fraction

import mpmath
import numpy as np
import pytest

from discreet.law import DiscreteGaussian
from discreet.noise import System
from discreet.noise.fall import SHARE, Fall
from discreet.noise.wide import NARROW, Buckets, Split, WideGaussian, untested_shares
from discreet.testing import Replay
from tests.noise.bits import word_for

CASES = [(Fraction(16_385), 1), (Fraction(70_000, 3), 1), (Fraction(10**6), 3)]
_TEST = 1 << 62


def _weights(variance: Fraction, shift: int, reach: int) -> dict[int, mpmath.mpf]:
    """The weight that each cell's value has by the cells themselves."""
    shares = untested_shares(Fraction(4**shift) / variance, reach)
    cells = Split(Buckets(variance, shift), tuple(shares.tolist())).cells(64)
    return dict(zip(cells.values, map(mpmath.mpf, cells.low), strict=True))


@pytest.mark.parametrize(("variance", "shift"), CASES)
def test_weight_times_chance_is_the_bell_curve(variance: Fraction, shift: int) -> None:
    reach = 40
    weights = _weights(variance, shift, reach)
    shares = untested_shares(Fraction(4**shift) / variance, reach)
    fall, zero = Fall(variance, shift, shares), None
    for value in [*range(-150, 151), *range(500, 560), *range(-560, -500)]:
        start = (value ^ value >> 63) >> shift << shift
        bucket, first = start >> shift, start if value >= 0 else ~start
        sure = weights.get(first, mpmath.mpf(0)) if bucket < reach else mpmath.mpf(0)
        share = int(shares[bucket]) if bucket < reach else 0
        chance = fall._chance(value, share, 200)
        with mpmath.workprec(200):
            tested = weights[first ^ _TEST] * mpmath.mpf(chance.upper.numerator)
            weight = sure + tested / chance.upper.denominator
            zero = weight if value == 0 else zero
            true = mpmath.exp(
                -mpmath.mpf(value * value) * variance.denominator / (2 * variance.numerator)
            )
            if zero is not None:
                assert abs(weight / zero / true - 1) < mpmath.mpf(2) ** -40


def test_weights_of_the_two_sides_mirror_each_other() -> None:
    cells = Buckets(Fraction(10**6), 3).cells(64)
    assert cells.values[:4] == [0, ~0, 8, ~8]
    assert cells.low[::2] == cells.low[1::2]


@pytest.mark.parametrize("variance", [NARROW + 1, 10**6, 2**60, 2**60 - 1])
def test_a_share_taken_untested_is_never_above_the_least_chance(variance: int) -> None:
    draw = WideGaussian(Fraction(variance))
    assert 64 <= variance**0.5 / 2**draw.shift < 128 + 1e-6
    shares, width = draw._fall._shares, 1 << draw.shift
    for bucket in range(0, len(shares) - 1, 7):
        with mpmath.workprec(120):
            farthest = mpmath.mpf(((bucket + 1) * width) ** 2 - (bucket * width) ** 2)
            least = mpmath.exp(-farthest / (2 * variance)) * 2**SHARE
            assert least - 1 - mpmath.mpf(2) ** -30 <= int(shares[bucket]) <= least


@pytest.mark.parametrize("variance", [NARROW + 1, 10**6, 10**12, 2**60])
def test_draws_spread_as_the_law_says(variance: int) -> None:
    draw, law = WideGaussian(Fraction(variance)), DiscreteGaussian(variance)
    many = draw.many(300_000, System())
    single = np.array([draw.one(System()) for _ in range(3000)])
    for found in (many, single):
        # Six and a half standard errors each: a false alarm has odds below 10⁻⁹.
        count, spread = len(found), law.variance**0.5
        assert abs(found.astype(float).mean()) < 6.5 * spread / count**0.5
        assert abs((found / spread).var() - 1) < 6.5 * (2 / count) ** 0.5
        assert abs((found >= 0).mean() - law.tail(0)) < 3.3 / count**0.5


def test_a_refused_single_value_is_proposed_anew() -> None:
    draw = WideGaussian(Fraction(20_000))  # buckets of two
    (far,) = (table for table in draw._panel._tables)
    key = int(far.high[200]) + 1000  # some bucket well away from zero
    bucket = far.law.cells(64).values[201]
    proposal = key.to_bytes(8, "little") + (1 << 63).to_bytes(8, "big")
    refused, taken = b"\xff" * 8, bytes(8)
    replay = Replay(proposal + refused + bytes(16) + taken + b"next")
    assert draw.one(replay) == 0
    assert replay.left == 4
    again = Replay(proposal + taken)
    assert draw.one(again) == bucket ^ 1


def test_refused_values_of_an_array_are_drawn_again_from_the_start() -> None:
    draw = WideGaussian(Fraction(20_000))
    table = draw._table
    tested = table._sure + 40
    key = int(table.high[tested - 1]) + 5
    start = table.law.cells(64).values[tested] ^ _TEST
    word = word_for(table, key >> 48).to_bytes(2, "little")
    rest = (key << 16 & (1 << 64) - 1).to_bytes(8, "little")
    place, refused, taken = b"\xff", b"\xff" * 4, bytes(4)
    first = Replay(word + place + rest + taken + b"next")
    assert draw.many(1, first).tolist() == [start ^ 1]
    assert first.left == 4
    decided = word_for(table, 0).to_bytes(2, "little") + bytes(1)
    again = Replay(word + place + rest + refused + decided + b"next")
    assert draw.many(1, again).tolist() == [0]
    assert again.left == 4


def test_a_planted_bug_is_seen() -> None:
    # A negative value tested as its mirror image would be too likely by one part in σ²/x.
    variance, shift = CASES[0]
    fall = Fall(variance, shift, untested_shares(Fraction(4**shift) / variance, 40))
    right, wrong = fall._chance(-101, 0, 100), fall._chance(100, 0, 100)
    assert right.upper < wrong.lower
