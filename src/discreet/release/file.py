"""Opening a ledger that is a file: beside it stand its anchor and its key."""

from __future__ import annotations

import os
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from discreet.errors import Invalid, Refused
from discreet.privacy import Loss, Unit
from discreet.release.durable import Durable, begin
from discreet.release.record import doubtful
from discreet.release.sqlite import Sqlite

_KEY_BYTES = 32


def open_ledger(
    path: str | os.PathLike[str], *, budget: Loss | None = None, unit: Unit | None = None
) -> Durable:
    """The ledger in a file: the one that is there, or a new one with this budget for this unit.

    A ledger is trusted together with its anchor and its key, or not at all.
    """
    store = Sqlite(Path(path))
    key = store.path.with_name(store.path.name + ".key")
    if not any(file.exists() for file in (store.path, store.anchor.path, key)):
        if budget is None or unit is None:
            problem = f"there is no ledger '{store.path.name}'"
            raise Invalid(problem, "give budget= and unit= to open a new one")
        _make(store, key, budget, unit)
    ledger = Durable(store, store.anchor, _read(key))
    for asked, there in ((budget, ledger.budget), (unit, ledger.unit)):
        if asked is not None and asked != there:
            problem = f"the ledger '{store.path.name}' is for {there}, not for {asked}"
            raise Refused(problem, "leave it out, or open another ledger")
    return ledger


def _make(store: Sqlite, key: Path, budget: Loss, unit: Unit) -> None:
    """Key first, then anchor and file: of two who make one at once, one is refused."""
    made = Ed25519PrivateKey.generate()
    try:
        handle = os.open(key, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        problem = f"somebody else is opening the ledger '{store.path.name}'"
        raise Refused(problem, "try again in a moment") from None
    except OSError as failure:
        problem = f"no ledger can be made at '{store.path}': {failure.strerror}"
        raise Refused(problem, "see to the folder and its rights") from None
    with os.fdopen(handle, "wb") as file:
        file.write(made.private_bytes_raw())
        file.flush()
        os.fsync(file.fileno())
    store.make()
    begin(store, budget, unit, made)


def _read(key: Path) -> Ed25519PrivateKey:
    try:
        text = key.read_bytes()
    except OSError:
        raise doubtful(f"its key '{key.name}' cannot be read") from None
    if len(text) != _KEY_BYTES:
        raise doubtful(f"its key '{key.name}' is damaged")
    return Ed25519PrivateKey.from_private_bytes(text)
