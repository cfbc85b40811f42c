"""Where a law has mass."""

import pytest

from discreet.law import Support


@pytest.mark.parametrize(
    ("support", "inside", "outside"),
    [
        (Support(None, None), [-(10**30), 0, 10**30], []),
        (Support(0, None), [0, 10**30], [-1, -(10**30)]),
        (Support(None, 5), [-(10**30), 5], [6, 10**30]),
        (Support(-2, 2), [-2, 0, 2], [-3, 3]),
        (Support(1, 1), [1], [0, 2]),
    ],
)
def test_both_ends_belong_to_a_support(
    support: Support, inside: list[int], outside: list[int]
) -> None:
    assert all(k in support for k in inside)
    assert not any(k in support for k in outside)
