"""Which pair stands for which loss."""

import pytest

from discreet.errors import NotYet
from discreet.privacy import Approx, Gdp, Loss, Odds, Pure, Renyi, Zcdp
from discreet.privacy.additive import DiscreteGaussianNoise, DiscreteLaplaceNoise, LaplaceNoise
from discreet.privacy.dominating import pair_of, parts_of, proved
from discreet.privacy.matrix import Finite
from discreet.privacy.pair import NOTHING, Bell, Pair, Points, Spike, response
from discreet.privacy.sampling import SampledGaussian, Taken


@pytest.mark.parametrize(
    ("loss", "pair"),
    [
        (Gdp(2), Bell(2.0)),
        (Gdp(0), NOTHING),
        (Pure(1), response(1.0, 0.0)),
        (Odds(3), response(Odds(3).pure, 0.0)),
        (Approx(1, "0.25"), response(1.0, 0.25)),
        (LaplaceNoise(2), Spike(2.0)),
        (LaplaceNoise(0), NOTHING),
        (SampledGaussian("0.5", 2), Taken(Bell(0.5), 0.5)),
        (DiscreteLaplaceNoise(1), DiscreteLaplaceNoise(1).pair),
        (DiscreteGaussianNoise(1), DiscreteGaussianNoise(1).pair),
        (Finite(["1"], ["1"]), Points((0.0,), (1.0,))),
    ],
)
def test_each_has_its_own(loss: Loss, pair: Pair) -> None:
    assert pair_of(loss) == pair
    assert proved(loss)


def test_where_none_is_proved_the_profile_makes_one() -> None:
    for loss in (Zcdp("0.1"), Renyi({2: 1})):
        assert not proved(loss)
        assert isinstance(pair_of(loss), Points)


def test_parts_are_those_of_a_composed_loss() -> None:
    assert parts_of(Pure(1) * 3) == ((Pure(1), 3),)
    assert parts_of(Pure(1)) == ((Pure(1), 1),)


@pytest.mark.parametrize(
    "loss",
    [
        Pure(1000),
        Approx(1000, "0.1"),
        LaplaceNoise(1000),
        Odds(10**200),
        Gdp(30),
        SampledGaussian("0.1", "0.03"),
    ],
)
def test_losses_that_no_float_holds_have_no_pair(loss: Loss) -> None:
    assert not proved(loss)
    with pytest.raises(NotYet):
        pair_of(loss)
