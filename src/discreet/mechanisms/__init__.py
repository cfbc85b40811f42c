"""Ways to answer with noise: each states its loss, and its law where that can be written down."""

from discreet.mechanisms.bounded import Bounded
from discreet.mechanisms.catalogue import ALL
from discreet.mechanisms.gaussian import Gaussian
from discreet.mechanisms.geometric import Geometric
from discreet.mechanisms.joint import JointQuantile
from discreet.mechanisms.key import Keys
from discreet.mechanisms.laplace import Laplace
from discreet.mechanisms.propose import Propose
from discreet.mechanisms.response import Response
from discreet.mechanisms.smooth import Smooth
from discreet.mechanisms.sparse import AboveThreshold, SparseVector
from discreet.mechanisms.staircase import Staircase

__all__ = [
    "ALL",
    "AboveThreshold",
    "Bounded",
    "Gaussian",
    "Geometric",
    "JointQuantile",
    "Keys",
    "Laplace",
    "Propose",
    "Response",
    "Smooth",
    "SparseVector",
    "Staircase",
]
