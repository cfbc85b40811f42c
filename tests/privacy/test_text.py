"""Losses in words and in JSON, and back again."""

import json
import math
from fractions import Fraction
from typing import Any

import pytest

from discreet.errors import Invalid, NotUnderstood
from discreet.privacy import (
    Approx,
    BoundedRange,
    Choices,
    Composed,
    Curve,
    DiscreteGaussianNoise,
    DiscreteLaplaceNoise,
    Draw,
    Finite,
    Gdp,
    Grouped,
    LaplaceNoise,
    Loss,
    Nearly,
    Odds,
    Optimal,
    Pure,
    Renyi,
    Sampled,
    Zcdp,
    compose,
    from_json,
    read,
    sampled_gaussian,
    to_json,
    worst,
)
from discreet.privacy.text import MOST_DEPTH, MOST_TEXT, shown, written

F = Fraction
SAID: list[tuple[Loss, str]] = [
    (Pure("0.5"), "epsilon = 0.5"),
    (Pure("1/3"), "epsilon = 1/3"),
    (Approx(1, "1e-6"), "epsilon = 1, delta = 1e-6"),
    (Approx(1, 0), "epsilon = 1, delta = 0"),
    (Odds(3), "odds = 3"),
    (Zcdp("0.1"), "rho = 0.1"),
    (Zcdp("0.1", "1e-9"), "rho = 0.1, delta = 1e-9"),
    (Gdp(1), "mu = 1"),
    (Gdp(square="0.3"), "mu squared = 0.3"),
    (Renyi({10: 1, "1.5": "0.1"}), "epsilon at order 3/2 = 0.1, epsilon at order 10 = 1"),
    (Pure("0.1") * 3, "3 times epsilon = 0.1"),
    (
        compose(compose(Pure("0.1") * 2, Gdp(1)) * 3, Approx(1, "1e-6")),
        "6 times epsilon = 0.1; mu squared = 3; epsilon = 1, delta = 1e-6",
    ),
    (Pure(1) * 999999999999, "999999999999 times epsilon = 1"),
    (
        Finite(["0.6", "0.4"], ["1/3", "2/3"]),
        "first 0 = 0.6, first 1 = 0.4, second 0 = 1/3, second 1 = 2/3",
    ),
    (Curve({0: 1, "0.25": "0.25"}), "misses at 0 = 1, misses at 1/4 = 0.25, misses at 1 = 0"),
    (BoundedRange(1), "range = 1"),
    (Choices("0.1", 10), "range = 0.1, choices = 10"),
    (Sampled(Pure(1), "0.1"), "sampling rate = 0.1 of (epsilon = 1)"),
    (Sampled(Pure(1), "0.1", Draw.FIXED), "sample share = 0.1 of (epsilon = 1)"),
    (
        Sampled(Pure(1) * 3, "0.1") * 2,
        "2 times sampling rate = 0.1 of (all of (3 times epsilon = 1))",
    ),
    (Nearly(Gdp(1), "1e-9"), "total variation = 1e-9 of (mu = 1)"),
    (Grouped(Renyi({2: 1}), 3), "units = 3 of (epsilon at order 2 = 1)"),
    (worst(Pure(1), Gdp(1) * 2), "the worst of (epsilon = 1; mu squared = 2)"),
    (worst(Pure(1), Pure(2) * 2), "the worst of (epsilon = 1; all of (2 times epsilon = 2))"),
    ((Pure(1) * 2).pld(), "loss distribution of (2 times epsilon = 1)"),
    (Pure(1).pld("1e-3"), "loss distribution step = 0.001 of (epsilon = 1)"),
    (Optimal(()), "optimal composition of ()"),
]
LONG: list[Loss] = [
    Pure(F(1, 2**1000)),
    Pure(F(0.1)),
    Zcdp(F(1, 3**400)),
    Gdp(square=F(10**150 + 1, 10**190 + 3)),
    Odds("1e300"),
    Approx("1e-300", "1e-399"),
    Pure("0." + "123456789" * 44),
    Renyi({F(10**90 + 1, 10**90): "1e-200"}),
]


@pytest.mark.parametrize(("loss", "text"), SAID, ids=[text for _, text in SAID])
def test_every_kind_says_itself_and_is_understood(loss: Loss, text: str) -> None:
    assert str(loss) == written(loss) == text
    assert read(text) == loss
    assert from_json(json.loads(json.dumps(to_json(loss)))) == loss


@pytest.mark.parametrize("loss", LONG, ids=lambda loss: str(loss)[:20])
def test_the_longest_numbers_come_back_as_they_were(loss: Loss) -> None:
    assert read(str(loss)) == loss
    assert from_json(json.loads(json.dumps(to_json(loss)))) == loss


def test_a_stored_loss_keeps_its_tag_and_its_numbers_as_text() -> None:
    assert to_json(Approx("0.5", "1e-6")) == {
        "loss": "approx",
        "epsilon": "0.5",
        "delta": "1e-6",
    }
    assert to_json(Pure(1) * 2) == {
        "loss": "composed",
        "parts": [[{"loss": "pure", "epsilon": "1"}, 2]],
    }
    tags = ["approx", "composed", "gdp", "odds", "optimal", "pure", "renyi", "zcdp"]
    kinds = (Approx, Composed, Gdp, Odds, Optimal, Pure, Renyi, Zcdp)
    assert [kind.tag for kind in kinds] == tags


def test_optimal_composition_comes_back_as_it_was() -> None:
    loss = Optimal(((Approx("0.5", "0.01"), 4), (Approx(1, 0), 1)))
    assert from_json(json.loads(json.dumps(to_json(loss)))) == loss
    inside = "4 times epsilon = 0.5, delta = 0.01; epsilon = 1, delta = 0"
    assert str(loss) == f"optimal composition of ({inside})"
    assert read(str(loss)) == loss
    again = read(inside)
    assert isinstance(again, Composed)
    assert again.routes["optimal composition"] == loss


@pytest.mark.parametrize(
    ("text", "loss"),
    [
        ("epsilon=1,delta=1e-6", Approx(1, "1e-6")),
        ("  delta = 1e-6 , epsilon = 1 ", Approx(1, "1e-6")),
        ("epsilon = 1E0", Pure(1)),
        ("epsilon = -0", Pure(0)),
        ("epsilon = +1", Pure(1)),
        ("mu_squared = 3", Gdp(square=3)),
        ("0 times epsilon = 1", Pure(0)),
        ("1 times mu = 1; 2 times mu = 1", Gdp(square=3)),
        ("epsilon at order 10 = 1", Renyi({10: 1})),
        ("units = 3 of (rho = 0.1)", Zcdp("0.9")),
        ("999999999999 times mu squared = 1e-12", Gdp(square=F(999999999999, 10**12))),
        ("mu = 1000000", Gdp(10**6)),
        ("rho = 1000000000000", Zcdp(10**12)),
    ],
)
def test_what_is_meant_is_understood(text: str, loss: Loss) -> None:
    assert read(text) == loss


HOSTILE: list[object] = [
    *("", " ", ";", ",", "=", "epsilon", "epsilon =", "= 1", "1", "0.1 ", "0x1", "NaN"),
    *("epsilon = NaN", "epsilon = inf", "epsilon = -inf", "epsilon = -1", "epsilon = -1e-9"),
    *("epsilon = 1e400", "epsilon = 1e-400", "epsilon = 1e9999", "epsilon = 0x1", "epsilon = 1_0"),
    *("epsilon = \uff10.\uff11", "epsilon = \u00bd", "epsilon = 1,5", "epsilon = 1 2"),
    *("epsilon = True", "epsilon = None", "epsilon = 1/0", "epsilon = ''", "epsilon = [1]"),
    *("epsilon = 1 = 2", "epsilon == 1", "epsilon = 1, epsilon = 1", "epsilon = 1, rho = 1"),
    *("epsilon = 1, delta = 2", "epsilon = 1, delta = -1", "delta = 1e-6", "Epsilon = 1"),
    *("epsilon = 1;", "; epsilon = 1", "epsilon = 1, ", "odds = 0.5", "odds = 1e301", "sigma = 1"),
    *("-1 times epsilon = 1", "1.5 times epsilon = 1", "9999999999999 times epsilon = 1"),
    *("2 times 2 times epsilon = 1", "2 times ", "times epsilon = 1", "2 times " * 9000),
    *("\u0663 times epsilon = 1", "epsilon at order 1 = 1", "epsilon at order 0.5 = 1"),
    *("epsilon at order 2 = 1, epsilon at order 2.0 = 1", "epsilon at order 2 = 1, rho = 1"),
    *("epsilon at order  = 1", "epsilon at order 1/0 = 1", "mu = 1e7", "rho = 1e13"),
    *("(epsilon = 1)", "epsilon = (1)", "eps\x00ilon = 1", "epsilon = 1\x00", "\u03b5 = 1"),
    *("(" * 10**5, "epsilon = 1;" * 10**5, "epsilon = " + "1" * 10**6, "9" * 10**6),
    *("epsilon = " + "1" * 401, "\n" * 60000, ";" * 60000, "," * 60000, "=" * 60000),
    *(None, True, False, 1, 0.1, math.nan, math.inf, b"epsilon = 1", ["epsilon = 1"], {}, object()),
]


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: repr(text)[:24])
def test_what_is_no_loss_is_refused_and_told_how_to_go_on(text: object) -> None:
    with pytest.raises(Invalid) as refusal:
        read(text)
    assert "\n  " in str(refusal.value)
    assert len(str(refusal.value)) < 400


def test_the_longest_text_is_read_within_reason() -> None:
    text = "; ".join(f"rho = 1/{i}" for i in range(2, 4500))
    assert len(text) < MOST_TEXT
    loss = read(text)
    assert isinstance(loss, Zcdp)
    exact = math.fsum(1 / i for i in range(2, 4500))
    assert float(loss.rate) == pytest.approx(exact, rel=1e-12)
    assert from_json(to_json(loss)) == loss == read(str(loss))


def nested(depth: int) -> dict[str, Any]:
    """Compositions of compositions."""
    stored: dict[str, Any] = {"loss": "pure", "epsilon": "1"}
    for _ in range(depth):
        stored = {"loss": "composed", "parts": [[stored, 1]]}
    return stored


PART = {"loss": "pure", "epsilon": "1"}
STORED: list[Any] = [
    *(None, True, 1, "pure", [], [PART], {}, {"loss": "pure"}, {"epsilon": "1"}),
    *({"loss": None, "epsilon": "1"}, {"loss": ["pure"], "epsilon": "1"}),
    {"loss": "approx", "epsilon": "1"},
    {"loss": "pure", "epsilon": "1", "delta": "0"},
    {"loss": "pure", "epsilon": "NaN"},
    {"loss": "pure", "epsilon": math.nan},
    {"loss": "pure", "epsilon": None},
    {"loss": "pure", "epsilon": True},
    {"loss": "pure", "epsilon": ["1"]},
    {"loss": "pure", "epsilon": {"a": 1}},
    {"loss": "pure", "epsilon": "9" * 10**6},
    {"loss": "pure", 1: "1"},
    {"loss": "composed"},
    {"loss": "composed", "parts": None},
    {"loss": "composed", "parts": {}},
    {"loss": "composed", "parts": [1]},
    {"loss": "composed", "parts": [[PART]]},
    {"loss": "composed", "parts": [[PART, 1, 1]]},
    {"loss": "composed", "parts": [[PART, -1]]},
    {"loss": "composed", "parts": [[PART, True]]},
    {"loss": "composed", "parts": [[PART, 1.5]]},
    {"loss": "composed", "parts": [[PART, "1"]]},
    {"loss": "composed", "parts": [[PART, 10**13]]},
    {"loss": "composed", "parts": [], "more": 1},
    {"loss": "optimal", "parts": [[PART, 1]]},
    {"loss": "optimal", "parts": [[{"loss": "approx", "epsilon": "1", "delta": "0"}, 10**6]]},
    {"loss": "optimal", "parts": [], "more": 1},
    {"loss": "gdp", "mu squared": None},
    {"loss": "renyi"},
    {"loss": "renyi", "epsilon at order 1": "1"},
    {"loss": "renyi", "epsilon at order 2": "1", "rho": "1"},
    *(nested(MOST_DEPTH), nested(100_000)),
]


@pytest.mark.parametrize("stored", STORED, ids=range(len(STORED)))
def test_what_was_never_stored_is_refused(stored: object) -> None:
    with pytest.raises(Invalid) as refusal:
        from_json(stored)
    assert "\n  " in str(refusal.value)
    assert len(str(refusal.value)) < 500


def test_an_empty_composition_is_no_loss() -> None:
    assert from_json({"loss": "composed", "parts": []}) == Pure(0)
    assert from_json({"loss": "composed", "parts": [[PART, 0]]}) == Pure(0)
    assert from_json({"loss": "optimal", "parts": []}) == Optimal(())


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (F(0), "0"),
        (F(7), "7"),
        (F(10**21), "1" + "0" * 21),
        (F(1, 2), "0.5"),
        (F(1, 8), "0.125"),
        (F(3, 2), "1.5"),
        (F(1, 40), "0.025"),
        (F(1, 1000), "0.001"),
        (F(1, 10**4), "1e-4"),
        (F(12, 10**7), "12e-7"),
        (F(123456, 10**6), "0.123456"),
        (F(1, 3), "1/3"),
        (F(2, 15), "2/15"),
        (F(1, 10**100), "1e-100"),
        (F(1, 10**399), "1e-399"),
        (F(1, 2**200), f"1/{2**200}"),
    ],
)
def test_numbers_are_said_as_short_as_they_can_be(value: Fraction, text: str) -> None:
    assert shown(value) == text
    assert F(text) == value


def test_a_group_that_is_stored_is_one_of_its_own_kind() -> None:
    assert from_json(to_json(Grouped(Pure(1), 2))) == Pure(2)


def test_a_text_is_no_way_to_choose_a_class() -> None:
    for name in ("Pure", "loss", "__class__", "terms", "Optimal"):
        with pytest.raises(NotUnderstood, match="no loss is written as"):
            read(f"{name} = 1")


@pytest.mark.parametrize(
    "loss",
    [
        LaplaceNoise("0.1"),
        DiscreteLaplaceNoise(3, 2),
        DiscreteGaussianNoise(9, 4),
        sampled_gaussian(rate="0.01", noise="1.5"),
        compose(LaplaceNoise("0.1"), Gdp(1)) * 3,
    ],
    ids=str,
)
def test_losses_of_noise_are_read_and_stored_too(loss: Loss) -> None:
    assert read(str(loss)) == loss
    assert from_json(json.loads(json.dumps(to_json(loss)))) == loss
