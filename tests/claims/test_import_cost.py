"""`import discreet` costs less than 100 ms over `import numpy` and loads nothing heavier."""

import json
import statistics
import subprocess
import sys

import pytest

HEAVY = {
    *("adbc_driver_manager", "duckdb", "hypothesis", "matplotlib", "msgspec", "pandas", "polars"),
    *("psycopg", "pyarrow", "pydantic", "pyspark", "rich", "scipy", "sklearn", "sqlglot"),
    *("starlette", "torch", "typer", "uvicorn"),
}
PROGRAM = """
import json, sys, time
import numpy
start = time.perf_counter()
import {module}
took = time.perf_counter() - start
print(json.dumps([took, sorted({{name.split(".")[0] for name in sys.modules}})]))
"""


def imported(module: str) -> tuple[float, set[str]]:
    """How long the import takes in a fresh interpreter, and what is then loaded."""
    program = PROGRAM.format(module=module)
    out = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True).stdout
    seconds, loaded = json.loads(out)
    return seconds, set(loaded)


@pytest.mark.timing
def test_importing_costs_less_than_100_ms_over_numpy() -> None:
    assert statistics.median(imported("discreet")[0] for _ in range(5)) < 0.1


@pytest.mark.parametrize(
    "module", ["discreet", "discreet.law", "discreet.noise", "discreet.privacy"]
)
def test_importing_loads_nothing_heavy(module: str) -> None:
    assert not imported(module)[1] & HEAVY


def test_heavy_packages_would_be_seen() -> None:
    assert "rich" in imported("rich.table")[1] & HEAVY
