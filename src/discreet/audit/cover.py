"""Whether a claimed loss covers what two laws tell, in every view that it has."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from discreet.audit.report import Finding
from discreet.audit.told import Told
from discreet.errors import DiscreetError
from discreet.privacy import Gdp, Loss

EPSILONS = tuple(map(Fraction, ("0", "0.1", "0.5", "1", "2", "4", "8")))
PARTS = tuple(map(Fraction, ("0.1", "0.25", "0.5", "0.75", "0.9", "0.99", "1")))
ORDERS = (2, 3, 8)
TESTS = 12
# Masses are certified to some 300 bits; a claim that is exact may be this much below the upper end.
FINE = Fraction(1, 1 << 180)
# Deltas below this say nothing of how tight a claim is.
SEEN = Fraction(1, 10**9)


@dataclass(frozen=True)
class Claim:
    """A loss, and what it says in the places that are looked at."""

    loss: Loss

    @cached_property
    def epsilons(self) -> Sequence[Fraction]:
        """Some everywhere, and some in parts of its pure epsilon."""
        pure = self.loss.pure
        own = () if math.isinf(pure) else [Fraction(pure) * part for part in PARTS]
        return sorted({*EPSILONS, *own})

    @cached_property
    def deltas(self) -> Sequence[Fraction]:
        """At each of these epsilons."""
        return [Fraction(self.loss.delta(epsilon)) for epsilon in self.epsilons]

    @cached_property
    def _divergences(self) -> Sequence[float]:
        return self.loss.renyi(ORDERS)

    def covers(self, told: Told) -> Iterator[Finding]:
        """A finding for each view."""
        yield Finding("the pure epsilon covers the law", *self._pure(told))
        yield Finding("delta covers the law at every epsilon", *self._delta(told))
        yield Finding("epsilon covers the law at every delta", *self._epsilon(told))
        yield Finding("Rényi divergences and rho cover the law", *self._divergence(told))
        yield Finding("the Gaussian view covers the law", *self._gaussian(told))
        yield Finding("no test beats the trade-off curve", *self._tests(told))

    def looseness(self, told: Sequence[Told]) -> float:
        """How many times more is claimed than these laws tell, in pure epsilon or any delta."""
        lows = [one.pure()[0] for one in told]
        found = [1.0]
        if math.isfinite(self.loss.pure) and self.loss.pure and None not in lows:
            most = max(low for low in lows if low is not None)
            found.append(math.inf if most == 0 else float(Fraction(self.loss.pure) / most))
        for epsilon, delta in zip(self.epsilons, self.deltas, strict=True):
            truth = max(one.delta(epsilon)[0] for one in told)
            if delta > SEEN:
                found.append(float(delta / truth) if truth > SEEN / 10 else math.inf)
        return max(found)

    def _pure(self, told: Told) -> tuple[bool, str]:
        pure = self.loss.pure
        if math.isinf(pure):
            return True, "it claims none"
        _, most = told.pure()
        if most is None:
            return False, f"it claims {pure:.6g}, and an answer tells without bound"
        return most <= Fraction(pure) + FINE, f"{float(most):.9g} of {pure:.9g}"

    def _delta(self, told: Told) -> tuple[bool, str]:
        worst = (True, "")
        for epsilon, delta in zip(self.epsilons, self.deltas, strict=True):
            _, most = told.delta(epsilon)
            if most > delta + FINE:
                much = f"{float(most):.9g} at epsilon {float(epsilon):.6g}"
                worst = (False, f"{much}, where it claims {float(delta):.9g}")
        return worst

    def _epsilon(self, told: Told) -> tuple[bool, str]:
        for delta in map(Fraction, ("0.1", "0.001", "1e-6", "1e-9")):
            epsilon = self.loss.epsilon(delta)
            if math.isfinite(epsilon) and told.delta(Fraction(epsilon))[1] > delta + FINE:
                return False, f"at delta {float(delta):.6g} it claims {epsilon:.9g}"
        return True, ""

    def _divergence(self, told: Told) -> tuple[bool, str]:
        rho = self.loss.rho
        claims = [] if math.isinf(rho) else [(a, a * Fraction(rho)) for a in (1, *ORDERS)]
        views = zip(ORDERS, self._divergences, strict=True)
        claims += [(order, Fraction(view)) for order, view in views if math.isfinite(view)]
        for order, claimed in claims:
            least = told.divergence(order)
            if least is None or least > claimed:
                seen = "without bound" if least is None else f"{float(least):.9g}"
                return False, f"{seen} at order {order}, where it claims {float(claimed):.9g}"
        return True, ""

    def _gaussian(self, told: Told) -> tuple[bool, str]:
        if math.isinf(self.loss.mu):
            return True, "it claims none"
        for epsilon in self.epsilons:
            claimed = Fraction(self._bell.delta(epsilon))
            if told.delta(epsilon)[1] > claimed + FINE:
                return False, f"at epsilon {float(epsilon):.6g} with mu {self.loss.mu:.9g}"
        return True, ""

    @cached_property
    def _bell(self) -> Loss:
        return Gdp(Fraction(self.loss.mu))

    def _tests(self, told: Told) -> tuple[bool, str]:
        try:
            for alarm, miss in told.tests(TESTS):
                claimed = self.loss.tradeoff(alarm)
                if Fraction(claimed) > miss + FINE:
                    seen = f"{float(alarm):.6g} false alarms, {float(miss):.6g} misses"
                    return False, f"{seen}, where it claims at least {claimed:.6g}"
        except DiscreetError as refusal:
            return False, str(refusal)
        return True, ""
