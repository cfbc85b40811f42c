"""All mechanisms, by their tags: what is stored or written of one becomes one by this table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from discreet.errors import NotUnderstood
from discreet.mechanisms.best import BestOf
from discreet.mechanisms.bounded import Bounded
from discreet.mechanisms.exponential import Exponential
from discreet.mechanisms.gaussian import Gaussian
from discreet.mechanisms.geometric import Geometric
from discreet.mechanisms.inverse import Inverse
from discreet.mechanisms.joint import JointQuantile
from discreet.mechanisms.key import Keys
from discreet.mechanisms.laplace import Laplace
from discreet.mechanisms.majority import Majority
from discreet.mechanisms.noisy_max import NoisyMax
from discreet.mechanisms.permute import PermuteFlip
from discreet.mechanisms.piecewise import Piecewise
from discreet.mechanisms.propose import Propose
from discreet.mechanisms.response import Response
from discreet.mechanisms.smooth import Smooth
from discreet.mechanisms.sparse import AboveThreshold, SparseVector
from discreet.mechanisms.staircase import Staircase
from discreet.mechanisms.top import TopK

_KINDS: tuple[Any, ...] = (
    AboveThreshold,
    BestOf,
    Bounded,
    Exponential,
    Gaussian,
    Geometric,
    Inverse,
    JointQuantile,
    Keys,
    Laplace,
    Majority,
    NoisyMax,
    PermuteFlip,
    Piecewise,
    Propose,
    Response,
    Smooth,
    SparseVector,
    Staircase,
    TopK,
)
ALL: Mapping[str, Callable[..., Any]] = {kind.tag: kind for kind in _KINDS}


def read(stored: object, kinds: Mapping[str, Callable[..., Any]] = ALL) -> Any:  # noqa: ANN401  (any mechanism)
    """The mechanism that a recipe holds: one of ours, or of your own `kinds`.

    >>> read({"tag": "laplace", "scale": "0.5"})
    Laplace(scale=Fraction(1, 2))
    """
    match stored:
        case {"tag": str(tag), **rest} if tag in kinds:
            return kinds[tag](**{str(name): _value(value, kinds) for name, value in rest.items()})
        case _:
            raise NotUnderstood("no mechanism is stored so", "store it with its recipe")


def _value(stored: Any, kinds: Mapping[str, Callable[..., Any]]) -> Any:  # noqa: ANN401  (any parameter)
    if isinstance(stored, dict) and "tag" in stored:
        return read(stored, kinds)
    if isinstance(stored, list):
        return tuple(_value(part, kinds) for part in stored)
    return stored
