"""Odds before the choice: ways that are joined and ways left out never make a number wrong."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tests.rtd.table import course_with, kart, put, table

from wreckoning.core.dice import Seeded
from wreckoning.core.door import DICE, ENTRY, take_up
from wreckoning.core.errors import Suspended
from wreckoning.core.events import Event
from wreckoning.core.ids import SeatIndex
from wreckoning.core.match import Match
from wreckoning.core.records import pack
from wreckoning.core.ruleset import Seat, find_ruleset
from wreckoning.odds.trials import Chance, FoundWays, by_face, chance, needed, percent
from wreckoning.rulesets.rtd import view
from wreckoning.rulesets.rtd.events import Hit, LeftLying, Passed, PassFailed, PulledAhead, Rammed
from wreckoning.rulesets.rtd.numbers import Item
from wreckoning.rulesets.rtd.race import Kart, Race
from wreckoning.rulesets.rtd.rules.actions import drive_aggressively, power_slide
from wreckoning.rulesets.rtd.rules.bombs import throw_bomb
from wreckoning.rulesets.rtd.rules.litter import lay
from wreckoning.rulesets.rtd.rules.movement import try_to_pull_ahead
from wreckoning.rulesets.rtd.rules.passing import pass_attempt, ram
from wreckoning.rulesets.rtd.rules.shells import Direction, green_shell
from wreckoning.rulesets.rtd.view.trials import PASSING, trials
from wreckoning.show.orders import Language, read_orders
from wreckoning.show.standing_answers import decide

RTD = find_ruleset("rtd")
Action = Callable[[Race, Kart], Any]


def one_by_one(race: Race, seat: SeatIndex, action: Action, event: type[Event], who: int) -> float:
    """The obvious way: every face of every die, to the end. Choices are answered by the first."""
    total = 0.0
    open_ways: list[tuple[list[int], float]] = [([], 1.0)]
    while open_ways:
        tape, weight = open_ways.pop()
        copy = race.copy()
        door = copy.door
        take_up(copy, tape)
        door.used = door.open = door.told = 0
        door.journaling = 1
        try:
            action(copy, copy.karts[seat])
        except Suspended:
            ask = door.asks[0]
            if ask.by != DICE:
                open_ways.append(([*tape, ask.options[0]], weight))
                continue
            faces = range(1, ask.count + 1)
            open_ways += [([*tape, face], weight / ask.count) for face in faces]
            continue
        told = [list(door.journal[at : at + 2]) for at in range(0, door.told * ENTRY, ENTRY)]
        total += weight * ([event.code, who] in told)
    return total


def passing(race: Race, own: Kart) -> bool:
    return bool(pass_attempt(race, own, race.karts[0], 0))


def laying(race: Race, own: Kart) -> None:
    lay(race, own, Item.BANANA)


def slippery_race() -> Race:
    """A drags a Bob-omb; B is behind them, then C, D; all rams are in, and there is a Star."""
    race = table("A B C D", momentum=[2, 3, 1, 5])
    kart(race, "A").hook = Item.BOB_OMB
    kart(race, "B").ramming = 1
    kart(race, "D").star_until = 3
    return race


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("action", "who", "event", "victim"),
    [
        (passing, "B", Passed, "B"),
        (passing, "B", PassFailed, "B"),
        (power_slide, "B", Passed, "B"),
        (laying, "A", Hit, "B"),
        (laying, "A", Hit, "C"),
        (laying, "A", Hit, "D"),
        (try_to_pull_ahead, "A", PulledAhead, "A"),
    ],
)
def test_joined_ways_give_the_same_odds(
    action: Action, who: str, event: type[Event], victim: str
) -> None:
    race = slippery_race()
    put(race, A=5, B=5, C=5, D=5)
    race.peels[1] = 1
    seat, target = kart(race, who).seat, kart(race, victim).seat
    found = trials(race, seat, action, [event], runs=100_000)
    assert found.rest == 0
    odds = chance(found, lambda trial: trial.told(event, target))
    assert odds is not None
    assert odds.value == pytest.approx(one_by_one(race, seat, action, event, target))


def test_ways_that_differ_in_the_race_alone_are_not_joined() -> None:
    """A slide of 6 or 7 brings Momentum, but it only counts in the pass after A's ram."""
    race = table("A B", momentum=[1, 2], course=course_with({1: {"kind": "broad_curve"}}))
    kart(race, "A").ramming = 1
    found = trials(race, 1, power_slide, settled=PASSING, runs=100_000)
    odds = chance(found, lambda trial: trial.told(Passed))
    assert odds is not None
    assert odds.value == pytest.approx(one_by_one(race, 1, power_slide, Passed, 1))


def test_ways_that_differ_in_what_was_told_alone_are_not_joined() -> None:
    """A Bob-omb hits one who has nothing to lose, or misses; those behind check either way."""
    race = table("A B C D")

    def bombs(copy: Race, own: Kart) -> None:
        throw_bomb(copy, own, copy.karts[0])

    found = trials(race, 3, bombs, [Hit])
    odds = chance(found, lambda trial: trial.told(Hit, 0))
    assert odds is not None
    assert odds.value == pytest.approx(1 / 2)


def test_ways_settled_early_give_the_same_odds() -> None:
    race = table("A B", momentum=[2, 3])
    kart(race, "A").ramming = 1
    found = trials(race, 1, passing, settled=PASSING, runs=100_000)
    odds = chance(found, lambda trial: trial.told(Passed))
    assert odds is not None
    assert odds.value == pytest.approx(one_by_one(race, 1, passing, Passed, 1))


def moments(seed: int) -> Iterator[Match]:
    seats = [Seat(name) for name in ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay")]
    match = Match(RTD, RTD.load_course("midnight_menagerie"), seats, {}, Seeded(seed))
    choose = random.Random(seed)
    while not match.is_over:
        ask = match.person_asks()[0]
        if choose.random() < 0.2:
            yield match
        match.answer(choose.choice(ask.names), ask.who)


def test_joined_ways_give_the_same_odds_anywhere_in_a_race() -> None:
    tried = 0
    for match in moments(6):
        race: Race = match.race
        first, second = race.order[0], race.order[1]
        if race.karts[first].finish_turn:
            continue

        def rams(copy: Race, own: Kart, other: int = second) -> None:
            ram(copy, own, copy.karts[other])

        for action, event in ((rams, Rammed), (laying, LeftLying)):
            who = first if event == Rammed else -1
            found = trials(race, first, action, [event], runs=100_000)
            odds = chance(found, lambda trial, event=event, who=who: trial.told(event, who))  # type: ignore[misc]
            assert odds is not None
            expected = one_by_one(race, first, action, event, who)
            assert odds.value == pytest.approx(expected), (action, match.race.turn)
            tried += 1
    assert tried > 20


def test_what_is_left_out_lies_between_the_bounds() -> None:
    race = table("A B C D E F")

    def shoots(copy: Race, own: Kart) -> None:
        green_shell(copy, own, Direction.FORWARDS, -1)

    def odds(runs: int) -> Chance:
        found = trials(race, 5, shoots, settled=[Hit], runs=runs)
        wanted = chance(found, lambda trial: trial.told(Hit, 4))
        assert wanted is not None
        assert sum(trial.weight for trial in found.trials) + found.rest == pytest.approx(1)
        return wanted

    rough, better, best = odds(30), odds(200), odds(6000)
    assert rough.low <= better.low <= best.low <= best.high <= better.high <= rough.high
    assert rough.value is None
    assert best.high - best.low < 0.01


def test_a_chance_is_shown_only_as_well_as_it_is_known() -> None:
    assert (Chance(0.25, 0.25).value, Chance(0.25, 0.25).text) == (0.25, "25%")
    assert Chance(0.301, 0.304).value == pytest.approx(0.3025)
    assert Chance(0.301, 0.304).text == "30%"
    assert (Chance(0.30, 0.34).value, Chance(0.30, 0.34).text) == (None, "about 32%")
    assert (Chance(0.309, 0.5).value, Chance(0.309, 0.5).text) == (None, "at least 30%")
    assert (Chance(0.0, 0.5).value, Chance(0.0, 0.5).text) == (None, "")
    assert (Chance(0.309, 0.5).stated, Chance(0.005, 0.5).stated) == (0.3, None)
    assert Chance(0.30, 0.34).stated == pytest.approx(0.32)
    assert [percent(value) for value in (0, 0.004, 0.5, 0.996, 1)] == [
        "0%",
        "0%",
        "50%",
        "100%",
        "100%",
    ]


def test_r18_faces_of_a_single_die() -> None:
    race = table("A B", momentum=[1, 1])
    found = trials(race, 0, drive_aggressively)
    assert by_face(found, lambda trial: f"M {trial.after}" if trial.after != 1 else "") == (
        "1: M 0 · 4: M 2 · 5: M 3 · 6: M 4"
    )
    assert needed(found, lambda trial: trial.after > 1) == "4+"
    assert needed(found, lambda trial: trial.after > 9) == "never"


def test_nothing_tried_is_nothing_known() -> None:
    found = FoundWays()
    assert chance(found, lambda trial: True) is None
    assert needed(found, lambda trial: True) == ""


def test_a_trial_leaves_the_race_as_it_was() -> None:
    race = slippery_race()
    before = race.copy()
    trials(race, 1, passing, settled=PASSING)
    assert pack(race) == pack(before)


def test_r39_a_shell_among_twelve_is_known_at_first_and_bounded_after() -> None:
    seats = [Seat(f"P{number}") for number in range(12)]
    karts = {"P6": {"hook": "green_shell"}}
    position = {"turn": 0, "phase": "turn_start", "karts": karts}
    course = RTD.load_course("sundae_drive")
    match = Match(RTD, course, seats, {}, Seeded(1), position)
    for _ in seats:
        match.answer("defensive")
    while match.asks[0].question != "use":
        match.answer(match.asks[0].names[0])
    (ask,) = match.asks
    meanings = {
        ask.names[index]: view.describe_option(match, ask, index)
        for index in range(len(ask.options))
    }
    assert meanings["forward"].chance is None
    assert "at least" in meanings["forward"].meaning
    assert "first at P5 (" in meanings["forward"].meaning
    bound = meanings["forward"].meaning.rpartition("(at least ")[2].removesuffix("%)")
    for text, fits in ((f">= {bound}%", True), (f"> {bound}%", False), ("if target", True)):
        found = decide(match, ask, read_orders(f"use: forward {text}", Language(RTD)))
        assert (found.index == ask.names.index("forward")) == fits, text


def test_a_chance_says_what_it_is_of() -> None:
    position = {
        "turn": 3,
        "phase": "turn_start",
        "order": ["Bob", "Ann"],
        "karts": {"Ann": {"momentum": 2, "hand": ["mushroom"]}, "Bob": {"momentum": 1}},
    }
    course = RTD.load_course("sundae_drive")
    match = Match(RTD, course, [Seat("Ann"), Seat("Bob")], {}, Seeded(1), position)
    (ask,) = [each for each in match.asks if each.who == "Ann"]
    found = [view.describe_option(match, ask, index) for index in range(len(ask.options))]
    told = {option.name: option.chance_of for option in found if option.chance is not None}
    assert told == {
        "slide": "success",
        "ram": "success",
        "draft": "pass",
        "deploy_mushroom": "pass",
    }
    assert not any(option.chance_of for option in found if option.chance is None)
