"""Answers as bytes, and back: what is stored is given again exactly."""

from __future__ import annotations

import base64
import json
from fractions import Fraction
from typing import Any

import numpy as np

from discreet.errors import Bug, Tampered

_KINDS = "iub"


def encoded(value: object) -> bytes:
    """An answer as bytes.

    >>> encoded(3), decoded(encoded((1, Fraction(1, 3))))
    (b'3', (1, Fraction(1, 3)))
    """
    return json.dumps(_plain(value), separators=(",", ":")).encode()


def decoded(stored: bytes) -> Any:  # noqa: ANN401  (whatever was stored)
    """The answer that was stored."""
    try:
        return _value(json.loads(stored))
    except (ValueError, TypeError):
        raise _unknown() from None


def _plain(value: object) -> Any:  # noqa: ANN401  (what JSON holds)
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, Fraction):
        return {"fraction": str(value)}
    if isinstance(value, np.integer | np.bool_):
        return value.item()
    if isinstance(value, tuple | list):
        return {"list" if isinstance(value, list) else "tuple": [_plain(part) for part in value]}
    if isinstance(value, np.ndarray):
        return _plain_array(value)
    raise Bug(f"an answer of type {type(value).__name__} has no form that can be stored")


def _plain_array(value: np.ndarray[Any, Any]) -> dict[str, Any]:
    shape = list(value.shape)
    if value.dtype.kind in _KINDS:
        data = base64.b64encode(np.ascontiguousarray(value).tobytes()).decode()
        return {"array": data, "type": value.dtype.str, "shape": shape}
    return {"objects": [_plain(part) for part in value.ravel().tolist()], "shape": shape}


def _value(stored: Any) -> Any:  # noqa: ANN401
    match stored:
        case {"fraction": str(text)}:
            return Fraction(text)
        case {"list": list(parts)}:
            return [_value(part) for part in parts]
        case {"tuple": list(parts)}:
            return tuple(_value(part) for part in parts)
        case {"array": str(data), "type": str(kind), "shape": shape} if kind[1:2] in _KINDS:
            flat = np.frombuffer(base64.b64decode(data), np.dtype(kind))
            return flat.reshape(shape).copy()
        case {"objects": list(parts), "shape": shape}:
            whole = np.empty(len(parts), object)
            whole[:] = [_value(part) for part in parts]
            return whole.reshape(shape)
        case None | bool() | int() | str():
            return stored
        case _:
            raise _unknown()


def _unknown() -> Tampered:
    return Tampered("an answer is stored in a form that is not known", "see to the ledger")
