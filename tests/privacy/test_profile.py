"""Pairs from profiles: their profile is at least the loss's, and touches it."""

import math
from fractions import Fraction

import numpy as np
import pytest

from discreet.numbers import Number
from discreet.privacy import Approx, Gdp, Loss, Nearly, Pure, Renyi, Zcdp
from discreet.privacy.pair import EVERYTHING, Points
from discreet.privacy.profile import from_profile


def told(pair: Points, epsilon: float) -> float:
    losses, masses = pair.atoms
    return pair.never + float(masses @ -np.expm1(np.minimum(epsilon - losses, 0.0)))


@pytest.mark.parametrize("loss", [Gdp(1), Pure(1), Approx(1, "0.01"), Approx(3, "0.2"), Gdp("0.1")])
def test_a_pairs_profile_is_covered_and_hardly_exceeded(loss: Loss) -> None:
    pair = from_profile(loss)
    for epsilon in np.linspace(0.0, 6.0, 61).tolist():
        exact = loss.delta(epsilon)
        assert exact * (1 - 1e-12) <= told(pair, epsilon) <= exact * 1.001 + 1e-5
        # The other direction: 1 - exp(-e) (1 - delta(e)).
        turned = 1 - math.exp(-epsilon) * (1 - exact)
        assert told(pair, -epsilon) >= turned * (1 - 1e-12)


@pytest.mark.parametrize(
    ("loss", "within"),
    [(Zcdp("0.1"), Gdp(square="0.2")), (Zcdp(2), Gdp(2)), (Renyi({2: "0.5"}), Gdp(square="0.5"))],
)
def test_what_a_loss_covers_is_dominated(loss: Loss, within: Loss) -> None:
    # A bound may be no pair's profile: the pair is below it then, but above all it covers.
    pair = from_profile(loss)
    for epsilon in np.linspace(0.0, 6.0, 61).tolist():
        assert within.delta(epsilon) <= told(pair, epsilon)
        assert told(pair, epsilon) <= loss.delta(epsilon) * 1.01 + 1e-5


def test_its_masses_are_probabilities() -> None:
    pair = from_profile(Zcdp("0.1"))
    losses, masses = pair.atoms
    assert masses.sum() + pair.never == pytest.approx(1, abs=1e-6)
    assert (masses * np.exp(-losses)).sum() == pytest.approx(1, abs=1e-6)
    assert pair.reverse() is pair


def test_deltas_are_taken_where_the_points_are(monkeypatch: pytest.MonkeyPatch) -> None:
    # Not at the decimal numbers they are shown as, which may lie a hair beyond.
    asked: list[Number] = []

    def delta(_: Zcdp, epsilon: Number) -> float:
        asked.append(epsilon)
        return 0.5

    monkeypatch.setattr(Zcdp, "delta", delta)
    from_profile(Zcdp("0.1"))
    assert any(Fraction(epsilon) != Fraction(str(float(epsilon))) for epsilon in asked)


def test_what_promises_nothing_has_the_pair_that_tells_everything() -> None:
    assert from_profile(Nearly(Pure(1), 1)) is EVERYTHING
    assert (Nearly(Pure(1), 1)).pld().delta(1) == 1.0
