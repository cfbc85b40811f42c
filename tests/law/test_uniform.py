"""A range whose values are all alike."""

import math
from fractions import Fraction

import pytest

from discreet.law import Uniform

F = Fraction


@pytest.mark.parametrize(("low", "high"), [(1, 6), (0, 0), (-4, 3), (10**20, 10**20 + 2)])
def test_moments_are_sums_over_the_range(low: int, high: int) -> None:
    law, size = Uniform(low, high), high - low + 1
    mean = F(sum(range(low, high + 1)), size)
    assert law.size == size
    assert law.mean == float(mean)
    assert law.variance == float(sum((k - mean) ** 2 for k in range(low, high + 1)) / size)


def test_a_die_is_exact() -> None:
    law = Uniform(1, 6)
    assert [law.cdf_exact(k) for k in (-5, 0, 1, 3, 6, 99)] == [0, 0, F(1, 6), F(1, 2), 1, 1]
    assert [law.mass(k) for k in (0, 1, 6, 7)] == [0, 1 / 6, 1 / 6, 0]
    assert [law.tail(k) for k in (0, 1, 5, 7)] == [1, 1, 1 / 3, 0]
    assert law.log_mass(3) == pytest.approx(-math.log(6), rel=1e-15)
    assert law.log_mass(7) == -math.inf


def test_a_quantile_turns_exactly_at_each_value() -> None:
    law, hair = Uniform(1, 6), F(1, 10**150)
    for k in range(1, 7):
        assert law.quantile(F(k, 6)) == k
        assert law.quantile(F(k - 1, 6) + hair) == k
    assert law.quantile(0) == 1


@pytest.mark.parametrize("far", [10**17, 10**20 + 1, 10**398])
def test_quantiles_of_wide_and_distant_ranges_are_exact(far: int) -> None:
    assert Uniform(0, far - 1).quantile(F(1, 2)) == (far + 1) // 2 - 1
    assert Uniform(far - 2, far).quantile(F(1, 3)) == far - 2
    assert Uniform(-far, -far + 2).quantile(1) == -far + 2
