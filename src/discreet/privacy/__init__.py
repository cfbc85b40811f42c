"""What a release may tell, as exact arithmetic that knows no data and draws nothing."""

from discreet.privacy.additive import DiscreteGaussianNoise, DiscreteLaplaceNoise, LaplaceNoise
from discreet.privacy.analytic import analytic_gaussian
from discreet.privacy.approx import Approx
from discreet.privacy.belief import (
    advantage,
    bayes_risk,
    guess,
    lift,
    posterior,
    power,
    precision,
)
from discreet.privacy.bounded import BoundedRange, Choices
from discreet.privacy.calibrate import greatest_noise, least_noise, share
from discreet.privacy.compose import Composed, compose
from discreet.privacy.curve import Curve
from discreet.privacy.explain import Explanation, Listing, explain
from discreet.privacy.filter import Filter
from discreet.privacy.gaussian import Gdp
from discreet.privacy.group import Grouped, group
from discreet.privacy.guarantee import Assumption, Guarantee
from discreet.privacy.loss import Loss
from discreet.privacy.matrix import Finite
from discreet.privacy.nearly import Nearly
from discreet.privacy.odds import Odds
from discreet.privacy.odometer import Odometer
from discreet.privacy.optimal import Optimal
from discreet.privacy.pld import Pld
from discreet.privacy.pure import Pure
from discreet.privacy.relation import under
from discreet.privacy.renyi import Renyi
from discreet.privacy.sampled_gaussian import SampledGaussian, sampled_gaussian
from discreet.privacy.sampling import Draw, Sampled
from discreet.privacy.sensitivity import ONE, Sensitivity
from discreet.privacy.spread import spread
from discreet.privacy.text import from_json, read, to_json
from discreet.privacy.unit import Relation, Unit
from discreet.privacy.worst import Worst, channel, parallel, worst
from discreet.privacy.zcdp import Zcdp

__all__ = [
    "ONE",
    "Approx",
    "Assumption",
    "BoundedRange",
    "Choices",
    "Composed",
    "Curve",
    "DiscreteGaussianNoise",
    "DiscreteLaplaceNoise",
    "Draw",
    "Explanation",
    "Filter",
    "Finite",
    "Gdp",
    "Grouped",
    "Guarantee",
    "LaplaceNoise",
    "Listing",
    "Loss",
    "Nearly",
    "Odds",
    "Odometer",
    "Optimal",
    "Pld",
    "Pure",
    "Relation",
    "Renyi",
    "Sampled",
    "SampledGaussian",
    "Sensitivity",
    "Unit",
    "Worst",
    "Zcdp",
    "advantage",
    "analytic_gaussian",
    "bayes_risk",
    "channel",
    "compose",
    "explain",
    "from_json",
    "greatest_noise",
    "group",
    "guess",
    "least_noise",
    "lift",
    "parallel",
    "posterior",
    "power",
    "precision",
    "read",
    "sampled_gaussian",
    "share",
    "spread",
    "to_json",
    "under",
    "worst",
]
