"""Differential privacy: answers about people that answer nothing about anyone."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from discreet import privacy
    from discreet.errors import DiscreetError
    from discreet.privacy import (
        Approx,
        Gdp,
        Odds,
        Pure,
        Relation,
        Renyi,
        Sensitivity,
        Unit,
        Zcdp,
        compose,
        explain,
    )
    from discreet.privacy import read as loss
    from discreet.release import open_ledger as open  # noqa: A004  (as `dc.open`)
    from discreet.release import open_memory as memory

# The module of each public name, and what it is called there, if otherwise; or a module itself.
_HOME: dict[str, tuple[str, ...]] = {
    "Approx": ("privacy.approx",),
    "DiscreetError": ("errors",),
    "Gdp": ("privacy.gaussian",),
    "Odds": ("privacy.odds",),
    "Pure": ("privacy.pure",),
    "Relation": ("privacy.unit",),
    "Renyi": ("privacy.renyi",),
    "Sensitivity": ("privacy.sensitivity",),
    "Unit": ("privacy.unit",),
    "Zcdp": ("privacy.zcdp",),
    "compose": ("privacy.compose",),
    "explain": ("privacy.explain",),
    "loss": ("privacy.text", "read"),
    "memory": ("release.memory", "open_memory"),
    "open": ("release.file", "open_ledger"),
}
__version__ = "0.1.0"
__all__ = [
    "Approx",
    "DiscreetError",
    "Gdp",
    "Odds",
    "Pure",
    "Relation",
    "Renyi",
    "Sensitivity",
    "Unit",
    "Zcdp",
    "__version__",
    "compose",
    "explain",
    "loss",
    "memory",
    "open",
    "privacy",
]


def __getattr__(name: str) -> object:
    """Load a public name on its first use."""
    if name == "privacy":
        return import_module("discreet.privacy")
    if name not in _HOME:
        raise AttributeError(f"module 'discreet' has no attribute {name!r}")
    module, *called = _HOME[name]
    return getattr(import_module(f"discreet.{module}"), *called or [name])


def __dir__() -> list[str]:
    return sorted(__all__)
