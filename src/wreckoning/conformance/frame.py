"""Tools for checks: races played answer by answer, and failures that name the race."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from random import Random
from typing import Any

from wreckoning.conformance.races import Setting
from wreckoning.core import door
from wreckoning.core.asks import Ask
from wreckoning.core.match import Match
from wreckoning.core.records import Field, Record
from wreckoning.core.ruleset import PERSON_NAME, Ruleset

MOST_ANSWERS = 20_000  # in one race: far more than any race needs
LATELY = 24  # entries
MOST_STEPS = 50_000  # checkpoints in one race

Check = Callable[[Ruleset, Setting], None]


def check(function: Check) -> Check:
    """Mark a check: any error in it becomes an AssertionError that names the check and the race."""

    @wraps(function)
    def checked(ruleset: Ruleset, setting: Setting) -> None:
        try:
            function(ruleset, setting)
        except Exception as error:
            what = str(error) if isinstance(error, AssertionError) else f"raised {error!r}"
            problem = f"{ruleset.key}: {function.__name__}: {what}\n  in the race: {setting}"
            raise AssertionError(problem) from error

    return checked


def pick(match: Match, random: Random) -> tuple[Ask, int]:
    """One of the open asks and an answer: the bot's own, or else any."""
    assert match.asks, "a dead end: the race is not over and nothing is asked"
    ask = random.choice(match.asks)
    is_bot = ask.by >= 0 and match.seats[ask.by].player != PERSON_NAME
    return ask, match.advice(ask) if is_bot else random.choice(ask.options)


def play(match: Match, random: Random, answers: int | None = None) -> Iterator[Match]:
    """Play to the end, or for this many answers; yields the match before each answer."""
    for _ in range(MOST_ANSWERS if answers is None else answers):
        if match.is_over:
            return
        yield match
        ask, option = pick(match, random)
        match.answer(option, ask.who, ask.question)
    assert answers is not None, f"the race does not end within {MOST_ANSWERS} answers"


def play_out(match: Match, random: Random, answers: int | None = None) -> Match:
    """Play on without looking, and return the match."""
    for _ in play(match, random, answers):
        pass
    return match


def left_by_steps(ruleset: Ruleset, race: Any) -> Iterator[Any]:
    """A race that plays by itself: yields its start, and the race after each step, to the end."""
    for _ in range(MOST_STEPS):
        yield race
        if ruleset.is_over(race):
            return
        door.at_checkpoint(race)
        ruleset.step(race)
    raise AssertionError(f"the race does not end within {MOST_STEPS} checkpoints")


def state(match: Match) -> tuple[object, ...]:
    """The visible state of a match; for long lists only their length and their end."""
    lately = [
        (len(entries), tuple(map(str, entries[-LATELY:])))
        for entries in (match.entries, match.told)
    ]
    return words_before_door(match.race), match.asks, match.is_over, *lately


def at_most(random: Random, match: Match) -> int:
    """A random number of answers, at most as many as were given."""
    return random.randrange(len(match.entries) + 1)


def words_before_door(race: Any) -> bytes:
    """The race without its door: what a position holds or the start determines."""
    return words_of(race, race.fields[:-1])


def words_of(race: object, fields: Iterable[Field]) -> bytes:
    """The words of these fields of a race in its plain form."""
    words = array("q")
    for field in fields:
        value = getattr(race, field.name)
        for part in value if field.length else (value,):
            if field.record:
                part.flatten(words)
            else:
                words.append(part)
    return words.tobytes()


def difference(kind: type[Record], one: bytes, other: bytes) -> str:
    """The first field in which two records differ, and how; '' if they are equal."""
    size = 8
    if one == other:
        return ""
    for index in range(0, max(len(one), len(other)), size):
        a, b = one[index : index + size], other[index : index + size]
        if a != b:
            values = [int.from_bytes(word, "little", signed=True) for word in (a, b)]
            return f"{name_of_word(kind, index // size)} is {values[0]} and {values[1]}"
    return ""


def name_of_word(kind: type[Record], word: int) -> str:
    """The name of the field at this 64-bit integer of a record: `karts[2].momentum`."""
    for field in kind.fields:
        if word < field.words:
            return _name_within(field, word)
        word -= field.words
    raise IndexError(word)


def _name_within(field: Field, word: int) -> str:
    each = field.words // max(field.length, 1)
    name = f"{field.name}[{word // each}]" if field.length else field.name
    return f"{name}.{name_of_word(field.record, word % each)}" if field.record else name
