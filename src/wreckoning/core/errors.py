"""The errors of a race, as a tree.

WreckError              one clear line: what, where, what was expected
├── Malformed           a file, line or value that cannot be read
│   └── Changed         a log that does not fit these rules, or was altered
├── Illegal             readable, but not permitted by a rule
├── NotYourTurn         this seat is not asked this question
├── Over                the race is finished: no question is open
└── JournalFull         more happened in one slot than the journal holds

Suspended, Refused      the door's own signals; a Match turns them into asks and errors

unknown                 the message for an unknown name
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

MOST_NAMED = 60  # in one line: a road has hundreds of squares


class WreckError(Exception):
    """Bad input. The message is one line for the person who gave it.

    `where` is the place of the fault, which begins the message; '' if it names none. `reason` is
    the rest of it.
    """

    where = ""

    @property
    def reason(self) -> str:
        return str(self)

    def said_at(self, place: str) -> str:
        """The message for a reader at this place, who need not be told where that is."""
        if self.where == place:
            return self.reason
        inside = self.where.removeprefix(f"{place}: ")
        return str(self) if inside == self.where else f"{inside}: {self.reason}"

    def __reduce__(self) -> tuple[object, ...]:
        """Pass it on to another process as it is, without making it again."""
        return _as_it_was, (type(self), self.args), self.__dict__


def _as_it_was(kind: type[WreckError], args: tuple[object, ...]) -> WreckError:
    return kind.__new__(kind, *args)


class Malformed(WreckError):
    """A file, line or value that cannot be read. `where` names it."""

    def __init__(self, where: str, problem: str) -> None:
        super().__init__(f"{where}: {problem}")
        self.where = where
        self.problem = problem

    @property
    def reason(self) -> str:
        return self.problem


class Changed(Malformed):
    """A log that these rules cannot replay as it was played."""


class Illegal(WreckError):
    """Readable, but not permitted. `rule` is the number of the rule that forbids it, or ''.

    `where` names what it is about, such as a seat.
    """

    def __init__(self, problem: str, rule: str = "", where: str = "") -> None:
        reason = f"{problem} ({rule})" if rule else problem
        super().__init__(f"{where}: {reason}" if where else reason)
        self.where = where
        self.problem = problem
        self.rule = rule

    @property
    def reason(self) -> str:
        return f"{self.problem} ({self.rule})" if self.rule else self.problem


class NotYourTurn(WreckError):
    """An answer from a seat that is not asked."""


class Over(WreckError):
    """An answer after the end of the race."""


class Suspended(Exception):
    """The door has no answer to its open asks."""


class Refused(Exception):
    """The tape's next answer is not among the options."""


class JournalFull(WreckError):
    """More events between two checkpoints than the journal holds."""

    def __str__(self) -> str:
        return "so much happened since the last checkpoint that the journal is full"


def unknown(what: str, given: object, known: Iterable[object]) -> str:
    """The message for an unknown name: the known ones, and which was probably meant."""
    names = [str(name) for name in known]
    close = get_close_matches(str(given), names, 1)
    hint = f"; did you mean {close[0]}?" if close else ""
    more = f" … ({len(names)} in all)" if len(names) > MOST_NAMED else ""
    listed = ", ".join(names[:MOST_NAMED])
    return f"no {what} {str(given)[:40]!r}; expected one of {listed}{more}{hint}"
