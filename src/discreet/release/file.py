"""Opening a ledger that is a file: beside it stand its anchor and its key."""

from __future__ import annotations

import os
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from discreet.errors import Invalid, Refused
from discreet.privacy import Filter, Loss, Unit
from discreet.release.durable import Durable, begin
from discreet.release.ledger import check_unit
from discreet.release.record import doubtful
from discreet.release.sqlite import Sqlite, flush_folder

_KEY_BYTES = 32


def open_ledger(
    path: str | os.PathLike[str], *, budget: Loss | None = None, unit: Unit | None = None
) -> Durable:
    """The ledger in a file: the one that is there, or a new one with this budget for this unit.

    A ledger is trusted together with its anchor and its key, or not at all. Of several who open a
    new one at once all get the same; one that a crash left half made is finished.
    """
    place = Path(path).absolute()
    store, key = Sqlite(place), place.with_name(place.name + ".key")
    parts = {"file": place, "anchor": store.anchor.path, "key": key}
    if not _begun(store):
        if budget is not None and unit is not None:
            Filter.open(budget)  # or it is refused, before anything is made
            check_unit(unit)
            _make(store, key, budget, unit)
        elif not place.exists():
            problem = f"there is no ledger '{place.name}'"
            raise Invalid(
                problem,
                "give budget= and unit= to open a new one",
                "in a terminal: discreet open FILE --budget LOSS --unit COLUMN",
            )
    for name, part in parts.items():
        if not part.exists():
            raise doubtful(f"its {name} '{part.name}' is missing")
    ledger = Durable(store, read_key(key))
    for asked, there in ((budget, ledger.budget), (unit, ledger.unit)):
        if asked is not None and asked != there:
            problem = f"the ledger '{place.name}' is for {there}, not for {asked}"
            raise Refused(problem, "leave it out, or open another ledger")
    return ledger


def _begun(store: Sqlite) -> bool:
    """Whether anything was ever acknowledged, by the anchor."""
    return store.anchor.whole and store.anchor.read()[0] > 0


def _make(store: Sqlite, key: Path, budget: Loss, unit: Unit) -> None:
    """Anchor, key, file, first record, in this order: what a crash leaves of it can be told apart.

    An anchor that says that nothing was acknowledged means that nothing was ever released.
    """
    anchor, later = store.anchor, [part for part in (store.path, key) if part.exists()]
    if later and not anchor.path.exists():
        raise doubtful(f"its anchor '{anchor.path.name}' is missing")
    anchor.make()
    with store.alone():
        later = [part for part in (store.path, key) if part.exists()]
        if not anchor.whole:
            if later:
                raise doubtful("its anchor is cut off")
            anchor.clear()
        if anchor.read()[0]:
            return  # somebody else was quicker
        if not key.exists():
            if later:
                raise doubtful(f"its key '{key.name}' is missing")
            write_key(key)
        store.make()
        begin(store, budget, unit, read_key(key))


def write_key(path: Path) -> None:
    """A new key, whole or not at all."""
    part = path.with_name(path.name + ".part")
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(Ed25519PrivateKey.generate().private_bytes_raw())
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
    flush_folder(path.parent)


def read_key(path: Path) -> Ed25519PrivateKey:
    """The key in a file."""
    try:
        text = path.read_bytes()
    except OSError:
        raise doubtful(f"its key '{path.name}' cannot be read") from None
    if len(text) != _KEY_BYTES:
        raise doubtful(f"its key '{path.name}' is damaged")
    return Ed25519PrivateKey.from_private_bytes(text)
