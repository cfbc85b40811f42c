"""Every error this package raises: one tree, and one way to say what went wrong.

A message has a line for what was asked and why it cannot be, then a line for each way on.
No message, and no decision to raise one, ever depends on private data.
"""


class DiscreetError(Exception):
    """What was asked and why not, then how to go on, a line each.

    >>> print(Invalid("epsilon is 'x'", "write a number, such as 0.5"))
    epsilon is 'x'
      write a number, such as 0.5
    """

    def __init__(self, problem: str, /, *ways_on: str) -> None:
        super().__init__("\n  ".join((problem, *ways_on)))


class Refused(DiscreetError):
    """Understood, and not allowed."""


class BudgetExceeded(Refused):
    """The ledger has too little left."""


class NoBound(Refused):
    """One unit could move the answer without limit."""


class UnitMismatch(Refused):
    """Two parts protect different units."""


class AssumptionRefused(Refused):
    """The answer would rest on an assumption that was not accepted."""


class Invalid(DiscreetError, ValueError):
    """What was asked makes no sense as it stands."""


class UnknownColumn(Invalid):
    """No such column."""


class OutOfRange(Invalid):
    """A number outside what is possible."""


class NotUnderstood(Invalid):
    """Text that is not in the language."""


class Unsupported(DiscreetError, NotImplementedError):
    """It makes sense, and cannot be had here."""


class Impossible(Unsupported):
    """Nobody can."""


class NotYet(Unsupported):
    """Possible, and not built."""


class Failed(DiscreetError):
    """It was paid for, and no answer came: why may not be told."""


class Tampered(DiscreetError):
    """A ledger or a receipt does not verify."""


class Bug(DiscreetError):
    """Ours: please report it."""
