"""The rules of one race, run from checkpoint to checkpoint with the answers that were given.

The engine keeps the race as it was at the last checkpoint, and the answers since. To go on, it runs
the rules again from there with one more answer, until they ask again or reach the next checkpoint.
"""

from __future__ import annotations

import zlib
from collections import deque
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import partial
from typing import Generic

from wreckoning.core import door
from wreckoning.core.asks import DICE_NAME, Answer, Ask, Correction, Entry, Naming, Skip, is_by
from wreckoning.core.dice import Dice
from wreckoning.core.errors import Illegal, Suspended
from wreckoning.core.protocols import R
from wreckoning.core.records import NOBODY, pack, unpack
from wreckoning.core.ruleset import Ruleset

SEEN = 128  # the most checkpoints kept for `passed`
KEEP_EVERY = 64  # checkpoints or answers between two that are kept for undo; the rest is replayed


@dataclass(frozen=True)
class Checkpoint(Generic[R]):
    """The race between two stretches of play, and how much happened before."""

    race: R  # never changed: play goes on in a copy
    number: int
    entries: int  # how many answers and corrections there had been
    told: int  # how many journal entries
    rolls: int  # how many rolls


@dataclass(frozen=True)
class PackedCheckpoint:
    """A compressed checkpoint: a race is thousands of numbers, most of them 0."""

    entries: int
    number: int
    told: int
    rolls: int
    data: bytes

    @staticmethod
    def of(mark: Checkpoint[R]) -> PackedCheckpoint:
        data = zlib.compress(pack(mark.race), 1)
        return PackedCheckpoint(mark.entries, mark.number, mark.told, mark.rolls, data)

    def taken_out(self, kind: type[R]) -> Checkpoint[R]:
        race = unpack(kind, zlib.decompress(self.data))
        return Checkpoint(race, self.number, self.entries, self.told, self.rolls)


class Engine(Generic[R]):
    """A race under way. `race` has just been set up; nothing is asked before `go`."""

    race: R  # as it stands at the open asks
    asks: tuple[Ask, ...]
    mark: Checkpoint[R]  # the last checkpoint
    rolls: int  # how many dice were rolled
    tape: list[int]  # answers since the checkpoint, as the rules take them
    group: dict[int, int]  # answers to a group that is not complete, by the index of the ask

    def __init__(self, ruleset: Ruleset[R], naming: Naming, race: R) -> None:
        self.ruleset, self.naming = ruleset, naming
        self.entries: list[Entry] = []
        self._told: list[list[int]] = []  # up to the last checkpoint
        door.at_checkpoint(race)
        self._stand_at(Checkpoint(race, 0, 0, 0, 0))
        self.kept = [PackedCheckpoint.of(self.mark)]  # some of the checkpoints, for undo
        self.passed: deque[Checkpoint[R]] | None = None  # the latest, if anyone wants them

    def fork(self) -> Engine[R]:
        """A second engine at the same point."""
        twin: Engine[R] = Engine.__new__(Engine)
        twin.ruleset, twin.naming = self.ruleset, self.naming
        twin.race, twin.asks, twin.mark = self.race.copy(), self.asks, self.mark
        twin.entries, twin.kept, twin._told = list(self.entries), list(self.kept), list(self._told)
        twin.rolls, twin.tape, twin.group = self.rolls, list(self.tape), dict(self.group)
        twin.passed = None if self.passed is None else self.passed.copy()
        return twin

    def at(self, mark: Checkpoint[R]) -> Engine[R]:
        """The race as it stood at a checkpoint, to look at: it cannot be played on."""
        then = copy(self)
        then.race, then.asks, then.mark = mark.race, (), mark
        then.entries, then._told = self.entries[: mark.entries], self._told[: mark.told]
        then.rolls, then.tape, then.group, then.passed = mark.rolls, [], {}, None
        return then

    @property
    def told(self) -> list[list[int]]:
        """Every journal entry so far."""
        return self._told + self._told_since()

    # Forward

    def go(self, dice: Dice | None) -> None:
        """Run the rules from the last checkpoint to the next open asks, or the end.

        With `dice`, dice that fall by themselves do so at once.
        """
        while not self.ruleset.is_over(self.mark.race):
            race = self.mark.race.copy()
            door.take_up(race, self.tape)
            stands = self._step(race, dice)
            self.race = race
            if stands:
                self.asks = self._open_asks()
                return
            self._told += self._told_since()
            self._arrive(race)

    def take(
        self,
        ask: Ask,
        option: int,
        dice: Dice | None,
        label: str | None = None,
        skip: Skip | None = None,
    ) -> None:
        """Record an answer. Once the group is complete, run the rules with its answers.

        `label`: what the option is called, if orders that were given before chose it; `skip`: the
        referee chose it.
        """
        name = ask.names[ask.options.index(option)]
        sides = len(ask.options) if ask.is_dice else 0
        alone = not self.group and len(self.asks) == 1
        told = -1 if label is None and skip is None else len(self.told)
        if skip is not None:
            skip = replace(skip, turn=self.ruleset.turn_of(self.mark.race), told=told)
        ahead = -1 if label is None else told
        answer = Answer(ask.who, ask.question, name, sides, alone, ahead, label or "", skip)
        self.entries.append(answer)
        self.group[ask.index] = option
        self.rolls += ask.is_dice
        self.asks = tuple(other for other in self.asks if other is not ask)
        if not self.asks:
            self.tape += [self.group[index] for index in sorted(self.group)]
            self.group = {}
            self.go(dice)

    def lay_over(self, race: R, correction: Correction, dice: Dice | None) -> None:
        """Go on from the last checkpoint as the referee changed it."""
        self.entries.append(replace(correction, told=len(self.told)))
        self._arrive(race)
        self.go(dice)

    def _step(self, race: R, dice: Dice | None) -> bool:
        """Run the rules to the next checkpoint. Returns True if they stop at an ask before it."""
        door.HAND.throw = partial(self._throw, dice) if dice else None
        try:
            self.ruleset.step(race)
        except Suspended:
            return True
        finally:
            door.HAND.throw = None
        return False

    def _throw(self, dice: Dice, question: int, sides: int) -> int:
        """Roll a die that is asked for while the rules run: its face, or 0 if it must be given.

        It is recorded like a given one, and saves running the rules once more.
        """
        name = self.ruleset.question(question)
        face = dice.roll(self.rolls, sides, name)
        if face is None:
            return 0
        if not 1 <= face <= sides:
            raise Illegal(f"{name}: expected a face of the die, 1 to {sides}, found {face}")
        self.entries.append(Answer(DICE_NAME, name, str(face), sides, alone=True))
        self.tape.append(face)
        self.rolls += 1
        return face

    def _arrive(self, race: R) -> None:
        """Note that the race reached a checkpoint."""
        door.at_checkpoint(race)
        number = self.mark.number + 1
        mark = Checkpoint(race, number, len(self.entries), len(self._told), self.rolls)
        self._stand_at(mark)
        if self.passed is not None:
            self.passed.append(mark)
        kept = self.kept[-1]
        if max(number - kept.number, mark.entries - kept.entries) >= KEEP_EVERY:
            self.kept.append(PackedCheckpoint.of(mark))

    def _open_asks(self) -> tuple[Ask, ...]:
        """The open group, without asks that have only one option or are answered."""
        shown = self.naming.open_asks(self.race)
        return tuple(ask for ask in shown if ask.index not in self.group)

    def _told_since(self) -> list[list[int]]:
        """What the rules have told since the last checkpoint, and before it a phase that begins."""
        size, count = door.ENTRY, self.race.door.told
        words = list(self.race.door.journal[: size * count])
        entries = [words[i * size : (i + 1) * size] for i in range(count)]
        if entries and self.ruleset.phases is not None:
            phase = self.ruleset.phases.at(self.mark.race)
            begun = (entry[2] for entry in reversed(self._told) if entry[0] == door.PHASE)
            if phase != next(begun, None):
                entries.insert(0, [door.PHASE, NOBODY, phase, *(0,) * (size - 3)])
        return entries

    # Back

    def _stand_at(self, mark: Checkpoint) -> None:
        """Make this the last checkpoint, and forget everything after it."""
        door.put_away(mark.race)
        del self.entries[mark.entries :]
        del self._told[mark.told :]
        self.mark, self.rolls = mark, mark.rolls
        self.tape, self.group = [], {}
        self.race, self.asks = mark.race, ()

    def back(self, count: int) -> Sequence[Entry]:
        """Go back to the checkpoint before entry `count`. Returns the entries to give again."""
        mark, again = self.mark, self.entries[:count]
        if count < mark.entries:
            self.kept = [kept for kept in self.kept if kept.entries <= count]
            mark = self.kept[-1].taken_out(self.ruleset.race)
        self._stand_at(mark)
        self.go(None)
        return again[mark.entries :]

    def go_to(
        self, mark: Checkpoint[R], entries: list[Entry], told: list[list[int]]
    ) -> Sequence[Entry]:
        """Jump to a checkpoint that was kept elsewhere. Returns the entries to give again.

        `entries` and `told` count from the start; later ones of `told` are told again.
        """
        self.kept = [self.kept[0], PackedCheckpoint.of(mark)]
        self.entries = entries[: mark.entries]
        self._told = told[: mark.told]
        self._stand_at(mark)
        self.go(None)
        return entries[mark.entries :]

    def begin_at(self, race: R, entries: Sequence[Entry], rolls: int) -> None:
        """Begin at this position, after entries that rules of another version played."""
        door.at_checkpoint(race)
        self.entries, self._told = list(entries), []
        self._stand_at(Checkpoint(race, 0, len(entries), 0, rolls))
        self.kept = [PackedCheckpoint.of(self.mark)]
        self.go(None)

    @property
    def first(self) -> int:
        """How many entries rules of another version played: undo cannot go back beyond them."""
        return self.kept[0].entries

    def retract(self, who: str, answered: Sequence[str]) -> None:
        """Take back an answer to an incomplete group; the answers of other seats stay."""
        index = list(self.group)[answered.index(who)]
        at = len(self.entries) - len(self.group)
        at += next(i for i, entry in enumerate(self.entries[at:]) if is_by(entry, who))
        del self.group[index], self.entries[at]
        self.asks = self._open_asks()
