"""Distributions as arithmetic: mass, tail, quantile, variance; no randomness, no data."""

from discreet.law.arrangement import FixedSubset, Permutation, PoissonSubset
from discreet.law.cell import Cells, Tabled
from discreet.law.certified import Certified
from discreet.law.clamped import ClampedGeometric
from discreet.law.coin import Coin, ExpCoin
from discreet.law.crossing import Crossing
from discreet.law.digit import Digit
from discreet.law.euclidean import EuclideanLaplace
from discreet.law.finite import Finite
from discreet.law.gaussian import DiscreteGaussian
from discreet.law.geometric import Geometric
from discreet.law.laplace import DiscreteLaplace
from discreet.law.law import Law
from discreet.law.moved import Moved
from discreet.law.run import Runs
from discreet.law.staircase import Staircase
from discreet.law.stepped import Stepped
from discreet.law.support import Support
from discreet.law.uniform import Uniform
from discreet.law.weighted import ExponentialWeights

__all__ = [
    "Cells",
    "Certified",
    "ClampedGeometric",
    "Coin",
    "Crossing",
    "Digit",
    "DiscreteGaussian",
    "DiscreteLaplace",
    "EuclideanLaplace",
    "ExpCoin",
    "ExponentialWeights",
    "Finite",
    "FixedSubset",
    "Geometric",
    "Law",
    "Moved",
    "Permutation",
    "PoissonSubset",
    "Runs",
    "Staircase",
    "Stepped",
    "Support",
    "Tabled",
    "Uniform",
]
