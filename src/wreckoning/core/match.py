"""A race as it is played: asks, answers, undo, fork, replay.

A match keeps the race at its last checkpoint and the answers since. To go on it runs the rules
again from there with one answer more, until they ask again or reach the next checkpoint.

    asks      what stands open; empty only when the race is over
    answer    takes an answer, and plays on to the next ask of a person
    entries   every answer and correction so far: with the start, all there is to a race
    rewind    drops the latest of them
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from wreckoning.core import deciding, door, generator, journal, position
from wreckoning.core.asks import (
    DICE_NAME,
    REFEREE_NAME,
    Answer,
    Ask,
    Correction,
    Entry,
    Naming,
    find_ask,
    is_by,
    read_option,
)
from wreckoning.core.checkpoints import Checkpoint, Kept
from wreckoning.core.dice import Dice, Physical
from wreckoning.core.errors import Illegal, Over, Suspended
from wreckoning.core.ruleset import PERSON_NAME, Ruleset, Seat, check_options, check_seats

KEEP_EVERY = 64  # checkpoints or answers, until one is kept for undo: from there it is played again
WHIMS = 1 << 31  # bots draw from streams of their own, apart from all rolls of the same seed


@dataclass(eq=False, repr=False)
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

    names: list[str] = field(init=False)
    race: Any = field(init=False)  # as it stands at the open asks
    asks: tuple[Ask, ...] = field(init=False)
    entries: list[Entry] = field(init=False, default_factory=list)

    _checkpoint: Checkpoint = field(init=False)
    _kept: list[Kept] = field(init=False)  # some of the checkpoints before, for undo
    _told: list[list[int]] = field(init=False, default_factory=list)  # up to the last checkpoint
    _rolls: int = field(init=False)  # how many there were
    _tape: list[int] = field(init=False)  # answers since the checkpoint, as the rules take them …
    _group: dict[int, int] = field(init=False)  # … and those of a group that is not complete
    _naming: Naming = field(init=False)

    def __post_init__(self) -> None:
        check_seats(self.ruleset, self.seats)
        self.seats = tuple(self.seats)
        self.options = check_options(self.ruleset, self.options)
        self.names = [seat.name for seat in self.seats]
        self._naming = Naming(self.ruleset, self.names)
        race = self.ruleset.start(self.course, self.seats, self.options)
        race.door.journaling = 1
        if self.start_position is not None:
            given = position.lay_over(race, self.start_position, self.names)
            self.ruleset.check_position(race, given)
            self.start_position = copy.deepcopy(self.start_position)
        door.at_checkpoint(race)
        self._stand_at(Checkpoint(race, 0, 0, 0, 0))
        self._kept = [Kept.of(self._checkpoint)]
        self._run()
        self._play_on()

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
        return list(journal.as_json(self.ruleset, self.course, self.names, self.told[since:]))

    def position(self) -> dict[str, Any]:
        """The race as it stands, as JSON. Part-way through a slot it shows what has happened."""
        return position.to_json(self.race, self.names)

    def checkpoint_position(self) -> dict[str, Any]:
        """The race at its last checkpoint: a position that can be played on from."""
        return position.to_json(self._checkpoint.race, self.names)

    def entries_since_checkpoint(self) -> list[Entry]:
        """What was answered since the last checkpoint: with its position, all there is to know."""
        return self.entries[self._checkpoint.entries :]

    @property
    def is_between_slots(self) -> bool:
        """Is nothing answered since the last checkpoint? Then the referee may correct."""
        return not self._tape and not self._group

    def answered(self) -> tuple[str, ...]:
        """Who has answered already, of the group that stands open."""
        asks = self.race.door.asks
        return tuple(self._naming.who(asks[index].by) for index in self._group)

    @property
    def rolls(self) -> int:
        """How many dice were rolled so far."""
        return self._rolls

    @property
    def moment(self) -> tuple[int, int]:
        """The same as long as the same asks stand open: they change together."""
        return self._checkpoint.number, len(self._tape)

    @property
    def settled(self) -> int:
        """How many entries all may know: those of a group that is not complete do not count."""
        return len(self.entries) - len(self._group)

    def settled_entries(self) -> list[Entry]:
        """The entries without those of a group that is not complete: what all may know."""
        return self.entries[: self.settled]

    def result(self) -> dict[str, Any] | None:
        """Places and times, once the race is over."""
        if not self.is_over:
            return None
        result: dict[str, Any] = self.ruleset.result(self.race, self.seats)
        return result

    def person_asks(self) -> list[Ask]:
        """The open asks that people have to answer: choices of theirs, or dice to be rolled."""
        return [ask for ask in self.asks if not self._is_bot(ask)]

    def advice(self, ask: Ask, policy: str = "") -> int:
        """The option that this policy takes here and now; without one, that of the ask's seat."""
        race = self.race.copy()
        if policy and ask.by >= 0:
            race.door.policy[ask.by] = door.RANDOM + self.ruleset.policies.index(policy)
        generator.seed(race.door.whim, self.bot_seed, WHIMS + len(self.entries))
        return deciding.decide(self.ruleset, race, ask.index)

    # What one does

    def answer(self, given: object, by: str | None = None, question: str | None = None) -> None:
        """Answer an open ask, by the option's name or its number (for a die, its face).

        Without `by` the first open ask of a person, or of a bot if there is none. Raises Over,
        NotYourTurn, or Illegal (and nothing has changed).
        """
        with self._whole():
            self._answer(given, by, question)
            self._play_on()

    def correct(self, changes: Mapping[str, Any]) -> None:
        """The referee lays a partial position over the race, between two checkpoints (slots).

        Raises Over, Malformed or Illegal (and nothing has changed).
        """
        with self._whole():
            self._correct(changes)
            self._play_on()

    def play_entry(self, entry: Entry) -> None:
        """Give an answer or a correction that was given before. What fails changes nothing."""
        with self._whole():
            self._give(entry)
            self._play_on()

    def undo(self) -> bool:
        """Take back the last answer that a person gave, and all since. False if there is none."""
        for count in reversed(range(len(self.entries))):
            if self._was_a_persons(count):
                self.rewind(count)
                self._play_on()
                return True
        return False

    def retract(self, who: str) -> None:
        """Take back an answer to a group that is not complete; the others' answers stay.

        Raises Illegal if there is none of theirs.
        """
        if who not in self.answered():
            raise Illegal(f"{who} has no answer in the group that stands open")
        index = list(self._group)[self.answered().index(who)]
        at = len(self.entries) - len(self._group)
        at += next(i for i, entry in enumerate(self.entries[at:]) if is_by(entry, who))
        del self._group[index], self.entries[at]
        self.asks = self._open_asks()

    def rewind(self, count: int) -> None:
        """Back to when so many answers and corrections had been given. Nobody answers by himself.

        Raises Illegal if there were never so many.
        """
        if not 0 <= count <= len(self.entries):
            raise Illegal(f"expected 0 to {len(self.entries)} answers to keep, found {count}")
        mark = self._checkpoint
        if count < mark.entries:
            self._kept = [kept for kept in self._kept if kept.entries <= count]
            mark = self._kept[-1].taken_out(self.ruleset.race)
        self._repeat(mark, self.entries[:count])

    def go_on(self, dice: Dice) -> None:
        """Play on after a replay: from now on bots and these dice answer by themselves."""
        self.dice = dice
        self.automatic = True
        self._play_on()

    @property
    def checkpoint(self) -> Checkpoint:
        """Where the race stood before the rules were last run."""
        return self._checkpoint

    def go_to(self, mark: Checkpoint, entries: list[Entry], told: list[list[int]]) -> None:
        """Jump to a checkpoint kept elsewhere, and give all entries since. Nobody answers himself.

        `entries` and `told` are from the start; later ones of `told` are told again.
        """
        self._kept = [self._kept[0], Kept.of(mark)]
        self.entries = entries[: mark.entries]
        self._told = told[: mark.told]
        self._repeat(mark, entries)

    def _repeat(self, mark: Checkpoint, entries: Sequence[Entry]) -> None:
        """From this checkpoint on, give what was given before, the dice as they fell."""
        automatic, self.automatic = self.automatic, False
        try:
            self._stand_at(mark)
            self._run()
            for entry in entries[mark.entries :]:
                self._give(entry)
        finally:
            self.automatic = automatic

    def fork(self) -> Match:
        """A second match at the same point, that answers nothing by itself."""
        twin = copy.copy(self)
        twin.automatic = False
        twin.entries = list(self.entries)
        twin.race = self.race.copy()
        twin._kept = list(self._kept)
        twin._told = list(self._told)
        twin._tape = list(self._tape)
        twin._group = dict(self._group)
        return twin

    # How it goes on

    def _play_on(self) -> None:
        """Let bots and dice answer until a person has to, or the race is over."""
        while self.automatic:
            with self._whole():
                if not self._answer_automatically():
                    return

    @contextmanager
    def _whole(self) -> Iterator[None]:
        """All of it or nothing: if the rules cannot go on, the race stands as it did before."""
        before = len(self.entries)
        try:
            yield
        except Exception:
            if len(self.entries) > before:
                self.rewind(before)
            raise

    def _answer_automatically(self) -> bool:
        """Answer one open ask of the dice or a bot, if there is one.

        Of a group people answer first: until then nothing is given, and the referee may correct.
        """
        for ask in self.person_asks() or self.asks:
            if ask.is_dice:
                face = self.dice.roll(self._rolls, len(ask.options), ask.question)
                if face is not None:
                    self._take(ask, self._read_option(ask, face))
                    return True
            elif self._is_bot(ask):
                self._take(ask, self.advice(ask))
                return True
        return False

    def _give(self, entry: Entry) -> None:
        if isinstance(entry, Correction):
            self._correct(entry.changes)
        else:
            self._answer(entry.name, entry.who, entry.question)

    def _correct(self, changes: Mapping[str, Any]) -> None:
        if self.is_over:
            raise Over("the race is over: nothing is corrected any more")
        if not self.is_between_slots:
            raise Illegal("corrections are made between slots: answer on, or undo to its start")
        race = self._checkpoint.race.copy()
        door.take_up(race, [])
        given = position.lay_over(race, changes, self.names)
        self.ruleset.check_position(race, given)
        self.entries.append(Correction(copy.deepcopy(changes)))
        self._arrive(race)
        self._run()

    def _answer(self, given: object, by: str | None, question: str | None) -> None:
        ask = self._find_ask(by, question)
        self._take(ask, self._read_option(ask, given))

    def _take(self, ask: Ask, option: int) -> None:
        """Note an answer. When the last of a group is in, all go onto the tape, and on it runs."""
        name = ask.names[ask.options.index(option)]
        sides = len(ask.options) if ask.is_dice else 0
        alone = not self._group and len(self.asks) == 1
        self.entries.append(Answer(ask.who, ask.question, name, sides, alone))
        self._group[ask.index] = option
        self._rolls += ask.is_dice
        self.asks = tuple(other for other in self.asks if other is not ask)
        if not self.asks:
            self._tape += [self._group[index] for index in sorted(self._group)]
            self._group = {}
            self._run()

    def _run(self) -> None:
        """Run the rules from the last checkpoint to the next open asks, or the end."""
        while not self.ruleset.is_over(self._checkpoint.race):
            race = self._checkpoint.race.copy()
            door.take_up(race, self._tape)
            stands = self._step(race)
            self.race = race
            if stands:
                self.asks = self._open_asks()
                return
            self._told += self._told_since()
            self._arrive(race)

    def _step(self, race: Any) -> bool:
        """Run the rules to the next checkpoint. Do they stand still at an ask before it?"""
        door.HAND.throw = self._throw if self.automatic else None
        try:
            self.ruleset.step(race)
        except Suspended:
            return True
        finally:
            door.HAND.throw = None
        return False

    def _throw(self, question: int, sides: int) -> int:
        """A die asked for while the rules run: the face, if it falls by itself, else 0.

        It is noted like one that was given, and spares running the rules once more.
        """
        name = self.ruleset.question(question)
        face = self.dice.roll(self._rolls, sides, name)
        if face is None:
            return 0
        if not 1 <= face <= sides:
            raise Illegal(f"{name}: expected a face of the die, 1 to {sides}, found {face}")
        self.entries.append(Answer(DICE_NAME, name, str(face), sides, alone=True))
        self._tape.append(face)
        self._rolls += 1
        return face

    def _arrive(self, race: Any) -> None:
        """The race has come to a checkpoint."""
        door.at_checkpoint(race)
        number = self._checkpoint.number + 1
        mark = Checkpoint(race, number, len(self.entries), len(self._told), self._rolls)
        self._stand_at(mark)
        kept = self._kept[-1]
        if max(number - kept.number, mark.entries - kept.entries) >= KEEP_EVERY:
            self._kept.append(Kept.of(mark))

    def _stand_at(self, mark: Checkpoint) -> None:
        """Make this the last checkpoint, and forget what was after it."""
        door.put_away(mark.race)
        del self.entries[mark.entries :]
        del self._told[mark.told :]
        self._checkpoint = mark
        self._rolls = mark.rolls
        self._tape, self._group = [], {}
        self.race, self.asks = mark.race, ()

    def _told_since(self) -> list[list[int]]:
        size = door.ENTRY
        words = list(self.race.door.journal[: size * self.race.door.told])
        return [words[i * size : (i + 1) * size] for i in range(self.race.door.told)]

    # Who answers

    def _open_asks(self) -> tuple[Ask, ...]:
        """The group that stands open, less those that have but one option or are answered."""
        shown = self._naming.open_asks(self.race)
        return tuple(ask for ask in shown if ask.index not in self._group)

    def _is_bot(self, ask: Ask) -> bool:
        return ask.by >= 0 and self.seats[ask.by].player != PERSON_NAME

    def _was_a_persons(self, count: int) -> bool:
        """Was the entry after so many given by a person? So are dice that were rolled by hand."""
        entry = self.entries[count]
        if isinstance(entry, Correction) or entry.who == REFEREE_NAME:
            return True
        if entry.who == DICE_NAME:
            before = self.entries[:count]
            number = sum(isinstance(e, Answer) and e.who == DICE_NAME for e in before)
            return self.dice.roll(number, entry.sides, entry.question) is None
        return self.seats[self.names.index(entry.who)].player == PERSON_NAME

    def _find_ask(self, by: str | None, question: str | None) -> Ask:
        if self.is_over:
            raise Over("the race is over: nothing is asked any more")
        return find_ask(self.asks, self.person_asks(), by, question)

    def _read_option(self, ask: Ask, given: object) -> int:
        return read_option(self.ruleset, self.race, ask, given)
