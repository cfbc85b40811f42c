"""Ways to answer with noise: each states its loss, and its law where that can be written down."""

from discreet.mechanisms.best import BestOf
from discreet.mechanisms.bounded import Bounded
from discreet.mechanisms.catalogue import ALL
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

__all__ = [
    "ALL",
    "AboveThreshold",
    "BestOf",
    "Bounded",
    "Exponential",
    "Gaussian",
    "Geometric",
    "Inverse",
    "JointQuantile",
    "Keys",
    "Laplace",
    "Majority",
    "NoisyMax",
    "PermuteFlip",
    "Piecewise",
    "Propose",
    "Response",
    "Smooth",
    "SparseVector",
    "Staircase",
    "TopK",
]
