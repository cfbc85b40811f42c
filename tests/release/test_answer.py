"""An answer, or nothing: no exception, warning or traceback of what a secret holds comes out."""

import traceback
import warnings
from typing import Any

import numpy as np
import pytest

from discreet.mechanisms import Laplace
from discreet.noise import System
from discreet.privacy import ONE, Pure, Unit
from discreet.release import Memory, Secret, release
from discreet.release.answer import WAY_ON, answered
from discreet.testing import Recording, Replay


def secret(value: object) -> Secret[Any]:
    return Secret(lambda: value, ONE, Unit())


def fails(_: object) -> object:
    raise ValueError("canary 4711")


def test_an_answer_is_what_is_made_of_what_the_secret_holds() -> None:
    assert answered(lambda x: x + 1, secret(41), System()) == (42,)
    assert answered(lambda _: None, secret(41), System()) == (None,)


@pytest.mark.parametrize("failure", [ValueError, MemoryError, SystemExit, GeneratorExit])
def test_whatever_goes_wrong_there_is_none(failure: type[BaseException]) -> None:
    def sample(_: object) -> object:
        raise failure("canary 4711")

    assert answered(sample, secret(41), System()) == ()


def test_who_tests_with_recorded_bits_sees_what_went_wrong() -> None:
    with pytest.raises(ValueError, match="canary"):
        answered(fails, secret(41), Replay(b""))


def test_an_interrupt_passes_without_what_it_interrupted() -> None:
    def sample(_: object) -> object:
        raise KeyboardInterrupt("canary 4711")

    with pytest.raises(KeyboardInterrupt) as caught:
        answered(sample, secret(41), System())
    assert "canary" not in "".join(traceback.format_exception(caught.value))
    assert caught.value.__context__ is None


def test_numbers_that_overflow_warn_of_nothing() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        (found,) = answered(lambda x: (x * x).tolist(), secret(np.array([1e300])), System())
    assert found == [float("inf")]


def test_the_way_on_is_one_that_there_is() -> None:
    """What the one error says to do shows what went wrong."""
    ledger = Memory(Pure(1), Unit(), Recording())
    assert "Memory(budget, unit, discreet.testing.Recording())" in WAY_ON
    with pytest.raises(ZeroDivisionError):
        release(Laplace(10), Secret(lambda: 1 // 0, ONE, Unit()), ledger)
