"""The table of all mechanisms, and what is read by it."""

import dataclasses
from fractions import Fraction

import pytest

from discreet import mechanisms
from discreet.errors import NotUnderstood, OutOfRange
from discreet.mechanisms import ALL, Bounded, Geometric, Laplace
from discreet.mechanisms.catalogue import read


def test_every_public_mechanism_is_in_the_table_under_its_tag() -> None:
    public = {name for name in mechanisms.__all__ if name != "ALL"}
    assert {kind.__name__ for kind in ALL.values()} == public
    assert all(kind.tag == tag for tag, kind in ALL.items())  # type: ignore[attr-defined]


def test_what_is_stored_becomes_a_mechanism_again() -> None:
    assert read({"tag": "laplace", "scale": "0.5"}) == Laplace("0.5")
    assert read({"tag": "geometric", "scale": 1, "low": -2, "high": 3}) == Geometric(1, -2, 3)


def test_mechanisms_of_ones_own_may_hold_others() -> None:
    @dataclasses.dataclass(frozen=True)
    class Several:
        parts: tuple[Laplace, ...]
        weights: tuple[int, ...]

    stored = {
        "tag": "several",
        "parts": [{"tag": "laplace", "scale": "1/3"}, {"tag": "bounded", "scale": 2, "bound": 5}],
        "weights": [1, 2],
    }
    expected = Several((Laplace(Fraction(1, 3)), Bounded(2, 5)), (1, 2))  # type: ignore[arg-type]  # any parts
    assert read(stored, {**ALL, "several": Several}) == expected


@pytest.mark.parametrize("stored", [{}, {"tag": "nothing"}, {"tag": 1}, [], None, "laplace"])
def test_what_is_no_mechanism_is_refused(stored: object) -> None:
    with pytest.raises(NotUnderstood, match="no mechanism"):
        read(stored)


def test_a_stored_parameter_is_checked_like_any_other() -> None:
    with pytest.raises(OutOfRange):
        read({"tag": "laplace", "scale": "-1"})
