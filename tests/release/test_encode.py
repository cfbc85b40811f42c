"""Answers as bytes."""

from fractions import Fraction

import numpy as np
import pytest

from discreet.errors import Bug, Tampered
from discreet.release.encode import decoded, encoded

ANSWERS = [None, True, 0, -(10**40), "é\ud800", Fraction(1, 3), [1, (2, "a")], (), [], np.int64(3)]


@pytest.mark.parametrize("answer", [*ANSWERS, np.bool_(True)], ids=repr)  # noqa: FBT003  (an answer)
def test_what_is_stored_is_given_again(answer: object) -> None:
    again = decoded(encoded(answer))
    assert again == answer
    assert type(again) is type(answer) or isinstance(answer, np.generic)
    assert encoded(again) == encoded(answer)


@pytest.mark.parametrize(
    "array",
    [
        np.arange(6).reshape(2, 3),
        np.arange(6, dtype=np.uint8)[::2],
        np.array([True, False]),
        np.zeros((0, 2), np.int64),
        np.array([[10**30, 1], [2, Fraction(1, 2)]], object),
        np.array([], object),
        np.array(7),
        np.asfortranarray(np.arange(6).reshape(2, 3)),
    ],
)
def test_arrays_keep_their_type_and_shape(array: np.ndarray) -> None:
    again = decoded(encoded(array))
    assert again.dtype == array.dtype
    assert again.shape == array.shape
    assert np.array_equal(again, array)
    again[...] = 0  # it can be written to


@pytest.mark.parametrize("answer", [0.5, float("nan"), {"a": 1}, object(), np.array([0.5]), b"1"])
def test_what_has_no_exact_form_is_not_stored(answer: object) -> None:
    with pytest.raises(Bug, match="has no form that can be stored"):
        encoded(answer)


@pytest.mark.parametrize(
    "stored",
    [
        *(
            b"",
            b"{",
            b"1.5",
            b"NaN",
            b'{"other": 1}',
            b'{"fraction": "x"}',
            b'{"list": 3}',
            b"\xff",
        ),
        b'{"array": "AAAA", "type": "|O", "shape": [1]}',
        b'{"array": "AAAA", "type": "<i8", "shape": [1]}',
        b'{"array": "AAAAAAAAAAA=", "type": "<i8", "shape": [2]}',
        b'{"array": "", "type": "<i8", "shape": "x"}',
        b'{"objects": [1, 2], "shape": [3]}',
    ],
)
def test_what_nobody_stored_is_not_given(stored: bytes) -> None:
    with pytest.raises(Tampered, match="a form that is not known"):
        decoded(stored)
