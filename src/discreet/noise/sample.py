"""Drawing from any law."""

from typing import Any, TypeAlias, overload

from numpy.typing import NDArray

from discreet.law import EuclideanLaplace, FixedSubset, Law, Permutation, PoissonSubset
from discreet.noise.prepare import prepare
from discreet.noise.source import Source, System
from discreet.numbers import whole

Arrangement: TypeAlias = Permutation | PoissonSubset | FixedSubset
MOST = 2**40
_SYSTEM = System()


@overload
def sample(law: Law, size: None = None, source: Source = ...) -> int: ...
@overload
def sample(law: Law, size: int, source: Source = ...) -> NDArray[Any]: ...
@overload
def sample(
    law: Arrangement | EuclideanLaplace, size: None = None, source: Source = ...
) -> NDArray[Any]: ...
@overload
def sample(law: EuclideanLaplace, size: int, source: Source = ...) -> NDArray[Any]: ...
@overload
def sample(law: Arrangement, size: int, source: Source = ...) -> list[NDArray[Any]]: ...


def sample(
    law: Law | Arrangement | EuclideanLaplace, size: int | None = None, source: Source = _SYSTEM
) -> Any:
    """A value of the law, or `size` independent ones.

    Guarantee. The law of what is drawn is exactly the law that was asked for.
    One value is a Python integer: drawn from a Laplace, Gaussian, geometric or tabled law, with
    work that does not depend on it. Many are an array of 64-bit integers, or of Python's own where
    a value may be longer; a few of them take more work. Arrangements are arrays of places.

    >>> from discreet.law import Uniform
    >>> sample(Uniform(7, 7)), sample(Uniform(7, 7), 3)
    (7, array([7, 7, 7]))
    """
    if size is None:
        return prepare(law).one(source)
    return prepare(law).many(whole(size, "size", 0, MOST), source)
