"""The sparse vector: its loss covers its law, and is what it says; it halts; its gap is the gap."""

import math
from fractions import Fraction
from itertools import pairwise, product

import pytest

from discreet.errors import Impossible, NoBound, OutOfRange, Refused
from discreet.law import DiscreteLaplace
from discreet.mechanisms import AboveThreshold, SparseVector
from discreet.mechanisms.catalogue import read
from discreet.noise import System, sample
from discreet.numbers import Interval, exp
from discreet.privacy import ONE, Pure, Sensitivity, Unit
from discreet.release import Memory, Secret, release
from discreet.release.converse import converse
from discreet.release.recipe import plain
from discreet.testing import Recording, Replay
from tests.noise.bits import fixed

BITS = 44
FORMS = [
    {"laplace": laplace, "monotone": monotone}
    for laplace, monotone in product((False, True), repeat=2)
]
ROOM = exp(Fraction(1, 10**9), 80).upper


def covered(loss: Fraction, here: Interval, there: Interval) -> bool:
    """Whether here <= exp(loss + 1e-9) there, for certain."""
    return here.upper <= (exp(loss, 80) * there.lower).upper * ROOM


def near(x: tuple[int, ...], y: tuple[int, ...], *, monotone: bool) -> bool:
    steps = [b - a for a, b in zip(x, y, strict=True)]
    return max(map(abs, steps)) == 1 and not (monotone and min(steps) * max(steps) < 0)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("positives", [1, 2, 3])
def test_the_loss_covers_every_pair_of_neighbours(form: dict[str, bool], positives: int) -> None:
    mechanism = SparseVector(positives, 1, 2, Fraction(5, 2) * positives, **form)
    loss = Fraction(mechanism.loss(ONE).pure)
    laws = {
        x: {told: chance(BITS) for told, chance in mechanism.law(x).items()}
        for x in product(range(2 + (positives < 3)), repeat=3)
    }
    for x, y in product(laws, repeat=2):
        if near(x, y, monotone=form["monotone"]):
            assert all(covered(loss, laws[x][told], laws[y][told]) for told in laws[x])


@pytest.mark.parametrize("form", FORMS)
def test_the_loss_covers_gaps_and_values_too(form: dict[str, bool]) -> None:
    mechanism = SparseVector(1, 1, 2, 3, gap=True, answer_scale=4, **form)
    loss = Fraction(mechanism.loss(ONE).pure)
    told = [(None, pair) for pair in product((0, 1, 3), (-1, 2))]
    laws = {
        x: [mechanism.chance(x, one, BITS) for one in told] for x in product(range(3), repeat=2)
    }
    for x, y in product(laws, repeat=2):
        if near(x, y, monotone=form["monotone"]):
            assert all(covered(loss, *pair) for pair in zip(laws[x], laws[y], strict=True))


@pytest.mark.parametrize("form", FORMS)
def test_all_transcripts_together_have_chance_one(form: dict[str, bool]) -> None:
    law = SparseVector(2, 0, 2, 4, **form).law((0, 1, -1, 2))
    chances = [chance(BITS) for chance in law.values()]
    assert len(law) == 1 + 4 + 6  # none, one or two of four are above
    assert sum(one.lower for one in chances) <= 1 <= sum(one.upper for one in chances)


@pytest.mark.parametrize(
    ("laplace", "monotone", "below", "expected"),
    [
        # Section 1.2's table, by quadrature of the continuous laws; a grid of 1/30 comes near it.
        *((True, False, below, loss) for below, loss in ((1, 0.39582), (5, 0.89981))),
        *((False, False, below, loss) for below, loss in ((1, 0.98056), (5, 0.99991))),
        # And of monotone queries: all but the last move, or all.
        *((True, True, below, loss) for below, loss in ((1, 0.40618), (5, 0.96423))),
        *((False, True, below, loss) for below, loss in ((1, 1.0), (5, 1.0))),
    ],
)
def test_the_loss_is_as_tight_as_continuous_noise_makes_it(
    laplace: bool, monotone: bool, below: int, expected: float
) -> None:
    far = 30
    scale = 2 * far if monotone else 4 * far
    lean = 0 if laplace else scale - 2 * far
    mechanism = SparseVector(1, -lean, 2 * far, scale, laplace=laplace, monotone=monotone)
    told = (False,) * below + (True,)
    x, y = [0] * below + [0 if monotone else far], [far] * below + [0]
    here, there = (mechanism.chance(z, told, 40) for z in (x, y))
    loss = math.log(here.lower / there.lower)
    assert loss == pytest.approx(expected, abs=0.01)
    assert loss - 1e-9 <= mechanism.loss(Sensitivity(linf=far)).pure == 1


def test_the_stated_loss_is_the_sum_of_its_shifts() -> None:
    mechanism = SparseVector(3, 0, 10, 60, answer_scale=30)
    assert mechanism.loss(ONE) == Pure(Fraction(1, 10) + Fraction(6, 60) + Fraction(3, 30))
    assert SparseVector(3, 0, 10, 60, monotone=True).loss(ONE) == Pure("0.15")
    assert SparseVector(3, 0, 10, 60, gap=True).loss(ONE) == SparseVector(3, 0, 10, 60).loss(ONE)
    assert AboveThreshold(0, 10, 20).loss(Sensitivity(linf="2.5")) == Pure("0.4")
    with pytest.raises(NoBound):
        mechanism.loss(Sensitivity(l2=1))


@pytest.mark.parametrize(("positives", "monotone"), [*product((1, 2, 5, 100), (False, True))])
def test_a_split_has_exactly_the_loss_asked_for(positives: int, monotone: bool) -> None:
    mechanism = SparseVector.split("0.7", positives, 0, far=3, monotone=monotone)
    assert mechanism.loss(Sensitivity(linf=3)) == Pure("0.7")
    shifts = positives if monotone else 2 * positives
    share = 3 / mechanism.threshold_scale / Fraction("0.7")
    assert float(share) == pytest.approx(1 / (1 + shifts ** (2 / 3)), rel=1e-6)
    more = SparseVector.split("0.7", positives, 0, monotone=monotone, answer_epsilon="0.3")
    assert more.loss(ONE) == Pure(1)


def test_one_positive_spends_386_thousandths_on_the_threshold() -> None:
    assert float(1 / SparseVector.split(1, 1, 0).threshold_scale) == pytest.approx(
        0.38649, abs=5e-6
    )


def test_no_split_of_the_same_loss_varies_less() -> None:
    best = SparseVector.split(1, 4, 0)

    def spread(first: Fraction) -> Fraction:
        return 1 / first**2 + (8 / (1 - first)) ** 2

    share = 1 / best.threshold_scale
    assert all(
        spread(share) <= spread(share + step) for step in (Fraction(1, 50), -Fraction(1, 50))
    )


@pytest.mark.parametrize("laplace", [False, True])
@pytest.mark.parametrize("gap", [False, True])
def test_samples_follow_the_law(laplace: bool, gap: bool) -> None:
    mechanism = SparseVector(2, 1, 2, 3, laplace=laplace, gap=gap)
    x, draws, source = (0, 2, 1), 4000, fixed(f"sparse {laplace} {gap}")
    plain = SparseVector(2, 1, 2, 3, laplace=laplace)
    counts = dict.fromkeys(plain.law(x), 0)
    for _ in range(draws):
        told = mechanism.sample(x, source)
        counts[tuple(one is not None and one is not False for one in told)] += 1
    for told, chance in plain.law(x).items():
        p = float(chance(BITS).lower)
        # Hoeffding: off by more than this once in 1e10 for each of the seven.
        assert abs(counts[told] / draws - p) < math.sqrt(math.log(2e10) / 2 / draws)


def test_the_gap_is_what_was_compared_bit_for_bit() -> None:
    mechanism = SparseVector(4, 3, 5, 20, gap=True)
    tape = Recording()
    x = (1, 7, 4, 9, 2)
    told = mechanism.sample(x, tape)
    again = Replay(tape.taken)
    level = mechanism.threshold + mechanism.lean + sample(mechanism.level, source=again)
    excesses = [value + sample(mechanism.noise, source=again) - level for value in x[: len(told)]]
    assert [one if one >= 0 else None for one in excesses] == list(told)
    assert again.left == 0


def test_a_fresh_value_has_noise_of_its_own() -> None:
    mechanism = SparseVector(1, -1000, 1, 1, gap=True, answer_scale=2)
    tape = Recording()
    (told,) = mechanism.sample((5,), tape)
    again = Replay(tape.taken)
    level, noise = (sample(law, source=again) for law in (mechanism.level, mechanism.noise))
    fresh = sample(DiscreteLaplace(2), source=again)
    assert told == (5 + noise + 1000 - mechanism.lean - level, 5 + fresh)
    only = SparseVector(1, -1000, 1, 1, answer_scale=2)
    assert isinstance(only.sample((5,), System())[0], int)
    assert SparseVector(1, 1000, 1, 1, answer_scale=2).sample((5,), System()) == (None,)


def test_after_its_positives_it_halts_and_draws_nothing() -> None:
    tape = Recording()
    watch = SparseVector(2, -1000, 1, 1).begin(tape)
    assert [watch.answer(0), watch.answer(0)] == [True, True]
    assert watch.halted
    drawn = tape.taken
    with pytest.raises(Refused):
        watch.answer(0)
    assert tape.taken == drawn
    assert SparseVector(2, -1000, 1, 1).sample((0, 0, 0, 0), System()) == (True, True)


def test_only_whole_numbers_are_compared_and_nothing_is_drawn_for_others() -> None:
    tape = Recording()
    watch = SparseVector(2, 0, 1, 1).begin(tape)
    drawn = tape.taken
    for value in (math.nan, math.inf, 0.5, "1", None, True):
        with pytest.raises(OutOfRange):
            watch.answer(value)  # type: ignore[arg-type]  # what is refused
    assert tape.taken == drawn


def test_a_conversation_costs_its_loss_once_however_much_is_below() -> None:
    ledger = Memory(Pure(1), Unit())
    talk = converse(AboveThreshold(100, 4, 8), ONE, ledger)
    for value in (0, 0, 0, 1000):
        assert talk.ask(Secret(lambda value=value: value, ONE, Unit())).value is (value == 1000)  # type: ignore[misc]  # mypy knows no default of a lambda
    assert talk.over
    assert ledger.spent == Pure("0.5")
    with pytest.raises(Refused):
        talk.ask(Secret(lambda: 0, ONE, Unit()))


def test_a_list_that_is_known_beforehand_goes_through_the_first_door() -> None:
    ledger = Memory(Pure(1), Unit())
    secret = Secret(lambda: [0, 1000, 0], Sensitivity(linf=1), Unit())
    told = release(AboveThreshold(500, 4, 8, monotone=True), secret, ledger)
    assert told.value == (False, True)
    assert [one.name for one in told.guarantee.assuming] == ["monotone"]
    assert not AboveThreshold(500, 4, 8).assumes


@pytest.mark.parametrize("laplace", [False, True])
def test_how_far_off_it_is_holds_as_often_as_it_says(laplace: bool) -> None:
    mechanism, draws = SparseVector(1, 0, 20, 40, laplace=laplace), 2000
    far = mechanism.within(10, "0.95")
    source, wrong = fixed(f"within {laplace}"), 0
    for _ in range(draws):
        # One below by more than that, nine above by more: any other answer than these is off.
        told = mechanism.sample([-far - 1] * 9 + [far + 1], source)
        wrong += told != (False,) * 9 + (True,)
    assert wrong / draws < 0.05


@pytest.mark.parametrize(("questions", "far"), [(10, 47.93), (1000, 84.77), (10**6, 140.04)])
def test_how_far_off_it_is_stays_below_the_published_bound(questions: int, far: float) -> None:
    assert 8 * (math.log(questions) + math.log(2 / 0.05)) == pytest.approx(far, abs=0.005)
    grid = 100
    for laplace in (False, True):
        mechanism = AboveThreshold(0, 2 * grid, 4 * grid, laplace=laplace)
        assert mechanism.loss(Sensitivity(linf=grid)) == Pure(1)
        assert mechanism.within(questions, "0.95") < far * grid


def test_one_sided_noise_is_nearer_than_two_sided() -> None:
    one, two = (SparseVector(1, 0, 20, 40, laplace=laplace) for laplace in (False, True))
    assert one.within(100, "0.9") < two.within(100, "0.9")


def test_what_cannot_be_listed_is_not() -> None:
    for mechanism in (SparseVector(1, 0, 1, 1, gap=True), SparseVector(1, 0, 1, 1, answer_scale=1)):
        with pytest.raises(Impossible):
            mechanism.law((0,))


@pytest.mark.parametrize("wrong", [{"positives": 0}, {"threshold": 0.5}, {"value_scale": 0}])
def test_parameters_that_are_none_are_refused(wrong: dict[str, float]) -> None:
    right = {"positives": 1, "threshold": 0, "threshold_scale": 1, "value_scale": 1}
    with pytest.raises(OutOfRange):
        SparseVector(**(right | wrong))  # type: ignore[arg-type]  # what is refused


@pytest.mark.parametrize(
    "mechanism",
    [
        SparseVector(2, 5, "0.5", 3, monotone=True, gap=True, answer_scale="1/3"),
        AboveThreshold(5, 2, 4, laplace=True),
    ],
)
def test_it_is_stored_and_read_again(mechanism: SparseVector | AboveThreshold) -> None:
    assert read(plain(mechanism)) == mechanism


def test_above_threshold_is_a_sparse_vector_of_one() -> None:
    ours, general = AboveThreshold(1, 2, 3), SparseVector(1, 1, 2, 3)
    x = (0, 1, 2)
    law, other = ours.law(x), general.law(x)
    assert law.keys() == other.keys()
    assert all(law[told](40) == other[told](40) for told in law)
    assert all(told.count(True) <= 1 for told in law)
    assert all(a is False for told in law for a, _ in pairwise(told))
    bits = fixed("one")
    assert ours.sample(x, bits)
    assert ours.begin(bits).answer(10**6) is True
