"""What was asked, in one form."""

from dataclasses import dataclass
from fractions import Fraction

import pytest

from discreet.errors import Bug
from discreet.mechanisms import Laplace
from discreet.mechanisms.catalogue import read
from discreet.privacy import ONE, Relation
from discreet.release.recipe import Recipe, canonical, digest, plain


def test_a_recipe_holds_parameters_that_can_be_read_again() -> None:
    stored = Recipe(Laplace("0.5"), ONE, "patients").to_json()
    assert stored["about"] == "patients"
    assert stored["sensitivity"] == {"l0": "1", "linf": "1", "l1": "1", "l2_squared": "1"}
    assert read(stored["mechanism"]) == Laplace("1/2")


@dataclass(frozen=True)
class Untagged:
    size: int
    parts: tuple[object, ...] = ()


def test_parameters_of_every_kind_have_one_form() -> None:
    assert plain(Untagged(3, (Fraction(1, 3), None, Relation.BLANK, [True]))) == {
        "size": 3,
        "parts": ["1/3", None, "BLANK", [True]],
    }
    for other in (0.5, Untagged, {"a": 1}):
        with pytest.raises(Bug, match="no form that can be stored"):
            plain(other)


def test_there_is_one_canonical_form() -> None:
    assert canonical({"b": 1, "a": ["é", None]}) == b'{"a":["\\u00e9",null],"b":1}'
    with pytest.raises(ValueError, match="JSON"):
        canonical({"a": float("nan")})


def test_parts_of_a_digest_do_not_run_together() -> None:
    assert digest(b"ab", b"c") != digest(b"a", b"bc") != digest(b"abc")
