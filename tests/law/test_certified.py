"""A choice known by its masses."""

from fractions import Fraction

import pytest

from discreet.law import Certified
from discreet.numbers import Interval


def _law(*masses: str) -> Certified:
    return Certified(len(masses), lambda bits: [Interval.of(Fraction(m), bits) for m in masses])


def test_its_masses_tails_and_moments_are_those_it_is_given() -> None:
    law = _law("1/2", "1/3", "1/6")
    assert [law.mass(k) for k in range(-1, 4)] == pytest.approx([0, 1 / 2, 1 / 3, 1 / 6, 0])
    assert [law.tail(k) for k in range(-1, 4)] == pytest.approx([1, 1, 1 / 2, 1 / 6, 0])
    assert [law.cdf(k) for k in range(-1, 4)] == pytest.approx([0, 1 / 2, 5 / 6, 1, 1])
    assert law.mean == pytest.approx(2 / 3)
    assert law.variance == pytest.approx(1 - 4 / 9)
    assert [law.quantile(p) for p in ("0.4", "0.6", "0.9", 1)] == [0, 1, 2, 2]


def test_it_never_shows_what_it_holds() -> None:
    assert repr(_law("1/4", "3/4")) == "Certified(<2 masses>)"
