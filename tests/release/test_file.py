"""Opening a ledger that is a file."""

import os
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from discreet.errors import DiscreetError, Invalid, Refused, Tampered
from discreet.privacy import Odds, Pure, Unit
from discreet.release import file as opening
from discreet.release import open_ledger
from discreet.release.durable import Durable
from discreet.release.file import write_key
from discreet.release.sqlite import Sqlite
from tests.release.question import PATIENT, ledger, request


def test_a_new_one_needs_a_budget_and_a_unit(tmp_path: Path) -> None:
    place = tmp_path / "a.ledger"
    some: list[dict[str, Any]] = [{}, {"budget": Pure(1)}, {"unit": PATIENT}]
    for given in some:
        with pytest.raises(Invalid, match=r"there is no ledger 'a.ledger'"):
            open_ledger(place, **given)
    for budget, unit in ((Odds(3), PATIENT), (Pure(1), "patient"), (1, PATIENT)):
        with pytest.raises(Invalid):
            open_ledger(place, budget=budget, unit=unit)  # type: ignore[arg-type]  # refused
    assert not list(tmp_path.iterdir())


def test_the_one_that_is_there_is_opened(tmp_path: Path) -> None:
    ledger(tmp_path).charge(request())
    assert open_ledger(str(tmp_path / "a.ledger"), unit=PATIENT).spent == Pure("0.1")
    others: list[dict[str, Any]] = [{"budget": Pure(2)}, {"unit": Unit("ward")}]
    for given in others:
        with pytest.raises(Refused, match=r"the ledger 'a.ledger' is for"):
            open_ledger(tmp_path / "a.ledger", **given)


def test_a_name_is_a_name_whatever_is_in_it(tmp_path: Path) -> None:
    for name in ("a?mode=memory", "b#c", "d%20e", "f g", "ü"):
        ours = open_ledger(tmp_path / name, budget=Pure(1), unit=PATIENT)
        ours.charge(request())
        assert (tmp_path / name).stat().st_size
        assert open_ledger(tmp_path / name).spent == Pure("0.1")


def test_nobody_else_may_read_what_is_made(tmp_path: Path) -> None:
    ledger(tmp_path)
    assert {file.stat().st_mode & 0o777 for file in tmp_path.iterdir()} == {0o600}


@pytest.mark.parametrize("part", ["", ".anchor", ".key"])
def test_a_ledger_of_which_a_part_is_missing_is_not_opened(part: str, tmp_path: Path) -> None:
    ledger(tmp_path).close()
    (tmp_path / f"a.ledger{part}").unlink()
    for again in (partial(open_ledger, tmp_path / "a.ledger"), partial(ledger, tmp_path)):
        with pytest.raises(Tampered, match="is missing"):
            again()
    assert not (tmp_path / f"a.ledger{part}").exists()


@pytest.mark.parametrize("part", ["", ".anchor", ".key"])
@pytest.mark.parametrize("size", [0, 7])
def test_a_ledger_of_which_a_part_is_cut_off_is_not_opened(
    part: str, size: int, tmp_path: Path
) -> None:
    ours = ledger(tmp_path)
    ours.charge(request())
    ours.close()
    os.truncate(tmp_path / f"a.ledger{part}", size)
    for again in (partial(open_ledger, tmp_path / "a.ledger"), partial(ledger, tmp_path)):
        with pytest.raises((Tampered, Refused)):
            again()


def test_a_key_of_another_ledger_is_refused(tmp_path: Path) -> None:
    ledger(tmp_path).close()
    write_key(tmp_path / "a.ledger.key")
    with pytest.raises(Tampered, match="not signed by the ledger's key"):
        open_ledger(tmp_path / "a.ledger")


def test_a_key_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    ledger(tmp_path).close()
    (tmp_path / "a.ledger.key").unlink()
    (tmp_path / "a.ledger.key").mkdir()
    with pytest.raises(Tampered, match=r"its key 'a.ledger.key' cannot be read"):
        open_ledger(tmp_path / "a.ledger")


def test_another_database_is_not_touched(tmp_path: Path) -> None:
    (tmp_path / "a.ledger").write_bytes(b"my own file")
    with pytest.raises(Tampered, match="missing"):
        ledger(tmp_path)
    assert (tmp_path / "a.ledger").read_bytes() == b"my own file"
    assert len(list(tmp_path.iterdir())) == 1


class Stopped(Exception):
    """As if the machine stopped here."""


STEPS = {
    "before the anchor is whole": ("discreet.release.anchor.Anchor", "clear"),
    "before the key": (opening, "write_key"),
    "before the file": (Sqlite, "make"),
    "before the first record": (opening, "begin"),
    "before it is anchored": ("discreet.release.anchor.Anchor", "write"),
    "before it is looked at": (Durable, "__init__"),
}


@pytest.mark.parametrize("step", STEPS)
def test_one_that_is_half_made_is_finished(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner, name = STEPS[step]

    def stop(*_: object) -> None:
        raise Stopped

    with monkeypatch.context() as patch:
        if isinstance(owner, str):
            patch.setattr(f"{owner}.{name}", stop)
        else:
            patch.setattr(owner, name, stop)
        with pytest.raises(Stopped):
            ledger(tmp_path)
    if step in ("before the anchor is whole", "before the key", "before the file"):
        with pytest.raises(Invalid, match="there is no ledger"):
            open_ledger(tmp_path / "a.ledger")
    ours = ledger(tmp_path)
    ours.charge(request())
    assert open_ledger(tmp_path / "a.ledger").spent == Pure("0.1")


def test_an_anchor_that_says_nothing_does_not_make_a_ledger_new(tmp_path: Path) -> None:
    ours = ledger(tmp_path)
    ours.charge(request())
    ours.close()
    (tmp_path / "a.ledger.anchor").write_bytes(bytes(512))
    assert ledger(tmp_path).spent == Pure("0.1")
    (tmp_path / "a.ledger.anchor").write_bytes(bytes(512))
    (tmp_path / "a.ledger.key").unlink()
    with pytest.raises(Tampered, match=r"its key 'a.ledger.key' is missing"):
        ledger(tmp_path)


def test_where_nothing_can_be_made_it_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DiscreetError, match="no ledger can be made"):
        open_ledger(tmp_path / "no" / "folder", budget=Pure(1), unit=PATIENT)
