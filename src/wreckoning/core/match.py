"""A race as it is played: asks, answers, undo, fork, replay.

`Engine` runs the rules with the answers. This module decides who answers, and offers:

    asks      the open asks; empty only when the race is over
    answer    takes an answer, and plays on to the next ask of a person
    entries   every answer and correction so far: with the start, they determine the race
    rewind    drops the latest of them
    outlook   everything that a bot is told when its seat is asked
"""

from __future__ import annotations

import copy
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Generic, cast

from wreckoning.core import door, generator
from wreckoning.core.asks import (
    DICE_NAME,
    REFEREE_NAME,
    Answer,
    Ask,
    Correction,
    Entry,
    Naming,
    NewRules,
    Skip,
    Skipped,
    find_ask,
    is_by,
    read_option,
)
from wreckoning.core.called import CalledCheck, count_called, thrown
from wreckoning.core.dice import Dice, Physical
from wreckoning.core.documents import Json, ReadOnlyJson
from wreckoning.core.errors import Illegal, Malformed, NotYourTurn, Over
from wreckoning.core.events import event_json
from wreckoning.core.ids import SeatIndex
from wreckoning.core.play import deciding, position
from wreckoning.core.play.engine import SEEN, Checkpoint, Engine
from wreckoning.core.play.outlook import SeatOutlook, Standpoint, known_bytes
from wreckoning.core.protocols import C, E, R
from wreckoning.core.ruleset import PERSON_NAME, Ruleset, Seat, absent_policy, default_opponent
from wreckoning.core.seats import check_options, check_seats
from wreckoning.core.series import Series

WHIMS = 1 << 31  # bots draw from streams of their own, separate from all rolls of the same seed


@dataclass(eq=False, repr=False)
class Match(Generic[R, C, E]):
    """A race at a table. Bots and dice answer by themselves unless `automatic` is off.

    Raises Malformed or Illegal for wrong seats, options or a wrong position, and for choices that
    this race of a series does not permit.
    """

    ruleset: Ruleset[R, C, E]
    course: C
    seats: Sequence[Seat]
    options: ReadOnlyJson = field(default_factory=dict)
    dice: Dice = field(default_factory=Physical)
    start_position: ReadOnlyJson | None = None
    automatic: bool = True
    bot_seed: int = 0
    series: Series | None = None  # this race is the next one of it
    # The log's header as it was written, if the race began with another version of the rules
    header: ReadOnlyJson | None = None
    # Decides for bots that think, by their name; None if another process answers for them
    think: Callable[[str, SeatOutlook], int | str] | None = None

    names: list[str] = field(init=False)
    _engine: Engine[R] = field(init=False)

    def __post_init__(self) -> None:
        check_seats(self.ruleset, self.seats)
        self.seats = tuple(self.seats)
        if self.series is not None:
            self.series.check(self.ruleset, self.course.document, self.seats)
        self.options = check_options(self.ruleset, self.options)
        self.names = [seat.name for seat in self.seats]
        race = self._race_at(self.start_position)
        self.start_position = copy.deepcopy(self.start_position)
        self._engine = Engine(self.ruleset, Naming(self.ruleset, self.names), race)
        self._engine.go(self._own_dice)
        self._play_on()

    def _race_at(self, start: ReadOnlyJson | None) -> R:
        """The race at its start, or at this position. Raises Malformed or Illegal."""
        race = self.ruleset.start(self.course, self.seats, self.options)
        race.door.journaling = 1
        if start is not None:
            self._check_position(race, position.lay_over(race, start, self.names))
        return race

    def _check_position(self, race: R, given: Collection[position.Place]) -> None:
        """Raise Illegal, with drivers by name, for a position that rules do not know."""
        try:
            self.ruleset.check_position(race, given)
        except Illegal as error:
            problem = position.by_name(error.problem, self.ruleset.race, self.names)
            raise Illegal(problem, error.rule) from None

    # What can be seen

    @property
    def race(self) -> R:
        """The race as it stands at the open asks."""
        return self._engine.race

    @property
    def asks(self) -> tuple[Ask, ...]:
        """The open asks; empty only when the race is over."""
        return self._engine.asks

    @property
    def entries(self) -> list[Entry]:
        """Every answer and correction so far: with the start, they determine the race."""
        return self._engine.entries

    @property
    def first(self) -> int:
        """How many entries were played by rules of another version: they cannot be undone."""
        return self._engine.first

    @property
    def is_over(self) -> bool:
        return bool(self.ruleset.is_over(self.race))

    @property
    def told(self) -> list[list[int]]:
        """Every journal entry so far."""
        return self._engine.told

    def events(self, since: int = 0) -> list[E]:
        """The events and rolls from journal entry `since` on, as declared."""
        return self.read(self.told[since:])

    def read(self, entries: Iterable[Sequence[int]]) -> list[E]:
        """Read these journal entries as events and rolls; a roll contains its modifiers."""
        return cast("list[E]", list(self.ruleset.words.vocabulary.read(entries)))

    def events_json(self, events: Iterable[E] | None = None) -> list[Json]:
        """These events as JSON; by default all."""
        given = self.events() if events is None else events
        return [event_json(event, self.names, self.course) for event in given]

    def position(self) -> Json:
        """The race as it stands, as JSON; in the middle of a slot with all that happened so far."""
        return position.to_json(self.race, self.names)

    def checkpoint_position(self) -> Json:
        """The race at its last checkpoint: a position that can be played on from."""
        return position.to_json(self._engine.mark.race, self.names)

    def entries_since_checkpoint(self) -> list[Entry]:
        """The answers since the last checkpoint: with its position, they determine the race."""
        return self.entries[self._engine.mark.entries :]

    @property
    def is_between_slots(self) -> bool:
        """True if nothing was answered since the last checkpoint: then the referee may correct."""
        return not self._engine.tape and not self._engine.group

    def answered(self) -> tuple[str, ...]:
        """The seats that have already answered in the open group."""
        asks = self.race.door.asks
        return tuple(self._engine.naming.who(asks[index].by) for index in self._engine.group)

    def own_answers(self, seat: SeatIndex) -> list[tuple[Ask, Answer]]:
        """A seat's answers to the open group, which the others do not know yet."""
        group = self._engine.group
        posed = self._engine.naming.open_asks(self.race) if group else ()
        given = dict(zip(group, self.entries[self.settled :], strict=True))
        return [
            (ask, entry)
            for ask in posed
            if ask.by == seat and isinstance(entry := given.get(ask.index), Answer)
        ]

    @property
    def rolls(self) -> int:
        """How many dice have been rolled so far."""
        return self._engine.rolls

    @property
    def moment(self) -> tuple[int, int]:
        """Changes whenever the open asks change."""
        return self._engine.mark.number, len(self._engine.tape)

    @property
    def settled(self) -> int:
        """How many entries everyone may know: answers to an incomplete group do not count."""
        return len(self.entries) - len(self._engine.group)

    def settled_entries(self) -> list[Entry]:
        """The entries that everyone may know: without answers to an incomplete group."""
        return self.entries[: self.settled]

    def result(self) -> Json | None:
        """Places and times, once the race is over."""
        if not self.is_over:
            return None
        return self.ruleset.result(self.race, self.seats)

    def person_asks(self) -> list[Ask]:
        """The open asks that people have to answer: their choices, and dice that they roll."""
        return [ask for ask in self.asks if not self._is_bot(ask)]

    def advice(self, ask: Ask, policy: str = "") -> int:
        """The option that this bot would choose here; by default the bot of the ask's seat.

        If nothing can think for a bot that thinks, the usual opponent chooses.
        """
        name = policy or (self.seats[ask.by].player if ask.by >= 0 else "")
        if name in self.ruleset.thinking:
            if self.think is not None:
                return self._read_option(ask, self.think(name, self.outlook(ask.by)))
            policy = default_opponent(self.ruleset)
        race = self.race.copy()
        if policy and ask.by >= 0:
            race.door.policy[ask.by] = self.ruleset.code(policy)
        generator.seed(race.door.whim, self.bot_seed, WHIMS + len(self.entries))
        return deciding.decide(self.ruleset, race, ask.index)

    def standpoint(self) -> Standpoint:
        """The race as everyone knows it: an incomplete group does not count."""
        mark, names = self._engine.mark, tuple(self.names)
        return Standpoint(self.ruleset.key, names, known_bytes(mark.race), tuple(self._engine.tape))

    def outlook(self, seat: SeatIndex) -> SeatOutlook:
        """The race as an asked seat knows it: a bot sees this and nothing else."""
        here, group = self.standpoint(), self._engine.group
        asked = self.race.door.asks
        return SeatOutlook(
            here.ruleset,
            here.names,
            here.race,
            here.tape,
            seat,
            tuple(ask for ask in self.asks if ask.by == seat),
            self.ruleset.turn_of(self._engine.mark.race),
            tuple((index, group[index]) for index in sorted(group) if asked[index].by == seat),
        )

    # What can be done

    def answer(
        self,
        given: object,
        by: str | None = None,
        question: str | None = None,
        ahead: bool = False,
    ) -> None:
        """Answer an open ask, by the option's name or number (for a die, its face).

        Without `by`, the first open ask of a person is answered, or of a bot if there is none.
        `ahead` marks an answer that comes from orders. Raises Over, NotYourTurn or Illegal, and
        then changes nothing.
        """
        with self._atomically():
            self._answer(given, by, question, ahead)
            self._play_on()

    def call(self, check: CalledCheck, reason: str, take_back: bool = False, stay: int = 0) -> None:
        """The referee has a driver roll a check that no rule knows, between two checkpoints.

        It changes nothing: what follows is a correction. `take_back`, `stay` and errors are as for
        `correct`; Malformed also without a reason, or for a wrong driver or face.
        """
        if not reason:
            raise Malformed("reason", "expected why this is rolled; it stands in the log")
        check = thrown(self.dice, count_called(self.entries), check, self.names)
        self.correct({}, reason, take_back, check, stay)

    def correct(
        self,
        changes: ReadOnlyJson,
        reason: str = "",
        take_back: bool = False,
        called: CalledCheck | None = None,
        stay: int = 0,
    ) -> None:
        """Lay a partial position of the referee over the race, between two checkpoints (slots).

        With `take_back`, the answers since the last checkpoint are taken back first; the first
        `stay` of them are given again at once, as they were. The log has the reason, and whose
        answers are asked for again. Raises Over, Malformed or Illegal, and then changes nothing.
        """
        before = list(self.entries)
        since = self.entries_since_checkpoint() if take_back else []
        if since:
            self.rewind(len(before) - len(since))
        try:
            with self._atomically():
                self._correct(changes, reason, self._persons_of(since[stay:]), called)
                self.give_again(since[:stay])
                self._play_on()
        except Exception:
            if since:
                self._repeat(before[len(self.entries) :])
            raise

    def give_again(self, entries: Iterable[Entry]) -> None:
        """Give answers of persons, which everyone knows, again; bots and dice answer between them.

        Raises Illegal for one that does not fit any more.
        """
        for entry in entries:
            if isinstance(entry, Answer) and entry.who in self._persons_of([entry]):
                self._play_on()
                if entry.who == DICE_NAME and not any(ask.is_dice for ask in self.asks):
                    continue  # it fell by itself
                try:
                    self._give(entry)
                except (Illegal, NotYourTurn, Over):
                    problem = f"everyone knows {entry.who}'s answer, which would not fit any more"
                    raise Illegal(f"{problem}: expected a change that leaves it possible") from None

    def _persons_of(self, entries: Iterable[Entry]) -> tuple[str, ...]:
        """The seats of persons, and the dice, that gave these answers, each once."""
        bots = [seat.name for seat in self.seats if seat.player != PERSON_NAME]
        given = [entry.who for entry in entries if isinstance(entry, Answer)]
        return tuple(dict.fromkeys(who for who in given if who not in bots))

    def skip(self, who: str, reason: str, turn: bool = False) -> None:
        """The referee skips the open question of a seat, or all of its questions this `turn`.

        They are answered as for an absent player. Raises Over, NotYourTurn, or Malformed without a
        reason, and then changes nothing.
        """
        if not reason:
            raise Malformed("reason", "expected why this is skipped; it stands in the log")
        with self._atomically():
            ask = self._find_ask(who, None)
            if ask.is_dice or ask not in self.person_asks():
                raise NotYourTurn(f"only a player's question can be skipped, and {who} is none")
            self._skip(ask, Skip(Skipped.TURN if turn else Skipped.QUESTION, reason))
            self._play_on()

    def play_entry(self, entry: Entry) -> None:
        """Give an answer or a correction that was given before. Changes nothing if it fails."""
        with self._atomically():
            self._give(entry)
            self._play_on()

    def undo(self) -> bool:
        """Take back the last answer of a person, and everything since. False if there is none."""
        for count in reversed(range(self.first, len(self.entries))):
            if self._was_a_persons(count):
                self.rewind(count)
                self._play_on()
                return True
        return False

    def retract(self, who: str) -> None:
        """Take back a seat's answer to an incomplete group; the answers of others stay.

        Raises Illegal if the seat has not answered.
        """
        if who not in self.answered():
            raise Illegal(f"{who} has no answer in the open group")
        self._engine.retract(who, self.answered())

    def rewind(self, count: int) -> None:
        """Go back to the time after `count` answers and corrections. Nothing answers by itself.

        Raises Illegal if there were never so many.
        """
        first = self.first
        if not first <= count <= len(self.entries):
            problem = f"expected {first} to {len(self.entries)} answers to keep, found {count}"
            raise Illegal(problem + ("; other rules held before" if 0 <= count < first else ""))
        self._repeat(self._engine.back(count))

    def go_on(self, dice: Dice) -> None:
        """Play on after a replay: from now on bots and these dice answer by themselves."""
        self.dice = dice
        self.automatic = True
        self._play_on()

    def watch(self) -> None:
        """Keep the checkpoints from now on, for `passed`."""
        self._engine.passed = deque(maxlen=SEEN)

    def passed(self) -> list[Match[R, C, E]]:
        """The race at each checkpoint since the last call; only the latest ones are kept.

        They are for looking at, not for playing.
        """
        marks = self._engine.passed
        if not marks:
            return []
        found = [self._at(mark) for mark in marks if mark.told <= self._engine.mark.told]
        marks.clear()
        return found

    def _at(self, mark: Checkpoint[R]) -> Match[R, C, E]:
        then = copy.copy(self)
        then.automatic = False
        then._engine = self._engine.at(mark)
        return then

    @property
    def checkpoint(self) -> Checkpoint[R]:
        """The race before the rules were last run."""
        return self._engine.mark

    def take_over(self, before: Sequence[Entry], change: NewRules) -> None:
        """Go on where other rules left a race: `before` are the answers up to there.

        Nothing answers by itself. Raises Malformed or Illegal for a position that these rules do
        not know.
        """
        race = self._race_at(change.position)
        rolls = sum(isinstance(entry, Answer) and entry.who == DICE_NAME for entry in before)
        self._engine.begin_at(race, [*before, change], rolls)

    def go_to(self, mark: Checkpoint[R], entries: list[Entry], told: list[list[int]]) -> None:
        """Jump to a checkpoint that was kept elsewhere, and give all entries since.

        Nothing answers by itself. `entries` and `told` count from the start; later ones of `told`
        are told again.
        """
        self._repeat(self._engine.go_to(mark, entries, told))

    def _repeat(self, entries: Sequence[Entry]) -> None:
        """Give the same answers again, with the dice as they fell."""
        automatic, self.automatic = self.automatic, False
        try:
            for entry in entries:
                self._give(entry)
        finally:
            self.automatic = automatic

    def fork(self) -> Match[R, C, E]:
        """A second match at the same point, in which nothing answers by itself."""
        twin = copy.copy(self)
        twin.automatic = False
        twin._engine = self._engine.fork()
        return twin

    # How it goes on

    def _play_on(self) -> None:
        """Let bots and dice answer until a person has to, or the race is over."""
        while self.automatic:
            with self._atomically():
                if not self._answer_automatically():
                    return

    @contextmanager
    def _atomically(self) -> Iterator[None]:
        """Undo everything inside if the rules cannot go on."""
        before = len(self.entries)
        try:
            yield
        except Exception:
            if len(self.entries) > before:
                self.rewind(before)
            raise

    def _answer_automatically(self) -> bool:
        """Answer one open ask of the dice or a bot. False if there is none.

        In a group people answer first: until then no answer is given, and the referee may correct.
        """
        for ask in self.person_asks() or self.asks:
            if ask.is_dice:
                face = self.dice.roll(self._engine.rolls, len(ask.options), ask.question)
                if face is not None:
                    self._engine.take(ask, self._read_option(ask, face), self.dice)
                    return True
            elif self._is_bot(ask) and not (self.think is None and self._thinks(ask)):
                self._engine.take(ask, self.advice(ask), self.dice)
                return True
            elif self.is_skipped(ask):
                self.skip_on(ask)
                return True
        return False

    def is_skipped(self, ask: Ask) -> bool:
        """True if the referee skips this turn of the asked seat, and it was asked before."""
        last = next((one for one in reversed(self.entries) if is_by(one, ask.who)), None)
        skip = last.skip if isinstance(last, Answer) else None
        if skip is None or skip.kind == Skipped.QUESTION:
            return False
        return skip.turn == self.ruleset.turn_of(self._engine.mark.race)

    def skip_on(self, ask: Ask) -> None:
        """Answer another question of a seat whose turn the referee skips."""
        self._skip(ask, Skip(Skipped.STILL))

    def _skip(self, ask: Ask, skip: Skip) -> None:
        option = self.advice(ask, absent_policy(self.ruleset))
        self._engine.take(ask, option, self._own_dice, skip=skip)

    def _give(self, entry: Entry) -> None:
        if isinstance(entry, NewRules):
            raise Illegal("other rules take over only where a race is read: see `take_over`")
        if isinstance(entry, Correction):
            self._correct(entry.changes, entry.reason, entry.taken_back, entry.called)
        else:
            self._answer(entry.name, entry.who, entry.question, entry.ahead >= 0, entry.skip)

    def _correct(
        self,
        changes: ReadOnlyJson,
        reason: str,
        taken_back: tuple[str, ...] = (),
        called: CalledCheck | None = None,
    ) -> None:
        if self.is_over:
            raise Over("the race is over: it can no longer be corrected")
        if not self.is_between_slots:
            problem = "a correction comes before the first answer of a driver's turn or a phase"
            raise Illegal(f"{problem}: answer to its end, or take its answers back")
        race = self._engine.mark.race.copy()
        before = position.to_json(race, self.names)
        door.take_up(race, [])
        given = position.lay_over(race, changes, self.names)
        self._check_position(race, given)
        changed = position.differences(before, position.to_json(race, self.names))
        correction = Correction(
            copy.deepcopy(changes), reason, taken_back, changed=tuple(changed), called=called
        )
        self._engine.lay_over(race, correction, self._own_dice)

    def _answer(
        self,
        given: object,
        by: str | None,
        question: str | None,
        ahead: bool,
        skip: Skip | None = None,
    ) -> None:
        ask = self._find_ask(by, question)
        option, label = self._read_option(ask, given), None
        if ahead:
            index = ask.options.index(option)
            label = self.ruleset.view.label_option(self, ask, index).label
        self._engine.take(ask, option, self._own_dice, label, skip)

    @property
    def _own_dice(self) -> Dice | None:
        """The dice, if they fall by themselves."""
        return self.dice if self.automatic else None

    # Who answers

    def _is_bot(self, ask: Ask) -> bool:
        return ask.by >= 0 and self.seats[ask.by].player != PERSON_NAME

    def _thinks(self, ask: Ask) -> bool:
        return ask.by >= 0 and self.seats[ask.by].player in self.ruleset.thinking

    def _was_a_persons(self, count: int) -> bool:
        """True if a person gave the entry at this index. Dice rolled by hand count too."""
        entry = self.entries[count]
        if isinstance(entry, NewRules):
            return False
        if isinstance(entry, Answer) and entry.skip is not None:
            return entry.skip.kind != Skipped.STILL
        if isinstance(entry, Correction) or entry.who == REFEREE_NAME:
            return True
        if entry.who == DICE_NAME:
            before = self.entries[:count]
            number = sum(isinstance(e, Answer) and e.who == DICE_NAME for e in before)
            return self.dice.roll(number, entry.sides, entry.question) is None
        return self.seats[self.names.index(entry.who)].player == PERSON_NAME

    def _find_ask(self, by: str | None, question: str | None) -> Ask:
        if self.is_over:
            raise Over("the race is over: no question is open")
        return find_ask(self.asks, self.person_asks(), by, question)

    def _read_option(self, ask: Ask, given: object) -> int:
        return read_option(self.ruleset, self.race, ask, given)
