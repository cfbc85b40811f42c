"""What the door asks of a mechanism."""

from discreet.mechanisms import ALL, Laplace
from discreet.privacy import Assumption
from discreet.release import Assuming, Explicit, Measuring, Mechanism


def test_laplace_states_its_loss_its_law_and_its_error() -> None:
    assert isinstance(Laplace(1), Mechanism)
    assert isinstance(Laplace(1), Explicit)
    assert isinstance(Laplace(1), Measuring)
    assert not isinstance(Laplace(1), Assuming)
    assert "laplace" in ALL


def test_what_assumes_something_says_so() -> None:
    class Hopeful:
        assumes = (Assumption("honest", "all are honest"),)

    assert isinstance(Hopeful(), Assuming)
    assert not isinstance(Hopeful(), Mechanism)
