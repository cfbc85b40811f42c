"""How far a ledger has come, outside of it."""

import os
from pathlib import Path

import pytest

from discreet.errors import Refused, Tampered
from discreet.release import open_ledger
from discreet.release.anchor import SLOT, Anchor
from discreet.release.record import Record
from tests.release.question import ledger, request


def record(number: int) -> Record:
    return Record(number, "charge", "{}", "", f"{number:064}", b"")


@pytest.fixture
def anchor(tmp_path: Path) -> Anchor:
    made = Anchor(tmp_path / "anchor")
    made.make()
    made.clear()
    return made


def test_it_remembers_the_last_record(anchor: Anchor) -> None:
    assert anchor.read() == (0, "")
    for number in (1, 2, 3, 5, 7, 9):
        anchor.write(record(number))
        assert Anchor(anchor.path).read() == (number, f"{number:064}")


def test_a_slot_that_is_torn_leaves_the_one_before(anchor: Anchor) -> None:
    """Whichever bytes of the newest write reached the disk."""
    for number in (1, 3, 5):
        anchor.write(record(number))
    before = anchor.path.read_bytes()
    anchor.write(record(7))
    after = anchor.path.read_bytes()
    for end in range(0, 2 * SLOT, 3):
        anchor.path.write_bytes(after[:end] + before[end:])
        assert Anchor(anchor.path).read()[0] in (5, 7)


def test_an_anchor_of_which_nothing_is_whole_is_refused(anchor: Anchor) -> None:
    anchor.write(record(1))
    anchor.path.write_bytes(b"\xa5" * 2 * SLOT)
    with pytest.raises(Tampered, match="its anchor is damaged"):
        anchor.read()


@pytest.mark.parametrize("size", [0, 1, SLOT, 2 * SLOT - 1])
def test_an_anchor_that_is_cut_off_is_refused(size: int, anchor: Anchor) -> None:
    os.truncate(anchor.path, size)
    assert not anchor.whole
    with pytest.raises(Tampered, match="cut off"):
        anchor.read()


def test_an_anchor_that_is_missing_is_refused(tmp_path: Path) -> None:
    absent = Anchor(tmp_path / "absent")
    assert not absent.whole
    with pytest.raises(Tampered, match="its anchor 'absent' cannot be read"):
        absent.read()


def test_what_is_no_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Refused, match="no ledger can be made"):
        Anchor(tmp_path / "no folder" / "anchor").make()
    (tmp_path / "plain").write_bytes(b"")
    with pytest.raises(Tampered, match="cannot be read"):
        assert Anchor(tmp_path / "plain" / "anchor").whole

    def fail(*_: object) -> None:
        raise OSError(5, "Input/output error")

    whole = Anchor(tmp_path / "anchor")
    whole.make()
    whole.clear()
    monkeypatch.setattr(os, "pread", fail)
    with pytest.raises(Tampered, match="cannot be read"):
        whole.read()


def test_one_that_is_replaced_while_it_is_open_is_refused(tmp_path: Path) -> None:
    ours = ledger(tmp_path)
    place = tmp_path / "a.ledger.anchor"
    text = place.read_bytes()
    place.unlink()
    place.write_bytes(text)
    with pytest.raises(Tampered, match="replaced while it was open"):
        ours.charge(request())
    open_ledger(tmp_path / "a.ledger").charge(request())


@pytest.mark.parametrize("fault", ["error", "short"])
def test_a_charge_that_cannot_be_anchored_is_not_acknowledged(
    fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = ledger(tmp_path)

    def write(*_: object) -> int:
        if fault == "error":
            raise OSError(28, "No space left on device")
        return 3

    with monkeypatch.context() as patch:
        patch.setattr(os, "pwrite", write)
        with pytest.raises(Refused, match="the ledger's anchor"):
            ours.charge(request("0.25"))
    assert ours.spent.pure == 0.25  # it stays charged


def test_it_is_let_go_of_once(anchor: Anchor) -> None:
    anchor.read()
    anchor.close()
    anchor.close()
    assert anchor.read() == (0, "")
