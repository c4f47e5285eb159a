"""What processes at one PostgreSQL tell each other, and what a database said against something."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import psycopg
from sqlalchemy import Connection, Engine, text

CHANNEL = "wreck"
TELL = text("SELECT pg_notify(:channel, news) FROM unnest(CAST(:news AS text[])) AS news")


def is_shared(engine: Engine) -> bool:
    """May other processes write to this database too?"""
    return engine.dialect.name == "postgresql"


def notify(connection: Connection, sender: str, news: Sequence[dict[str, Any]]) -> None:
    """Tell the processes that listen, once this transaction is done. `sender` leaves it out."""
    said = [json.dumps({**one, "from": sender}, separators=(",", ":")) for one in news]
    connection.execute(TELL, {"channel": CHANNEL, "news": said})


def reason(error: Exception) -> str:
    """Why the database refused, in a line, without what was to be written."""
    known = error if isinstance(error, OSError | psycopg.Error) else type(error).__name__
    lines = str(getattr(error, "orig", None) or known).strip().splitlines()
    return lines[0][:200] if lines else type(error).__name__
