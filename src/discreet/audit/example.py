"""A mechanism and its neighbours, as `discreet audit` takes them: copy it, and name your own."""

from discreet.mechanisms import Response
from discreet.privacy import Sensitivity

coins = Response.coins(), [(0, 1, Sensitivity(linf=1))]
