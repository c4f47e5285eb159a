"""News between processes on one PostgreSQL, and the reasons of database errors."""

from __future__ import annotations

import json
from collections.abc import Sequence

from sqlalchemy import Connection, Engine, text

from wreckoning.server.store.schema import Values

CHANNEL = "wreck"
TELL = text("SELECT pg_notify(:channel, news) FROM unnest(CAST(:news AS text[])) AS news")


def is_shared(engine: Engine) -> bool:
    """True if other processes may write to this database too."""
    return engine.dialect.name == "postgresql"


def notify(connection: Connection, sender: str, news: Sequence[Values]) -> None:
    """Notify the listening processes when this transaction is done. `sender` ignores it."""
    said = [json.dumps({**one, "from": sender}, separators=(",", ":")) for one in news]
    connection.execute(TELL, {"channel": CHANNEL, "news": said})


def reason(error: Exception) -> str:
    """Why the database refused, on one line, without the data."""
    is_telling = isinstance(error, OSError) or type(error).__module__.startswith("psycopg")
    known = error if is_telling else type(error).__name__
    lines = str(getattr(error, "orig", None) or known).strip().splitlines()
    return lines[0][:200] if lines else type(error).__name__
