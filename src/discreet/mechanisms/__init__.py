"""Ways to answer with noise: each states its loss, and its law where that can be written down."""

from discreet.mechanisms.best import BestOf
from discreet.mechanisms.catalogue import ALL
from discreet.mechanisms.exponential import Exponential
from discreet.mechanisms.gaussian import Gaussian
from discreet.mechanisms.inverse import Inverse
from discreet.mechanisms.laplace import Laplace
from discreet.mechanisms.majority import Majority
from discreet.mechanisms.noisy_max import NoisyMax
from discreet.mechanisms.permute import PermuteFlip
from discreet.mechanisms.piecewise import Piecewise
from discreet.mechanisms.response import Response
from discreet.mechanisms.top import TopK

__all__ = [
    "ALL",
    "BestOf",
    "Exponential",
    "Gaussian",
    "Inverse",
    "Laplace",
    "Majority",
    "NoisyMax",
    "PermuteFlip",
    "Piecewise",
    "Response",
    "TopK",
]
