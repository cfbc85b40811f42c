"""What a loss means for a person: what others may come to believe, and how often they are right.

Everything is a bound from above on what anybody can do who knows all about everyone else, and is
never below the truth. Correlated people are a group: see `group`.
"""

from __future__ import annotations

import math
from fractions import Fraction

from discreet.numbers import Interval, Number, above, exp, log
from discreet.privacy.approx import Approx
from discreet.privacy.loss import MOST_EPSILON, Loss, probability
from discreet.privacy.odds import Odds
from discreet.privacy.search import peak, root

_BITS = 96
_FAR = 40


def advantage(loss: Loss) -> float:
    """How much more often a test can say "in" of who is in than of who is not: TPR - FPR.

    >>> from discreet.privacy.pure import Pure
    >>> advantage(Pure(1))  # (e - 1) / (e + 1)
    0.4621171572600...
    """
    return tightest_delta(loss, Fraction(0))


def power(loss: Loss, alpha: Number) -> float:
    """How many of those who are in a test finds, if it accuses a part `alpha` of those who are not.

    Because. It misses at least what the trade-off curve says. [wasserman2010]

    >>> from discreet.privacy.pure import Pure
    >>> power(Pure(1), "0.01")  # e / 100
    0.0271828182845...
    """
    return above(Interval.of(1 - Fraction(loss.tradeoff(alpha)), _BITS))


def guess(loss: Loss, prior: Number = "0.5") -> float:
    """How often the best guess is right about something that holds with probability `prior`.

    Because. To say yes on S is right with probability p P(S) + (1 - p) (1 - Q(S)), and the best S
    gains delta at epsilon = ln((1 - p) / p) over saying no always; for p above 1/2 change names.

    >>> from discreet.privacy.pure import Pure
    >>> guess(Pure(1))  # e / (1 + e)
    0.7310585786300...
    """
    return above(Interval.of(1 - _risk(loss, probability(prior, "prior")), _BITS))


def bayes_risk(loss: Loss, prior: Number = "0.5") -> float:
    """How often even the best guess is wrong: at least so often.

    >>> from discreet.privacy.odds import Odds
    >>> bayes_risk(Odds(3))
    0.25
    """
    return -above(Interval.of(-_risk(loss, probability(prior, "prior")), _BITS))


def lift(loss: Loss, but_for: Number = 0) -> float:
    """By how much the odds of a statement about a person can rise, whatever is known besides.

    `but_for` is the probability of outputs for which they may rise more.

    Because. Outputs that lift odds by more than exp(b) have probability at most
    delta(a) / (1 - exp(a - b)) for every a below b: each adds 1 - exp(a - b) to delta(a), or more.

    >>> lift(Odds(3))
    3.0
    """
    rare = probability(but_for, "but_for")
    most = Fraction(1) if loss.pure == 0 else _exact_lift(loss)
    if rare:
        most = min(most, *(_rare_lift(loss, epsilon, rare) for epsilon in _promising(loss, rare)))
    return math.inf if most == math.inf else above(Interval.of(Fraction(most), _BITS))


def posterior(loss: Loss, prior: Number, but_for: Number = 0) -> float:
    """The most that a belief of `prior` can become, but for outputs with that probability.

    >>> posterior(Odds(3), "0.5"), posterior(Odds(3), "0.01")
    (0.75, 0.0294117647058...)
    """
    return lifted(probability(prior, "prior"), lift(loss, but_for))


def lifted(prior: Fraction, odds: float) -> float:
    """What becomes of a probability when its odds are multiplied, rounded up."""
    if prior in {0, 1}:
        return float(prior)
    if math.isinf(odds):
        return 1.0
    ahead = Fraction(odds) * prior
    return above(Interval.of(ahead / (1 - prior + ahead), _BITS))


def precision(loss: Loss, prior: Number, alpha: Number) -> float:
    """How many of those whom a test accuses are in, at most.

    A part `prior` of all are in, and the test accuses a part `alpha` of those who are not.

    >>> precision(Odds(3), "0.01", "0.01")
    0.0294117647058...
    """
    before, wrong = probability(prior, "prior"), probability(alpha, "alpha")
    right = before * Fraction(power(loss, wrong))
    if right == 0:
        return 0.0
    return above(Interval.of(right / (right + (1 - before) * wrong), _BITS))


def tightest_delta(loss: Loss, epsilon: Fraction) -> float:
    """The delta at an epsilon, or what a greater one with its own says of it, if that is less.

    Some profiles, such as those that come from divergences, are loose at small epsilons.
    """
    here = float(epsilon)

    def gain(other: float) -> float:
        failing = min(1.0, max(0.0, loss.sketch(other)))
        return -Approx(other, failing).sketch(here)

    best = Fraction(peak(gain, here, min(here + _FAR, max(here, loss.pure), MOST_EPSILON)))
    # A float means what it is shown as, which may be a hair less: here it means itself.
    from_there = Approx(best, Fraction(min(1.0, loss.delta(best)))).delta(epsilon)
    return min(1.0, loss.delta(epsilon), from_there)


def _risk(loss: Loss, prior: Fraction) -> Fraction:
    """The Bayes risk, from below."""
    less = min(prior, 1 - prior)
    if less == 0:
        return Fraction(0)
    epsilon = max(Fraction(0), log((1 - less) / less, _BITS).lower)
    return less * (1 - Fraction(tightest_delta(loss, min(epsilon, Fraction(MOST_EPSILON)))))


def _exact_lift(loss: Loss) -> Fraction | float:
    """What the pure view says."""
    if isinstance(loss, Odds):
        return loss.odds
    if math.isinf(loss.pure):
        return math.inf
    return exp(Fraction(loss.pure), _BITS).upper


def _rare_lift(loss: Loss, epsilon: Fraction, rare: Fraction) -> Fraction | float:
    """What one epsilon with its delta says, rounded up."""
    left = 1 - Fraction(loss.delta(epsilon)) / rare
    return (exp(epsilon, _BITS) / left).upper if left > 0 else math.inf


def _promising(loss: Loss, rare: Fraction) -> list[Fraction]:
    """Epsilons that may say most about all but rare outputs: guesses, and corners."""
    bound, most = float(rare), 1.0
    while loss.sketch(most) >= bound and most < MOST_EPSILON / 2:
        most *= 2
    low = root(lambda epsilon: loss.sketch(epsilon) - bound, 0.0, most)

    def kept(epsilon: float) -> float:
        left = 1 - loss.sketch(epsilon) / bound
        return math.log(left) - epsilon if left > 0 else -math.inf

    high = min(low + _FAR, loss.pure, MOST_EPSILON)
    return [Fraction(peak(kept, low, high)), *loss.corners()]
