"""What is asked and answered at a table, by name.

Ask               a question that stands open
Answer            what was answered, as it is kept
Correction        what the referee laid over the position
NewRules          where other rules took the race over
Naming            the asks of the rules as people read them
find_ask          which of the open asks somebody answers
read_option       which option is meant
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from wreckoning.core import door
from wreckoning.core.documents import ReadOnlyJson
from wreckoning.core.door import RaceRecord
from wreckoning.core.errors import Illegal, NotYourTurn
from wreckoning.core.ruleset import Ruleset, unknown

DICE_NAME = "dice"
REFEREE_NAME = "referee"


@dataclass(frozen=True)
class Ask:
    """A question that stands open. `by` is a seat's index, `door.DICE` or `door.REFEREE`."""

    by: int
    who: str  # its name: a seat's, "dice" or "referee"
    question: str
    rule: str
    subject: int
    options: tuple[int, ...]  # faces, for dice
    names: tuple[str, ...]  # the options by name
    index: int = 0  # which of the group posed together
    seats: tuple[str, ...] = ()  # everybody's names

    @property
    def is_dice(self) -> bool:
        return self.by == door.DICE


@dataclass(frozen=True)
class Answer:
    """An answer given: who, what was asked, the option by name."""

    who: str
    question: str
    name: str
    sides: int = field(default=0, compare=False)  # of a die, once it was asked for
    alone: bool | None = field(default=None, compare=False)  # was nobody else asked with him?


@dataclass(frozen=True)
class Correction:
    """The referee laid this over the position, between two checkpoints."""

    changes: ReadOnlyJson


@dataclass(frozen=True)
class NewRules:
    """From here on the rules of another version hold. They begin at this position."""

    version: str
    position: ReadOnlyJson


Entry = Answer | Correction | NewRules


class Naming:
    """The asks of one race by name."""

    def __init__(self, ruleset: Ruleset, names: Sequence[str]) -> None:
        self._ruleset, self._names = ruleset, tuple(names)
        self._called: dict[tuple[int, int], str] = {}

    def open_asks(self, race: door.HasDoor) -> Iterator[Ask]:
        """The group that stands open, less those that have but one option."""
        for index in range(race.door.open):
            ask = race.door.asks[index]
            if ask.by == door.DICE or ask.count > 1:
                yield self._shown(ask, index)

    def who(self, by: int) -> str:
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
        """Worked out once in a race: menus say the same names again and again."""
        name = self._called.get((question, option))
        if name is None:
            name = self._ruleset.words.questions(question).name_of(option, self._names)
            self._called[question, option] = name
        return name


def find_ask(
    asks: Sequence[Ask], of_people: Sequence[Ask], by: str | None, question: str | None
) -> Ask:
    """The open ask that is answered: the first of this name and question.

    Without a name the first of a person, or of a bot if there is none. Raises NotYourTurn.
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
    """The option of this name, or number. Raises Illegal with what the rules have against it."""
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
    """Is this an answer of theirs?"""
    return isinstance(entry, Answer) and entry.who == who
