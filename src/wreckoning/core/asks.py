"""What is asked and answered at a table, by name.

Ask               an open question
Answer            an answer, as it is stored
Skip              says that the referee gave an answer instead of the seat
Correction        a change that the referee made to the position
NewRules          the point from which rules of another version apply
Naming            gives names to the asks of the rules
find_ask          finds the open ask that an answer is for
read_option       finds the option that an answer names
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from wreckoning.core import door
from wreckoning.core.called import CalledCheck
from wreckoning.core.documents import ChangedValue, ReadOnlyJson
from wreckoning.core.door import RaceRecord
from wreckoning.core.errors import Illegal, NotYourTurn, unknown
from wreckoning.core.ids import SeatIndex
from wreckoning.core.ruleset import Ruleset

DICE_NAME = "dice"
REFEREE_NAME = "referee"


@dataclass(frozen=True)
class Ask:
    """An open question. `by` is a seat's index, `door.DICE` or `door.REFEREE`."""

    by: SeatIndex
    who: str  # the name of a seat, "dice" or "referee"
    question: str
    rule: str
    subject: int
    options: tuple[int, ...]  # faces, for dice
    names: tuple[str, ...]  # the names of the options
    index: int = 0  # its index in the group posed together
    seats: tuple[str, ...] = ()  # the names of all seats

    @property
    def is_dice(self) -> bool:
        return self.by == door.DICE


class Skipped(StrEnum):
    """What the referee skips of a seat. An answer that goes on with a skipped turn says STILL."""

    QUESTION = "question"
    TURN = "turn"
    STILL = "still"


@dataclass(frozen=True)
class Skip:
    """Says that the referee answered for a seat, and why.

    `turn` is the turn in which that was, and `told` the number of journal entries before; −1 if it
    was not given yet.
    """

    kind: Skipped
    reason: str = ""
    turn: int = field(default=-1, compare=False)
    told: int = field(default=-1, compare=False)


@dataclass(frozen=True)
class Answer:
    """An answer: who gave it, to which question, and the option by name."""

    who: str
    question: str
    name: str
    sides: int = field(default=0, compare=False)  # of a die, once it was asked for
    alone: bool | None = field(default=None, compare=False)  # False: others were asked too
    # If orders gave it: how many journal entries were told before; −1 if not
    ahead: int = field(default=-1, compare=False)
    label: str = field(default="", compare=False)  # what the option was called in these orders
    skip: Skip | None = None  # if the referee gave it


@dataclass(frozen=True)
class Correction:
    """A partial position that the referee laid over the race, between two checkpoints.

    `taken_back` names the seats (and "dice") whose answers the referee took back for it. `changed`
    has each value that is another one now, with the one before; `told` is the number of journal
    entries before it, −1 if it was not made yet. `called` is a check that the referee had rolled.
    """

    changes: ReadOnlyJson
    reason: str = ""
    taken_back: tuple[str, ...] = ()
    told: int = field(default=-1, compare=False)
    changed: tuple[ChangedValue, ...] = field(default=(), compare=False)
    called: CalledCheck | None = None


@dataclass(frozen=True)
class NewRules:
    """Rules of another version apply from here on, beginning at this position."""

    version: str
    position: ReadOnlyJson


Entry = Answer | Correction | NewRules


class Naming:
    """Turns the asks of one race into names."""

    def __init__(self, ruleset: Ruleset, names: Sequence[str]) -> None:
        self._ruleset, self._names = ruleset, tuple(names)
        self._called: dict[tuple[int, int], str] = {}

    def open_asks(self, race: door.HasDoor) -> Iterator[Ask]:
        """The open group, without the asks that have only one option."""
        for index in range(race.door.open):
            ask = race.door.asks[index]
            if ask.by == door.DICE or ask.count > 1:
                yield self._shown(ask, index)

    def who(self, by: SeatIndex) -> str:
        """The name of a seat, of the dice or of the referee."""
        return {door.DICE: DICE_NAME, door.REFEREE: REFEREE_NAME}.get(by) or self._names[by]

    def _shown(self, ask: door.AskRecord, index: int) -> Ask:
        if ask.by == door.DICE:
            options = tuple(range(1, ask.count + 1))
            names = tuple(str(face) for face in options)
        else:
            options = tuple(ask.options[: ask.count])
            names = tuple(self._option(ask.question, option) for option in options)
        question = self._ruleset.words.questions(ask.question)
        return Ask(
            ask.by,
            self.who(ask.by),
            question.word,
            question.rule,
            ask.subject,
            options,
            names,
            index,
            self._names,
        )

    def _option(self, question: int, option: int) -> str:
        """The name of an option, kept for the race: menus need the same names again and again."""
        name = self._called.get((question, option))
        if name is None:
            name = self._ruleset.words.questions(question).name_of(option, self._names)
            self._called[question, option] = name
        return name


def find_ask(
    asks: Sequence[Ask], of_people: Sequence[Ask], by: str | None, question: str | None
) -> Ask:
    """Find the open ask of this name and question, the first if several fit.

    Without a name, prefers asks of people to those of bots. Raises NotYourTurn if none fits.
    """
    asked = (of_people or asks) if by is None else [ask for ask in asks if ask.who == by]
    for ask in asked:
        if question in (None, ask.question):
            return ask
    if asked:
        raise NotYourTurn(f"{asked[0].who} is asked {asked[0].question}, not {question}")
    who = " and ".join(f"{ask.who} ({ask.question})" for ask in asks)
    raise NotYourTurn(f"{by} is not asked anything now; asked: {who}")


def read_option(ruleset: Ruleset, race: RaceRecord, ask: Ask, given: object) -> int:
    """The option of this name or number. Raises Illegal, with the reason, if it is not offered."""
    if isinstance(given, int) and not isinstance(given, bool) and given in ask.options:
        return given
    text = given.strip().lower() if isinstance(given, str) else None
    for option, name in zip(ask.options, ask.names, strict=True):
        if text == name.lower():
            return option
    if ask.is_dice:
        problem = f"expected a face of the die, 1 to {len(ask.options)}, found {str(given)[:40]!r}"
    else:
        reason = ruleset.words.refusal(race, ask, text) if text else None
        if reason is not None:
            raise Illegal(f"{ask.question}: {ask.who}: {reason[0]}", reason[1])
        problem = f"{ask.who}: {unknown('option', given, ask.names)}"
    raise Illegal(f"{ask.question}: {problem}", ask.rule)


def is_by(entry: Entry, who: str) -> bool:
    """True if this entry is an answer of this seat."""
    return isinstance(entry, Answer) and entry.who == who
