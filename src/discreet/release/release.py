"""The one door: state the guarantee, charge, open, sample. In this order, nowhere else."""

from __future__ import annotations

import html
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Generic, TypeVar

from discreet.errors import DiscreetError, Failed, Impossible, Invalid, Refused, Tampered
from discreet.numbers import Number, between
from discreet.privacy import Guarantee, to_json
from discreet.release import ledger as rules
from discreet.release.answer import WAY_ON, answered
from discreet.release.ledger import Ledger
from discreet.release.mechanism import Measuring, Mechanism
from discreet.release.recipe import Recipe, plain
from discreet.release.secret import Secret

X = TypeVar("X")
Y = TypeVar("Y")
Z = TypeVar("Z")


@dataclass(frozen=True, slots=True)
class Release(Generic[Y]):
    """An answer, what was promised for it, and which entry of the ledger it is.

    Computing on it tells no more: `map` keeps the guarantee, and forgets how far off it is.
    """

    value: Y
    guarantee: Guarantee
    entry: str
    private: bool = True
    mechanism: object = field(default=None, repr=False, compare=False)

    def map(self, work: Callable[[Y], Z], /) -> Release[Z]:
        """Something computed from the answer."""
        return Release(work(self.value), self.guarantee, self.entry, self.private)

    def error(self, level: Number = "0.95") -> Fraction:
        """The answer is at most so far off, with at least that probability."""
        asked = between(level, "the level", 0, 1, ends=False)
        if not isinstance(self.mechanism, Measuring):
            problem = "how far off this answer is does not follow from its mechanism alone"
            raise Impossible(problem, "ask the statistic that it is an estimate of")
        return self.mechanism.error(asked)

    def to_json(self) -> dict[str, Any]:
        """The answer and its guarantee."""
        return {
            "value": shown_value(self.value),
            "loss": to_json(self.guarantee.loss),
            "unit": plain(self.guarantee.unit),
            "assuming": sorted(one.name for one in self.guarantee.assuming),
            "entry": self.entry,
            "private": self.private,
        }

    def _repr_html_(self) -> str:
        """For a notebook."""
        return f"<pre>{html.escape(str(self))}</pre>"

    def __str__(self) -> str:
        """The answer, and what was promised for it."""
        warning = "" if self.private else " · not private: drawn from recorded bits"
        return f"{self.value}\n {self.guarantee} · entry {self.entry}{warning}"


def release(
    mechanism: Mechanism[X, Y],
    secret: Secret[X],
    ledger: Ledger,
    *,
    label: str = "",
    key: str | None = None,
) -> Release[Y]:
    """Answer once: state the guarantee, charge, open, sample.

    Guarantee. Nothing is read before the charge is durable; a charge is never given back. Whatever
    goes wrong after that, there is one error, which says nothing of the data.

    With a `key`, asking again gives the stored answer again; another question is refused.
    """
    _check(mechanism, secret, ledger)
    rules.same_unit(secret.unit, ledger.unit)
    assuming = frozenset(getattr(mechanism, "assumes", ()))
    guarantee = Guarantee(mechanism.loss(secret.sensitivity), secret.unit, assuming)
    asked = Recipe(mechanism, secret.sensitivity, secret.about)
    entry = ledger.charge(rules.Request(guarantee, asked, label, key))
    private = ledger.source.private
    if entry.answered:
        (value,) = entry.answered
        return Release(value, guarantee, entry.name, private, mechanism)  # type: ignore[arg-type]  # what was stored is what it answers
    source = ledger.source
    answer = answered(lambda x: mechanism.sample(x, source), secret, source)
    problem = _kept(ledger, entry, answer)
    if problem is not None:
        del answer
        raise problem
    return Release(answer[0], guarantee, entry.name, private, mechanism)


def _check(mechanism: object, secret: object, ledger: object) -> None:
    able = all(callable(getattr(mechanism, name, None)) for name in ("loss", "sample"))
    if not able or type(secret) is not Secret or not callable(getattr(ledger, "charge", None)):
        problem = "a release takes a mechanism, a secret and a ledger"
        raise Invalid(problem, "write release(mechanism, secret, ledger)")


def _kept(ledger: Ledger, entry: rules.Entry, answer: tuple[object, ...]) -> DiscreetError | None:
    """Nothing, once the answer is stored; else why there is none, which holds no data either."""
    problem = f"no answer came, and entry {entry.name} stays charged"
    lost = Failed(problem, WAY_ON)
    if not answer:
        return lost
    try:
        ledger.keep(entry, answer[0])
    except (Refused, Tampered) as failure:
        return type(failure)(str(failure))  # of the store: it knows no data
    except Exception:  # noqa: BLE001  (whatever it is, it may hold the answer)
        return lost
    return None


def shown_value(value: object) -> Any:  # noqa: ANN401  (what JSON holds)
    """An answer as JSON."""
    if hasattr(value, "tolist"):
        return value.tolist()
    return plain(value)
