"""The one door: every die and every choice of every ruleset goes through here.

An ask names the question, who answers (a seat or the dice) and the legal options. Its answer comes
from the race's tape of given answers. If the tape is used up and the door is live, it comes from
the generator or the seat's policy. At a table a die may fall at once (`HAND`). If there is still no
answer, the door raises `Suspended`, and the asks stay open.

    pose(race, question, seat, subject)      opens an ask; several posed together are a group
    offer(race, option)                      adds an option to it; offer_range several
    choose(race)                             settles the group, returns the answer to its first ask
    roll(race, question, subject, sides)     a die

Rules do not know which policy plays a seat: see `policies`. `tell` writes an event into the
journal; `plus` adds a modifier to a roll and tells it.
"""

from __future__ import annotations

import threading
from array import array
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, Final, Protocol

from wreckoning.core import generator
from wreckoning.core.errors import JournalFull, Refused, Suspended
from wreckoning.core.ids import SeatIndex
from wreckoning.core.records import MAX_SEATS, Record
from wreckoning.core.rules import jitable

if TYPE_CHECKING:
    from wreckoning.core.declared import Asked

DICE: Final = -2
REFEREE: Final = -3
MAX_OPTIONS = 48
TAPE = 512
ENTRIES = 2048
ENTRY = 6
EMPTY = bytes(8 * ENTRIES * ENTRY)  # an empty journal

# The entries of every ruleset's journal; its own events start at FIRST_EVENT.
ROLL = 1
MODIFIER = 2
PHASE = 3  # a phase begins: written by the engine, never by rules
FIRST_EVENT = 10

# Who answers for a seat: a person, or one of the ruleset's policies, in order.
PERSON = 0
RANDOM = 1

# How a door answers by itself: `Door.live`. A search has another way.
LIVE: Final = 1
KEYED: Final = 3  # each die and choice depends on its turn, question and subject alone
TURN: Final = 0x165667B1  # from one turn to the next, in the state of keyed dice
CHOICE: Final = 1 << 16  # added to a question's number for the choice of a bot
KEYS: Final = 128  # the counters of a keyed door, on the tape, which no live door reads

Decide = Callable[[Any, int], int]  # takes a race and the index of an open ask


class AskRecord(Record):
    """An open question. `by` is a seat, DICE or REFEREE."""

    by: SeatIndex
    question: int
    subject: int  # what it is about: a seat, an item …; NOBODY if nothing
    count: int  # the number of options; for dice the number of sides
    options: Annotated[list[int], MAX_OPTIONS]


class Door(Record):
    """The door's own part of a race. Not part of its position."""

    live: Annotated[int, bool]  # dice and policies answer at once
    journaling: Annotated[int, bool]
    given: int  # answers on the tape
    used: int  # how many of them are used
    open: int  # the number of open asks
    policy: Annotated[list[int], MAX_SEATS]
    dice: Annotated[list[int], 4]  # two generators: one for dice, one for the choices of bots,
    whim: Annotated[list[int], 4]  # so that no bot's choice depends on dice to come
    replies: Annotated[list[int], MAX_SEATS]
    told: int
    asks: Annotated[list[AskRecord], MAX_SEATS]
    tape: Annotated[list[int], TAPE]
    journal: Annotated[list[int], ENTRIES * ENTRY]


class HasDoor(Protocol):
    """Any ruleset's race."""

    door: Door


class HasExtra(Protocol):
    """A part of a race with the referee's modifier: `extra`, for the next `extra_roll`."""

    extra_roll: int
    extra: int


class RaceRecord(Record):
    """The base class of every ruleset's race, which declares its door among its own fields."""

    if TYPE_CHECKING:
        door: Door


@jitable
def pose(race: HasDoor, question: Asked, by: SeatIndex, subject: int) -> None:
    """Open an ask in the open group, without options yet."""
    door = race.door
    ask = door.asks[door.open]
    ask.by = by
    ask.question = question
    ask.subject = subject
    ask.count = 0
    door.open += 1


@jitable
def is_offered(ask: AskRecord, option: int) -> bool:
    """True if this is one of the ask's options."""
    for i in range(ask.count):  # noqa: SIM110  (no generator expressions in compiled code)
        if ask.options[i] == option:
            return True
    return False


@jitable
def offer(race: HasDoor, option: int) -> None:
    """Add an option to the ask posed last."""
    door = race.door
    ask = door.asks[door.open - 1]
    ask.options[ask.count] = option
    ask.count += 1


@jitable
def offer_once(race: HasDoor, option: int) -> None:
    """Add an option to the ask posed last, unless it is offered already."""
    if not is_offered(race.door.asks[race.door.open - 1], option):
        offer(race, option)


@jitable
def offer_two(race: HasDoor, first: int, second: int) -> None:
    """Add two options to the ask posed last."""
    door = race.door
    ask = door.asks[door.open - 1]
    count = ask.count
    ask.options[count] = first
    ask.options[count + 1] = second
    ask.count = count + 2


@jitable
def offer_range(race: HasDoor, first: int, last: int) -> None:
    """Add the options first … last to the ask posed last."""
    door = race.door
    ask = door.asks[door.open - 1]
    options, count = ask.options, ask.count
    shift = first - count
    for at in range(count, last + 1 - shift):
        options[at] = at + shift
    ask.count = last + 1 - shift


@jitable
def reply(race: HasDoor, index: int) -> int:
    """The answer to one ask of the group settled last."""
    return race.door.replies[index]


# Chooses for the seats that policies play: the `decide` of the ruleset, by the class of its race.
DECIDES: dict[type, Decide] = {}


def decide(race: HasDoor, index: int) -> int:
    """The option that the asked seat's policy chooses, by the ruleset's `decide`."""
    return DECIDES[type(race)](race, index)


def noted(race: HasDoor, answer: int) -> int:  # noqa: ARG001
    """Return the answer that a live door gave. A search replaces this to record it on the tape."""
    return answer


@jitable
def choose(race: HasDoor) -> int:
    """Settle every open ask. Returns the first answer; `reply` returns the others.

    An ask with a single option is answered without asking.
    """
    door = race.door
    replies = door.replies
    i = 0
    while i < door.open:
        ask = door.asks[i]
        if ask.count == 1:
            replies[i] = ask.options[0]
        elif door.used < door.given:
            answer = door.tape[door.used]
            if not is_offered(ask, answer):
                raise Refused
            door.used += 1
            replies[i] = answer
        elif door.live:
            if door.live == KEYED:
                generator.seed(door.whim, keyed_word(race, CHOICE + ask.question, ask.by), 0)
            replies[i] = noted(race, decide(race, i))
        else:
            raise Suspended
        i += 1
    door.open = 0
    return replies[0]


@jitable
def at_random(race: HasDoor, ask: AskRecord) -> int:
    """The policy `random`: any option, all equally likely."""
    return ask.options[generator.below(race.door.whim, ask.count)]


@jitable
def roll(race: HasDoor, question: Asked, subject: int, sides: int) -> int:
    """Roll a die of so many sides; returns the natural face. A die with one side is not rolled."""
    door = race.door
    if sides == 1:
        return 1
    if door.used < door.given:
        answer = door.tape[door.used]
        if answer < 1 or answer > sides:
            raise Refused
        door.used += 1
        return answer
    if door.live:
        if door.live == KEYED:
            return noted(race, (keyed_word(race, question, subject) * sides >> 32) + 1)
        return noted(race, generator.below(door.dice, sides) + 1)
    face = fall(race, question, sides)
    if face:
        return face
    ask = door.asks[0]
    ask.by = DICE
    ask.question = question
    ask.subject = subject
    ask.count = sides
    door.open = 1
    raise Suspended


class DiceHand(threading.local):
    """Throws the dice of the plain form while rules run: `throw(question, sides)` returns a face.

    It returns 0 if a player must enter the face. Each thread has its own.
    """

    throw: Callable[[int, int], int] | None = None


HAND = DiceHand()


def fall(race: HasDoor, question: int, sides: int) -> int:
    """Let a die fall at once, in the plain form only. Returns 0 if a player must give the face."""
    face = HAND.throw(question, sides) if HAND.throw else 0
    if face:
        door = race.door
        door.tape[door.given : door.given + 1] = [face]
        door.given += 1
        door.used += 1
    return face


@jitable
def tell(race: HasDoor, event: int, who: SeatIndex, a: int, b: int, c: int, d: int) -> None:
    """Write an entry into the journal, if anyone reads it."""
    door = race.door
    if not door.journaling:
        return
    if door.told == ENTRIES:
        raise JournalFull
    at = door.told * ENTRY
    door.journal[at] = event
    door.journal[at + 1] = who
    door.journal[at + 2] = a
    door.journal[at + 3] = b
    door.journal[at + 4] = c
    door.journal[at + 5] = d
    door.told += 1


@jitable
def plus(race: HasDoor, who: SeatIndex, modifier: int, value: int) -> int:
    """Add a modifier to the next roll: returns `value`, and tells it if it is not 0."""
    if value != 0 and race.door.journaling:
        tell(race, MODIFIER, who, modifier, value, 0, 0)
    return value


@jitable
def plus_extra(race: HasDoor, who: SeatIndex, modifier: int, part: HasExtra) -> int:
    """Use up the modifier that the referee has set for this roll: returns and tells it."""
    value = plus(race, who, modifier, part.extra)
    part.extra_roll = 0
    part.extra = 0
    return value


@jitable
def tell_roll(race: HasDoor, who: SeatIndex, question: Asked, natural: int, result: int) -> None:
    """Tell a die and its result, with the modifiers told since the last roll."""
    tell(race, ROLL, who, question, natural, result, 0)


@jitable
def at_checkpoint(race: HasDoor) -> None:
    """Empty the tape and the journal: a new stretch of play begins."""
    door = race.door
    door.given = 0
    door.used = 0
    door.open = 0
    door.told = 0


def put_away(race: HasDoor) -> None:
    """At a checkpoint of the plain form, drop the parts that are only needed while rules run."""
    race.door.tape, race.door.journal = [], []


def take_up(race: HasDoor, tape: list[int]) -> None:
    """Prepare a race that was put away for the rules, with these answers on its tape.

    The journal becomes an array, which acts like a list here: it is copied faster, and Python's
    garbage collector does not look into it.
    """
    race.door.tape = tape + [0] * (TAPE - len(tape))
    race.door.journal = array("q", EMPTY)  # type: ignore[assignment]
    race.door.given = len(tape)


@jitable
def keyed_word(race: HasDoor, kind: int, owner: int) -> int:
    """The next 32 random bits of this kind and owner in this turn, whatever others drew."""
    door = race.door
    at = (16 * kind + owner) % KEYS
    door.tape[at] += 1
    return generator.mixed(door.dice, kind, owner, door.tape[at])


@jitable
def key_turn(race: HasDoor) -> None:
    """Begin a turn of a keyed door, or its race: nothing has been drawn yet."""
    race.door.dice[3] += TURN
    for at in range(KEYS):
        race.door.tape[at] = 0


@jitable
def seed_race(race: HasDoor, key: int, number: int) -> None:
    """Make the door live, with the dice and bot choices of race `number` of this key."""
    generator.seed(race.door.dice, key, 2 * number)
    generator.seed(race.door.whim, key, 2 * number + 1)
    race.door.live = LIVE
