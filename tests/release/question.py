"""Questions to ask of a ledger, for tests."""

from fractions import Fraction
from pathlib import Path

from discreet.mechanisms import Laplace
from discreet.privacy import ONE, Guarantee, Loss, Pure, Unit
from discreet.release import Request, Secret, open_ledger
from discreet.release.durable import Durable
from discreet.release.recipe import Recipe

PATIENT = Unit("patient")
TENTH = Laplace(10)


def request(
    loss: Loss | str = "0.1", label: str = "", key: str | None = None, about: str = "patients"
) -> Request:
    promised = Pure(loss) if isinstance(loss, str) else loss
    return Request(Guarantee(promised, PATIENT), Recipe(None, None, about), label, key)


def count(value: int = 12, about: str = "patients") -> Secret[int]:
    return Secret(lambda: value, ONE, PATIENT, about=about)


def ledger(folder: Path, budget: str = "1") -> Durable:
    return open_ledger(folder / "a.ledger", budget=Pure(budget), unit=PATIENT)


def spent(of: Durable) -> Fraction:
    return of._state().spent[0]
