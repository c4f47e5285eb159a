"""Events: declared once, told, read back, as JSON and in words."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

import pytest
from tests.toy.race import Race

from wreckoning.core import door
from wreckoning.core.declared import Asked, Declared
from wreckoning.core.events import (
    DECLARED,
    Anyone,
    Event,
    Named,
    Roll,
    Scaled,
    Seat,
    Vocabulary,
    event_json,
    in_words,
    tell,
)
from wreckoning.core.records import NOBODY

NAMES = ("Ann", "Bob")


class Gun(IntEnum):
    MACHINE_GUN = 0
    SAW = 1


class Question(Asked):
    GUN_DIE = "N22", "Machine Gun"


class Modifier(Declared):
    SIDE_BUMPER = "N19"


class Begins(Event, rule="N8", words="Round {round}"):
    round: int


class Shot(Event, rule="N22", words="{who} aimed the {gun} at {target}: {hits:hit}"):
    who: Seat
    gun: Annotated[int, Gun]
    target: Anyone
    hits: int


class _Change(Event, words="{who}: {name} {now}"):
    who: Seat
    now: int

    @property
    def rule(self) -> str:
        return "N3" if self.now else "N5"


class Heat(_Change):
    """Its rule depends on what is left."""


class Held(Event, rule="D6", words="{who} came {place:th} from {from_}"):
    who: Seat
    from_: int
    place: int
    clear: bool


EVENTS: list[type[Event]] = [Begins, Shot, Heat, Held]
TOLD = Vocabulary(DECLARED[__name__], Question, Modifier)


def journal(*events: Event) -> list[list[int]]:
    race = Race()
    race.door.journaling = 1
    for event in events:
        tell(race, event)
    words, size = race.door.journal, door.ENTRY
    return [list(words[at * size : (at + 1) * size]) for at in range(race.door.told)]


def test_codes_count_in_the_order_of_declaration() -> None:
    assert [kind.code for kind in EVENTS] == [door.FIRST_EVENT + n for n in range(4)]
    assert [kind.name for kind in EVENTS] == ["begins", "shot", "heat", "held"]


@pytest.mark.parametrize(
    ("event", "entry", "json"),
    [
        (Begins(3), [10, NOBODY, 3, 0, 0, 0], {"event": "begins", "rule": "N8", "round": 3}),
        (
            Shot(1, Gun.SAW, 0, 2),
            [11, 1, 1, 0, 2, 0],
            {
                **{"event": "shot", "rule": "N22", "who": "Bob"},
                **{"gun": "saw", "target": "Ann", "hits": 2},
            },
        ),
        (Heat(0, 0), [12, 0, 0, 0, 0, 0], {"event": "heat", "rule": "N5", "who": "Ann", "now": 0}),
        (
            Held(0, 4, 2, True),
            [13, 0, 4, 2, 1, 0],
            {**{"event": "held", "rule": "D6", "who": "Ann"}, "from": 4, "place": 2, "clear": True},
        ),
    ],
)
def test_told_events_read_back(event: Event, entry: list[int], json: dict[str, object]) -> None:
    assert journal(event) == [entry]
    assert type(event).read(entry) == event
    assert event_json(event, NAMES) == json


def test_nobody_reads_as_none() -> None:
    (entry,) = journal(Shot(0, Gun.SAW, NOBODY, 0))
    event = Shot.read(entry)
    assert event.target is None
    assert event_json(event, NAMES)["target"] is None


def test_nothing_is_recorded_without_a_journal() -> None:
    race = Race()
    tell(race, Begins(1))
    assert race.door.told == 0


def test_modifiers_stand_in_the_roll_that_follows_them_at_once() -> None:
    """What was counted for a pool without a die is no matter of the next die."""
    modifier = [door.MODIFIER, 1, int(Modifier.SIDE_BUMPER), 1, 0, 0]
    others = [door.MODIFIER, 0, int(Modifier.SIDE_BUMPER), -1, 0, 0]
    roll = [door.ROLL, 1, int(Question.GUN_DIE), 3, 4, 0]
    (begins,) = journal(Begins(1))
    told = list(TOLD.read([modifier, begins, roll, others, modifier, roll]))
    plain: Roll[Question, Modifier] = Roll(1, Question.GUN_DIE, 3, (), 4)
    bumped = Roll(1, Question.GUN_DIE, 3, ((Modifier.SIDE_BUMPER, 1),), 4)
    assert told == [Begins(1), plain, bumped]
    assert event_json(bumped, NAMES) == {
        **{"event": "roll", "rule": "N22", "who": "Bob", "question": "gun_die"},
        **{"natural": [3], "result": 4},
        "modifiers": [{"name": "side_bumper", "value": 1, "rule": "N19"}],
    }


class Track:
    """A course that knows its gates by name."""

    gates = ("Narrow Gate", "Wide Gate")


class Passed(Event, rule="N7", words="{who} passed the {gate} by {way}, {by}"):
    who: Seat
    gate: Annotated[int, Named(lambda course, gate: course.gates[gate])]
    way: Annotated[int, Scaled(1000, "inches")]
    by: Annotated[int | None, Named(lambda _, car: f"#{car}", or_nobody=True)]

    def by_course(self, course: Track) -> dict[str, object]:
        return {"gates": len(course.gates)}


def test_events_show_units_and_course_names() -> None:
    told = Vocabulary([*EVENTS, Passed], Question, Modifier)
    (event,) = told.read(journal(Passed(0, 1, 2500, NOBODY)))
    assert event == Passed(0, 1, 2500, None)
    assert event_json(event, NAMES, Track()) == {
        **{"event": "passed", "rule": "N7", "who": "Ann"},
        **{"gate": "Wide Gate", "way": 2.5, "by": None, "gates": 2},
    }
    assert in_words(event, NAMES, Track()) == "Ann passed the Wide Gate by 2.5, nobody"


def test_events_have_their_declared_words() -> None:
    say = {Gun: lambda gun: Gun(gun).name.replace("_", " ").title()}
    found = [
        in_words(event, NAMES, say=say) for event in (Begins(3), Shot(1, Gun.MACHINE_GUN, None, 1))
    ]
    assert found == ["Round 3", "Bob aimed the Machine Gun at nobody: 1 hit"]
    assert in_words(Heat(0, 2), NAMES) == "Ann: heat 2"
    assert in_words(Held(0, 4, 2, True), NAMES) == "Ann came 2nd from 4"


def test_event_with_too_many_fields_is_refused_at_declaration() -> None:
    with pytest.raises(TypeError, match="Wide: an event has at most 4 fields besides `who`"):

        class Wide(Event, rule="N1", words=""):
            a: int
            b: int
            c: int
            d: int
            e: int
