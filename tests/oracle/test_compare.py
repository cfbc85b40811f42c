"""The checking itself: it sees what it is there to see."""

import pytest

from tests.oracle.compare import Bounds, faults

RIGHT = Bounds(0.999, 1.0)


@pytest.mark.parametrize(
    ("ours", "theirs", "expected"),
    [
        (RIGHT, Bounds(0.97, 1.001), []),
        (RIGHT, Bounds(0.0, 2.0), []),
        (RIGHT, Bounds(0.97, 0.998), ["theirs is below our lower bound"]),
        (RIGHT, Bounds(1.001, 1.002), ["ours is below what they prove from below"]),
        (Bounds(1.0, 1.01), Bounds(0.97, 1.001), ["ours is above theirs"]),
        (Bounds(1.0, 0.99), Bounds(0.97, 1.001), ["ours is below our own lower bound"]),
    ],
)
def test_each_fault_is_named(ours: Bounds, theirs: Bounds, expected: list[str]) -> None:
    assert faults(ours, theirs) == expected


@pytest.mark.parametrize("planted", [0.99, 1.01])
def test_the_comparison_sees_one_percent(planted: float) -> None:
    farthest = Bounds(0.97, 1.0034)  # as far off as dp-accounting ever is on our grids
    assert not faults(RIGHT, farthest)
    assert faults(Bounds(RIGHT.lower, planted), farthest)
