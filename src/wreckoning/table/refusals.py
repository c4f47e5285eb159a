"""Why the table does not do something, in one line and one word.

WreckError
├── Stale       said of a question that has changed since
├── Forbidden   the token is not that seat's, or not the host's
├── Unknown     no such table, seat or ruleset
├── TooMany     more than a limit lets one
└── Busy        the store does not answer
    ├── NotStored   it does, and stores nothing: its disk is full
    └── Stopping    nobody does any more
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wreckoning.core.errors import Illegal, Malformed, NotYourTurn, Over, WreckError
from wreckoning.table.replies import Refusal, RefusalKind, Refusing

NOT_SURE = "this may not have been stored; send it again"


class Stale(WreckError):
    """An answer to a question as it was, not as it is."""


class Forbidden(WreckError):
    """Another player's seat, or a thing for the host."""


class Unknown(WreckError):
    """Nothing of this name."""


class TooMany(WreckError):
    """A limit is reached."""


class Busy(WreckError):
    """It may be tried again; if it was done all the same, it is not done twice."""


class NotStored(Busy):
    """It was certainly not done, and may be tried again later."""


class Stopping(Busy):
    """What was under way as the server stopped: it was not done."""

    def __init__(self) -> None:
        super().__init__("the server stops; try again in a moment")


KINDS: dict[type[WreckError], tuple[RefusalKind, int]] = {  # the word, and the status over HTTP
    Stale: ("stale", 409),
    Forbidden: ("forbidden", 403),
    Unknown: ("unknown", 404),
    TooMany: ("too_many", 429),
    Busy: ("busy", 503),
    NotYourTurn: ("not_your_turn", 409),
    Over: ("over", 409),
    Illegal: ("illegal", 409),
    Malformed: ("malformed", 422),
    WreckError: ("illegal", 409),
}


def kind_of(error: WreckError) -> tuple[RefusalKind, int]:
    """The word for an error, and its HTTP status."""
    return next(KINDS[base] for base in type(error).__mro__ if base in KINDS)


def refusal(error: WreckError) -> Refusal:
    """An error as it is sent."""
    text = on_one_line(str(error))
    return {"kind": kind_of(error)[0], "text": text, "rule": getattr(error, "rule", "")}


def first_fault(faults: Sequence[Any]) -> str:
    """The first of pydantic's errors, in one line."""
    where = ".".join(str(part) for part in faults[0]["loc"] if part != "body")
    problem = str(faults[0]["msg"]).removeprefix("Value error, ")[:200]
    return on_one_line(f"{where[:200]}: {problem}" if where else problem)


def on_one_line(text: str) -> str:
    """Text with a replacement for every sign that cannot be printed, or sent."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)


def error_json(kind: RefusalKind, text: str) -> Refusing:
    """An error as HTTP answers it."""
    return {"error": {"kind": kind, "text": text, "rule": ""}}
