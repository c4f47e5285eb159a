"""The report: a driver's turn in a few lines, with its dice and rules."""

from __future__ import annotations

from typing import get_args

import pytest
from tests.rush.table import course, with_lanes
from tests.rush.view_table import answer, match_at, moving, rookies

from wreckoning.core.events import Roll
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Seat
from wreckoning.core.shown import BAD, DIE, GOOD
from wreckoning.rulesets.rush import view
from wreckoning.rulesets.rush.courses import load
from wreckoning.rulesets.rush.events import VOCABULARY, Rolled, RushEvent
from wreckoning.rulesets.rush.race import Equipment
from wreckoning.rulesets.rush.ruleset import RULESET
from wreckoning.rulesets.rush.view.sentences import words

BLOCKED = with_lanes("........", "........", "..#.....", "........", "........")


def texts(match_lines: list[object]) -> list[str]:
    return [str(getattr(line, "text", "")) for line in match_lines]


def test_n9_to_n13_the_gearstick_and_its_dice_are_one_line() -> None:
    match = match_at(
        phase="gear",
        rounds=3,
        queue=["Ann", "Bob", "Cid"],
        slot=0,
        cars={
            "Ann": {"square": "2.c.1", "gear": "g4_8", "heat": 1},
            "Bob": {"square": "1.a.1", "gear": "g4_8"},
            "Cid": {"square": "1.e.1", "gear": "g4_8"},
        },
    )
    zone = match.race.matrix.zone[match.asks[0].options[match.asks[0].names.index("g4_9")]]
    lines = answer(match, "g4_9", "done", *[1] * zone, 3, 5)
    first = lines[0]
    heat = " ".join(["⚀ 1"] * zone)
    assert first.text == (
        f"Ann accelerated to speed 9 in gear 4; red {heat} (heat 1→{1 + zone}); "
        "white ⚂ 3 ⚄ 5: 5 lane changes"
    )
    assert {"N9", "N12", "N13"} <= set(first.rules)
    assert [part.face for part in first.parts if part.kind == DIE] == [*[1] * zone, 3, 5]


def test_n15_a_way_is_one_line() -> None:
    match = moving("g2_5", {"Ann": {"square": "2.c.1"}})
    lines = answer(match, "mine") if "mine" in match.asks[0].names else []
    lines = answer(match, "2.a.6")
    assert lines[0].text == "Ann drove 5 squares to Plain_2, far left lane (lanes: 2 left)"


def test_n21_a_rush_tells_its_dice_and_what_both_lost() -> None:
    match = moving("g2_5", {"Ann": {"square": "2.c.1"}, "Bob": {"square": "2.c.3"}})
    lines = answer(match, "rush 2.c.3", 1, 3, 6, 6)
    assert texts(list(lines))[:2] == [
        "Ann drove 1 square to Plain_2, middle lane",
        "Ann ran into the back of Bob: ⚀ 1 ⚂ 3 ⚅ 6 ⚅ 6 (Ann structure 9→8, Bob structure 9→7)",
    ]
    assert set(lines[1].names) == {"Ann", "Bob"}
    assert lines[1].parts[-1].tone == BAD


@pytest.mark.parametrize(
    ("face", "text"),
    [
        (2, "Ann rammed Bob on the right: ⚁ 2 (structure 9→8), Bob stood firm"),
        (4, "Ann rammed Bob on the right: ⚃ 4, pushed Bob into the far right lane"),
        (
            6,
            "Ann rammed Bob on the right: ⚅ 6, pushed Bob into the far right lane "
            "(Bob structure 9→8)",
        ),
    ],
)
def test_n19_a_ram(face: int, text: str) -> None:
    match = moving("g2_5", {"Ann": {"square": "2.c.1"}, "Bob": {"square": "2.d.2"}})
    assert answer(match, "ram 2.d.2", face)[0].text == text


def test_n18_an_obstruction_and_the_way_around_it() -> None:
    match = moving("g2_5", {"Ann": {"square": "2.c.2"}}, BLOCKED)
    lines = answer(match, "hit 2.c.3", "2.b.3")
    assert texts(list(lines))[:2] == [
        "Ann hit an obstruction in Second (structure 9→8)",
        "Ann drove 1 square to Second, left lane (lanes: 1 left)",
    ]


def test_n21_all_dice_of_a_rush_stand_in_its_line_even_if_the_first_destroys_the_target() -> None:
    bob = {"square": "2.c.4", "structure": 1}
    match = moving("g2_5", {"Ann": {"square": "2.c.1"}, "Bob": bob})
    assert texts(list(answer(match, "rush 2.c.4", 2, 6, 1)))[1:3] == [
        "Ann ran into the back of Bob: ⚁ 2 ⚅ 6 ⚀ 1 (Ann structure 9→7, Bob structure 1→0)",
        "Bob was destroyed on Plain_2, middle lane, square 4: crushed in a Rush 'n' Crush",
    ]


def test_n22_a_shot() -> None:
    ann = {"square": "2.c.1", "armed": [0, 0, 1, 0, 0, 0]}
    match = moving("g2_5", {"Ann": ann, "Bob": {"square": "2.c.3"}})
    line = answer(match, "use machine_gun", 1, 5)[0]
    assert line.text == (
        "Ann fired the Machine Gun at Bob, 2 squares ahead: ⚀ 1 ⚄ 5, 1 hit (Bob structure 9→8)"
    )
    assert {"N16", "N22"} <= set(line.rules)


def test_n3_who_is_destroyed_is_told_with_the_cause() -> None:
    ann = {"square": "2.c.1", "armed": [0, 0, 1, 0, 0, 0]}
    match = moving("g2_5", {"Ann": ann, "Bob": {"square": "2.c.4", "structure": 1}})
    line = answer(match, "use machine_gun", 2)[1]
    assert line.text == (
        "Bob was destroyed on Plain_2, middle lane, square 4: shot to pieces by Ann's Machine Gun"
    )
    assert line.parts[0].tone == BAD


def test_n17_a_mine_is_told_on_the_way() -> None:
    cards = {"Ann": "ironclad", "Bob": "gravedigger", "Cid": "hornet"}
    seats = [Seat(name, setup={"car": card}) for name, card in cards.items()]
    position = {
        "phase": "move",
        "rounds": 2,
        "queue": ["Ann", "Bob", "Cid"],
        "slot": 0,
        "cars": {
            "Ann": {"square": "2.c.1", "gear": "g2_5"},
            "Bob": {"square": "1.a.1", "gear": "g4_8"},
            "Cid": {"square": "1.e.1", "gear": "g4_8"},
        },
        "mines": [{"square": "2.c.2", "owner": "Bob"}],
    }
    match = Match(RULESET, load(course()), seats, {}, start_position=position)
    line = answer(match, "2.c.2", 2)[0]
    assert line.text == (
        "Ann drove 1 square to Plain_2, middle lane; through a mine: ⚁ 2 (structure 9→8)"
    )


def test_n21_a_rush_without_damage_says_so() -> None:
    match = moving("g2_5", {"Ann": {"square": "2.c.1"}, "Bob": {"square": "2.c.4"}})
    lines = texts(list(answer(match, "rush 2.c.4", 5, 6, 6)))
    assert lines[1] == "Ann ran into the back of Bob: ⚄ 5 ⚅ 6 ⚅ 6, no harm"


def test_n24_of_a_boost_each_die_is_told_with_what_it_is_for() -> None:
    """Heat, the mine that is met on the way, and heat again: no die stands for another."""
    seats = [Seat("Ann", setup={"car": "gravedigger"}), Seat("Bob", setup={"car": "tortoise"})]
    booster = int(Equipment.BOOSTER)
    ann = {"square": "2.c.1", "gear": "g2_5", "heat": 1, "mines": 2}
    position = {
        "phase": "after",
        "rounds": 2,
        "queue": ["Ann", "Bob"],
        "slot": 0,
        "cars": {
            "Ann": {**ann, "armed": [int(each == booster) for each in Equipment]},
            "Bob": {"square": "1.a.1", "gear": "g4_8"},
        },
        "mines": [{"square": "2.c.4", "owner": "Bob"}],
    }
    match = Match(RULESET, load(course()), seats, {}, start_position=position)
    line = answer(match, "boost 3", 1, "mine", 5, "done", 3, 2)[0]
    assert line.text == (
        "Ann boosted 3 squares to Plain_2, middle lane; red ⚀ 1; dropped a mine; red ⚄ 5; "
        "through a mine: ⚂ 3; red ⚁ 2 (heat 1→3, structure 6→5)"
    )
    assert {"N17", "N24", "N26"} <= set(line.rules)


@pytest.mark.parametrize("course", ["gasworks_run", "knackers_yard", "broken_crown"])
@pytest.mark.parametrize("seed", [1, 2])
def test_every_event_has_a_sentence_and_every_die_is_told(course: str, seed: int) -> None:
    match = rookies(course, seed)
    events = match.events()
    assert all(words(match, event) for event in events if not isinstance(event, Roll))
    lines = view.log_lines(match, events)
    dice = [part for line in lines for part in line.parts if part.kind == DIE]
    assert len(dice) == sum(isinstance(event, Roll) for event in events)
    headings = [line.text for line in lines if line.heading]
    assert headings == [f"Round {number}" for number in range(1, match.race.rounds + 1)]
    assert sum(view.new_turn(event) > 0 for event in events) == match.race.rounds
    winner = next(line for line in lines if "won the race" in line.text)
    assert winner.parts[0].tone == GOOD
    assert all(line.text == line.text.strip() and "  " not in line.text for line in lines)


def test_readers_know_every_event_that_is_declared() -> None:
    """`assert_never` holds them to the union, and this the union to what is declared."""
    assert {*get_args(RushEvent)} == {*VOCABULARY.events, Rolled}


@pytest.mark.slow
def test_n24_of_dice_with_the_same_purpose_the_change_is_told_after_the_last() -> None:
    """The red dice of a boost around an obstruction: "red 1 1 1 (heat 0→3)"."""
    booster = [int(each == Equipment.BOOSTER) for each in Equipment]
    position = {
        "phase": "after",
        "rounds": 2,
        "queue": ["Ann", "Bob"],
        "slot": 0,
        "cars": {
            "Ann": {"square": "2.c.2", "gear": "g2_5", "armed": booster},
            "Bob": {"square": "1.a.1", "gear": "g4_8"},
        },
    }
    match = Match(RULESET, load(BLOCKED), [Seat("Ann"), Seat("Bob")], {}, start_position=position)
    lines = answer(match, "boost 3", "2.b.3", 1, 1, 1)
    assert texts(list(lines))[2] == (
        "Ann drove 3 squares to Second, left lane (lanes: 1 left); red ⚀ 1 ⚀ 1 ⚀ 1 (heat 0→3)"
    )
