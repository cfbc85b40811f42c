"""A value that nobody may look at."""

import copy
import io
import json
import logging
import operator
import pickle
import pprint
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from discreet.errors import DiscreetError, Invalid, Refused
from discreet.privacy import ONE, Unit
from discreet.release import Secret
from discreet.release.secret import opened
from tests.release.question import PATIENT, count

CANARY = 987654321

CLOSED: dict[str, Callable[[Any], object]] = {
    "format": lambda secret: f"{secret}",
    "compare": lambda secret: secret == CANARY,
    "differ": lambda secret: secret != CANARY,
    "order": lambda secret: secret < CANARY,
    "truth": bool,
    "length": len,
    "iterate": list,
    "int": int,
    "float": float,
    "index": operator.index,
    "hash": hash,
    "pickle": pickle.dumps,
    "old pickle": lambda secret: pickle.dumps(secret, 0),
    "copy": copy.copy,
    "deep copy": copy.deepcopy,
    "array": lambda secret: np.array([1, 2]) + secret,
    "change": lambda secret: setattr(secret, "sensitivity", ONE),
    "remove": lambda secret: delattr(secret, "unit"),
    "search": lambda secret: CANARY in {secret: 1},
}


@pytest.mark.parametrize("way", CLOSED)
def test_a_secret_cannot_be_looked_at(way: str) -> None:
    ran: list[int] = []

    def compute() -> int:
        ran.append(1)
        return CANARY

    secret = Secret(compute, ONE, PATIENT)
    with pytest.raises((Refused, TypeError)) as refusal:
        CLOSED[way](secret)
    assert not ran
    assert str(CANARY) not in str(refusal.value)


def test_json_has_no_form_for_it() -> None:
    with pytest.raises(TypeError):
        json.dumps({"a": count(CANARY)})
    with pytest.raises(TypeError):
        vars(count(CANARY))


def test_what_is_printed_or_logged_of_it_is_public() -> None:
    paper = io.StringIO()
    log = logging.getLogger("paper")
    log.addHandler(logging.StreamHandler(paper))
    log.error("%s %r", count(CANARY), count(CANARY))
    pprint.pprint([count(CANARY)], paper)  # noqa: T203  (what is printed is looked at)
    assert str(CANARY) not in paper.getvalue() + str(count(CANARY))
    assert "Secret(about='patients', unit='patient')" in paper.getvalue()


@pytest.mark.parametrize(
    ("what", "problem"),
    [
        ((3, ONE, PATIENT), "given by a value"),
        ((lambda: 3, 1, PATIENT), "how far which unit"),
        ((lambda: 3, ONE, "patient"), "how far which unit"),
    ],
)
def test_what_makes_no_secret_is_refused(what: tuple[Any, ...], problem: str) -> None:
    with pytest.raises(Invalid, match=problem):
        Secret(*what)


@pytest.mark.parametrize("about", [3, None, "x" * 70000])
def test_what_it_is_about_is_a_short_text(about: Any) -> None:  # noqa: ANN401  (anything at all)
    with pytest.raises(DiscreetError, match="not a short text"):
        Secret(lambda: 3, ONE, Unit(), about=about)


def test_it_is_computed_when_it_is_opened() -> None:
    assert opened(count(3)) == 3
