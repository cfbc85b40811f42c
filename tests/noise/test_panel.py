"""Single draws: the law, its boundaries, and work that does not depend on what is drawn."""

import gc
import time
from fractions import Fraction

import numpy as np
import pytest

from discreet.law import DiscreteGaussian, DiscreteLaplace, Finite, Law
from discreet.noise import System, sample
from discreet.noise.panel import Panel
from discreet.noise.table import Table
from discreet.testing import Replay


def _keys(*keys: int) -> Replay:
    return Replay(np.array(keys, np.uint64).tobytes())


def test_a_key_finds_the_cell_between_its_thresholds() -> None:
    law = Finite({-7: "1/4", 2: "1/2", 30: "1/4"})
    panel = Panel([Table(law)])
    quarter = 1 << 62
    found = [
        panel.one(_keys(key)) for key in (0, quarter - 1, quarter, 3 * quarter - 1, 3 * quarter)
    ]
    assert found == [[-7], [-7], [2], [2], [30]]
    assert panel.one(Replay((b"\xff" * 8) + b"\xff" * 8)) == [30]


def test_tables_side_by_side_each_have_their_own_key() -> None:
    tables = [Table(Finite({0: "1/2", 1: "1/2"})), Table(Finite({0: "1/3", 5: "2/3"}))]
    panel = Panel(tables)
    top = (1 << 64) - 2
    found = [panel.one(_keys(a, b)) for a in (0, top) for b in (0, top)]
    assert found == [[0, 0], [0, 5], [1, 0], [1, 5]]


def test_a_key_on_a_threshold_is_refined_by_more_bits() -> None:
    panel = Panel([Table(Finite({0: "1/3", 5: "2/3"}))])
    third = (1 << 64) // 3
    for more, value in ((0, 0), ((1 << 64) - 1, 5), (third - 1, 0), (third + 1, 5)):
        replay = Replay(third.to_bytes(8, "little") + more.to_bytes(8, "big"))
        assert panel.one(replay) == [value]
        assert replay.left == 0


def test_each_table_is_refined_by_its_own_key() -> None:
    tables = [Table(Finite({0: "1/3", 5: "2/3"})), Table(Finite({0: "1/7", 9: "6/7"}))]
    panel, third, seventh = Panel(tables), (1 << 64) // 3, (1 << 64) // 7
    more = ((1 << 64) - 1).to_bytes(8, "big")
    first = Replay(third.to_bytes(8, "little") + bytes(8) + more)
    assert panel.one(first) == [5, 0]
    second = Replay(bytes(8) + seventh.to_bytes(8, "little") + more)
    assert panel.one(second) == [0, 9]
    assert first.left == second.left == 0


def test_single_draws_and_arrays_see_the_same_cells() -> None:
    for law in (DiscreteLaplace(3), DiscreteGaussian(50)):
        table = Table(law)
        panel = Panel([table])
        for prefix in range(0, 1 << 16, 997):
            key = (prefix << 48) + 12345
            expected = law.cells(64).values[sum(int(high) <= key for high in table.high)]
            assert panel.one(_keys(key)) == [expected]


@pytest.mark.timing
@pytest.mark.parametrize(
    "law", [DiscreteLaplace(2000), DiscreteGaussian(Fraction(2000) ** 2)], ids=str
)
def test_single_draws_take_the_same_time_whatever_they_draw(law: Law) -> None:
    times, values, source = np.empty(60_000), np.empty(60_000), System()
    sample(law, source=source)
    gc.collect()
    gc.disable()
    for turn in range(len(times)):
        start = time.perf_counter_ns()
        value = sample(law, source=source)
        times[turn] = time.perf_counter_ns() - start
        values[turn] = abs(value)
    gc.enable()
    kept = times <= np.quantile(times, 0.99)
    times, values = times[kept], values[kept]
    assert abs(np.corrcoef(times, values)[0, 1]) < 0.05
    quarters = np.array_split(times[np.argsort(values)], 4)
    medians = np.array([np.median(quarter) for quarter in quarters])
    assert np.ptp(medians) / medians.mean() < 0.02


@pytest.mark.timing
def test_a_draw_whose_work_depends_on_its_value_is_seen() -> None:
    law, source = DiscreteLaplace(2000), System()
    times, values = np.empty(20_000), np.empty(20_000)
    for turn in range(len(times)):
        start = time.perf_counter_ns()
        value = abs(sample(law, source=source))
        for _ in range(value // 10):  # the planted bug: a loop as long as the value is large
            pass
        times[turn], values[turn] = time.perf_counter_ns() - start, value
    kept = times <= np.quantile(times, 0.99)
    assert abs(np.corrcoef(times[kept], values[kept])[0, 1]) > 0.05
