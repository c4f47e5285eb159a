"""What a ruleset's `view` hands to the terminal, the browser and the report: words and data.

No colour and no layout: `kind` and `tone` say what a part is, whoever draws it says how it looks.
"""

from __future__ import annotations

from dataclasses import dataclass

TEXT, DIE, CHANGE = "text", "die", "change"
GOOD, BAD, NEUTRAL = "good", "bad", ""


@dataclass(frozen=True)
class Part:
    """A piece of a line: words, a die with its modifiers, or a change of a number."""

    text: str
    kind: str = TEXT
    tone: str = NEUTRAL
    face: int = 0  # of a die; 0 for none


@dataclass(frozen=True)
class Line:
    """A line of the race report: its parts, who is in it, by which rules it happened."""

    parts: tuple[Part, ...]
    names: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    heading: bool = False

    @property
    def text(self) -> str:
        """The line as plain text."""
        return "".join(part.text for part in self.parts)


@dataclass(frozen=True)
class Prompt:
    """An open question in words: what is asked, and how things are for who answers it."""

    question: str
    situation: tuple[str, ...] = ()
    rule: str = ""
    sides: int = 0  # of the die to be given; 0 for a choice
    default: int | None = None  # the index of an obvious option


@dataclass(frozen=True)
class Option:
    """An option before one chooses: its label, what it means, its chance, and its rules."""

    name: str  # as logs have it
    label: str
    meaning: str
    chance: float | None = None
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class Status:
    """Something at work on a driver, and the turns it has left (this one counts)."""

    name: str
    turns: int
    tone: str = NEUTRAL


@dataclass(frozen=True)
class Row:
    """A driver in the standings."""

    seat: int
    name: str
    player: str
    place: int
    lap: int
    stretch: int  # which part of the course, from 1; 0 for who is home
    where: str
    energy: int  # what the ruleset's drivers live on, and its maximum
    most: int
    carried: tuple[str, ...]
    statuses: tuple[Status, ...]
    stance: str
    note: str
    finished: int  # the turn; 0 while racing
    kart: str


@dataclass(frozen=True)
class Stretch:
    """A part of the course: its name, its road, its signs, what lies there, who is there."""

    number: int
    name: str
    kind: str
    road: str
    signs: tuple[tuple[str, str], ...]  # a sign and what it means now
    lying: tuple[str, ...]
    groups: tuple[tuple[int, tuple[str, ...]], ...]  # lap, and drivers front to back


@dataclass(frozen=True)
class Headline:
    """Where the race stands, in one line."""

    title: str
    turn: int
    lap: int
    laps: int
    conditions: tuple[str, ...]


@dataclass(frozen=True)
class Finisher:
    """A driver on the last page: the place, the times, and what was done on the way."""

    seat: int
    name: str
    player: str
    place: int
    turns: int  # 0: never came home
    best_lap: int
    laps: tuple[int, ...]
    tallies: tuple[tuple[str, int], ...]
