"""Warnings of an open secret: none is shown, none becomes an error, and filters come back."""

import sys
import warnings
from threading import Barrier, Thread

import pytest

from discreet.mechanisms import Laplace
from discreet.privacy import ONE, Pure, Unit
from discreet.release import Memory, Secret, release
from discreet.release.quiet import quiet


def warned() -> int:
    warnings.warn("canary 4711", UserWarning, stacklevel=1)
    return 5


@pytest.mark.parametrize("kind", ["always", "error", "default"])
def test_a_warning_on_the_way_to_an_answer_is_not_seen(
    kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter(kind)  # type: ignore[arg-type]  # one of the kinds there are
        ledger = Memory(Pure(1), Unit())
        release(Laplace(10), Secret(warned, ONE, Unit()), ledger)
        assert ledger.remaining() == Pure("0.9")
    assert not seen
    assert "canary" not in "".join(capsys.readouterr())


def test_filters_come_back_when_the_last_is_out_and_not_before() -> None:
    before, both, done = list(warnings.filters), Barrier(2), Barrier(2)

    def other() -> None:
        with quiet():
            both.wait()
            done.wait()

    thread = Thread(target=other)
    thread.start()
    with quiet():
        both.wait()
    warned()  # still quiet: somebody is inside, and pytest makes an error of a warning
    done.wait()
    thread.join()
    assert list(warnings.filters) == before
    with pytest.warns(UserWarning, match="canary"):
        warned()


def test_an_exception_leaves_no_quiet_behind() -> None:
    before = list(warnings.filters)
    with pytest.raises(ZeroDivisionError), quiet():
        sys.stdout.write(str(1 // 0))
    assert list(warnings.filters) == before
