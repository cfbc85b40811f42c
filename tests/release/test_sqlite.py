"""A ledger in a file, by SQLite."""

import json
import os
import random
import resource
import shutil
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from fractions import Fraction
from pathlib import Path

import pytest

from discreet.errors import BudgetExceeded, DiscreetError, Refused, Tampered
from discreet.privacy import Approx, Pure
from discreet.release import open_ledger, release
from discreet.release.durable import Durable
from discreet.release.sqlite import Sqlite, SqlitePage
from tests.release.question import PATIENT, TENTH, count, ledger, request, spent

COLUMNS = "number, kind, body, before, seal, signature, key, entry, answer"


@pytest.fixture
def used(tmp_path: Path) -> Iterator[Durable]:
    ours = ledger(tmp_path)
    ours.charge(request("0.25", key="one"))
    yield ours
    ours.close()


def raw(folder: Path) -> sqlite3.Connection:
    return sqlite3.connect(folder / "a.ledger", isolation_level=None)


def body(folder: Path, number: int = 2) -> dict[str, object]:
    with closing(raw(folder)) as file:
        (text,) = file.execute("SELECT body FROM record WHERE number = ?", (number,)).fetchone()
        told: dict[str, object] = json.loads(text)
        return told


def insert(folder: Path, told: dict[str, object], number: int = 3, kind: str = "charge") -> None:
    row = (number, kind, json.dumps(told), f"b{number}", f"s{number}", b"", None, None, None)
    with closing(raw(folder)) as file:
        file.execute(f"INSERT INTO record ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)  # noqa: S608  (columns of ours)


def test_everything_is_there_when_it_is_opened_again(used: Durable, tmp_path: Path) -> None:
    used.close()
    again = open_ledger(tmp_path / "a.ledger")
    assert (again.spent, again.budget, again.unit) == (Pure("0.25"), Pure(1), PATIENT)
    assert again.remaining() == used.remaining() == Pure("0.75")


@pytest.mark.usefixtures("used")
def test_the_file_itself_takes_no_more_than_the_budget(tmp_path: Path) -> None:
    told = body(tmp_path)
    over = f"{39:03} {2**128 + 1}"
    for units in ([over], ["040 " + "1" * 40], [], None, "x"):
        with pytest.raises(sqlite3.IntegrityError, match="more than the budget"):
            insert(tmp_path, told | {"units": units})
    insert(tmp_path, told | {"units": [f"{39:03} {2**128}"]})  # just the budget


@pytest.mark.usefixtures("used")
def test_the_file_itself_takes_no_record_with_less_spent(tmp_path: Path) -> None:
    told = body(tmp_path)
    for kind in ("charge", "answer"):
        with pytest.raises(sqlite3.IntegrityError, match="less than was spent"):
            insert(tmp_path, told | {"units": ["001 0"]}, kind=kind)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE record SET body = '{}' WHERE number = 2",
        "DELETE FROM record WHERE number = 2",
        "DELETE FROM record",
        "INSERT OR REPLACE INTO record SELECT 1, kind, body, '', '', x'', '', '', x'' FROM record",
    ],
)
def test_the_file_itself_is_only_added_to(statement: str, used: Durable, tmp_path: Path) -> None:
    with closing(raw(tmp_path)) as file, pytest.raises(sqlite3.IntegrityError):
        file.execute(statement)
    assert spent(used) == Fraction(1, 4)


@pytest.mark.usefixtures("used")
@pytest.mark.parametrize(("number", "kind"), [(4, "charge"), (0, "charge"), (3, "open")])
def test_the_file_itself_is_written_in_order(number: int, kind: str, tmp_path: Path) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        insert(tmp_path, body(tmp_path), number, kind)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE record SET body = replace(body, '0.25', '0.05') WHERE number = 2",
        "UPDATE record SET seal = 'x' WHERE number = 2",
        "DELETE FROM record WHERE number = 2",
        "UPDATE record SET body = replace(body, '\"1\"', '\"9\"') WHERE number = 1",
        "DELETE FROM record",
        "UPDATE record SET kind = 'answer', entry = 1, answer = x'' WHERE number = 2",
        "DROP TABLE record",
    ],
)
def test_a_change_behind_its_back_is_found_by_who_has_it_open_and_who_opens_it(
    change: str, used: Durable, tmp_path: Path
) -> None:
    with closing(raw(tmp_path)) as file:
        for trigger in ("never_changed", "never_removed"):
            file.execute(f"DROP TRIGGER {trigger}")
        file.execute("PRAGMA ignore_check_constraints = 1")
        file.execute(change)
    with pytest.raises((Tampered, Refused)):
        open_ledger(tmp_path / "a.ledger")
    if "number = 1" not in change:  # who has it open knows its budget
        with pytest.raises((Tampered, Refused)):
            release(TENTH, count(), used)


def test_a_key_that_was_moved_to_another_entry_is_found(used: Durable, tmp_path: Path) -> None:
    used.charge(request("0.25", about="others"))
    with closing(raw(tmp_path)) as file:
        file.execute("DROP TRIGGER never_changed")
        file.execute("UPDATE record SET key = key || '' WHERE number = 2")
        (key,) = file.execute("SELECT key FROM record WHERE number = 2").fetchone()
        file.execute("UPDATE record SET key = NULL WHERE number = 2")
        file.execute("UPDATE record SET key = ? WHERE number = 3", (key,))
    with pytest.raises(Tampered, match="entry 3 is not what it was"):
        used.charge(request("0.25", key="one"))


def test_an_answer_that_was_changed_is_not_given(used: Durable, tmp_path: Path) -> None:
    release(TENTH, count(), used, key="two")
    with closing(raw(tmp_path)) as file:
        file.execute("DROP TRIGGER never_changed")
        file.execute("UPDATE record SET answer = x'31' WHERE entry = 3")
    with pytest.raises(Tampered, match="the answer to entry 3 is not what it was"):
        release(TENTH, count(), used, key="two")


@pytest.mark.usefixtures("used")
def test_a_copy_without_its_log_is_found_out(tmp_path: Path) -> None:
    assert (tmp_path / "a.ledger-wal").stat().st_size
    copy = tmp_path / "copy"
    copy.mkdir()
    for end in ("", ".anchor", ".key"):
        shutil.copy(tmp_path / f"a.ledger{end}", copy)
    with pytest.raises(DiscreetError):
        open_ledger(copy / "a.ledger")


def test_an_older_copy_is_found_out(used: Durable, tmp_path: Path) -> None:
    used.close()
    older = (tmp_path / "a.ledger").read_bytes()
    used.charge(request())
    used.close()
    (tmp_path / "a.ledger").write_bytes(older)
    with pytest.raises(Tampered, match="older than its anchor says"):
        open_ledger(tmp_path / "a.ledger")
    with pytest.raises(Tampered, match="older than its anchor says"):
        used.charge(request())


def test_another_history_is_found_out(used: Durable, tmp_path: Path) -> None:
    used.close()
    older = (tmp_path / "a.ledger").read_bytes()
    used.charge(request("0.1"))
    anchor = (tmp_path / "a.ledger.anchor").read_bytes()
    used.close()
    shutil.copytree(tmp_path, tmp_path / "other")
    (tmp_path / "other/a.ledger").write_bytes(older)
    other_anchor = (tmp_path / "other/a.ledger.anchor").read_bytes()
    assert other_anchor == anchor
    (tmp_path / "other/a.ledger.anchor").write_bytes(bytes(512))
    other = open_ledger(tmp_path / "other/a.ledger")
    other.charge(request("0.01"))
    other.charge(request("0.01"))
    (tmp_path / "other/a.ledger.anchor").write_bytes(anchor)
    other.close()
    with pytest.raises(Tampered, match="went another way"):
        open_ledger(tmp_path / "other/a.ledger")


def test_a_file_that_is_replaced_while_it_is_open_is_not_written(
    used: Durable, tmp_path: Path
) -> None:
    shutil.copy(tmp_path / "a.ledger", tmp_path / "b")
    (tmp_path / "b").replace(tmp_path / "a.ledger")
    with pytest.raises(Tampered, match="replaced while it was open"):
        used.charge(request())
    (tmp_path / "a.ledger").unlink()
    with pytest.raises(Tampered, match="its file cannot be found"):
        used.charge(request())


def test_damage_anywhere_is_found_or_harmless(used: Durable, tmp_path: Path) -> None:
    """What is not found lies in bytes that hold nothing."""
    for number in range(60):
        used.charge(request("0.001", label=f"{number:0400}"))
    before = used.spent
    used.close()
    file, found = tmp_path / "a.ledger", 0
    whole = file.read_bytes()
    for place in range(0, len(whole), 499):
        file.write_bytes(whole[:place] + b"\xa5" * 40 + whole[place + 40 :])
        try:
            assert open_ledger(file).spent == before
        except (Tampered, Refused):
            found += 1
        for end in ("-wal", "-shm"):
            (tmp_path / f"a.ledger{end}").unlink(missing_ok=True)
    assert found > len(whole) / 499 / 3


def child_ends_well(work: object) -> bool:
    child = os.fork()
    if not child:
        try:
            work()  # type: ignore[operator]  # a function
        except BaseException:  # noqa: BLE001  (told by its status)
            os._exit(1)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_on_a_full_disk_nothing_is_released(used: Durable, tmp_path: Path) -> None:
    label = "x" * 400

    def fill() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        size = (tmp_path / "a.ledger").stat().st_size
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        secret = count()
        for _ in range(200):
            try:
                release(TENTH, secret, used, label=label)
            except BudgetExceeded:
                raise
            except Refused:
                return
        raise AssertionError

    used.close()
    big = ledger(tmp_path / ".", "1")
    assert child_ends_well(fill)
    assert big.spent.pure <= 1


def test_a_ledger_that_may_not_be_written_releases_nothing(used: Durable, tmp_path: Path) -> None:
    used.close()
    tmp_path.chmod(0o755)
    for file in tmp_path.iterdir():
        file.chmod(0o444)

    def ask() -> None:
        if os.getuid() == 0:
            os.setgid(65534)
            os.setuid(65534)
        try:
            release(TENTH, count(), open_ledger(tmp_path / "a.ledger"))
        except (Tampered, Refused):
            return
        raise AssertionError

    assert child_ends_well(ask)
    for file in tmp_path.iterdir():
        file.chmod(0o600)
    assert open_ledger(tmp_path / "a.ledger").spent == Pure("0.25")


def test_a_transaction_that_fails_is_undone(used: Durable, monkeypatch: pytest.MonkeyPatch) -> None:
    def add(self: SqlitePage, *_: object, **__: object) -> None:
        self.connection.execute("COMMIT AND FAIL")

    with monkeypatch.context() as patch:
        patch.setattr(SqlitePage, "add", add)
        with pytest.raises(Refused, match="cannot be used"):
            used.charge(request())
    used.charge(request())
    assert spent(used) == Fraction(35, 100)


def test_a_connection_that_cannot_be_rolled_back_is_let_go(tmp_path: Path) -> None:
    ours = ledger(tmp_path)
    store = ours._store
    assert isinstance(store, Sqlite)

    class Stuck:
        in_transaction = True

        def execute(self, _: str) -> None:
            raise sqlite3.OperationalError

    with store.reading():
        store._roll_back(Stuck())  # type: ignore[arg-type]  # as much of one as is asked for
        assert store._connection is None
    assert ours.spent == Pure(0)


def test_a_fork_that_python_does_not_see_is_refused(
    used: Durable, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert used.spent == Pure("0.25")
    monkeypatch.setattr(os, "getpid", lambda: 1)
    with pytest.raises(Refused, match="forked in a way"):
        used.charge(request())


def test_tables_that_cannot_be_made_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.ledger").write_bytes(b"something else" * 1000)
    with pytest.raises(Tampered, match="not a database"):
        Sqlite(tmp_path / "a.ledger").make()


@pytest.mark.parametrize("attempt", range(3))
def test_totals_are_those_of_an_independent_sum(attempt: int, tmp_path: Path) -> None:
    """From the file alone, by the losses it holds."""
    chance = random.Random(attempt)  # noqa: S311  (a history, no noise)
    ours = open_ledger(tmp_path / "a.ledger", budget=Approx(10, "1e-3"), unit=PATIENT)
    for _ in range(40):
        epsilon = Fraction(chance.randrange(1, 500), chance.choice([100, 300, 7 * 11 * 13, 1000]))
        delta = Fraction(chance.randrange(100), 10**6)
        with suppress(BudgetExceeded):
            ours.charge(request(Approx(epsilon, delta)))
    ours.close()
    exponents, failings = [], []
    with closing(raw(tmp_path)) as file:
        rows = file.execute("SELECT body FROM record WHERE kind = 'charge'").fetchall()
        ((last,),) = file.execute("SELECT body FROM record ORDER BY number DESC LIMIT 1")
    for (text,) in rows:
        loss = json.loads(text)["guarantee"]["loss"]
        exponents.append(Fraction(loss["epsilon"]))
        failings.append(Fraction(loss["delta"]))
    assert [Fraction(text) for text in json.loads(last)["spent"]] == [sum(exponents), sum(failings)]
    assert ours.spent == Approx(sum(exponents), sum(failings))
    assert len(rows) > 3
