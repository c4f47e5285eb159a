"""The story of a race so far: its lines and its rolls, kept up to date turn by turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, cast

from pydantic import TypeAdapter

from wreckoning.core.asks import DICE_NAME, Answer, Entry
from wreckoning.core.documents import Json, ReadOnlyJson
from wreckoning.core.door import MODIFIER, PHASE
from wreckoning.core.events import Roll
from wreckoning.core.match import Match
from wreckoning.core.ruleset import PERSON_NAME
from wreckoning.core.shown import LogLine, Part, Piece
from wreckoning.show.effects import effects_of
from wreckoning.show.notes import events_in, note_of, with_notes
from wreckoning.table.replies import AddedModifier, DiceCount, DiceRoll, Frame

ROLLS: TypeAdapter[list[DiceRoll]] = TypeAdapter(list[DiceRoll])


@dataclass(frozen=True)
class EarlierPart:
    """The part of a race before these rules took it over: lines, rolls and moments."""

    lines: list[LogLine] = field(default_factory=list)
    rolls: list[DiceRoll] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)


@dataclass(frozen=True)
class LogProgress:
    """How much is final: events of the turn, and lines and rolls of the race."""

    events: int
    lines: int
    rolls: int


class RaceLog:
    """The log lines of one match. Only the last ones are rewritten: those of the current turn.

    They follow those of the `earlier` part, if other rules played one.
    """

    def __init__(self, match: Match, earlier: EarlierPart | None = None) -> None:
        self.match = match
        self._earlier = earlier or EarlierPart()
        self._told = 0  # journal entries before this turn
        self._before = self._nothing  # the progress before this turn: its lines and rolls are final
        self._turn = self._before  # the progress when this turn began
        self._settled: list[Any] = []  # this turn's events up to the last checkpoint
        self._read = 0  # the number of journal entries of these events
        self._so_far = NotesSoFar()
        self._notes: list[tuple[int, LogLine]] = []  # of this turn, by the events before them
        self.lines: list[LogLine] = list(self._earlier.lines)
        self.rolls: list[DiceRoll] = list(self._earlier.rolls)

    @property
    def _nothing(self) -> LogProgress:
        """The progress before the first event by these rules."""
        return LogProgress(0, len(self._earlier.lines), len(self._earlier.rolls))

    def start_over(self, match: Match) -> None:
        """Start over after the match in memory was replaced; compare with what was told."""
        self.match = match
        self._forget()

    def _forget(self) -> None:
        self._told = self._read = 0
        self._before = self._turn = self._nothing
        self._settled = []

    def catch_up(self) -> tuple[int, int]:
        """Write what is new. Returns how many lines, and how many rolls, are unchanged."""
        match = self.match
        view = match.ruleset.view
        told = match.told
        if len(told) <= self._told:  # undone beyond this turn: the one before goes on
            self._forget()
        entries = told[self._told :]
        events = self._events_of(entries, match.checkpoint.told - self._told)
        self._notes = self._notes_in(entries)
        before, rolled, kept = self.lines, self.rolls, self._before
        self.lines, self.rolls = before[: kept.lines], rolled[: kept.rolls]
        begun = max((at for at, event in enumerate(events) if view.new_turn(event)), default=0)
        if begun:  # a turn: everything before it is final
            self._write(events[:begun])
            self._told += _entries_of(entries, begun)
            self._before = self._turn = LogProgress(0, len(self.lines), len(self.rolls))
            self._settled, self._read = [], 0
            events = events[begun:]
            self._notes = self._notes_in(told[self._told :])
        anew = max(
            (at for at, e in enumerate(self._settled) if isinstance(e, view.ANEW)), default=0
        )
        if anew > self._before.events:
            self._write(events, anew)
            self._before = LogProgress(anew, len(self.lines), len(self.rolls))
        self._write(events, is_last=True)
        return _same(before, self.lines, kept.lines), _same(rolled, self.rolls, kept.rolls)

    def _events_of(self, entries: list[list[int]], settled: int) -> list[Any]:
        """All entries as events. Those before the last checkpoint (`settled`) are read once."""
        if settled < self._read:  # something was taken back
            self._settled, self._read, self._before = [], 0, self._turn
        if settled > self._read:
            self._settled += self.match.read(entries[self._read : settled])
            self._read = settled
        return self._settled + self.match.read(entries[self._read :])

    def _notes_in(self, entries: Sequence[Sequence[int]]) -> list[tuple[int, LogLine]]:
        """Notes since this turn began, by the events of it before each."""
        found = [(told - self._told, line) for told, line in self._so_far.of(self.match)]
        return [(events_in(entries[:told]), line) for told, line in found if told >= 0]

    def _write(self, events: list[Any], end: int | None = None, is_last: bool = False) -> None:
        """The lines of a turn's events, from the first that is not final."""
        match, part = self.match, range(self._before.events, len(events) if end is None else end)
        self.lines += with_notes(match, events, part, self._notes, is_last)
        self.rolls += _rolls(match, events[part.start : part.stop], len(self.rolls))


def _entries_of(entries: Sequence[Sequence[int]], events: int) -> int:
    """The journal entries that these events take; modifiers and phases are not events."""
    for index, entry in enumerate(entries):
        if entry[0] != MODIFIER:
            if events == 0:
                return index
            events -= entry[0] != PHASE
    return len(entries)


def _rolls(match: Match, events: Iterable[Any], first: int) -> list[DiceRoll]:
    rolls = [event for event in events if isinstance(event, Roll)]
    sides = _sides(match, match.rolls - first) if rolls else []
    return [
        DiceRoll(
            number=first + index,
            who=match.names[roll.who],
            question=roll.question.words,
            rule=roll.rule,
            natural=[roll.natural],
            sides=sides[index] if index < len(sides) else 0,
            modifiers=[AddedModifier(one.word, value, one.rule) for one, value in roll.modifiers],
            result=roll.result,
        )
        for index, roll in enumerate(rolls)
    ]


def _sides(match: Match, number: int) -> list[int]:
    """The number of sides of each of the last dice."""
    thrown = (e.sides for e in reversed(match.entries) if isinstance(e, Answer) and e.sides)
    return list(islice(thrown, number))[::-1]


def _same(before: Sequence[object], after: Sequence[object], count: int) -> int:
    """How many are equal, from the front; the first `count` are known to be."""
    for old, new in zip(before[count:], after[count:], strict=False):
        if old is not new and old != new:
            break
        count += 1
    return count


def rolls_of_move(match: Match) -> int:
    """The number of dice rolled since a person's last decision."""
    bots = {seat.name for seat in match.seats if seat.player != PERSON_NAME}
    count = 0
    for entry in islice(reversed(match.entries), len(match.entries) - match.settled, None):
        if not isinstance(entry, Answer) or entry.who not in (DICE_NAME, *bots):
            break
        count += entry.who == DICE_NAME
    return count


class DiceSoFar:
    """For each kind of die, how often each face fell, and how often it was expected."""

    def __init__(self) -> None:
        self._start_over()

    def _start_over(self) -> None:
        self._counted = 0  # how many entries are counted
        self._last: Entry | None = None  # the last of them
        self._fell: dict[int, Counter[int]] = {}

    def of(self, match: Match) -> list[DiceCount]:
        """The counts for a match, which has gone on or back since the last call."""
        entries, settled = match.entries, match.settled
        stands = self._counted <= settled and (
            not self._counted or entries[self._counted - 1] is self._last
        )
        if not stands:
            self._start_over()
        for entry in entries[self._counted : settled]:
            self._last = entry
            if isinstance(entry, Answer) and entry.who == DICE_NAME and entry.sides:
                self._fell.setdefault(entry.sides, Counter())[int(entry.name)] += 1
        self._counted = settled
        return _shown(self._fell)


class NotesSoFar:
    """The lines that no rule tells, each with the journal entries told before it."""

    def __init__(self) -> None:
        self._start_over()

    def _start_over(self) -> None:
        self._counted = 0  # how many entries were looked at
        self._last: Entry | None = None  # the last of them
        self._found: list[tuple[int, LogLine]] = []

    def of(self, match: Match) -> list[tuple[int, LogLine]]:
        """Those of a match, which has gone on or back since the last call."""
        entries, settled = match.entries, match.settled
        stands = self._counted <= settled and (
            not self._counted or entries[self._counted - 1] is self._last
        )
        if not stands:
            self._start_over()
        for entry in entries[max(self._counted, match.first) : settled]:
            self._last = entry
            note = note_of(match, entry)
            self._found += [note] if note else []
        self._counted = settled
        return self._found


def _shown(fell: dict[int, Counter[int]]) -> list[DiceCount]:
    return [
        DiceCount(
            sides=sides,
            rolls=faces.total(),
            faces=[faces[face] for face in range(1, sides + 1)],
            expected=faces.total() / sides,
        )
        for sides, faces in sorted(fell.items())
    ]


def moments(match: Match, earlier: EarlierPart | None = None) -> EarlierPart:
    """A race from its start, without secret answers: all lines, and a frame for each moment.

    It follows the `earlier` part, if other rules played one.
    """
    view, entries = match.ruleset.view, match.settled_entries()
    twin = match.fork()
    twin.rewind(match.first)
    race_log = RaceLog(twin, earlier)
    frames = list(earlier.frames) if earlier else []
    told = -1
    before: dict[str, Piece] = {}
    for number in range(match.first, len(entries) + 1):
        if number > match.first:
            twin.play_entry(entries[number - 1])
        if len(twin.told) == told and number < len(entries):
            continue
        new, told = twin.told[max(told, 0) :], len(twin.told)
        _, rolls = race_log.catch_up()
        pieces = {piece.key: piece for piece in view.things(twin)}
        frames.append(
            Frame(
                number=number,
                lines=len(race_log.lines),
                things=list(pieces.values()),
                headline=view.headline(twin),
                standings=view.standings(twin),
                track=view.track(twin),
                rolls=race_log.rolls[rolls:],
                effects=effects_of(twin, twin.read(new), before, pieces),
            )
        )
        before = pieces
    return EarlierPart(race_log.lines, race_log.rolls, frames)


def read_part(told: ReadOnlyJson) -> EarlierPart:
    """Read what earlier rules told of a race. Its moments stay JSON, as they are only sent on."""
    frames = cast(list[Frame], told["frames"])
    return EarlierPart(read_lines(told["lines"]), ROLLS.validate_python(told["rolls"]), frames)


def read_lines(given: Sequence[Json]) -> list[LogLine]:
    """Read lines in the form in which they are sent."""
    return [
        LogLine(
            tuple(Part(**part) for part in line["parts"]),
            tuple(line["names"]),
            tuple(line["rules"]),
            line["heading"],
            line.get("phase", ""),
        )
        for line in given
    ]
