"""The toy as the table knows it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.toy import race as toy
from tests.toy.race import Race, Shoe
from wreckoning.core.errors import Illegal, Malformed, unknown
from wreckoning.core.records import NOBODY
from wreckoning.core.ruleset import Ruleset, Seat, Switch, Tallies, Words
from wreckoning.core.seats import check_options

GOALS = {"dash": 4, "mile": 10}
SEATS = range(1, 6)


@dataclass(frozen=True)
class Track:
    """So many steps."""

    key: str
    goal: int

    title = "Track"
    blurb = "Straight on."

    @property
    def document(self) -> dict[str, Any]:
        return {"key": self.key, "goal": self.goal}


def load_course(source: Any) -> Track:
    """A track by name, or from its document."""
    if isinstance(source, dict):
        key, goal = source.get("key"), source.get("goal")
        if not isinstance(key, str) or not isinstance(goal, int):
            raise Malformed("track", "expected key and goal")
        return Track(key, goal)
    if source not in GOALS:
        raise Malformed("track", unknown("track", source, GOALS))
    return Track(source, GOALS[source])


def lay_out(course: Track, seats: Sequence[Seat], options: Mapping[str, str]) -> Race:
    """Everybody at the line."""
    race = Race()
    race.number, race.goal, race.slot = len(seats), course.goal, NOBODY
    race.rules.marshal = int(options["marshal"] == "on")
    for runner in race.runners:
        runner.rival = NOBODY
    shod = [seat.setup.get("shoe") for seat in seats]
    if shod.count("springs") > 1:
        raise Illegal("there is but one pair of springs", "T8")
    for index, shoe in enumerate(shod):
        if shoe:
            race.runners[index].shoe = Shoe[shoe.upper()]
    return race


def check_position(race: Race, given: Collection[tuple[str | int, ...]]) -> None:
    """No position is refused but one with a slot for nobody, or before the line."""
    if not NOBODY <= race.slot < race.number:
        raise Illegal(f"slot: expected one of {race.number}", "T1")
    if ("turn",) in given and race.turn < 0:
        raise Illegal("turn: expected 0 or more", "T1")
    if any(runner.steps < 0 for runner in race.runners):
        raise Illegal("steps: expected 0 or more", "T3")


def result(race: Race, seats: Sequence[Seat]) -> dict[str, Any]:
    """Names by place."""
    podium = sorted(range(race.number), key=lambda seat: race.runners[seat].place)
    return {"rounds": race.turn, "places": [seats[seat].name for seat in podium]}


TOY = Ruleset(
    key="toy",
    title="The toy",
    version="1",
    stage="complete",
    blurb="Who is there first.",
    sources=("nowhere",),
    seats=SEATS,
    package="tests.toy",
    race=Race,
    step=toy.step,
    is_over=toy.is_over,
    switches=(Switch("marshal", ("off", "on"), "T6", "a marshal says when the race is over"),),
    setup={"shoe": lambda: {shoe.name.lower(): shoe for shoe in Shoe}},
    course_names=lambda: list(GOALS),
    load_course=load_course,
    lay_out=lay_out,
    check_position=check_position,
    result=result,
    words=Words(toy.VOCABULARY),
    own_policies={"steady": toy.steady},
    tallies=Tallies(("steps",), (1,), toy.count, toy.place, toy.length),
)

DEFAULTS = check_options(TOY, {})


def seats(*players: str) -> list[Seat]:
    """Ann, Bob, Cid … played so."""
    return [
        Seat(name, player) for name, player in zip(("Ann", "Bob", "Cid"), players, strict=False)
    ]
