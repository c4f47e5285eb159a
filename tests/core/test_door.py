"""The one door: tape, refusal, asks of one option, groups, live play, the journal."""

from __future__ import annotations

from typing import Any

import pytest
from tests.toy import race as toy

from wreckoning.core import door
from wreckoning.core.door import (
    DICE,
    ENTRIES,
    at_checkpoint,
    choose,
    offer,
    offer_once,
    offer_range,
    offer_two,
    plus,
    pose,
    reply,
    roll,
    seed_race,
    tell,
    tell_roll,
)
from wreckoning.core.errors import JournalFull, Refused, Suspended
from wreckoning.core.ids import SeatIndex

WHAT = toy.Question.WAY


def race_with(*tape: int) -> toy.Race:
    race = toy.Race()
    race.number = 3
    race.door.tape[: len(tape)] = tape
    race.door.given = len(tape)
    return race


def last(race: Any, index: int) -> int:
    """A policy: the last option."""
    ask = race.door.asks[index]
    return int(ask.options[ask.count - 1])


@pytest.fixture(autouse=True)
def _last_is_handed_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(door.DECIDES, toy.Race, last)


def ask(race: toy.Race, seat: SeatIndex, *options: int) -> None:
    pose(race, WHAT, seat, 7)
    for option in options:
        offer(race, option)


def test_options_are_offered_one_after_another() -> None:
    race = race_with()
    pose(race, WHAT, 0, 7)
    offer_two(race, 9, 3)
    offer_range(race, 5, 7)
    offer_range(race, 8, 7)
    for option in (3, 4, 7, 4):
        offer_once(race, option)
    offered = race.door.asks[0]
    assert offered.options[: offered.count] == [9, 3, 5, 6, 7, 4]


def test_answer_comes_from_the_tape() -> None:
    race = race_with(20, 30)
    ask(race, 1, 10, 20)
    assert choose(race) == 20
    assert (race.door.used, race.door.open) == (1, 0)
    ask(race, 1, 30, 20)
    assert choose(race) == 30
    assert race.door.used == 2


def test_without_an_answer_the_ask_stands_open() -> None:
    race = race_with()
    ask(race, 1, 10, 20)
    with pytest.raises(Suspended):
        choose(race)
    assert race.door.open == 1
    found = race.door.asks[0]
    assert (found.by, found.question, found.subject, found.count) == (1, WHAT, 7, 2)
    assert found.options[:2] == [10, 20]


@pytest.mark.parametrize("answer", [30, 0, -1, 11])
def test_a_wrong_answer_is_refused(answer: int) -> None:
    race = race_with(answer)
    race.door.asks[0].options[2] = 30  # left over from another ask
    ask(race, 1, 10, 20)
    with pytest.raises(Refused):
        choose(race)


def test_single_option_is_not_asked() -> None:
    race = race_with(20)
    ask(race, 1, 10)
    assert choose(race) == 10
    assert race.door.used == 0
    ask(race, 1, 20, 30)
    assert choose(race) == 20


def test_group_collects_answers_of_asked_seats() -> None:
    """Ann and Cid are asked, Bob has no choice: two answers, three replies."""
    race = race_with(2, 8)
    ask(race, 0, 1, 2)
    ask(race, 1, 5)
    ask(race, 2, 8, 9)
    assert choose(race) == 2
    assert [reply(race, index) for index in range(3)] == [2, 5, 8]


@pytest.mark.parametrize("tape", [(), (2,)])
def test_a_group_waits_for_all(tape: tuple[int, ...]) -> None:
    race = race_with(*tape)
    ask(race, 0, 1, 2)
    ask(race, 1, 5)
    ask(race, 2, 8, 9)
    with pytest.raises(Suspended):
        choose(race)
    assert race.door.open == 3


def test_new_ask_has_no_options_of_the_last() -> None:
    race = race_with(1, 3)
    ask(race, 0, 1, 2)
    choose(race)
    ask(race, 0, 3, 4)
    choose(race)
    assert race.door.asks[0].options[: race.door.asks[0].count] == [3, 4]


def test_die_comes_from_the_tape() -> None:
    race = race_with(1, 6)
    assert [roll(race, WHAT, 2, 6), roll(race, WHAT, 2, 6)] == [1, 6]
    with pytest.raises(Suspended):
        roll(race, WHAT, 2, 6)
    found = race.door.asks[0]
    assert race.door.open == 1
    assert (found.by, found.question, found.subject, found.count) == (DICE, WHAT, 2, 6)


@pytest.mark.parametrize("face", [0, 7, -1])
def test_impossible_face_is_refused(face: int) -> None:
    with pytest.raises(Refused):
        roll(race_with(face), WHAT, 2, 6)


def test_a_die_of_one_side_is_not_rolled() -> None:
    race = race_with(5)
    assert roll(race, WHAT, 2, 1) == 1
    assert race.door.used == 0


def test_live_play_uses_generator_and_policy() -> None:
    """Dice by the generator, choices by the policy; what is on the tape comes first."""
    race = race_with(3, 10)
    seed_race(race, 1, 0)
    assert roll(race, WHAT, 0, 6) == 3
    ask(race, 0, 10, 20)
    assert choose(race) == 10
    rolls = [roll(race, WHAT, 0, 6) for _ in range(200)]
    assert set(rolls) == set(range(1, 7))
    ask(race, 0, 10, 20, 30)
    ask(race, 1, 40, 50)
    assert choose(race) == 30
    assert reply(race, 1) == 50
    other = race_with()
    seed_race(other, 1, 0)
    assert [roll(other, WHAT, 0, 6) for _ in range(200)] == rolls
    seed_race(other, 1, 1)
    assert [roll(other, WHAT, 0, 6) for _ in range(200)] != rolls


def test_whims_have_a_generator_of_their_own() -> None:
    race = race_with()
    seed_race(race, 1, 0)
    before = list(race.door.dice)
    taken = set()
    for _ in range(60):
        ask(race, 0, 10, 20, 30)
        taken.add(door.at_random(race, race.door.asks[0]))
        race.door.open = 0
    assert taken == {10, 20, 30}
    assert race.door.dice == before


def test_journal_records_events() -> None:
    race = race_with()
    tell(race, 11, 1, 2, 3, 4, 5)
    assert race.door.told == 0, "nobody reads it"
    race.door.journaling = 1
    tell(race, 11, 1, 2, 3, 4, 5)
    assert plus(race, 2, 9, -1) == -1
    assert plus(race, 2, 9, 0) == 0
    tell_roll(race, 2, WHAT, 4, 3)
    assert race.door.told == 3
    assert race.door.journal[:18] == [
        *(11, 1, 2, 3, 4, 5),
        *(door.MODIFIER, 2, 9, -1, 0, 0),
        *(door.ROLL, 2, WHAT, 4, 3, 0),
    ]
    at_checkpoint(race)
    assert race.door.told == 0
    for _ in range(ENTRIES):
        tell(race, 11, 1, 0, 0, 0, 0)
    with pytest.raises(JournalFull):
        tell(race, 11, 1, 0, 0, 0, 0)


def test_a_checkpoint_empties_the_tape() -> None:
    race = race_with(2, 3)
    ask(race, 0, 2, 3)
    choose(race)
    at_checkpoint(race)
    assert (race.door.given, race.door.used, race.door.open) == (0, 0, 0)
    with pytest.raises(Suspended):
        roll(race, WHAT, 0, 6)
