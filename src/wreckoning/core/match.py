"""A race as it is played: asks, answers, undo, fork, replay.

A match keeps the race at its last checkpoint and the answers since. To go on it runs the rules
again from there with one answer more, until they ask again or reach the next checkpoint.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from wreckoning.core import door, generator, position
from wreckoning.core.dice import Dice, Physical
from wreckoning.core.errors import Illegal, NotYourTurn, Over, Suspended
from wreckoning.core.ruleset import PERSON_NAME, Ruleset, Seat, check_options, check_seats, unknown

DICE_NAME = "dice"
REFEREE_NAME = "referee"
KEEP_EVERY = 8  # checkpoints kept for undo; the way from one to the next is played again


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

    @property
    def is_dice(self) -> bool:
        return self.by == door.DICE


@dataclass(frozen=True)
class Answer:
    """An answer given: who, what was asked, the option's number and name."""

    who: str
    question: str
    option: int
    name: str


@dataclass(frozen=True)
class Correction:
    """The referee laid this over the position, between two checkpoints."""

    changes: Mapping[str, Any]


Entry = Answer | Correction


@dataclass
class _Checkpoint:
    race: Any
    entries: int  # how many answers and corrections came before it
    told: int
    rolls: int


@dataclass
class Match:
    """A race at a table. Bots and dice answer by themselves unless `automatic` is off.

    Raises Malformed or Illegal for seats, options or a position that are not right.
    """

    ruleset: Ruleset
    course: Any
    seats: Sequence[Seat]
    options: Mapping[str, Any] = field(default_factory=dict)
    dice: Dice = field(default_factory=Physical)
    start_position: Mapping[str, Any] | None = None
    automatic: bool = True
    bot_seed: int = 0

    def __post_init__(self) -> None:
        check_seats(self.ruleset, self.seats)
        self.seats = tuple(self.seats)
        self.options = check_options(self.ruleset, self.options)
        self.names = [seat.name for seat in self.seats]
        self.entries: list[Entry] = []
        self.asks: tuple[Ask, ...] = ()
        race = self.ruleset.start(self.course, self.seats, self.options)
        race.door.journaling = 1
        if self.start_position is not None:
            position.lay_over(race, self.start_position, self.names)
            self.ruleset.check_position(race)
        self._begin(race)
        self._go_on()

    # What one sees

    @property
    def is_over(self) -> bool:
        return bool(self.ruleset.is_over(self.race))

    @property
    def told(self) -> list[list[int]]:
        """Every journal entry so far."""
        return self._told + self._told_since()

    def events(self, since: int = 0) -> list[dict[str, Any]]:
        """What happened, as JSON, from the journal entry `since` on. Modifiers stand in rolls."""
        return list(read_journal(self, self.told[since:]))

    def position(self) -> dict[str, Any]:
        """The race as it stands, as JSON. Part-way through a slot it shows what has happened."""
        return position.to_json(self.race, self.names)

    def checkpoint_position(self) -> dict[str, Any]:
        """The race at its last checkpoint: a position that can be played on from."""
        return position.to_json(self._checkpoint.race, self.names)

    def result(self) -> dict[str, Any] | None:
        """Places and times, once the race is over."""
        if not self.is_over:
            return None
        result: dict[str, Any] = self.ruleset.result(self.race, self.seats)
        return result

    def person_asks(self) -> list[Ask]:
        """The open asks that people have to answer: choices of theirs, or dice to be rolled."""
        return [ask for ask in self.asks if not self._is_bot(ask)]

    # What one does

    def answer(self, given: object, by: str | None = None, question: str | None = None) -> None:
        """Answer an open ask, by the option's name or a die's face.

        Without `by` the first ask that is open. Raises Over, NotYourTurn, or Illegal (and
        nothing has changed).
        """
        ask = self._find_ask(by, question)
        self._take(ask, self._read_option(ask, given))
        self._go_on()

    def correct(self, changes: Mapping[str, Any]) -> None:
        """The referee lays a partial position over the race, between two checkpoints (slots)."""
        if self.is_over:
            raise Over("the race is over")
        if self._tape or self._group:
            raise Illegal("corrections are made between slots: answer on, or undo to its start")
        race = self._checkpoint.race.copy()
        position.lay_over(race, changes, self.names)
        self.ruleset.check_position(race)
        self.entries.append(Correction(changes))
        self._arrive(race)
        self._go_on()

    def undo(self) -> bool:
        """Take back the last answer that a person gave, and all since. False if there is none."""
        for count in range(len(self.entries) - 1, -1, -1):
            if self._is_persons(self.entries[count]):
                self.rewind(count)
                return True
        return False

    def rewind(self, count: int) -> None:
        """Back to when so many answers and corrections had been given."""
        entries = self.entries[:count]
        kept = [mark for mark in self._kept if mark.entries <= count]
        self._kept = kept
        self._count = (len(kept) - 1) * KEEP_EVERY + 1
        last = kept[-1]
        self._told = self._told[: last.told]
        self.entries = entries[: last.entries]
        self._restore(last)
        automatic, self.automatic = self.automatic, False
        self._go_on()
        for entry in entries[last.entries :]:
            self.play_entry(entry)
        self.automatic = automatic

    def play_entry(self, entry: Entry) -> None:
        """Give an answer or a correction that was given before."""
        if isinstance(entry, Correction):
            self.correct(entry.changes)
        else:
            self.answer(entry.name, entry.who, entry.question)

    def go_on(self, dice: Dice) -> None:
        """Play on after a replay: from now on bots and these dice answer by themselves."""
        self.dice = dice
        self.automatic = True
        self._go_on()

    def fork(self) -> Match:
        """A second match at the same point, that answers nothing by itself."""
        twin: Match = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.automatic = False
        twin.entries = list(self.entries)
        twin._kept = list(self._kept)
        twin._told = list(self._told)
        twin._tape = list(self._tape)
        twin._group = dict(self._group)
        twin.race = self.race.copy()
        return twin

    # How it goes on

    def _begin(self, race: Any) -> None:
        self._told: list[list[int]] = []
        self._kept: list[_Checkpoint] = []
        self._count = 0
        self._rolls = 0
        self._arrive(race)

    def _arrive(self, race: Any) -> None:
        """Make this the last checkpoint."""
        door.at_checkpoint(race)
        mark = _Checkpoint(race, len(self.entries), len(self._told), self._rolls)
        if self._count % KEEP_EVERY == 0:
            self._kept.append(mark)
        self._count += 1
        self._restore(mark)

    def _restore(self, mark: _Checkpoint) -> None:
        self._checkpoint = mark
        self._rolls = mark.rolls
        self._tape: list[int] = []
        self._group: dict[int, int] = {}
        self.race = mark.race
        self.asks = ()

    def _told_since(self) -> list[list[int]]:
        journal, size = self.race.door.journal, door.ENTRY
        return [journal[i * size : (i + 1) * size] for i in range(self.race.door.told)]

    def _go_on(self) -> None:
        """Run until a person has to answer, or the race is over."""
        while True:
            self._run()
            if self.is_over or not (self.automatic and self._answer_automatically()):
                return

    def _run(self) -> None:
        """Run the rules from the last checkpoint to the next open asks, or the end."""
        while not self.ruleset.is_over(self._checkpoint.race):
            race = self._checkpoint.race.copy()
            race.door.tape[: len(self._tape)] = self._tape
            race.door.given = len(self._tape)
            try:
                self.ruleset.step(race)
            except Suspended:
                self.race = race
                self.asks = tuple(self._open_asks())
                return
            self.race = race
            self._told += self._told_since()
            self._arrive(race)

    def _open_asks(self) -> Iterator[Ask]:
        """The asks of the group that stands open, less those answered already."""
        for index in range(self.race.door.open):
            ask = self.race.door.asks[index]
            if index not in self._group and (ask.by == door.DICE or ask.count > 1):
                yield self._show(ask)

    def _show(self, ask: door.Ask) -> Ask:
        words = self.ruleset.words
        if ask.by == door.DICE:
            options = tuple(range(1, ask.count + 1))
            names = tuple(str(face) for face in options)
        else:
            options = tuple(ask.options[: ask.count])
            names = tuple(words.option(ask.question, option, self.names) for option in options)
        question = self.ruleset.question(ask.question)
        rule = words.rule_of_question(ask.question)
        return Ask(ask.by, self._who(ask.by), question, rule, ask.subject, options, names)

    def _who(self, by: int) -> str:
        return {door.DICE: DICE_NAME, door.REFEREE: REFEREE_NAME}.get(by) or self.names[by]

    def _answer_automatically(self) -> bool:
        """Answer one open ask of the dice or a bot, if there is one."""
        for ask in self.asks:
            if ask.is_dice:
                face = self.dice.roll(self._rolls, len(ask.options))
                if face is not None:
                    self._take(ask, self._read_option(ask, face))
                    return True
            elif self._is_bot(ask):
                self._take(ask, self.advice(ask))
                return True
        return False

    def advice(self, ask: Ask) -> int:
        """The option that the policy of the ask's seat takes, here and now."""
        race = self.race.copy()
        generator.seed(race.door.whim, self.bot_seed, len(self.entries))
        option: int = self.ruleset.decide(race, self._index_of(ask))
        return option

    def _is_bot(self, ask: Ask) -> bool:
        return ask.by >= 0 and self.seats[ask.by].player != PERSON_NAME

    def _is_persons(self, entry: Entry) -> bool:
        if isinstance(entry, Correction) or entry.who == REFEREE_NAME:
            return True
        if entry.who == DICE_NAME:
            return isinstance(self.dice, Physical)
        return self.seats[self.names.index(entry.who)].player == PERSON_NAME

    def _index_of(self, ask: Ask) -> int:
        """Which of the door's open asks this is."""
        for index in range(self.race.door.open):
            if self.race.door.asks[index].by == ask.by:
                return index
        raise AssertionError(ask)

    def _find_ask(self, by: str | None, question: str | None) -> Ask:
        if self.is_over:
            raise Over("the race is over: nothing is asked any more")
        for ask in self.asks:
            if by in (None, ask.who):
                if question not in (None, ask.question):
                    raise NotYourTurn(f"{ask.who} is asked {ask.question}, not {question}")
                return ask
        who = " and ".join(f"{ask.who} ({ask.question})" for ask in self.asks)
        raise NotYourTurn(f"{by} is not asked anything now; asked: {who}")

    def _read_option(self, ask: Ask, given: object) -> int:
        """The option of this name, or number."""
        text = str(given).strip().lower()
        for option, name in zip(ask.options, ask.names, strict=True):
            if text == name.lower() and not isinstance(given, bool):
                return option
        if ask.is_dice:
            problem = f"expected a face of the die, 1 to {len(ask.options)}, found {text[:40]!r}"
        else:
            problem = f"{ask.who}: {unknown('option', given, ask.names)}"
        raise Illegal(f"{ask.question}: {problem}", ask.rule)

    def _take(self, ask: Ask, option: int) -> None:
        """Note an answer; a group goes onto the tape when all its answers are in."""
        if ask.is_dice:
            self._tape.append(option)
            self._rolls += 1
        else:
            self._group[self._index_of(ask)] = option
            if len(self.asks) == 1:
                self._tape += [self._group[index] for index in sorted(self._group)]
                self._group = {}
        name = ask.names[ask.options.index(option)]
        self.entries.append(Answer(ask.who, ask.question, option, name))


def read_journal(match: Match, entries: Sequence[Sequence[int]]) -> Iterator[dict[str, Any]]:
    """Journal entries as JSON; the modifiers told before a roll stand in it."""
    words, names = match.ruleset.words, match.names
    modifiers: list[dict[str, Any]] = []
    for entry in entries:
        code, who, a, b, c, _ = entry
        if code == door.MODIFIER:
            name, rule = words.modifier(a)
            modifiers.append({"name": name, "value": b, "rule": rule, "who": names[who]})
        elif code == door.ROLL:
            mine = [m for m in modifiers if m.pop("who") == names[who]]
            modifiers = []
            yield {
                "event": "roll",
                "rule": words.rule_of_question(a),
                "who": names[who],
                "question": match.ruleset.question(a),
                "natural": [b],
                "modifiers": mine,
                "result": c,
            }
        else:
            yield words.event(match.course, entry, names)

