"""Answers as bytes, and back: what is stored is given again exactly."""

from __future__ import annotations

import base64
import json
from fractions import Fraction
from typing import Any

import numpy as np

from discreet.errors import Bug, Tampered


def encoded(value: object) -> bytes:
    """An answer as bytes.

    >>> encoded(3), decoded(encoded((1, Fraction(1, 3))))
    (b'3', (1, Fraction(1, 3)))
    """
    return json.dumps(_plain(value), separators=(",", ":"), allow_nan=False).encode()


def decoded(stored: bytes) -> Any:  # noqa: ANN401  (whatever was stored)
    """The answer that was stored."""
    return _value(json.loads(stored))


def _plain(value: object) -> Any:  # noqa: ANN401  (what JSON holds)
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, Fraction):
        return {"fraction": str(value)}
    if isinstance(value, np.integer):
        return int(value)
    if isinstance(value, tuple | list):
        return {"list" if isinstance(value, list) else "tuple": [_plain(part) for part in value]}
    if isinstance(value, np.ndarray) and value.dtype.kind in "iub":
        data = base64.b64encode(np.ascontiguousarray(value).tobytes()).decode()
        return {"array": data, "type": value.dtype.str, "shape": list(value.shape)}
    if isinstance(value, np.ndarray):
        return {"objects": [_plain(part) for part in value.tolist()]}
    raise Bug(f"an answer of type {type(value).__name__} has no form that can be stored")


def _value(stored: Any) -> Any:  # noqa: ANN401
    match stored:
        case {"fraction": text}:
            return Fraction(text)
        case {"list": parts}:
            return [_value(part) for part in parts]
        case {"tuple": parts}:
            return tuple(_value(part) for part in parts)
        case {"array": data, "type": kind, "shape": shape}:
            flat = np.frombuffer(base64.b64decode(data), np.dtype(kind))
            return flat.reshape(shape).copy()
        case {"objects": parts}:
            return np.array([_value(part) for part in parts], dtype=object)
        case None | bool() | int() | str():
            return stored
        case _:
            raise Tampered("an answer is stored in a form that is not known", "see to the ledger")
