"""A loss under every definition, and several together, in the terminal."""

import pytest
from rich.console import Console

from discreet.cli.convert import add_up, convert
from discreet.errors import NotUnderstood, OutOfRange


def converted(text: str, delta: str = "1e-6", width: int = 80) -> dict[str, str]:
    console = Console(width=width, color_system=None)
    with console.capture() as capture:
        convert(text, delta, console)
    return rows(capture.get())


def added(*texts: str, times: str = "1", delta: str = "1e-6", width: int = 80) -> str:
    console = Console(width=width, color_system=None)
    with console.capture() as capture:
        add_up(texts, times, delta, console)
    return capture.get()


def rows(said: str) -> dict[str, str]:
    """The last two columns of each line."""
    pairs = [line.strip().rsplit("  ", 1) for line in said.splitlines()]
    return {pair[0].strip(): pair[1].strip() for pair in pairs if len(pair) == 2}


def test_a_gaussian_loss_is_converted_as_published() -> None:
    found = converted("mu = 1")
    assert found["pure: epsilon"] == "no bound"
    assert found["zero-concentrated: rho"] == "0.5"
    assert found["Gaussian: mu"] == "1"
    assert found["Rényi at order 8"] == "4"  # order / 2
    assert found["epsilon at delta = 1e-5"] == "4.37718"  # published
    assert found["delta at epsilon = 1"] == "0.126937"  # published


def test_a_pure_loss_is_converted_by_closed_forms() -> None:
    found = converted("epsilon = 0.5", "0.001")
    assert found["pure: epsilon"] == "0.5"
    assert found["zero-concentrated: rho"] == "0.12246"  # 0.5 tanh(0.25)
    assert found["delta at epsilon = 0"] == "0.244919"  # tanh(1/4)
    assert "epsilon at delta = 0.001" in found


def test_what_adds_up_is_one_loss() -> None:
    said = added("mu = 0.3", "mu = 0.4")
    assert said.startswith("Together: mu = 0.5\n")
    assert "way" not in said


def test_every_way_to_add_up_is_told() -> None:
    said = added("epsilon = 0.1", times="100")
    assert said.startswith("Together: 100 times epsilon = 0.1\n")
    found = rows(said)
    assert found["pure: epsilon"] == "10"
    assert found["adding epsilons and deltas"] == "10"
    ways = said.split("each way")[1].splitlines()[2:]
    numbers = [float(line.split()[-1]) for line in ways]
    assert numbers == sorted(numbers)
    assert float(found["epsilon at delta = 1e-6"]) == numbers[0]


@pytest.mark.parametrize("width", [40, 100])
def test_tables_fit(width: int) -> None:
    said = added("epsilon=0.1", "rho=0.1", "mu=0.5", "odds=3", times="7", width=width)
    assert max(map(len, said.splitlines())) <= width
    many = [f"epsilon = 0.{count}" for count in range(11, 50)]
    assert max(map(len, added(*many, width=width).splitlines())) <= width


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(NotUnderstood):
        converted("delta = 1")
    with pytest.raises(OutOfRange):
        converted("mu = 1", "2")
    with pytest.raises(OutOfRange):
        added("mu = 1", times="0")
    with pytest.raises(OutOfRange):
        added("mu = 1", delta="-1")
