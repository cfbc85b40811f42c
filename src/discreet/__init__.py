"""Differential privacy: answers about people that answer nothing about anyone."""

from importlib import import_module

_HOME = {
    "DiscreetError": "errors",
}
__version__ = "0.1.0"
__all__ = ["DiscreetError", "__version__"]


def __getattr__(name: str) -> object:
    """Load a public name on its first use."""
    if name not in _HOME:
        raise AttributeError(f"module 'discreet' has no attribute {name!r}")
    return getattr(import_module(f"discreet.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
