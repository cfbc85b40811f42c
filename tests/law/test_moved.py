"""A moved law is the law, elsewhere."""

import pytest

from discreet.errors import OutOfRange
from discreet.law import DiscreteGaussian, Geometric, Moved, Support, Uniform


@pytest.mark.parametrize("by", [-7, 0, 3, 10**30])
def test_everything_is_the_laws_moved(by: int) -> None:
    law = DiscreteGaussian(9)
    moved = Moved(law, by)
    for k in (-4, 0, 5):
        assert moved.mass(k + by) == law.mass(k)
        assert moved.tail(k + by) == law.tail(k)
        assert moved.cdf(k + by) == law.cdf(k)
    assert moved.mean == float(by)
    assert moved.variance == law.variance
    assert moved.quantile("0.9") == law.quantile("0.9") + by


def test_its_ends_move_where_it_has_some() -> None:
    assert Moved(Uniform(1, 6), 10).support == Support(11, 16)
    assert Moved(Geometric(1), -5).support == Support(-5, None)
    assert Moved(Uniform(1, 6), 10).cdf_exact(16) == 1
    assert Moved(Uniform(1, 6), 10).quantile("1/3") == 12  # a third exactly: no precision tells


def test_it_does_not_show_how_far() -> None:
    assert repr(Moved(Uniform(1, 6), 123)) == "Moved(Uniform(low=1, high=6), by=…)"


@pytest.mark.parametrize("by", ["1", 0.5, True, None])
def test_it_is_moved_by_a_whole_number(by: int) -> None:
    with pytest.raises(OutOfRange):
        Moved(Uniform(1, 6), by)
