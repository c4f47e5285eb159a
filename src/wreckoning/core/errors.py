"""The errors of a race, as a tree.

WreckError              one clear line: what, where, what was expected
├── Malformed           a file, line or value that cannot be read
│   └── Changed         a log that does not fit these rules, or was altered
├── Illegal             readable, but not permitted by a rule
├── NotYourTurn         this seat is not asked this question
├── Over                the race is finished: no question is open
└── JournalFull         more happened in one slot than the journal holds

Suspended, Refused      the door's own signals; a Match turns them into asks and errors
"""


class WreckError(Exception):
    """Bad input. The message is one line for the person who gave it."""


class Malformed(WreckError):
    """A file, line or value that cannot be read. `where` names it."""

    def __init__(self, where: str, problem: str) -> None:
        super().__init__(f"{where}: {problem}")
        self.where = where
        self.problem = problem


class Changed(Malformed):
    """A log that these rules cannot replay as it was played."""


class Illegal(WreckError):
    """Readable, but not permitted. `rule` is the number of the rule that forbids it, or ''."""

    def __init__(self, problem: str, rule: str = "") -> None:
        super().__init__(f"{problem} ({rule})" if rule else problem)
        self.problem = problem
        self.rule = rule


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
