"""A ledger that outlasts the program."""

import time
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from discreet.errors import BudgetExceeded, Failed, Tampered, UnitMismatch
from discreet.noise import System
from discreet.privacy import Approx, Gdp, Guarantee, Loss, Pure, Renyi, Unit, Zcdp
from discreet.release import Entry, Request, durable, open_ledger, release
from discreet.release import ledger as rules
from discreet.release.durable import Durable, units
from discreet.release.recipe import Recipe
from discreet.release.record import Record, written
from discreet.release.sqlite import SqlitePage
from tests.release.question import PATIENT, TENTH, count, ledger, request, spent


def test_it_says_what_is_spent_of_what_for_whom(tmp_path: Path) -> None:
    ours = ledger(tmp_path)
    ours.charge(request("0.25"))
    assert str(ours) == "epsilon = 0.25 of epsilon = 1 spent, for each patient, added or removed"
    assert isinstance(ours.source, System)


@pytest.mark.parametrize(
    ("budget", "loss"),
    [
        (Pure(1), Pure("1/3")),
        (Approx(1, "1e-6"), Approx("0.2", "1e-7")),
        (Zcdp(1), Gdp("0.5")),
        (Gdp(2), Gdp("0.7")),
        (Renyi({8: 1}), Zcdp("0.01")),
    ],
    ids=str,
)
def test_every_kind_of_budget_can_be_kept(budget: Loss, loss: Loss, tmp_path: Path) -> None:
    ours = open_ledger(tmp_path / "a.ledger", budget=budget, unit=PATIENT)
    granted = 0
    while granted < 1000:
        try:
            ours.charge(request(loss))
        except BudgetExceeded:
            break
        granted += 1
    assert 1 <= granted < 1000
    assert open_ledger(tmp_path / "a.ledger", budget=budget).spent == ours.spent
    assert budget.covers(ours.spent)


def test_a_third_fits_three_times_exactly(tmp_path: Path) -> None:
    ours = ledger(tmp_path)
    for _ in range(3):
        ours.charge(request("1/3"))
    assert spent(ours) == 1
    with pytest.raises(BudgetExceeded, match="1e-12 was asked, and epsilon = 0 is left"):
        ours.charge(request("1e-12"))


def test_a_refused_charge_leaves_no_trace(tmp_path: Path) -> None:
    ours = ledger(tmp_path)
    before = ours.records()
    with pytest.raises(BudgetExceeded):
        ours.charge(request("2"))
    with pytest.raises(UnitMismatch):
        ours.charge(Request(Guarantee(Pure("0.1"), Unit("ward")), Recipe(None, None, "it")))
    assert ours.records() == before


def test_an_allowance_is_one_entry(tmp_path: Path) -> None:
    ours = ledger(tmp_path)
    part = ours.grant(Pure("0.5"), "a stream")
    assert part.charge(request("0.2")).name == "2.1"
    assert ours.spent == Pure("0.5")
    assert ours.records()[1].told["label"] == "a stream"
    assert ours.records()[1].told["recipe"]["about"] == "an allowance"


def test_what_was_charged_and_lost_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "WAIT", 0)
    monkeypatch.setattr(durable, "_FIRST_PAUSE", 0)
    ours = ledger(tmp_path)
    ours.charge(request(key="one"))
    for _ in range(2):
        with pytest.raises(Failed, match="entry 2 is charged, and has no answer"):
            ours.charge(request(key="one"))
    assert ours.spent == Pure("0.1")


def test_who_asks_while_the_answer_is_drawn_waits_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, waited = ledger(tmp_path), []
    entry = ours.charge(request(key="one"))

    def sleep(_: float) -> None:
        waited.append(1)
        ours.keep(entry, 17)

    monkeypatch.setattr(time, "sleep", sleep)
    assert ours.charge(request(key="one")).answered == (17,)
    assert waited == [1]


def test_an_entry_is_answered_once(tmp_path: Path) -> None:
    ours = ledger(tmp_path)
    entry = ours.charge(request())
    ours.keep(entry, 3)
    with pytest.raises(Tampered, match="does not hold together"):
        ours.keep(entry, 4)
    with pytest.raises(Tampered, match="does not hold together"):
        ours.keep(Entry("77", request()), 4)
    assert ours.answer(2) is not None
    assert ours.answer(1) is None


def test_a_record_that_is_ahead_of_the_anchor_has_to_be_signed(tmp_path: Path) -> None:
    ours = ledger(tmp_path)
    ours.charge(request())
    anchored = (tmp_path / "a.ledger.anchor").read_bytes()
    (_, last) = ours.records()
    foreign = written(last, "charge", last.told, Ed25519PrivateKey.generate())
    with ours._store.writing() as page:
        page.add(foreign)
    ours.close()
    (tmp_path / "a.ledger.anchor").write_bytes(anchored)
    with pytest.raises(Tampered, match="record 3 is not signed"):
        open_ledger(tmp_path / "a.ledger")


@pytest.mark.parametrize("change", [{"version": 2}, {"version": None}])
def test_another_version_is_not_read(
    change: dict[str, object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = ledger(tmp_path)
    (first,) = ours.records()
    other = written(None, "open", dict(first.told) | change, ours._key)
    monkeypatch.setattr(SqlitePage, "at", lambda *_: other)
    with pytest.raises(Tampered, match="does not begin as a ledger of this version"):
        Durable(ours._store, ours._key)


def test_the_record_in_the_anchor_has_to_say_what_it_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = ledger(tmp_path)
    real = SqlitePage.last

    def cheaper(page: SqlitePage) -> Record | None:
        found = real(page)
        return found and replace(found, body=found.body.replace('"0"', '"-1"'))

    monkeypatch.setattr(SqlitePage, "last", cheaper)
    with pytest.raises(Tampered, match="record 1 is not what it was"):
        ours.charge(request())


def test_amounts_are_compared_as_text_as_they_are_as_numbers() -> None:
    amounts = [Fraction(n, d) for n in (0, 1, 2, 9, 10, 11, 10**6) for d in (1, 3, 10**12, 2**127)]
    assert [units([a]) for a in sorted(amounts)] == sorted(units([a]) for a in amounts)
    assert units([Fraction(1, 2**129)]) == ["001 0"]


def test_a_key_is_not_stored_as_it_is(tmp_path: Path) -> None:
    ours = ledger(tmp_path)
    release(TENTH, count(), ours, key="sesame \ud800")
    ours.close()
    assert b"sesame" not in (tmp_path / "a.ledger").read_bytes()
