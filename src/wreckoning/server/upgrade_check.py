"""Says how new rules would affect the races of a database, before anything is changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import select

from wreckoning.core.errors import WreckError
from wreckoning.server.damage import DAMAGED, IS_DAMAGED
from wreckoning.server.earlier.archives import kept_open
from wreckoning.server.store import rows, schema
from wreckoning.server.store.store import Store, Stored
from wreckoning.table.table import OPEN, RUNNING

WHAT = "same", "agrees", "checkpoint", "earlier", "cannot"
SAME, AGREES, CHECKPOINT, EARLIER, CANNOT = WHAT


@dataclass(frozen=True)
class Outlook:
    """The future of a race that was begun.

    `what`: by the current rules already (`same`); goes on as if nothing had happened (`agrees`);
    goes on from its last checkpoint (`checkpoint`); is over, and shown by its earlier rules
    (`earlier`); or `cannot` go on or be shown, and `why`. Of `answers`, `kept` stand, and `lost`
    after these do not.
    """

    id: str
    ruleset: str  # '' if that cannot be read
    rules: str  # its version of the rules
    runs: bool
    what: str
    answers: int
    kept: int = 0
    lost: int = 0
    why: str = ""


def look_ahead(store: Store) -> Iterator[Outlook]:
    """Check every race that was begun, the oldest first. Changes nothing."""
    tables = schema.tables
    wanted = select(tables.c.id, tables.c.state).where(tables.c.state != OPEN)
    with store.engine.connect() as connection:
        begun = list(connection.execute(wanted.order_by(tables.c.created)))
    with kept_open():
        for name, state in begun:
            try:
                stored = store.load(name)
                found = None if stored is None else _outlook(stored)
            except DAMAGED as error:
                why = str(error) if isinstance(error, WreckError) else IS_DAMAGED
                found = Outlook(name, "", "", state == RUNNING, CANNOT, 0, why=why)
            if found is not None:
                yield found


def _outlook(stored: Stored) -> Outlook | None:
    table, rules = rows.played_by(stored)
    if not table.settings.begun:
        return None
    runs, answers = stored.state == RUNNING, len(stored.entries)
    one = (stored.id, table.ruleset.key, rules, runs)
    if rules == table.ruleset.version:
        return Outlook(*one, SAME, answers, answers)
    try:
        carried = rows.fate(stored)
    except WreckError as error:
        return Outlook(*one, CANNOT, answers, why=str(error))
    if carried is None:
        return Outlook(*one, EARLIER, answers, answers)
    what = AGREES if carried.agrees else CHECKPOINT
    return Outlook(*one, what, answers, carried.kept, carried.lost)


def in_words(found: Outlook) -> str:
    """One line for a race that does not simply go on."""
    if found.what == CANNOT:
        does = "go on" if found.runs else "be shown"
        played = f"  {found.ruleset} {found.rules}" if found.ruleset else ""
        return f"{found.id}{played}: cannot {does}: {found.why}"
    again = found.answers - found.kept - found.lost
    parts = [f"goes on after answer {found.kept} of {found.answers}"]
    parts += [f"{again} given again"] * (again > 0)
    parts += [f"{found.lost} asked again"] * (found.lost > 0)
    return f"{found.id}  {found.ruleset} {found.rules}: {', '.join(parts)}"
