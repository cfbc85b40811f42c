"""A step function as a law: number by number, it is one of exponential weights."""

import pytest

from discreet.errors import Invalid
from discreet.law import ExponentialWeights, Stepped

LAW = Stepped([-2, 0, 0, 3], ["1/2", 9, -1, 0], end=5)
PLAIN = ExponentialWeights(["1/2", "1/2", -1, -1, -1, 0, 0])


def test_it_is_a_law_of_exponential_weights() -> None:
    assert (LAW.support.low, LAW.support.high) == (-2, 4)
    for k in range(-3, 6):
        assert LAW.mass(k) == pytest.approx(PLAIN.mass(k + 2), rel=1e-15)
        assert LAW.tail(k) == pytest.approx(PLAIN.tail(k + 2), rel=1e-15)
    assert LAW.mean == pytest.approx(PLAIN.mean - 2)
    assert LAW.variance == pytest.approx(PLAIN.variance)
    assert LAW.quantile("1/2") == PLAIN.quantile("1/2") - 2


def test_wide_steps_cost_no_more_than_narrow_ones() -> None:
    law = Stepped([0, 10**12], [0, 40], end=2 * 10**12)
    assert law.cdf(10**12 - 1) == pytest.approx(4.248354255291589e-18, rel=1e-14)  # 1/(1 + e^40)
    assert law.mean == pytest.approx(1.5e12, rel=1e-11)


def test_it_never_shows_what_it_holds() -> None:
    assert repr(LAW) == "Stepped(<4 steps>)"


@pytest.mark.parametrize(
    ("starts", "exponents", "end"),
    [([], [], 3), ([0, 2, 1], [0, 0, 0], 3), ([0], [0, 1], 3), ([0], [0], 0), ([4], [0], 3)],
)
def test_what_is_no_list_of_steps_is_refused(
    starts: list[int], exponents: list[int], end: int
) -> None:
    with pytest.raises(Invalid, match="no steps"):
        Stepped(starts, exponents, end)
