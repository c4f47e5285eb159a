"""What is stored of one thing may be damaged: it is left out, and told in the log once."""

from __future__ import annotations

import json
import lzma
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, TypeVar

import structlog
from pydantic import TypeAdapter

from wreckoning.core.errors import Changed, Illegal, WreckError
from wreckoning.server.logbook import described
from wreckoning.table.models import Pace
from wreckoning.table.replies import TableSummary

# What reading damaged rows may raise.
DAMAGED = (
    *(WreckError, LookupError, ValueError, TypeError, AttributeError, OverflowError),
    *(zlib.error, lzma.LZMAError),
)
IS_DAMAGED = "what is stored of it is damaged"
PACE: TypeAdapter[Pace] = TypeAdapter(Pace)
REMEMBERED = 1000  # problems that are told once only

log = structlog.get_logger("store")
R = TypeVar("R", bound=Any)
T = TypeVar("T")


def readable(rows: Iterable[R], read: Callable[[R], T | None], what: str) -> Iterator[T]:
    """Read rows one by one, without those that are damaged, or of which nothing is read.

    `what` a row is of, for the log. Each row has an `id`.
    """
    for row in rows:
        try:
            found = read(row)
        except DAMAGED as error:
            tell(what, str(row.id), error)
            continue
        if found is not None:
            yield found


def read_summary(text: str) -> TableSummary:
    """Read a table's stored line in lists. Raises one of DAMAGED."""
    kept = json.loads(text)
    pace = PACE.validate_python(kept["pace"])
    return TableSummary(**{"own_data": False, **kept, "pace": pace})  # 0.1.0 had no house files


@contextmanager
def reading(what: str, name: str) -> Iterator[None]:
    """Read what is stored of a league or campaign here. Raises Illegal if it is damaged.

    Raises Changed for what plays differently by the rules of today, which is no damage.
    """
    try:
        yield
    except Changed:
        raise
    except DAMAGED as error:
        tell(what, name, error)
        problem = f"what is stored of this {what} is damaged; the server's log says where"
        raise Illegal(problem) from None


def tell(what: str, name: str, error: Exception) -> None:
    """Tell in the log, once, that what is stored of this cannot be read."""
    _tell(what, name, **described(error))


@lru_cache(REMEMBERED)
def _tell(what: str, name: str, error: str, where: str) -> None:
    log.error(f"a stored {what} cannot be read", id=name, error=error, where=where)
