"""The ways in which a race of Kart Edition can end, and what else a game should show."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from tests.golden.ending import Ending

from wreckoning.core.asks import Correction
from wreckoning.core.dice import Seeded
from wreckoning.core.events import Event
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Seat
from wreckoning.rulesets.kart.events import (
    Activated,
    BananaHit,
    Boosted,
    Collision,
    Finished,
    HitBill,
    HitObstruction,
    Lap,
    Manoeuvre,
    Orientation,
    Removed,
    Slid,
    SlidBack,
    Spun,
    Stuck,
    Used,
    Wipeout,
)
from wreckoning.rulesets.kart.questions import manoeuvre_of
from wreckoning.rulesets.kart.race import MM
from wreckoning.rulesets.kart.ruleset import RULESET

NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay")
POLICIES = ("rookie", "random", "rookie", "absent")
ROOKIES = ("rookie",)
WILD = ("random", "rookie")
SETUPS: tuple[dict[str, str], ...] = (
    {},
    {"kart": "light", "upgrades": "gear"},
    {"kart": "heavy", "upgrades": "handling"},
    {"kart": "middle", "upgrades": "handling_gear"},
)
COURSES = RULESET.course_names()


def seats(drivers: int, seed: int, players: tuple[str, ...] = POLICIES) -> list[Seat]:
    """Drivers of all kinds in karts of all kinds."""
    return [
        Seat(NAMES[n], players[(n + seed) % len(players)], SETUPS[(n + seed) % 4])
        for n in range(drivers)
    ]


def begun(
    seed: int, drivers: int, course: Any = "", players: tuple[str, ...] = POLICIES, **rest: Any
) -> Match:
    """A match on this course, or on any; bots play it by themselves."""
    track = RULESET.load_course(course or COURSES[seed % len(COURSES)])
    dice = Seeded(seed)
    return Match(RULESET, track, seats(drivers, seed, players), dice=dice, bot_seed=seed, **rest)


def finished(match: Match) -> Match:
    """To its end; people answer at random, by the race's seed."""
    random = Random(match.bot_seed)
    while not match.is_over:
        match.answer(random.choice(match.person_asks()[0].options))
    return match


def played(drivers: int, course: Any = "", **rest: Any) -> Callable[[int], Match]:
    """By seed: a race of so many drivers."""
    return lambda seed: finished(begun(seed, drivers, course, **rest))


def two_laps() -> dict[str, Any]:
    """The easy course, twice round."""
    document: dict[str, Any] = RULESET.load_course("dishwater_dip").document
    return {**document, "key": "dishwater_twice", "title": "Dishwater Twice", "laps": 2}


def boosted_line() -> dict[str, Any]:
    """The easy course, with a boost up to the line."""
    document: dict[str, Any] = RULESET.load_course("dishwater_dip").document
    boost = {"x": 760, "y": 250, "heading": 0, "length": 135, "width": 60}
    return {**document, "key": "dishwater_boosted", "title": "Dishwater Boosted", "boost": [boost]}


# What is to be seen


def karts(match: Match) -> list[Any]:
    return list(match.race.karts[: match.race.racers])


def is_won(match: Match) -> bool:
    """Somebody is across the last gate."""
    return any(kart.finish_round for kart in karts(match))


def out_of_time(match: Match) -> bool:
    """Nobody is; the last round is over."""
    return not is_won(match) and match.race.rounds == match.race.course.most_rounds


def by_distance(match: Match) -> bool:
    """Of three who have passed as many gates the way to the next one decides."""
    gates = [(kart.lap, kart.gate) for kart in karts(match) if not kart.finish_round]
    return is_won(match) and any(gates.count(gate) >= 3 for gate in gates)


def after_two_laps(match: Match) -> bool:
    """Twice round, with laps completed by two."""
    return is_won(match) and len({e[1] for e in match.told if e[0] == Lap.code}) >= 2


def happens(*events: type[Event]) -> Callable[[Match], bool]:
    """Each of these is told at least once, and the race is won."""
    return lambda match: (
        is_won(match) and {event.code for event in events} <= {e[0] for e in match.told}
    )


def meets(orientation: Orientation) -> Callable[[Match], bool]:
    """Two meet like this."""
    return lambda match: any(
        entry[0] == Collision.code and entry[3] == orientation for entry in match.told
    )


def home_after(event: type[Event], without: type[Event] | None = None) -> Callable[[Match], bool]:
    """Over the line after this happened to the winner in their activation, without the other."""

    def found(match: Match) -> bool:
        last: list[list[int]] = []
        for entry in match.told:
            last = [] if entry[0] == Activated.code else [*last, entry]
            if entry[0] == Finished.code:
                own = [each[0] for each in last if each[1] == entry[1]]
                return event.code in own and (without is None or without.code not in own)
        return False

    return found


def wiped_out_by_another(match: Match) -> bool:
    """In somebody else's activation."""
    active = -1
    for entry in match.told:
        if entry[0] == Activated.code:
            active = entry[1]
        if entry[0] == Wipeout.code and entry[1] != active:
            return is_won(match)
    return False


# The same race in other ways


def with_switch(name: str, value: str) -> Callable[[int], Match]:
    return lambda seed: finished(begun(seed, 4, players=ROOKIES, options={name: value}))


def from_a_position(seed: int) -> Match:
    """The race of another seed, from half of its answers on."""
    other = begun(seed, 3, automatic=False)
    whole = finished(begun(seed, 3))
    for entry in whole.entries[: len(whole.entries) // 2]:
        other.play_entry(entry)
    return finished(begun(seed, 3, start_position=other.checkpoint_position()))


def before_the_line(seed: int) -> Match:
    """From a position: Ann comes to stand across the road, just behind the line, and spins."""
    position = {
        "phase": "drive",
        "rounds": 3,
        "manoeuvre": manoeuvre_of("medium"),
        "spins": 1,
        "karts": {"Ann": {"gear": 2, "gate": 3}},
        "bodies": {"Ann": {"x": 875 * MM, "y": 45 * MM, "heading": 9000}},
    }
    return finished(begun(seed, 2, COURSES[0], ROOKIES, start_position=position))


def corrected(seed: int) -> Match:
    """A kart is moved, and another is given hazards, before a person's movement."""
    table = [
        replace(seat, player="person" if n == 0 else "rookie")
        for n, seat in enumerate(seats(3, seed))
    ]
    course = RULESET.load_course(COURSES[0])
    match = Match(RULESET, course, table, {}, Seeded(seed), bot_seed=seed)
    random = Random(seed)
    while not match.is_over:
        if match.is_between_slots and match.race.rounds in (2, 3) and corrections(match) < 2:
            match.correct(change_of(match))
        match.answer(random.choice(match.person_asks()[0].options))
    return match


def corrections(match: Match) -> int:
    return sum(isinstance(entry, Correction) for entry in match.entries)


def change_of(match: Match) -> Mapping[str, Any]:
    """The first time hazards, then a place in the middle of the table."""
    if corrections(match) == 0:
        return {"karts": {"Bob": {"hazards": 3}}}
    return {"bodies": {"Ann": {"x": 900 * MM, "y": 600 * MM, "heading": 9000}}}


ENDINGS: tuple[Ending, ...] = (
    Ending("won", "the first across the last gate wins", played(4, players=ROOKIES), is_won),
    Ending("out_of_time", "the last round ends it", played(2, players=("random",)), out_of_time),
    Ending(
        "by_distance",
        "of three with as many gates the way to the next one decides",
        played(6, players=ROOKIES),
        by_distance,
    ),
    Ending("two_laps", "twice round", played(3, two_laps(), players=ROOKIES), after_two_laps),
    Ending("two_drivers", "one of two wins", played(2, players=ROOKIES), is_won),
    Ending("six_drivers", "as many drivers as there may be", played(6)),
    Ending(
        "boosted",
        "somebody is carried down a boost",
        played(4, "lovers_knot", players=ROOKIES),
        happens(Boosted),
    ),
    Ending(
        "slid_home",
        "over the line in the activation of a slide",
        played(4, players=ROOKIES),
        home_after(Slid),
    ),
    Ending(
        "spun_home",
        "over the line in a spin",
        before_the_line,
        home_after(Spun),
    ),
    Ending(
        "mushroom_home",
        "over the line with a Mushroom, before a template is chosen",
        played(6, players=ROOKIES),
        home_after(Used, without=Manoeuvre),
    ),
    Ending(
        "boosted_home",
        "over the line down a boost",
        played(4, boosted_line(), players=ROOKIES),
        home_after(Boosted),
    ),
    Ending(
        "wiped_out_by_another",
        "a wipeout in somebody else's activation",
        played(4, "toadstool_market", players=ROOKIES),
        wiped_out_by_another,
    ),
    Ending(
        "stuck",
        "a neighbour has to choose a template",
        played(4, players=WILD),
        happens(Stuck),
    ),
    Ending(
        "slid_back",
        "a kart slides back from what it touched",
        played(4, players=WILD),
        happens(SlidBack),
    ),
    Ending(
        "market_day",
        "pipes, a mushroom broken, a spin and a slide",
        played(4, "toadstool_market", players=WILD),
        happens(HitObstruction, Removed, Spun, Slid),
    ),
    Ending(
        "bullet_bill_hits",
        "a Bullet Bill smashes somebody",
        played(5, players=ROOKIES),
        happens(HitBill),
    ),
    Ending(
        "banana_hits",
        "somebody slips on a banana",
        played(5, players=ROOKIES),
        happens(BananaHit),
    ),
    *(
        Ending(
            orientation.name.lower(),
            f"two meet: {orientation.name.lower().replace('_', '-')}",
            played(3, players=WILD),
            meets(orientation),
        )
        for orientation in Orientation
    ),
    *(
        Ending(f"items_{value}", f"house rule items: {value}", with_switch("items", value), is_won)
        for value in ("shells", "none")
    ),
    Ending(
        "by_the_book",
        "house rule measuring: book",
        with_switch("measuring", "book"),
        is_won,
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
