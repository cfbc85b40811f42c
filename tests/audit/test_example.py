"""The example that help shows is sound."""

from discreet.audit import check
from discreet.audit.example import coins


def test_the_example_holds() -> None:
    assert check(*coins).holds
