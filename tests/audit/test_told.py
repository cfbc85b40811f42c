"""What two laws tell, by definition, beside closed forms."""

import math
from fractions import Fraction

import pytest

from discreet.audit.spread import side_by_side
from discreet.audit.told import Told
from discreet.law import DiscreteLaplace, Moved

COIN = {0: Fraction(3, 4), 1: Fraction(1, 4)}
TURNED = {0: Fraction(1, 4), 1: Fraction(3, 4)}


def told(one: dict[int, Fraction], other: dict[int, Fraction]) -> Told:
    return Told(*side_by_side(one, other))


def test_randomised_response_tells_the_logarithm_of_its_odds() -> None:
    low, high = told(COIN, TURNED).pure()
    assert low is not None
    assert high is not None
    assert low <= high
    assert float(low) == float(high) == pytest.approx(math.log(3), rel=1e-15)
    assert told(COIN, TURNED).worst() == (0,)


def test_its_deltas_are_sums_of_what_is_more() -> None:
    low, high = told(COIN, TURNED).delta(Fraction(0))
    assert low <= Fraction(1, 2) <= high
    assert high - low < Fraction(1, 1 << 200)
    low, high = told(COIN, TURNED).delta(Fraction(1))
    assert float(low) == float(high) == pytest.approx((3 - math.e) / 4, rel=1e-14)


@pytest.mark.parametrize("order", [1, 2, 5])
def test_divergences_are_those_of_the_definition(order: int) -> None:
    p, q = 0.75, 0.25
    terms = [p**order * q ** (1 - order), q**order * p ** (1 - order)]
    closed = math.log(sum(terms)) / (order - 1) if order > 1 else 0.5 * math.log(3)
    found = told(COIN, TURNED).divergence(order)
    assert found is not None
    assert float(found) == pytest.approx(closed, rel=1e-12)


def test_an_answer_that_cannot_come_otherwise_gives_all_away() -> None:
    one = told({0: Fraction(1, 2), 1: Fraction(1, 2)}, {0: Fraction(1)})
    assert one.never
    assert one.pure() == (None, None)
    assert one.divergence(2) is None
    assert one.worst() == (1,)
    assert one.delta(Fraction(10))[0] == Fraction(1, 2)


def test_the_same_law_tells_nothing() -> None:
    one = told(COIN, COIN)
    assert one.pure()[0] == 0
    assert one.delta(Fraction(0))[0] == 0
    assert one.divergence(1) == one.divergence(2) == 0


def test_what_is_not_laid_out_counts_as_told() -> None:
    law = DiscreteLaplace(1)
    one = Told(*side_by_side(law, Moved(law, 1)))
    low, high = one.delta(Fraction(2))
    assert low == 0
    assert high >= one.first.rest > 0


def test_tests_are_true_tests() -> None:
    law = DiscreteLaplace(1)
    for alarm, miss in Told(*side_by_side(law, Moved(law, 1))).tests(10):
        # With distance one it is randomised response, whose curve is two lines.
        curve = max(0.0, 1 - math.e * float(alarm), (1 - float(alarm)) / math.e)
        assert float(miss) == pytest.approx(curve, abs=1e-12)
