"""Forks."""

import multiprocessing
import os
import time
from pathlib import Path
from threading import Event, Thread

import numpy as np
import pytest

from discreet.errors import Refused
from discreet.mechanisms import Laplace
from discreet.privacy import ONE, Pure, Sensitivity
from discreet.release import Secret, open_ledger, release
from discreet.release.durable import Durable
from tests.release.question import PATIENT, TENTH, count, ledger, request
from tests.release.test_sqlite import child_ends_well

HUNDRED = Secret(lambda: np.zeros(100, int), Sensitivity(l1=1), PATIENT)


def noise(ours: Durable) -> bytes:
    return release(Laplace(1000), HUNDRED, ours).value.tobytes()


def test_forked_processes_draw_different_noise_and_share_the_ledger(tmp_path: Path) -> None:
    """Equal by chance with odds far below one in a billion."""
    ours = ledger(tmp_path)
    found = {noise(ours)}
    pipes = []
    for _ in range(8):
        reading, writing = os.pipe()
        if not os.fork():
            os.write(writing, noise(ours))
            os._exit(0)
        os.close(writing)
        pipes.append(reading)
    found |= {os.read(reading, 1000) for reading in pipes}
    for _ in range(8):
        os.wait()
    found.add(noise(ours))
    assert len(found) == 10
    assert ours.spent == open_ledger(tmp_path / "a.ledger").spent == Pure("0.01")


def test_processes_of_a_pool_share_the_ledger(tmp_path: Path) -> None:
    ours = ledger(tmp_path)
    context = multiprocessing.get_context("fork")
    workers = [context.Process(target=ours.charge, args=(request("0.1"),)) for _ in range(6)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert ours.spent == Pure("0.6")


def test_a_fork_waits_for_a_thread_that_is_writing(tmp_path: Path) -> None:
    """The child has neither its lock nor half of its transaction."""
    ours, inside, over = ledger(tmp_path), Event(), []

    def write() -> None:
        with ours._store.writing():
            inside.set()
            time.sleep(0.2)
            over.append(1)

    thread = Thread(target=write)
    thread.start()
    inside.wait()

    def ask() -> None:
        release(TENTH, count(), ours)
        assert over == [1]

    assert child_ends_well(ask)
    thread.join()
    assert release(TENTH, count(), ours).entry == "4"


def test_who_forks_while_writing_itself_writes_nothing(tmp_path: Path) -> None:
    ours = ledger(tmp_path)

    def inside() -> None:
        with ours._store.writing() as page:
            page.last()
            assert child_ends_well(lambda: None)

    with pytest.raises(Refused, match="closed database"):
        inside()
    assert release(TENTH, count(), ours).entry == "2"


def test_a_ledger_that_is_gone_is_not_waited_for(tmp_path: Path) -> None:
    ours = ledger(tmp_path)
    ours.close()
    del ours
    assert child_ends_well(lambda: Secret(lambda: 1, ONE, PATIENT))
