"""What processes at one PostgreSQL tell each other, and what a database said against something."""

from __future__ import annotations

import json
from typing import Any

import psycopg
from sqlalchemy import Connection, Engine, text

CHANNEL = "wreck"


def is_shared(engine: Engine) -> bool:
    """May other processes write to this database too?"""
    return engine.dialect.name == "postgresql"


def notify(connection: Connection, sender: str, news: dict[str, Any]) -> None:
    """Tell the processes that listen, once this transaction is done. `sender` leaves it out."""
    said = json.dumps({**news, "from": sender}, separators=(",", ":"))
    call = text("SELECT pg_notify(:channel, :news)")
    connection.execute(call, {"channel": CHANNEL, "news": said})


def reason(error: Exception) -> str:
    """Why the database refused, in a line, without what was to be written."""
    known = error if isinstance(error, OSError | psycopg.Error) else type(error).__name__
    lines = str(getattr(error, "orig", None) or known).strip().splitlines()
    return lines[0][:200] if lines else type(error).__name__
