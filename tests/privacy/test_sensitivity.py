"""How far one unit can move a value."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from discreet.errors import Invalid, OutOfRange
from discreet.privacy import ONE, Sensitivity


def test_what_follows_is_filled_in() -> None:
    assert Sensitivity(l0=3, linf=2) == Sensitivity(l0=3, linf=2, l1=6, l2_squared=12)
    assert Sensitivity(l1="0.1") == Sensitivity(linf="0.1", l1="0.1", l2_squared="0.01")
    assert Sensitivity(l1="0.1").l0 is None
    assert Sensitivity(l2=3) == Sensitivity(l2_squared=9)
    assert Sensitivity(l2=3).l1 is None


def test_a_bound_that_is_given_is_kept_when_it_is_the_tighter() -> None:
    assert Sensitivity(l0=3, linf=2, l1=4).l1 == 4
    assert Sensitivity(l1=4, linf=7).linf == 4
    assert Sensitivity(l0=3, linf=2, l2=1).l2_squared == 1
    assert Sensitivity(l0=3, linf=2, l2=100).l2_squared == 12


def test_one_is_a_single_entry_moved_by_one() -> None:
    assert repr(ONE) == "Sensitivity(l0=1, linf=1, l1=1, l2_squared=1)"
    assert repr(Sensitivity(l2_squared="1/3")) == "Sensitivity(l2_squared=1/3)"


@given(st.lists(st.integers(-50, 50), min_size=1, max_size=8))
def test_what_is_filled_in_bounds_every_difference(difference: list[int]) -> None:
    sizes = [abs(entry) for entry in difference]
    found = Sensitivity(l0=sum(size > 0 for size in sizes), linf=max(sizes))
    assert found.l1 is not None
    assert found.l1 >= sum(sizes)
    assert found.l2_squared is not None
    assert found.l2_squared >= sum(size**2 for size in sizes)
    by_sum = Sensitivity(l1=sum(sizes))
    assert by_sum.linf is not None
    assert by_sum.linf >= max(sizes)


def test_nothing_bounds_nothing() -> None:
    for nothing in ({}, {"l0": 3}):
        with pytest.raises(Invalid, match="give linf, l1 or l2"):
            Sensitivity(**nothing)


def test_a_length_is_given_once() -> None:
    with pytest.raises(Invalid, match="both l2 and its square"):
        Sensitivity(l2=1, l2_squared=1)


@pytest.mark.parametrize("bad", [-1, "-0.1", float("nan"), float("inf"), True, "1e61", "0x1", [1]])
@pytest.mark.parametrize("name", ["l0", "linf", "l1", "l2", "l2_squared"])
def test_what_is_no_size_is_refused(name: str, bad: Any) -> None:  # noqa: ANN401  (what a caller may do)
    with pytest.raises(OutOfRange, match=name):
        Sensitivity(**{name: bad})
