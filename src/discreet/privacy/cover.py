"""Whether a loss that is fixed beforehand stays within a budget, in the budget's own definition.

Questions that depend on earlier answers are for a filter, which adds up amounts of one kind.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from discreet.errors import Invalid
from discreet.privacy.approx import Approx
from discreet.privacy.compose import Composed, concentrated
from discreet.privacy.gaussian import Gdp
from discreet.privacy.loss import Loss
from discreet.privacy.odds import Odds
from discreet.privacy.pure import Pure
from discreet.privacy.renyi import Renyi
from discreet.privacy.zcdp import Zcdp


def within(loss: Loss, budget: Loss) -> bool:
    """By amounts that are compared exactly where the loss has them, else by its view.

    >>> within(Pure("0.1") * 10, Pure(1)), within(Pure("0.1") * 100, Approx(5, "1e-6"))
    (True, True)
    """
    fits = _FITS.get(type(budget))
    if fits is None:
        problem = f"{budget} is no budget"
        raise Invalid(problem, "give one such as Pure, Odds, Approx, Zcdp, Gdp or Renyi")
    ways = [*loss.routes.values(), loss] if isinstance(loss, Composed) else [loss]
    return any(fits(way, budget) for way in ways)


def _pure(loss: Loss, budget: Pure) -> bool:
    return (loss.exponent if isinstance(loss, Pure) else loss.pure) <= budget.exponent


def _odds(loss: Loss, budget: Odds) -> bool:
    if isinstance(loss, Odds):
        return loss.odds <= budget.odds
    return loss.pure <= budget.exponent_within(128).lower if budget.odds > 1 else loss.pure == 0


def _approx(loss: Loss, budget: Approx) -> bool:
    exponent, failing = budget.exponent, budget.failing
    if isinstance(loss, Approx) and loss.exponent <= exponent and loss.failing <= failing:
        return True
    return loss.delta(exponent) <= failing


def _zcdp(loss: Loss, budget: Zcdp) -> bool:
    if isinstance(loss, Gdp):
        return loss.square / 2 <= budget.rate
    view, failing = concentrated(loss)
    rate = loss.rate if isinstance(loss, Zcdp) else view
    return rate <= budget.rate and failing <= budget.failing


def _gdp(loss: Loss, budget: Gdp) -> bool:
    if isinstance(loss, Gdp):
        return loss.square <= budget.square
    return math.isfinite(loss.mu) and Fraction(loss.mu) ** 2 <= budget.square


def _renyi(loss: Loss, budget: Renyi) -> bool:
    found = loss.renyi([order for order, _ in budget.curve])
    return all(
        (exact if exact is not None else view) <= most
        for (order, most), view in zip(budget.curve, found, strict=True)
        for exact in [loss.at(order) if isinstance(loss, Renyi) else None]
    )


_FITS: Mapping[type[Loss], Callable[[Loss, Any], bool]] = {
    Pure: _pure,
    Odds: _odds,
    Approx: _approx,
    Zcdp: _zcdp,
    Gdp: _gdp,
    Renyi: _renyi,
}
