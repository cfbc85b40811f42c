"""Ways to answer with noise: each states its loss, and its law where that can be written down."""

from discreet.mechanisms.catalogue import ALL
from discreet.mechanisms.gaussian import Gaussian
from discreet.mechanisms.laplace import Laplace
from discreet.mechanisms.response import Response

__all__ = ["ALL", "Gaussian", "Laplace", "Response"]
