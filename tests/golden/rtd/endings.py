"""The ways in which a race of Kart RTD can end, and what else a game should show."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from tests.golden.ending import Ending

from wreckoning.core.asks import REFEREE_NAME, Answer, Correction
from wreckoning.core.dice import Seeded
from wreckoning.core.events import Event
from wreckoning.core.ids import seat_range
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Seat, find_ruleset
from wreckoning.rulesets.rtd.events import (
    BlueShellStrikes,
    FellBack,
    Finished,
    PulledAhead,
    TurnBegins,
)

RTD = find_ruleset("rtd")
NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kit", "Lou")
POLICIES = ("rookie", "random", "rookie", "absent")
KARTS: tuple[dict[str, str], ...] = (
    {},
    {"perk": "keen_eye", "debuff": "slow"},
    {"perk": "high_acceleration", "debuff": "thirsty"},
    {"perk": "grippy_tires", "debuff": "thin_skin"},
)
COURSES = RTD.course_names()


def seats(drivers: int, seed: int) -> list[Seat]:
    """Drivers of all kinds in karts of all kinds; the absent only where there are many."""
    return [
        Seat(NAMES[n], POLICIES[(n + seed) % (4 if drivers > 6 else 3)], KARTS[(n + seed) % 4])
        for n in range(drivers)
    ]


def begun(seed: int, drivers: int, course: str = "", **rest: Any) -> Match:
    """A match on this course, or on any; bots play it by themselves."""
    track = RTD.load_course(course or COURSES[seed % len(COURSES)])
    dice = Seeded(seed)
    return Match(RTD, track, seats(drivers, seed), dice=dice, bot_seed=seed, **rest)


def finished(match: Match) -> Match:
    """To its end; the referee, if they are asked, decides by the race's seed."""
    random = Random(match.bot_seed)
    while not match.is_over:
        match.answer(random.choice(match.person_asks()[0].options))
    return match


def played(drivers: int, course: str = "", **rest: Any) -> Callable[[int], Match]:
    """By seed: a race of so many drivers."""
    return lambda seed: finished(begun(seed, drivers, course, **rest))


# What is to be seen


def karts(match: Match) -> list[Any]:
    return [match.race.karts[seat] for seat in seat_range(match.race.drivers)]


def left(match: Match) -> list[Any]:
    """Who has not finished."""
    return [kart for kart in karts(match) if kart.finish_turn == 0]


def turns(match: Match) -> list[list[list[int]]]:
    """The journal, turn by turn."""
    found: list[list[list[int]]] = [[]]
    for entry in match.told:
        if entry[0] == TurnBegins.code:
            found.append([])
        found[-1].append(entry)
    return found


def who(turn: list[list[int]], event: type[Event]) -> list[int]:
    """The seats this happened to in a turn."""
    return [entry[1] for entry in turn if entry[0] == event.code]


def one_left(match: Match) -> bool:
    return len(left(match)) == 1


def nobody_left(match: Match) -> bool:
    """All of the last who still raced finish at once."""
    return not left(match)


def by_pulling_ahead(match: Match) -> bool:
    """Who finishes on the turn on which they pulled ahead did so into the last segment."""
    return any(set(who(turn, PulledAhead)) & set(who(turn, Finished)) for turn in turns(match))


def tie(match: Match) -> bool:
    """Two finish on the turn on which the first does: the race order says who won."""
    first = min(kart.finish_turn for kart in karts(match) if kart.finish_turn)
    at_once = [kart.place for kart in karts(match) if kart.finish_turn == first]
    return sorted(at_once)[:2] == [1, 2]


def left_behind(match: Match) -> bool:
    """The last driver fell back, again and again: they are a lap or more from the finish."""
    length = match.race.course.laps * match.race.course.segments
    return any(
        kart.falls_back >= 3 and length - kart.progress >= match.race.course.segments
        for kart in left(match)
    )


def fell_back_before_the_finish(match: Match) -> bool:
    """In the last segment of the last lap, on a turn on which another finishes."""
    length = match.race.course.laps * match.race.course.segments
    last = match.race.course.segments - 1
    for turn in turns(match):
        fallen = [entry[1] for entry in turn if entry[0] == FellBack.code and entry[2] == last]
        late = [seat for seat in fallen if match.race.karts[seat].finish_turn == 0]
        if who(turn, Finished) and any(
            match.race.karts[seat].progress == length - 1 for seat in late
        ):
            return True
    return False


def blue_shell_at_the_finish(match: Match) -> bool:
    """It strikes, and on the same turn somebody finishes."""
    return any(who(turn, BlueShellStrikes) and who(turn, Finished) for turn in turns(match))


def blue_shell_after_the_race(match: Match) -> bool:
    """One is still on its way when the race is over."""
    return any(shell.due for shell in match.race.blue_shells)


# The same race under other rules


def switched(name: str, value: str) -> Ending:
    """A race that goes another way than it would with any other value."""
    drivers = 8 if name == "item_bonus" else 4  # it is for more than six
    others = [
        v for switch in RTD.switches if switch.name == name for v in switch.values if v != value
    ]

    def play(seed: int) -> Match:
        return finished(begun(seed, drivers, options={name: value}))

    def happens(match: Match) -> bool:
        asked = any(isinstance(e, Answer) and e.who == REFEREE_NAME for e in match.entries)
        return (asked or name != "referee") and all(
            match.entries != finished(begun(match.bot_seed, drivers, options={name: other})).entries
            for other in others
        )

    return Ending(f"switch_{name}_{value}", f"house rule {name}: {value}", play, happens)


def all_switched(seed: int) -> Match:
    others = {switch.name: switch.values[-1] for switch in RTD.switches}
    return finished(begun(seed, 5, options=others))


def from_a_position(seed: int) -> Match:
    """The race of another seed, from half of its answers on."""
    other = begun(seed, 4, automatic=False)
    whole = finished(begun(seed, 4))
    for entry in whole.entries[: len(whole.entries) // 2]:
        other.play_entry(entry)
    return finished(begun(seed, 4, start_position=other.checkpoint_position()))


def corrected(seed: int) -> Match:
    """A driver's Momentum is set, and the leader is given a Star, before a person's order."""
    table = [
        replace(seat, player="person" if n == 0 else "rookie")
        for n, seat in enumerate(seats(4, seed))
    ]
    match = Match(RTD, RTD.load_course(COURSES[0]), table, {}, Seeded(seed), bot_seed=seed)
    random = Random(seed)
    while not match.is_over:
        if match.is_between_slots and match.race.turn in (3, 6) and corrections(match) < 2:
            match.correct(change_of(match))
        match.answer(random.choice(match.person_asks()[0].options))
    return match


def corrections(match: Match) -> int:
    return sum(isinstance(entry, Correction) for entry in match.entries)


def change_of(match: Match) -> Mapping[str, Any]:
    """The first time Momentum, then an item in hand and litter on the track."""
    if corrections(match) == 0:
        return {"karts": {"Bob": {"momentum": 5}}}
    return {"karts": {"Ann": {"hand": ["star"]}}, "peels": {"1": 2}}


ENDINGS: tuple[Ending, ...] = (
    Ending("one_left", "all finish but one", played(4), one_left),
    Ending("nobody_left", "the last finish on the same turn", played(4), nobody_left),
    Ending("two_drivers", "of two drivers one finishes", played(2), one_left),
    Ending("two_drivers_at_once", "of two drivers both finish at once", played(2), nobody_left),
    Ending(
        "by_pulling_ahead",
        "one pulls ahead into the last segment and finishes",
        played(4),
        by_pulling_ahead,
    ),
    Ending("tie", "first and second finish on the same turn, by race order", played(4), tie),
    Ending("left_behind", "the last driver is a lap behind", played(5), left_behind),
    Ending(
        "fell_back_at_the_line",
        "one falls back in the last segment while another finishes",
        played(4),
        fell_back_before_the_finish,
    ),
    Ending(
        "blue_shell_at_the_finish",
        "a Blue Shell strikes on a turn on which somebody finishes",
        played(6),
        blue_shell_at_the_finish,
    ),
    Ending(
        "blue_shell_after_the_race",
        "a Blue Shell is still on its way at the end",
        played(6),
        blue_shell_after_the_race,
    ),
    Ending("twelve_drivers", "as many drivers as there may be", played(12)),
    Ending("from_a_position", "begun from a position, half-way", from_a_position),
    Ending(
        "corrected",
        "with two corrections of the referee's",
        corrected,
        lambda m: corrections(m) == 2,
    ),
    Ending("all_switched", "every house rule at its last value", all_switched),
    *(switched(switch.name, value) for switch in RTD.switches for value in switch.values[1:]),
    *(
        Ending(f"course_{course}", f"on the course {course}", played(3, course))
        for course in COURSES
    ),
)
