"""The server's log: one line for each event, for people or for programs.

No line holds a token, a secret of dice, or a player's address.
"""

from __future__ import annotations

import logging
import re
import sys
import traceback
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

import structlog

from wreckoning.server.metrics import METRICS

SECRET = re.compile(r"(?<![\w-])(?:[\w-]{24}|[0-9a-f]{64})(?![\w-])")  # a token; a secret of dice
FRAMES = 3
NONSENSE = (  # uvicorn's messages about clients that send nonsense; they could fill the log
    "Invalid HTTP request received.",
    "Unsupported upgrade request.",
    "Invalid UTF-8 sequence received from client.",
)
FIRST = ("timestamp", "level", "event")

log = structlog.get_logger("server")


def set_up_logs(as_json: bool) -> None:
    """Log to standard error, including the warnings of libraries."""
    shared: list[Any] = [
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso"),
        shorten,
    ]
    plain = structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    drawn: Any = structlog.processors.JSONRenderer(ensure_ascii=False) if as_json else plain
    structlog.configure(
        processors=[*shared, drawn],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
    )
    handler = logging.StreamHandler(sys.stderr)
    kept = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    formatter = structlog.stdlib.ProcessorFormatter(
        processors=[kept, drawn], foreign_pre_chain=shared
    )
    handler.setFormatter(formatter)
    handler.addFilter(lambda record: record.msg not in NONSENSE)
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)


def shorten(_: object, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Put an error on one line, without anything that opens a seat or predicts dice."""
    given = event.pop("exc_info", None)
    if given is True:
        given = sys.exc_info()
    error = given[1] if isinstance(given, tuple) else given
    if isinstance(error, BaseException):
        event.update(described(error))
    for key, value in event.items():
        if isinstance(value, str):
            line = value.strip().split("\n", 1)[0]
            shown = "".join(sign if sign.isprintable() else "?" for sign in line)
            event[key] = SECRET.sub("…", shown)
    first = {key: event.pop(key) for key in FIRST if key in event}
    return {**first, **event}


def described(error: BaseException) -> dict[str, str]:
    """The kind and place of an error, but not its message: that may be private."""
    frames = traceback.extract_tb(error.__traceback__)[-FRAMES:]
    where = [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames]
    return {"error": type(error).__name__, "where": " < ".join(reversed(where))}


def failed(error: BaseException, what: str, **more: str) -> None:
    """Log an error that must not happen."""
    METRICS.errors.inc()
    log.error(f"a {what} failed", **more, **described(error))
