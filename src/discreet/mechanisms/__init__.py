"""Ways to answer with noise: each states its loss, and its law where that can be written down."""

from discreet.mechanisms.bounded import Bounded
from discreet.mechanisms.catalogue import ALL
from discreet.mechanisms.gaussian import Gaussian
from discreet.mechanisms.geometric import Geometric
from discreet.mechanisms.key import Keys
from discreet.mechanisms.laplace import Laplace
from discreet.mechanisms.response import Response
from discreet.mechanisms.staircase import Staircase

__all__ = [
    "ALL",
    "Bounded",
    "Gaussian",
    "Geometric",
    "Keys",
    "Laplace",
    "Response",
    "Staircase",
]
