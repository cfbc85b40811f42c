"""What was asked, in a form that is the same for the same question."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

from discreet.errors import Bug
from discreet.privacy import Sensitivity
from discreet.privacy.text import shown


@dataclass(frozen=True, slots=True)
class Recipe:
    """A mechanism, how far a unit moves what it is asked about, and what that is.

    >>> Recipe(None, None, "an allowance").to_json()
    {'about': 'an allowance', 'mechanism': None, 'sensitivity': None}
    """

    mechanism: object
    sensitivity: Sensitivity | None
    about: str

    def to_json(self) -> dict[str, Any]:
        """As it is stored: parameters alone, no data."""
        return {
            "about": self.about,
            "mechanism": plain(self.mechanism),
            "sensitivity": plain(self.sensitivity),
        }


def plain(value: object) -> Any:  # noqa: ANN401  (what JSON holds)
    """A value of parameters alone as JSON: numbers as text, unless they are whole."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, Fraction):
        return shown(value)
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, tuple | list):
        return [plain(part) for part in value]
    if is_dataclass(value) and not isinstance(value, type):
        named = {field.name: plain(getattr(value, field.name)) for field in fields(value)}
        tag = getattr(type(value), "tag", None)
        return named if tag is None else {"tag": tag, **named}
    raise Bug(f"a parameter of type {type(value).__name__} has no form that can be stored")


def canonical(value: Mapping[str, Any]) -> bytes:
    """JSON of which there is one form: sorted, without spaces, in ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False).encode()


def digest(*parts: bytes) -> str:
    """SHA-256 of parts, each with its length."""
    found = hashlib.sha256()
    for part in parts:
        found.update(len(part).to_bytes(8, "big") + part)
    return found.hexdigest()
