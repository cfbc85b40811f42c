"""Every loss: its views agree with each other and with random mechanisms, listed exactly."""

import itertools
import json
import math
import pickle
from collections.abc import Sequence
from fractions import Fraction

import mpmath
from hypothesis import given, settings
from hypothesis import strategies as st

from discreet.privacy import (
    Approx,
    BoundedRange,
    Choices,
    Composed,
    Curve,
    DiscreteGaussianNoise,
    DiscreteLaplaceNoise,
    Draw,
    Filter,
    Gdp,
    LaplaceNoise,
    Loss,
    Nearly,
    Odds,
    Odometer,
    Pure,
    Relation,
    Renyi,
    Sampled,
    Zcdp,
    compose,
    from_json,
    group,
    read,
    sampled_gaussian,
    to_json,
    under,
    worst,
)
from tests.privacy.truth import DIGITS, Real, divergence, miss, real, response_rho, told

F = Fraction
TINY = mpmath.mpf(10) ** -40
SIZES = st.fractions(0, 4, max_denominator=1000)
DELTAS = st.one_of(
    st.just(F(0)), st.builds(lambda k, n: F(k, 10**n), st.integers(1, 9), st.integers(1, 15))
)
ORDERS = st.fractions(F(11, 10), 60, max_denominator=20)
LEVELS = st.fractions(0, 1, max_denominator=50)
SIMPLE: st.SearchStrategy[Loss] = st.one_of(
    st.builds(Pure, SIZES),
    st.builds(Approx, SIZES, DELTAS),
    st.builds(Odds, st.fractions(1, 20, max_denominator=50)),
    st.builds(Zcdp, SIZES, DELTAS),
    st.builds(Gdp, SIZES),
    st.builds(lambda square: Gdp(square=square), SIZES),
    st.builds(Renyi, st.dictionaries(ORDERS, SIZES, min_size=1, max_size=3)),
)
LOSSES = st.one_of(
    SIMPLE,
    st.lists(SIMPLE, min_size=2, max_size=3).map(lambda parts: compose(*parts)),
    st.builds(lambda loss, n: compose(loss * n, Pure("0.1")), SIMPLE, st.integers(1, 5)),
)
# Kinds that are made of others, or by listing: they are written, stored and grouped as all are.
KINDS: st.SearchStrategy[Loss] = st.one_of(
    LOSSES,
    st.builds(BoundedRange, SIZES),
    st.builds(Choices, SIZES, st.integers(1, 9)),
    st.builds(LaplaceNoise, SIZES),
    st.builds(DiscreteLaplaceNoise, st.fractions(1, 9, max_denominator=9), st.integers(0, 3)),
    st.builds(DiscreteGaussianNoise, st.fractions(1, 9, max_denominator=9), st.integers(0, 3)),
    st.builds(sampled_gaussian, rate=LEVELS, noise=st.fractions(1, 9, max_denominator=9)),
    st.builds(Sampled, LOSSES, LEVELS, st.sampled_from([*Draw])),
    st.builds(Nearly, LOSSES, DELTAS),
    st.builds(group, LOSSES, st.integers(1, 9)),
    st.lists(LOSSES, min_size=1, max_size=3).map(lambda parts: worst(*parts)),
    st.builds(lambda loss: loss.pld(), LOSSES),
    st.builds(lambda corner: Curve({0: 1, corner: (1 - corner) / 2}), LEVELS.filter(bool)),
)
Listed = list[tuple[Fraction, Fraction]]


@st.composite
def pairs(draw: st.DrawFn, least: int = 0) -> Listed:
    """What a mechanism answers with a unit and without: chances that add up to one."""
    outcomes = draw(st.integers(2, 5))
    weights = st.lists(st.integers(least, 12), min_size=outcomes, max_size=outcomes).filter(any)
    first, second = draw(weights), draw(weights)
    return [(F(a, sum(first)), F(b, sum(second))) for a, b in zip(first, second, strict=True)]


def mirrored(pair: Listed) -> Listed:
    return [(q, p) for p, q in pair]


def both(pair: Listed, epsilon: Fraction) -> Real:
    """The delta of a pair, the worse way round."""
    return max(told(pair, epsilon), told(mirrored(pair), epsilon))


def above(value: Real) -> Fraction:
    """A float that is surely not below."""
    return F(math.nextafter(math.nextafter(float(value), math.inf), math.inf))


def assert_covers(loss: Loss, pair: Listed) -> None:
    """No view of the loss is below what the pair tells."""
    for epsilon in (F(0), F(1, 10), F(1), F(5, 2)):
        assert loss.delta(epsilon) >= both(pair, epsilon) - TINY
    for level in (F(0), F(1, 10), F(1, 2), F(9, 10), F(1)):
        assert loss.tradeoff(level) <= min(miss(pair, level), miss(mirrored(pair), level))
    if all(p and q for p, q in pair):
        for order, found in zip((F(3, 2), F(2), F(9)), loss.renyi(["1.5", 2, 9]), strict=True):
            truth = max(divergence(pair, order), divergence(mirrored(pair), order))
            assert found >= truth - TINY


@settings(max_examples=40)
@given(pairs(least=1))
def test_the_odds_of_a_mechanism_cover_it(pair: Listed) -> None:
    odds = max(max(p / q, q / p) for p, q in pair)
    assert_covers(Odds(odds), pair)
    assert_covers(Pure(F(Odds(odds).pure)), pair)
    assert_covers(Zcdp(F(Odds(odds).rho)), pair)
    assert_covers(Gdp(F(Odds(odds).mu)), pair)


@given(pairs(), st.fractions(0, 3, max_denominator=10))
def test_one_point_of_a_profile_covers_the_mechanism(pair: Listed, epsilon: Fraction) -> None:
    assert_covers(Approx(epsilon, min(F(1), above(both(pair, epsilon)))), pair)


@given(pairs(least=1), ORDERS)
def test_one_divergence_of_a_mechanism_covers_its_profile(pair: Listed, order: Fraction) -> None:
    most = max(divergence(pair, order), divergence(mirrored(pair), order))
    loss = Renyi({order: max(F(0), above(most))})
    for epsilon in (F(0), F(1, 10), F(1), F(5, 2)):
        assert loss.delta(epsilon) >= both(pair, epsilon) - TINY
    for level in (F(1, 10), F(1, 2), F(9, 10)):
        assert loss.tradeoff(level) <= miss(pair, level)


@settings(max_examples=40)
@given(pairs(least=1), pairs(least=1))
def test_two_mechanisms_are_covered_by_what_covers_each(one: Listed, other: Listed) -> None:
    losses = [Odds(max(max(p / q, q / p) for p, q in pair)) for pair in (one, other)]
    listed = [(p * r, q * s) for (p, q), (r, s) in itertools.product(one, other)]
    assert_covers(compose(*losses), listed)


@settings(max_examples=40)
@given(pairs(), pairs(), st.sampled_from([F(0), F(1, 2)]))
def test_two_that_may_fail_are_covered_by_what_covers_each(
    one: Listed, other: Listed, epsilon: Fraction
) -> None:
    losses = [Approx(epsilon, min(F(1), above(both(pair, epsilon)))) for pair in (one, other)]
    listed = [(p * r, q * s) for (p, q), (r, s) in itertools.product(one, other)]
    assert_covers(compose(*losses), listed)


@given(LOSSES, st.lists(st.fractions(0, 10, max_denominator=20), min_size=2, max_size=2))
def test_a_profile_falls_and_stays_between_zero_and_one(loss: Loss, two: list[Fraction]) -> None:
    low, high = sorted(two)
    assert 0 <= loss.delta(high) <= loss.delta(low) * (1 + 1e-12) <= 1 + 1e-12
    assert loss.sketch(float(low)) <= 1 + 1e-9


@given(LOSSES, st.integers(1, 12))
def test_an_epsilon_keeps_its_delta(loss: Loss, digits: int) -> None:
    wanted = F(1, 10**digits)
    epsilon = loss.epsilon(wanted)
    # Where distributions win, epsilon and delta have grids of their own: each is a little above.
    hair = F(1, 400) if isinstance(loss, Composed) else F(1, 10**9)
    assert 0 <= epsilon <= loss.pure
    if math.isfinite(epsilon):
        assert loss.delta(F(epsilon) * (1 + hair) + hair) <= wanted * (1 + F(1, 10**9))
    if 4 * hair < epsilon < math.inf:
        assert loss.delta(F(epsilon) * (1 - hair) - hair) > wanted * (1 - F(1, 10**9))


@given(LOSSES, LEVELS, LEVELS)
def test_a_trade_off_curve_is_a_falling_convex_line(
    loss: Loss, one: Fraction, other: Fraction
) -> None:
    low, high = loss.tradeoff(min(one, other)), loss.tradeoff(max(one, other))
    assert 0 <= high <= low + 1e-9
    assert low <= 1 - min(one, other)
    assert loss.tradeoff((one + other) / 2) <= (low + high) / 2 + 1e-9


@given(LOSSES, LEVELS, st.fractions(0, 5, max_denominator=20))
def test_profile_and_trade_off_say_the_same(loss: Loss, level: Fraction, epsilon: Fraction) -> None:
    """Every line of the profile is below the curve: that is how the one follows from the other."""
    with mpmath.workdps(DIGITS):
        line = 1 - mpmath.mpf(loss.delta(epsilon)) - mpmath.exp(real(epsilon)) * real(level)
        assert loss.tradeoff(level) >= line - mpmath.mpf(10) ** -9


@given(LOSSES, ORDERS)
def test_divergences_are_no_more_than_pure_and_rho_allow(loss: Loss, order: Fraction) -> None:
    (found,) = loss.renyi([order])
    assert found >= 0
    assert found <= loss.pure * (1 + 1e-12)
    assert found <= loss.rho * float(order) * (1 + 1e-12)


@settings(max_examples=40)
@given(SIMPLE, SIMPLE)
def test_composing_commutes_and_never_tells_less(one: Loss, other: Loss) -> None:
    there, back = compose(one, other), compose(other, one)
    for epsilon in (F(0), F(1, 2), F(3)):
        delta = there.delta(epsilon)
        assert abs(delta - back.delta(epsilon)) <= 1e-13 * delta
        # (At an order of its own, a divergence may say less than at those it is added up at.)
        kept = [loss.delta(epsilon) for loss in (one, other) if not isinstance(loss, Renyi)]
        assert delta >= max(kept, default=0.0) * (1 - 1e-12)
    assert (there.pure, there.rho, there.mu) == (back.pure, back.rho, back.mu)
    assert there.renyi([2, 7]) == back.renyi([2, 7])


@given(KINDS)
def test_a_loss_is_read_as_it_is_written(loss: Loss) -> None:
    assert read(str(loss)) == loss
    assert from_json(json.loads(json.dumps(to_json(loss)))) == loss


@given(KINDS)
def test_losses_are_values(loss: Loss) -> None:
    copy = pickle.loads(pickle.dumps(loss))  # noqa: S301  (our own, just written)
    assert copy == loss
    assert hash(copy) == hash(loss)


@given(st.one_of(st.builds(Pure, SIZES), st.builds(Gdp, SIZES), st.builds(Zcdp, SIZES)))
def test_a_group_is_walked_in_any_strides(loss: Loss) -> None:
    assert group(group(loss, 2), 3) == group(group(loss, 3), 2) == group(loss, 6)
    doubled = under(loss, Relation.ADD_REMOVE, Relation.REPLACE)
    assert doubled == group(loss, 2)
    assert under(loss, Relation.REPLACE, Relation.BLANK) == loss


@given(st.lists(st.one_of(st.builds(Pure, SIZES), st.builds(Gdp, SIZES)), max_size=12))
def test_a_filter_adds_up_to_what_composing_says(losses: Sequence[Loss]) -> None:
    some = Filter.open(Zcdp(20))
    meter, let_through = Odometer("1e-6"), []
    for loss in losses:
        if some.covers(loss):
            some, meter = some.after(loss), meter.after(loss)
            let_through.append(loss)
    exact = sum(
        (
            F(mpmath.nstr(response_rho(loss.exponent), 30)) * (1 - F(1, 10**29))
            if isinstance(loss, Pure)
            else loss.terms().get("mu", F(0)) ** 2 / 2
            for loss in let_through
        ),
        F(0),
    )
    assert exact <= some.spent[0] <= 20
    assert exact <= meter.spent
    assert compose(*let_through).rho <= 20 * (1 + 1e-12)
