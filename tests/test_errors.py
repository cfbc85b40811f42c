"""One tree of errors, and one way to say what went wrong."""

import inspect
import pickle

import pytest

from discreet import errors
from discreet.errors import DiscreetError, Invalid, Unsupported

# Each error and what it is a kind of, as the house rules list them.
TREE = {
    "Refused": DiscreetError,
    "BudgetExceeded": errors.Refused,
    "NoBound": errors.Refused,
    "UnitMismatch": errors.Refused,
    "AssumptionRefused": errors.Refused,
    "Invalid": DiscreetError,
    "UnknownColumn": Invalid,
    "OutOfRange": Invalid,
    "NotUnderstood": Invalid,
    "Unsupported": DiscreetError,
    "Impossible": Unsupported,
    "NotYet": Unsupported,
    "Failed": DiscreetError,  # the house rules list it not: paid for, and no answer came
    "Tampered": DiscreetError,
    "Bug": DiscreetError,
}
KINDS = [getattr(errors, name) for name in TREE]


def test_the_tree_is_as_it_is_documented_and_holds_nothing_else() -> None:
    classes = dict(inspect.getmembers(errors, inspect.isclass))
    assert set(classes) == {"DiscreetError", *TREE}
    for name, parent in TREE.items():
        assert classes[name].__bases__[0] is parent


def test_what_makes_no_sense_is_a_value_error_to_others() -> None:
    invalid = {kind.__name__ for kind in KINDS if issubclass(kind, ValueError)}
    assert invalid == {"Invalid", "UnknownColumn", "OutOfRange", "NotUnderstood"}


def test_what_cannot_be_had_is_not_implemented_to_others() -> None:
    unsupported = {kind.__name__ for kind in KINDS if issubclass(kind, NotImplementedError)}
    assert unsupported == {"Unsupported", "Impossible", "NotYet"}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_message_has_a_line_for_the_problem_and_one_for_each_way_on(
    kind: type[DiscreetError],
) -> None:
    assert str(kind("no bounds")) == "no bounds"
    assert str(kind("no bounds", "pass bounds")) == "no bounds\n  pass bounds"
    assert str(kind("no bounds", "pass", "or find")) == "no bounds\n  pass\n  or find"


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_an_error_says_the_same_in_another_process(kind: type[DiscreetError]) -> None:
    error = kind("no bounds for column 'days'", "pass bounds", "or find them")
    copy = pickle.loads(pickle.dumps(error))  # noqa: S301  (our own, just written)
    assert type(copy) is kind
    assert str(copy) == str(error)
