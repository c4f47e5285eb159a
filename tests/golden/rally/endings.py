"""The ways in which a game of Wasteland Rally can end, and what else a game should show."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from tests.golden.ending import Ending

from wreckoning.core.asks import Correction
from wreckoning.core.dice import Seeded
from wreckoning.core.events import Event
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Seat
from wreckoning.geometry.angles import DEGREE, forward
from wreckoning.rulesets.rally.events import (
    BecameEliminated,
    Dropped,
    DroveOver,
    Exploded,
    HitTerrain,
    Reason,
    RoundBegins,
    RoundEnds,
    Scored,
    Trial,
    Tried,
)
from wreckoning.rulesets.rally.race import INCH, Status
from wreckoning.rulesets.rally.ruleset import RULESET

NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay")
ROOKIES = ("rookie",)
MIXED = ("rookie", "random", "absent")
CARS = (
    "car/heavy_machine_gun/spike_dropper/marksman",
    "buggy/minigun/boost",
    "hotrod/twin_light_machine_guns.turret_mount/oil_dropper",
    "truck/rocket_launcher/wrecker_arm/reckless",
)
GUNS = ("car/minigun", "car/minigun/driver_pistol")
OVAL, LINES, GATES = "gasket_gulch", "pylon_yard", "the_strainer"
ARENA, EDGE, TRACK = "dry_dock", "junction_seven", "long_way_home"


def seats(teams: Sequence[str], seed: int, players: Sequence[str]) -> list[Seat]:
    """Players of all kinds, each with a team."""
    return [
        Seat(NAMES[n], players[(n + seed) % len(players)], {"team": team})
        for n, team in enumerate(teams)
    ]


def begun(
    seed: int, course: str, teams: Sequence[str], players: Sequence[str] = ROOKIES, **rest: Any
) -> Match:
    """A match on this table; bots play it by themselves."""
    table, dice = RULESET.load_course(course), Seeded(seed)
    return Match(RULESET, table, seats(teams, seed, players), dice=dice, bot_seed=seed, **rest)


def finished(match: Match) -> Match:
    """To its end; people answer at random, by the game's seed."""
    random = Random(match.bot_seed)
    while not match.is_over:
        match.answer(random.choice(match.person_asks()[0].options))
    return match


def played(
    course: str, teams: Sequence[str] = CARS[:2], players: Sequence[str] = ROOKIES, **rest: Any
) -> Callable[[int], Match]:
    """By seed: a game on this table."""
    return lambda seed: finished(begun(seed, course, teams, players, **rest))


def late(course: str, round_: int, *vehicles: Mapping[str, int], **more: Any) -> Any:
    """By seed: a game that begins in this round, with vehicles so far."""
    position = {"phase": "choose", "rounds": round_, "vehicles": [*vehicles], **more}
    return played(course, (CARS * 2)[: len(vehicles)], start_position=position)


def place(x: float, y: float, heading: int) -> dict[str, int]:
    """Where a vehicle stands: inches and degrees."""
    return {"x": round(x * INCH), "y": round(y * INCH), "heading": heading * 100}


def before(course: str, gate: int) -> dict[str, int]:
    """Right before a table's gate, looking through it."""
    found = RULESET.load_course(course).document["gate"][gate]
    dx, dy = forward(found["heading"] * DEGREE, 3 * INCH)
    return place(found["x"] - dx / INCH, found["y"] - dy / INCH, found["heading"])


# What is to be seen


def statuses(match: Match) -> list[int]:
    """What became of the vehicles."""
    race = match.race
    return [race.vehicles[n].status for n in range(race.vehicle_count)]


def is_early(match: Match) -> bool:
    """It ends before the last round does."""
    return int(match.race.rounds) < int(match.race.course.most_rounds)


def became(*wanted: Status, early: bool = True) -> Callable[[Match], bool]:
    """Every vehicle becomes one of these, each is there; before the last round, or in it."""
    return lambda match: {*statuses(match)} == {*wanted} and is_early(match) == early


def happens(*events: type[Event]) -> Callable[[Match], bool]:
    """Each of these is told at least once."""
    return lambda match: {event.code for event in events} <= {e[0] for e in match.told}


def scored(reason: Reason) -> Callable[[Match], bool]:
    """There are points for this."""
    return lambda match: any(e[0] == Scored.code and e[3] == reason for e in match.told)


def tested(trial: Trial) -> Callable[[Match], bool]:
    """Such a test is failed."""
    return lambda match: any(e[0] == Tried.code and e[3] == trial and not e[4] for e in match.told)


def out_at_once(match: Match) -> bool:
    """Eliminated in the middle of a round."""
    ended = False
    for entry in match.told:
        if entry[0] in (RoundEnds.code, RoundBegins.code):
            ended = entry[0] == RoundEnds.code
        if entry[0] == BecameEliminated.code and not ended:
            return True
    return False


def both(*tests: Callable[[Match], bool]) -> Callable[[Match], bool]:
    """All of these."""
    return lambda match: all(test(match) for test in tests)


# The same game in other ways


def from_a_position(seed: int) -> Match:
    """The game of another seed, from half of its answers on."""
    other = begun(seed, OVAL, CARS[:2], automatic=False)
    whole = finished(begun(seed, OVAL, CARS[:2]))
    for entry in whole.entries[: len(whole.entries) // 2]:
        other.play_entry(entry)
    return finished(begun(seed, OVAL, CARS[:2], start_position=other.checkpoint_position()))


def corrected(seed: int) -> Match:
    """A vehicle is moved, and another is damaged, before a person's choice."""
    table = [
        replace(seat, player="person" if n == 0 else "rookie")
        for n, seat in enumerate(seats(CARS[:2], seed, ROOKIES))
    ]
    course = RULESET.load_course(OVAL)
    start = {"phase": "choose", "rounds": 9}
    match = Match(RULESET, course, table, {}, Seeded(seed), bot_seed=seed, start_position=start)
    random = Random(seed)
    while not match.is_over:
        if match.is_between_slots and match.race.rounds >= 10 and corrections(match) < 2:
            match.correct(change_of(match))
        match.answer(random.choice(match.person_asks()[0].options))
    return match


def corrections(match: Match) -> int:
    return sum(isinstance(entry, Correction) for entry in match.entries)


def change_of(match: Match) -> Mapping[str, Any]:
    """The first time hit points, then a place."""
    if corrections(match) == 0:
        return {"vehicles": {"1": {"hit_points": 3}}}
    return {"bodies": {"0": place(6, 20, 270)}}


ENDINGS: tuple[Ending, ...] = (
    Ending(
        "two_laps_home",
        "a Two Lap Race: all but one come home",
        late(OVAL, 8, {"gates": 4}, {"gates": 4}, {"gates": 4}),
        both(lambda match: Status.FINISHED in statuses(match), is_early),
    ),
    Ending(
        "two_laps_out_of_time",
        "the last round ends it; places by gates and the way left",
        late(OVAL, 26, {"gates": 3}, {"gates": 3}, {"gates": 2}),
        became(Status.DRIVING, early=False),
    ),
    Ending(
        "last_one_driving",
        "the only opponent is destroyed",
        played(
            OVAL,
            GUNS,
            start_position={
                "phase": "attack",
                "bodies": [place(16, 7, 0), place(23, 7, 0)],
                "vehicles": [{}, {"hit_points": 1}],
            },
        ),
        both(became(Status.DRIVING, Status.WRECKED), lambda match: match.race.rounds == 1),
    ),
    Ending(
        "wrecks_off",
        "house rule wrecks_stay: off; the destroyed are taken away",
        played(
            OVAL,
            GUNS,
            options={"wrecks_stay": "off"},
            start_position={
                "phase": "attack",
                "bodies": [place(16, 7, 0), place(23, 7, 0)],
                "vehicles": [{}, {"hit_points": 2}],
            },
        ),
        became(Status.DRIVING, Status.DESTROYED),
    ),
    Ending(
        "both_lines",
        "an Arena Race: somebody crosses both lines",
        played(LINES),
        lambda match: Status.FINISHED in statuses(match),
    ),
    Ending(
        "eliminated_to_the_last",
        "an Elimination Race: one is left",
        played(GATES, CARS[:3]),
        both(happens(BecameEliminated), is_early),
    ),
    Ending(
        "eliminated_at_once",
        "somebody is two gates ahead",
        late(
            GATES,
            3,
            *({"gates": 3}, {"gates": 1}, {"gates": 1}),
            elimination=1,
            bodies=[before(GATES, 3)],
        ),
        out_at_once,
    ),
    Ending(
        "battle_royale",
        "six rounds, three single vehicles",
        played(ARENA, CARS[:3]),
        both(scored(Reason.HURT_OPPONENT), lambda match: not is_early(match)),
    ),
    Ending(
        "battle_of_teams",
        "a Battle Royale of two small teams",
        played(ARENA, ("toll_takers", "night_market")),
        scored(Reason.HURT_OPPONENT),
    ),
    Ending(
        "escaped",
        "Scavengers: the first team leaves by the gate",
        played(EDGE, CARS[:3]),
        scored(Reason.ESCAPED),
    ),
    Ending(
        "caught",
        "Scavengers: the first team is destroyed",
        late(EDGE, 2, {"hit_points": 1}, {}, {}),
        scored(Reason.DESTROYED_ONE),
    ),
    Ending(
        "outrun",
        "Outrun: somebody comes home",
        played(TRACK),
        scored(Reason.HOME),
    ),
    Ending(
        "driven_over",
        "somebody is driven over",
        played("cinder_switchback", CARS[:3]),
        happens(DroveOver),
    ),
    Ending(
        "dropped",
        "oil or spikes are dropped",
        played(OVAL, (CARS[0], CARS[2])),
        happens(Dropped),
    ),
    Ending(
        "out_of_control",
        "a critical hit makes somebody lose control",
        played(ARENA, CARS[:3]),
        tested(Trial.CRITICAL_HIT),
    ),
    Ending(
        "mixed_company",
        "a rookie, a random and an absent player, with an explosion or a crash",
        played(OVAL, CARS[:3], MIXED),
        lambda match: happens(HitTerrain)(match) or happens(Exploded)(match),
    ),
    Ending("from_a_position", "begun from a position, half-way", from_a_position),
    Ending(
        "corrected",
        "with two corrections of the referee's",
        corrected,
        lambda match: corrections(match) == 2,
    ),
)
