"""The server's errors: why something was not done, in one line and one word.

WreckError
├── Stale       for a question that has changed since
├── Forbidden   the token is not that seat's, or not the host's
├── NotJson     a body that cannot be read at all
├── Unknown     no such table, seat or ruleset
├── TooMany     a limit is exceeded
└── Busy        the store does not answer
    ├── NotStored   it answers but cannot store: its disk is full
    └── Stopping    the server is stopping
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from wreckoning.core.documents import ReadOnlyJson
from wreckoning.core.errors import Illegal, Malformed, NotYourTurn, Over, WreckError
from wreckoning.core.texts.names import is_printed
from wreckoning.table.replies import Refusal, RefusalKind, Refusing

NOT_SURE = "this may not have been stored; send it again"


class Stale(WreckError):
    """An answer to a question that has changed since."""


class NotJson(WreckError):
    """A body that is not JSON."""

    def __init__(self) -> None:
        super().__init__("not JSON")


class Forbidden(WreckError):
    """Another player's seat, or something for the host only."""


class Unknown(WreckError):
    """No table, seat or ruleset of this name."""


class TooMany(WreckError):
    """A limit is exceeded."""


class Busy(WreckError):
    """Try again; if it was done after all, it is not done twice."""


class NotStored(Busy):
    """It was certainly not done, and can be tried again later."""


class Stopping(Busy):
    """It was under way as the server stopped, and was not done."""

    def __init__(self) -> None:
        super().__init__("the server stops; try again in a moment")


@contextmanager
def going_on(refused: list[WreckError] | None = None) -> Iterator[None]:
    """Go on after a refusal, and add it to `refused`. Raises Busy: that must be tried again."""
    try:
        yield
    except Busy:
        raise
    except WreckError as error:
        if refused is not None:
            refused.append(error)


KINDS: dict[type[WreckError], tuple[RefusalKind, int]] = {  # the word, and the HTTP status
    Stale: ("stale", 409),
    Forbidden: ("forbidden", 403),
    NotJson: ("malformed", 400),
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
    return Refusal(kind_of(error)[0], text, getattr(error, "rule", ""))


def first_fault(faults: Sequence[ReadOnlyJson]) -> str:
    """The first of pydantic's errors, in one line."""
    where = ".".join(str(part) for part in faults[0]["loc"] if part != "body")
    problem = str(faults[0]["msg"]).removeprefix("Value error, ")[:200]
    return on_one_line(f"{where[:200]}: {problem}" if where else problem)


def on_one_line(text: str) -> str:
    """Replace every character that cannot be printed or sent."""
    if is_printed(text):
        return text
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)


def error_json(kind: RefusalKind, text: str) -> Refusing:
    """The body of an HTTP error."""
    return Refusing(Refusal(kind, text, rule=""))
