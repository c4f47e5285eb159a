"""Positions: the record as JSON, names for numbers, laid over what there is."""

from __future__ import annotations

import json
from enum import IntEnum
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wreckoning.core.errors import Malformed
from wreckoning.core.ids import SeatIndex, as_seat, seat_range
from wreckoning.core.play.position import LARGEST, lay_over, to_json
from wreckoning.core.records import (
    GIVEN,
    MAX_SEATS,
    NOBODY,
    PER_SEAT,
    SEAT,
    Between,
    Record,
    pack,
)

NAMES = ["Ann", "Bob", "2"]


class Colour(IntEnum):
    NONE = 0
    RED = 1
    DARK_BLUE = 2


class Shell(Record):
    due: int
    owner: Annotated[SeatIndex, SEAT]


class Car(Record):
    speed: int
    colour: Annotated[int, Colour]
    hand: Annotated[list[int], 3, Colour]
    turbo: Annotated[int, bool]
    rival: Annotated[SeatIndex, SEAT]
    secret: Annotated[int, GIVEN]


class Tank(Record):
    fuel: Annotated[int, Between(0, 9)]


class Race(Record):
    turn: int
    cars: Annotated[list[Car], PER_SEAT]
    order: Annotated[list[SeatIndex], PER_SEAT, SEAT]
    marks: Annotated[list[int], 4]
    targets: Annotated[list[SeatIndex], 2, SEAT]
    shells: Annotated[list[Shell], 3]
    shell: Shell
    fixed: Annotated[int, GIVEN]


def empty() -> Race:
    race = Race()
    race.shell.owner = NOBODY
    race.order = [NOBODY] * MAX_SEATS
    race.targets = [NOBODY] * 2
    for car in race.cars:
        car.rival = NOBODY
    for shell in race.shells:
        shell.owner = NOBODY
    return race


def laid(changes: Any, race: Race | None = None) -> Race:
    race = race or empty()
    lay_over(race, changes, NAMES)
    return race


def refused(changes: Any) -> str:
    with pytest.raises(Malformed) as found:
        laid(changes)
    return str(found.value)


def test_position_as_json() -> None:
    race = empty()
    race.turn, race.fixed = 3, 9
    race.order[:3] = [2, 0, 1]
    race.marks[1] = 5
    race.shells[1].due, race.shells[1].owner = 4, 1
    bob = race.cars[1]
    bob.speed, bob.colour, bob.turbo, bob.rival, bob.secret = -2, Colour.DARK_BLUE, 1, 0, 8
    bob.hand[0] = Colour.RED
    plain = {"speed": 0, "colour": "none", "hand": [], "turbo": False, "rival": None}
    assert to_json(race, NAMES) == {
        "turn": 3,
        "cars": {
            "Ann": plain,
            "Bob": {
                "speed": -2,
                "colour": "dark_blue",
                "hand": ["red"],
                "turbo": True,
                "rival": "Ann",
            },
            "2": plain,
        },
        "order": ["2", "Ann", "Bob"],
        "marks": [0, 5],
        "targets": [],
        "shells": [{"due": 0, "owner": None}, {"due": 4, "owner": "Bob"}],
        "shell": {"due": 0, "owner": None},
    }


seat = st.integers(NOBODY, len(NAMES) - 1).map(as_seat)
number = st.integers(-LARGEST, LARGEST)
colour = st.integers(0, 2)


@st.composite
def races(draw: st.DrawFn) -> Race:
    race = empty()
    race.turn, race.shell.due, race.shell.owner = draw(number), draw(number), draw(seat)
    race.marks = draw(st.lists(number, min_size=4, max_size=4))
    race.targets = draw(st.lists(seat, min_size=2, max_size=2))
    race.order[: len(NAMES)] = draw(st.permutations(list(seat_range(len(NAMES)))))
    for shell in race.shells:
        shell.due, shell.owner = draw(number), draw(seat)
    for car in race.cars[: len(NAMES)]:
        car.speed, car.colour, car.turbo = draw(number), draw(colour), draw(st.integers(0, 1))
        car.rival = draw(seat)
        car.hand = draw(st.lists(colour, min_size=3, max_size=3))
    return race


@given(races(), races())
def test_position_reads_back_over_any_race(race: Race, other: Race) -> None:
    """Whatever was there before, a whole position leaves nothing of it."""
    document = json.loads(json.dumps(to_json(race, NAMES)))
    for under in (empty(), other, race.copy()):
        assert pack(laid(document, under)) == pack(race)


def test_a_partial_position_leaves_the_rest() -> None:
    race = empty()
    race.turn, race.cars[0].speed, race.cars[1].speed, race.fixed = 4, 1, 2, 7
    race.cars[0].hand = [1, 2, 1]
    race.marks = [1, 2, 3, 4]
    race.shells[0].due = race.shells[2].due = 8
    changes = {
        "cars": {"Bob": {"rival": "2"}, "0": {"hand": {"1": "red"}}},
        "marks": {"2": 9},
        "shells": {"2": {"owner": "Ann"}},
    }
    laid(changes, race)
    assert (race.turn, race.fixed, race.cars[0].speed, race.cars[1].speed) == (4, 7, 1, 2)
    assert race.cars[1].rival == 2
    assert race.cars[0].hand == [1, 1, 1]
    assert race.marks == [1, 2, 9, 4]
    assert [(shell.due, shell.owner) for shell in race.shells] == [(8, -1), (0, -1), (8, 0)]


def test_list_replaces_all_unless_it_is_by_seats() -> None:
    race = laid({"marks": [7, 7, 7, 7], "targets": ["Ann", "Bob"], "order": ["Bob", "Ann", "2"]})
    race.shells[1].due = race.shells[2].due = race.cars[1].speed = 8
    laid({"marks": [1], "targets": [], "shells": [{}, {"owner": "Ann"}], "order": ["2"]}, race)
    assert race.marks == [1, 0, 0, 0]
    assert race.targets == [NOBODY, NOBODY]
    assert [(shell.due, shell.owner) for shell in race.shells] == [(0, -1), (8, 0), (0, -1)]
    assert race.order[:4] == [2, 0, 2, NOBODY]
    laid({"cars": [{"speed": 1}]}, race)
    assert [car.speed for car in race.cars[:3]] == [1, 8, 0]


def test_values_are_read_by_number_or_name() -> None:
    race = laid({"cars": {"Ann": {"colour": 2, "turbo": 1, "rival": 1, "hand": ["RED", 0]}}})
    ann = race.cars[0]
    assert (ann.colour, ann.turbo, ann.rival, ann.hand) == (2, 1, 1, [1, 0, 0])
    assert laid({"cars": {"Ann": {"colour": "Dark Blue", "rival": None}}}).cars[0].colour == 2
    assert laid({"cars": {"Ann": {"colour": None}}}).cars[0].colour == 0
    assert laid({"shell": {"owner": -1}}).shell.owner == NOBODY


def test_a_seat_called_by_a_number() -> None:
    """A name goes before an index."""
    assert laid({"cars": {"2": {"speed": 5}}}).cars[2].speed == 5
    assert laid({"cars": {"1": {"speed": 5}}}).cars[1].speed == 5


def test_given_places_are_recorded() -> None:
    given_places = lay_over(
        empty(), {"turn": 1, "cars": {"Bob": {"hand": ["red"]}}, "shells": [{"due": 1}]}, NAMES
    )
    assert given_places == {
        ("turn",),
        ("cars",),
        ("cars", 1, "hand"),
        ("shells",),
        ("shells", 0, "due"),
    }


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ([], "position: expected an object, found []"),
        (None, "position: expected an object, found null"),
        ({"trun": 1}, "position: no field 'trun'; expected one of turn, "),
        ({"trun": 1}, "did you mean turn?"),
        ({"fixed": 1}, "position: no field 'fixed'"),
        ({"cars": {"Ann": {"secret": 1}}}, "position.cars[Ann]: no field 'secret'"),
        ({"turn": "1"}, 'position.turn: expected a whole number, found "1"'),
        ({"turn": 1.0}, "position.turn: expected a whole number, found 1.0"),
        ({"turn": True}, "position.turn: expected a whole number, found true"),
        ({"turn": None}, "position.turn: expected a whole number, found null"),
        ({"turn": LARGEST + 1}, "position.turn: expected a whole number, found 1000001"),
        ({"turn": -LARGEST - 1}, "position.turn: expected a whole number"),
        ({"shell": 3}, "position.shell: expected an object, found 3"),
        ({"shell": {"owner": "Cid"}}, "position.shell.owner: no seat 'Cid'; expected one of Ann"),
        ({"shell": {"owner": 3}}, "position.shell.owner: no seat '3'"),
        ({"shell": {"owner": -2}}, "position.shell.owner: no seat '-2'"),
        ({"shell": {"owner": True}}, "position.shell.owner: no seat 'True'"),
        ({"shell": {"owner": []}}, "position.shell.owner: no seat '[]'"),
        ({"cars": 1}, "position.cars: expected a list of at most 3 or an object, found 1"),
        ({"cars": [{}] * 4}, "position.cars: expected a list of at most 3"),
        ({"cars": {"Cid": {}}}, "position.cars: no seat 'Cid'"),
        ({"cars": {"3": {}}}, "position.cars: no seat '3'"),
        ({"cars": {"-1": {}}}, "position.cars: no seat '-1'"),
        ({"cars": {"Ann": 5}}, "position.cars[Ann]: expected an object, found 5"),
        ({"cars": {"Ann": {"turbo": 2}}}, "position.cars[Ann].turbo: expected true or false"),
        ({"cars": {"Ann": {"turbo": "yes"}}}, "position.cars[Ann].turbo: expected true or false"),
        ({"cars": {"Ann": {"turbo": 1.0}}}, "position.cars[Ann].turbo: expected true or false"),
        ({"cars": {"Ann": {"turbo": "1"}}}, "position.cars[Ann].turbo: expected true or false"),
        ({"cars": {"Ann": {"turbo": None}}}, "position.cars[Ann].turbo: expected true or false"),
        ({"cars": {"Ann": {"colour": "green"}}}, "position.cars[Ann].colour: no colour 'green'"),
        ({"cars": {"Ann": {"colour": 3}}}, "position.cars[Ann].colour: no colour '3'"),
        ({"cars": {"Ann": {"colour": True}}}, "position.cars[Ann].colour: no colour 'True'"),
        ({"cars": {"Ann": {"hand": ["red"] * 4}}}, ".hand: expected a list of at most 3"),
        ({"cars": {"Ann": {"hand": {"3": "red"}}}}, ".hand: expected an index below 3, found"),
        ({"cars": {"Ann": {"hand": {"Ann": "red"}}}}, ".hand: expected an index below 3"),
        ({"cars": {"Ann": {"hand": {"9" * 5000: "red"}}}}, ".hand: expected an index below 3"),
        ({"marks": [1, "x"]}, 'position.marks[1]: expected a whole number, found "x"'),
        ({"order": ["Ann", "Cid"]}, "position.order[1]: no seat 'Cid'"),
        ({"targets": {"0": "Cid"}}, "position.targets[0]: no seat 'Cid'"),
        ({"shells": [{"due": "now"}]}, "position.shells[0].due: expected a whole number"),
    ],
    ids=str,
)
def test_faults_are_named_with_their_place(changes: Any, words: str) -> None:
    message = refused(changes)
    assert words in message
    assert len(message) < 400
    assert "\n" not in message


def test_seat_number_out_of_range_is_shown_as_none() -> None:
    """Part-way through a slot a field may hold anything."""
    race = empty()
    race.shell.owner = 7
    assert to_json(race, NAMES)["shell"]["owner"] is None


def test_a_number_is_within_its_declared_range() -> None:
    tank = Tank()
    for fuel in (0, 9):
        lay_over(tank, {"fuel": fuel}, NAMES)
        assert tank.fuel == fuel
    for fuel in (-1, 10, True):
        with pytest.raises(Malformed, match="fuel: expected a whole number from 0 to 9"):
            lay_over(tank, {"fuel": fuel}, NAMES)
