"""Ways to answer with noise: each states its loss, and its law where that can be written down."""

from discreet.mechanisms.catalogue import ALL
from discreet.mechanisms.gaussian import Gaussian
from discreet.mechanisms.joint import JointQuantile
from discreet.mechanisms.laplace import Laplace
from discreet.mechanisms.propose import Propose
from discreet.mechanisms.response import Response
from discreet.mechanisms.smooth import Smooth
from discreet.mechanisms.sparse import AboveThreshold, SparseVector

__all__ = [
    "ALL",
    "AboveThreshold",
    "Gaussian",
    "JointQuantile",
    "Laplace",
    "Propose",
    "Response",
    "Smooth",
    "SparseVector",
]
