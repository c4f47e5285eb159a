"""The ways in which a race of Rush 'n' Crush can end, and what else a game should show."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from tests.golden.ending import Ending

from wreckoning.core.asks import Correction
from wreckoning.core.dice import Seeded
from wreckoning.core.ids import seat_range
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Seat, find_ruleset
from wreckoning.rulesets.rush.events import (
    Boosted,
    Cause,
    Destroyed,
    Displaced,
    Finished,
    Lap,
    LitterMet,
    TurnBegins,
)

RUSH = find_ruleset("rush")
NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay")
POLICIES = ("rookie", "random", "rookie", "absent")
SETUPS: tuple[dict[str, str], ...] = (
    {},
    {"car": "black_cat", "driver": "butcher"},
    {"driver": "needle"},
    {"car": "battleaxe"},
)
COURSES = RUSH.course_names()


def seats(drivers: int, seed: int, players: tuple[str, ...] = POLICIES) -> list[Seat]:
    """Drivers of all kinds in cars of all kinds."""
    found = []
    for n in range(drivers):
        setup = SETUPS[(n + seed) % 4] if n < 4 else {}
        found.append(Seat(NAMES[n], players[(n + seed) % len(players)], setup))
    return found


def begun(
    seed: int, drivers: int, course: str = "", players: tuple[str, ...] = POLICIES, **rest: Any
) -> Match:
    """A match on this course, or on any; bots play it by themselves."""
    track = RUSH.load_course(course or COURSES[seed % len(COURSES)])
    dice = Seeded(seed)
    return Match(RUSH, track, seats(drivers, seed, players), dice=dice, bot_seed=seed, **rest)


def finished(match: Match) -> Match:
    """To its end; people answer at random, by the race's seed."""
    random = Random(match.bot_seed)
    while not match.is_over:
        match.answer(random.choice(match.person_asks()[0].options))
    return match


def played(drivers: int, course: str = "", **rest: Any) -> Callable[[int], Match]:
    """By seed: a race of so many drivers."""
    return lambda seed: finished(begun(seed, drivers, course, **rest))


# What is to be seen


def cars(match: Match) -> list[Any]:
    return [match.race.cars[seat] for seat in seat_range(match.race.racers)]


def home(match: Match) -> int:
    return sum(car.finish_round > 0 for car in cars(match))


def wrecks(match: Match) -> int:
    return sum(car.wrecked_round > 0 for car in cars(match))


def one_left(match: Match) -> bool:
    """All are home but one, who never gets there."""
    return home(match) == len(cars(match)) - 1


def last_car_standing(match: Match) -> bool:
    """All but one are destroyed, and it is home."""
    return home(match) == 1 and wrecks(match) == len(cars(match)) - 1


def all_destroyed(match: Match) -> bool:
    """No car is home, and none is left."""
    return wrecks(match) == len(cars(match))


def home_and_wrecks(match: Match) -> bool:
    """Some are home, others are wrecks."""
    return home(match) > 1 and wrecks(match) > 1


def photo_finish(match: Match) -> bool:
    """Three are home in the round in which the first is: the order of turns says who won."""
    first = min((car.finish_round for car in cars(match) if car.finish_round), default=0)
    return sum(car.finish_round == first for car in cars(match)) >= 3 and first > 0


def overtaken_at_the_line(match: Match) -> bool:
    """Who was not first in the order of the last round wins."""
    firsts = [entry[1] for entry in match.told if entry[0] == TurnBegins.code and entry[2] == 1]
    winner = next(car for car in cars(match) if car.place == 1)
    return bool(winner.finish_round == match.race.rounds and firsts[-1] != winner.seat)


def after_two_laps(match: Match) -> bool:
    """Laps are completed before anybody is home."""
    return sum(entry[0] == Lap.code for entry in match.told) >= 2 and home(match) > 1


def boosted_home(match: Match) -> bool:
    """Over the line by the Rocket Booster."""
    return _in_a_row(match, Boosted.code, Finished.code, 8)


def destroyed_by(cause: Cause) -> Callable[[Match], bool]:
    """Somebody is destroyed in this way."""
    return lambda match: any(
        entry[0] == Destroyed.code and entry[3] == cause for entry in match.told
    )


def lapped_wreck(match: Match) -> bool:
    """A wreck is met again, a lap later."""
    laps = {entry[1] for entry in match.told if entry[0] == Lap.code}
    met = {entry[1] for entry in match.told if entry[0] == LitterMet.code}
    return bool(laps & met) and wrecks(match) > 0


def displaced(match: Match) -> bool:
    return any(entry[0] == Displaced.code for entry in match.told)


def _in_a_row(match: Match, first: int, then: int, within: int) -> bool:
    """The same driver's, one soon after the other."""
    told = match.told
    return any(
        entry[0] == first and any(o[0] == then and o[1] == entry[1] for o in told[at : at + within])
        for at, entry in enumerate(told)
    )


# The same race in other ways


def first_home(seed: int) -> Match:
    return finished(begun(seed, 5, options={"race_to_the_last": "off"}))


def ends_with_the_first(match: Match) -> bool:
    """With others still on the road, who are placed by their progress."""
    return home(match) == 1 and len(cars(match)) - wrecks(match) >= 3


def from_a_position(seed: int) -> Match:
    """The race of another seed, from half of its answers on."""
    other = begun(seed, 4, automatic=False)
    whole = finished(begun(seed, 4))
    for entry in whole.entries[: len(whole.entries) // 2]:
        other.play_entry(entry)
    return finished(begun(seed, 4, start_position=other.checkpoint_position()))


def corrected(seed: int) -> Match:
    """A car is moved, and another is given heat, before a person's turn."""
    table = [
        replace(seat, player="person" if n == 0 else "rookie")
        for n, seat in enumerate(seats(4, seed))
    ]
    match = Match(RUSH, RUSH.load_course(COURSES[0]), table, {}, Seeded(seed), bot_seed=seed)
    random = Random(seed)
    while not match.is_over:
        if match.is_between_slots and match.race.rounds in (2, 3) and corrections(match) < 2:
            match.correct(change_of(match))
        match.answer(random.choice(match.person_asks()[0].options))
    return match


def corrections(match: Match) -> int:
    return sum(isinstance(entry, Correction) for entry in match.entries)


def change_of(match: Match) -> Mapping[str, Any]:
    """The first time heat, then a mine on the road."""
    if corrections(match) == 0:
        return {"cars": {"Bob": {"heat": 3}}}
    owner = next(match.names[car.seat] for car in match.race.cars if car.figures.mines)
    return {"mines": [{"square": "5.c.1", "owner": owner}]}


ROOKIES = ("rookie",)
RANDOM = ("random",)
WILD = ("random", "random", "rookie")

ENDINGS: tuple[Ending, ...] = (
    Ending("one_left", "all are home but one", played(4, players=ROOKIES), one_left),
    Ending(
        "last_car_standing",
        "the others are all destroyed, and the last one crosses the line",
        played(3, "the_meat_grinder", players=WILD),
        last_car_standing,
    ),
    Ending(
        "all_destroyed",
        "no car gets home",
        played(2, "the_meat_grinder", players=RANDOM),
        all_destroyed,
    ),
    Ending("home_and_wrecks", "some are home, others are wrecks", played(6), home_and_wrecks),
    Ending(
        "photo_finish",
        "three are home in the first one's round, by the order of turns",
        played(6, players=ROOKIES),
        photo_finish,
    ),
    Ending(
        "overtaken_at_the_line",
        "the winner was not first in the order of the round",
        played(2, players=ROOKIES),
        overtaken_at_the_line,
    ),
    Ending(
        "two_laps",
        "twice round the closed course",
        played(4, "broken_crown", players=ROOKIES),
        after_two_laps,
    ),
    Ending("two_drivers", "of two drivers one is home", played(2, players=ROOKIES), one_left),
    Ending("six_drivers", "as many drivers as there may be", played(6)),
    Ending("boosted_home", "over the line by the Rocket Booster", played(4), boosted_home),
    Ending("lapped_wreck", "a wreck is met again", played(6, "broken_crown"), lapped_wreck),
    Ending("displaced", "a Side Ram displaces somebody", played(6), displaced),
    *(
        Ending(
            f"destroyed_by_{cause.name.lower()}",
            f"somebody is destroyed by: {cause.name.lower().replace('_', ' ')}",
            played(6, players=WILD),
            destroyed_by(cause),
        )
        for cause in Cause
        if cause is not Cause.EXTINGUISHER
    ),
    Ending(
        "switch_race_to_the_last_off",
        "house rule race_to_the_last: off",
        first_home,
        ends_with_the_first,
    ),
    Ending("from_a_position", "begun from a position, half-way", from_a_position),
    Ending(
        "corrected",
        "with two corrections of the referee's",
        corrected,
        lambda match: corrections(match) == 2,
    ),
    *(
        Ending(f"course_{course}", f"on the course {course}", played(3, course))
        for course in COURSES
    ),
)
