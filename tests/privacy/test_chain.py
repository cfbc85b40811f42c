"""Chains of pairs: bounds on both sides of closed forms, as near as they aim to be."""

import math

import pytest

from discreet.numbers import Number
from discreet.privacy import Gdp, chain
from discreet.privacy.chain import AIM, Chain, gathered
from discreet.privacy.pair import NOTHING, Bell, Points, Spike, response
from discreet.privacy.sampling import Taken


@pytest.mark.parametrize("delta", ["0.3", "1e-3", "1e-6", "1e-12", "1e-40"])
def test_bell_curves_add_up_to_a_bell_curve(delta: Number) -> None:
    # Taken at rate one, so that curves are not merged beforehand.
    chain = Chain([(Taken(Bell(0.01), 1.0), 10000)])
    bounds, exact = chain.epsilon(float(delta)), Gdp(1).epsilon(delta)
    assert bounds.lower <= exact <= bounds.upper
    assert bounds.upper - bounds.lower <= AIM * max(1.0, 0.1 * exact)


@pytest.mark.parametrize("epsilon", [0.0, 1.0, 6.0, 15.0])
def test_so_do_deltas(epsilon: float) -> None:
    bounds = Chain([(Taken(Bell(0.01), 1.0), 10000)]).delta(epsilon)
    exact = Gdp(1).delta(epsilon)
    assert bounds.lower <= exact <= bounds.upper
    assert bounds.upper - bounds.lower <= 4 * AIM * (1 + 2 * epsilon) * exact


def test_equal_pairs_are_counted_and_bell_curves_are_one() -> None:
    parts = gathered([(Bell(0.3), 2), (Spike(1.0), 1), (Bell(0.4), 1), (Spike(1.0), 2)])
    assert parts == [(Spike(1.0), 3), (Bell(math.sqrt(0.34)), 1)]
    assert gathered([]) == [(NOTHING, 1)]


def test_nothing_tells_nothing() -> None:
    assert Chain([]).epsilon(1e-6).upper == 0.0
    assert Chain([]).delta(0.5).upper < 1e-30


@pytest.mark.parametrize(
    ("q", "noise", "steps", "delta", "published", "within"),
    [
        (256 / 60000, 1.1, 14062, 1e-5, 2.3817, 2e-3),
        (256 / 60000, 1.3, 3515, 1e-5, 0.8645, 2e-3),
        (0.01, 4, 10000, 1e-5, 0.9470, 2e-3),
        (512 / 50000, 1.5, 9765, 1e-5, 3.2293, 2e-3),
        (512 / 25000, 0.56, 976, 1e-5, 17.406, 3e-3),
        (0.02, 1, 1, 1e-5, 0.4389, 1e-3),
        (4096 / 60000, 2, 585, 1e-5, 3.9167, 2e-3),
        (0.01, 1, 5000, 1e-6, 4.736, 2e-3),
    ],
)
def test_published_sampled_steps(  # noqa: PLR0913, PLR0917
    q: float, noise: float, steps: int, delta: float, published: float, within: float
) -> None:
    bounds = Chain([(Taken(Bell(1 / noise), q), steps)]).epsilon(delta)
    assert bounds.lower <= published + 5e-5
    assert bounds.upper == pytest.approx(published, abs=within)
    assert bounds.upper - bounds.lower <= max(1.2e-3, 2e-4 * published)
    # The other direction is the smaller here, and need not be known better than that.
    other = Chain([(Taken(Bell(1 / noise), q, added=True), steps)]).epsilon(delta, bounds.lower)
    assert other.upper < bounds.upper


def test_many_randomised_responses_are_near_a_bell_curve() -> None:
    # 10^7 of epsilon 3e-4: mu = sqrt(10^7) * 3e-4 to some 1e-8.
    bounds = Chain([(response(3e-4, 0.0), 10**7)]).epsilon(1e-6)
    limit = Gdp(math.sqrt(10**7) * 3e-4).epsilon("1e-6")
    assert bounds.lower - 1e-4 <= limit <= bounds.upper + 1e-4
    assert bounds.upper - bounds.lower <= 1e-3


def test_a_loss_with_a_heavy_top_is_not_tilted_for_ever() -> None:
    # P(all ten up) = 0.6^10 = 0.006 > 1e-6: epsilon lies just below its very top.
    pair = Points((math.log(0.8), math.log(1.2)), (0.4, 0.6), spacing=math.log(1.5))
    bounds = Chain([(pair, 10)]).epsilon(1e-3)
    exact = 10 * math.log(1.2) + math.log1p(-1e-3 / 0.6**10)
    assert bounds.lower <= exact <= bounds.upper < bounds.lower + 1e-3


def test_different_lattices_find_no_common_grid_and_still_agree() -> None:
    bounds = Chain([(response(0.1, 0.0), 10), (response(0.1234, 0.0), 9)]).epsilon(1e-4)
    assert 0 < bounds.upper - bounds.lower <= 1e-3


def test_ten_million_steps_are_as_sure_as_few() -> None:
    bounds = Chain([(Taken(Bell(1.0), 1e-4), 10**7)]).epsilon(1e-6)
    assert bounds.upper == pytest.approx(1.838, abs=1e-3)
    assert 0 < bounds.upper - bounds.lower < 1e-2


def test_what_cannot_be_resolved_has_an_honest_gap() -> None:
    bounds = Chain([(Taken(Bell(1.0), 1e-6), 10**7)]).epsilon(1e-6)
    assert bounds.lower <= bounds.upper < 0.2


def test_deltas_far_out_are_looked_at_twice() -> None:
    bounds = Chain([(response(0.5, 0.0), 200)]).delta(99.0)
    exact = (math.exp(0.5) / (1 + math.exp(0.5))) ** 200 * -math.expm1(99 - 100)
    assert bounds.lower <= exact <= bounds.upper <= exact * 1.2


def test_a_delta_that_is_always_exceeded_leaves_no_epsilon() -> None:
    bounds = Chain([(response(0.5, 0.01), 3)]).epsilon(1e-3)
    assert bounds.upper == math.inf


def test_a_table_sketches_a_profile() -> None:
    table = Chain([(Bell(1.0), 1)]).table()
    for epsilon in (0.0, 1.0, 3.0):
        assert table.delta(epsilon) == pytest.approx(Gdp(1).delta(epsilon), rel=0.02)


def test_after_some_tries_the_gap_is_what_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("AIM", 1e-12), ("AIM_FAR", 0.0), ("_TRIES", 2)):
        monkeypatch.setattr(chain, name, value)
    monkeypatch.setattr(Chain, "_step", lambda *_: 0.05)
    made = Chain([(Taken(Bell(0.1), 1.0), 100)])
    bounds = made.epsilon(1e-6)
    assert bounds.lower < Gdp(1).epsilon("1e-6") < bounds.upper
    bounds = made.delta(1.0)
    assert bounds.lower < Gdp(1).delta(1) < bounds.upper


def test_sketches_far_out_are_about_right() -> None:
    made = Chain([(Taken(Bell(0.1), 1.0), 100)])
    for epsilon in (2.0, 8.0, 12.0):
        assert 0.5 < made.sketch(epsilon) / Gdp(1).delta(epsilon) < 2
    assert Chain([(response(1.0, 0.0), 1)]).sketch(60.0) == 0.0
    assert (
        chain._tilt(lambda _: False, chain.Chain([])._rough(1e-9)) == chain._STEEPEST / 10000 * 8192
    )
