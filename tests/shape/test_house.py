"""The house as it stands breaks no rule."""

from pathlib import Path

import pytest

import discreet
from tests.shape.exceptions import EXCEPTIONS
from tests.shape.rules import RULES, Rule

TOP = Path(__file__).parents[2]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_the_house_keeps(rule: Rule) -> None:
    breaches = list(rule(TOP))
    broken = [breach for breach in breaches if (rule.__name__, breach.place) not in EXCEPTIONS]
    assert not broken, "\n".join(f"{place}: {what}" for place, what in broken)


def test_every_exception_is_needed() -> None:
    needed = {(rule.__name__, breach.place) for rule in RULES for breach in rule(TOP)}
    assert set(EXCEPTIONS) <= needed


def test_every_name_at_the_top_is_there() -> None:
    assert len(set(discreet.__all__)) == len(discreet.__all__)
    assert all(hasattr(discreet, name) for name in discreet.__all__)
    assert set(discreet.__all__) <= set(dir(discreet))
