"""Every draw reads the kernel; forks share nothing; a kernel that fails releases nothing."""

import inspect
import os
import subprocess
import sys
from collections.abc import Callable

import numpy as np
import pytest

import discreet.noise
import discreet.testing
from discreet.errors import Refused
from discreet.law import DiscreteLaplace
from discreet.noise import Source, System, sample
from discreet.noise.source import FEW_BYTES, fresh_words
from discreet.testing import Recording, Replay

# Each worker draws a hundred numbers, most in an array, after a warm-up before the fork.
WORKER = """
import multiprocessing, os, sys
from discreet.law import DiscreteLaplace
from discreet.noise import System, sample
law, source = DiscreteLaplace(10**9), System()

def drawn():
    return [*sample(law, 92, source).tolist(), *(sample(law, source=source) for _ in range(8))]

def tell(pipe=None):
    os.write(1, (" ".join(map(str, drawn())) + "\\n").encode())

drawn()
"""
FORKS = {
    "fork": """
for _ in range(8):
    if os.fork() == 0:
        tell(); os._exit(0)
for _ in range(8):
    os.wait()
tell()
""",
    "multiprocessing": """
context = multiprocessing.get_context("fork")
workers = [context.Process(target=tell) for _ in range(8)]
[worker.start() for worker in workers]; [worker.join() for worker in workers]
tell()
""",
    "double fork": """
for _ in range(4):
    if os.fork() == 0:
        if os.fork() == 0:
            tell(); os._exit(0)
        os.wait(); tell(); os._exit(0)
for _ in range(4):
    os.wait()
tell()
""",
}


@pytest.mark.parametrize("how", FORKS)
def test_forked_processes_draw_different_streams(how: str) -> None:
    script = WORKER + FORKS[how]
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, text=True
    )
    streams = [line.split() for line in done.stdout.splitlines()]
    assert len(streams) == 9
    assert all(len(stream) == 100 for stream in streams)
    # A number is repeated by chance with odds below 9² 100² / 10⁹; that ten are, never.
    numbers = [number for stream in streams for number in stream]
    assert len(set(numbers)) > len(numbers) - 10


@pytest.mark.parametrize("count", [0, 1, 7, FEW_BYTES, FEW_BYTES + 1, 100_000, (1 << 20) + 3])
def test_a_fill_overwrites_every_byte(count: int) -> None:
    buffer = np.zeros(count, np.uint8)
    seen = np.zeros(count, np.bool_)
    for _ in range(8):  # a byte is zero eight times in a row with odds 2**-64
        System().fill(buffer)
        seen |= buffer != 0
    assert seen.all()


def test_bytes_of_a_long_fill_are_uniform() -> None:
    buffer = np.empty(1 << 22, np.uint8)
    System().fill(buffer)
    counts = np.bincount(buffer, minlength=256)
    expected = len(buffer) / 256
    # Chi-square with 255 degrees of freedom: beyond 420 with odds below 10⁻⁹.
    assert ((counts - expected) ** 2 / expected).sum() < 420
    assert not np.array_equal(buffer[: 1 << 20], buffer[1 << 20 : 1 << 21])


def test_two_fills_differ() -> None:
    first, second = np.empty(5000, np.uint8), np.empty(5000, np.uint8)
    System().fill(first)
    System().fill(second)
    assert (first == second).mean() < 0.1


def test_long_fills_have_a_key_of_their_own() -> None:
    first, second = np.empty(3 << 20, np.uint8), np.empty(3 << 20, np.uint8)
    System().fill(first)
    System().fill(second)
    for start in range(0, len(first), 1 << 20):
        same = first[start : start + (1 << 20)] == second[start : start + (1 << 20)]
        assert abs(same.mean() - 1 / 256) < 6.5 * (1 / 256 / (1 << 20)) ** 0.5


def test_integers_have_the_bits_asked_for() -> None:
    drawn = [System().integer(24) for _ in range(200)]
    assert max(drawn) < 1 << 24
    assert max(drawn) >= 1 << 23  # missed with odds 2**-200
    assert len(set(drawn)) > 190


def test_fresh_words_may_be_none_at_all() -> None:
    assert len(fresh_words(0, System())) == 0
    assert len(set(fresh_words(5, System()).tolist())) == 5


def _fails(_count: int) -> bytes:
    raise OSError


def _missing(_count: int) -> bytes:
    raise NotImplementedError


def _short(count: int) -> bytes:
    return bytes(count - 1)


@pytest.mark.parametrize("kernel", [_fails, _missing, _short])
@pytest.mark.parametrize("size", [None, 5, 100_000])
def test_a_failing_or_short_kernel_releases_nothing(
    kernel: Callable[[int], bytes], size: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    law = DiscreteLaplace(10)
    sample(law, 3)
    monkeypatch.setattr(os, "urandom", kernel)
    with pytest.raises(Refused, match="nothing was drawn"):
        sample(law, size) if size else sample(law)


def test_no_public_surface_of_noise_takes_something_to_start_from() -> None:
    names = ("seed", "state", "start", "key", "generator")
    for module in (discreet.noise, discreet.testing):
        for name in module.__all__:
            item = getattr(module, name)
            parameters = inspect.signature(item).parameters if item is not Source else {}
            assert not set(parameters) & set(names), name


def test_no_environment_variable_makes_noise_repeat() -> None:
    script = "from discreet.law import Uniform; from discreet.noise import sample\n"
    script += "print(sample(Uniform(0, 2**200)), sample(Uniform(0, 2**62), 100).tolist())"
    variables = dict.fromkeys(("PYTHONHASHSEED", "SEED", "RANDOM_SEED", "NUMPY_SEED"), "1")
    runs = {
        subprocess.run(
            [sys.executable, "-c", script],
            capture_output=True,
            check=True,
            env={**os.environ, **variables},
        ).stdout
        for _ in range(2)
    }
    assert len(runs) == 2


def test_only_the_system_source_is_private() -> None:
    assert System.private
    assert not Replay.private
    assert not Recording.private
    assert not issubclass(Replay, System)
