"""Scenes for the tests of what karts do to one another: a straight road, karts on it, things in it.

race = scene({"A": (1200, 400, 0), "B": (1400, 400, 180)}, gears={"A": 3}, course=road(pipe=[…]))

The road runs along the top of the table in direction 0, from y = 200 to 600, and back along the
bottom. Gate 1 is at x = 1500, gate 2 at x = 2000, both across the road at the top; gate 3 is at
the bottom, and the finish line, the last, is at x = 1000 at the top again. All are in Gear 1, in
middle karts (Handling 3, at most Gear 5), if not said otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.journal import entries
from tests.kart.table import Pose, kart, table

from wreckoning.core import door
from wreckoning.core.ids import seat_range
from wreckoning.rulesets.kart.questions import MOST_SPIN_STEPS, STEP, Question
from wreckoning.rulesets.kart.race import Race
from wreckoning.rulesets.kart.rules.collisions import collide

NO_SPIN = MOST_SPIN_STEPS  # the option that turns nothing
AWAY = (600, 1600, 180)  # where B stands if they do not matter
FIGURES = {
    "pipe": ("x", "y", "radius"),
    "mushroom": ("x", "y", "radius"),
    "cube": ("x", "y", "size"),
    "box": ("x", "y"),
    "coin": ("x", "y"),
    "boost": ("x", "y", "heading", "length", "width"),
}
GATES = ((1, "One"), (2, "Two"), (7, "Three"), (0, "Line"))
ROAD: dict[str, Any] = {
    "key": "test-road",
    "title": "Test Road",
    "blurb": "Straight on.",
    "difficulty": 1,
    "width": 3000,
    "depth": 2000,
    "road_width": 400,
    "line": [
        *([1000, 400], [1500, 400], [2000, 400], [2400, 400], [2700, 700], [2700, 1300]),
        *([2400, 1600], [1500, 1600], [600, 1600], [300, 1300], [300, 700], [600, 400]),
    ],
    "gate": [{"at": at, "name": name} for at, name in GATES],
    "grid": [{"back": back, "side": side} for back in (50, 300, 550) for side in (-165, 165)],
}


def road(**things: Sequence[tuple[int, ...]]) -> dict[str, Any]:
    """The road with these things on it, each by its FIGURES: `road(pipe=[(1400, 400, 25)])`."""
    placed = {
        key: [dict(zip(FIGURES[key], figures, strict=False)) for figures in given]
        for key, given in things.items()
    }
    return ROAD | placed


def scene(
    at: Mapping[str, Pose],
    *,
    gears: Mapping[str, int] | None = None,
    karts: Mapping[str, str] | None = None,
    course: dict[str, Any] | None = None,
    **switches: str,
) -> Race:
    """A race in A's activation, everybody placed. B is far away if they are not mentioned."""
    places = {"B": AWAY, **at}
    race = table(
        " ".join(sorted(places)),
        at=places,
        gear=1,
        karts=karts,
        track=course or road(),
        **switches,
    )
    race.karts[0].activated = 1
    for name, gear in (gears or {}).items():
        kart(race, name).gear = gear
    return race


def hazards(race: Race) -> list[int]:
    """Everybody's hazards."""
    return [race.karts[seat].hazards for seat in seat_range(race.racers)]


def meet(race: Race) -> None:
    """A, as it stands, collides with B."""
    collide(race, kart(race, "A"), kart(race, "B"))


def turned(degrees: int) -> int:
    """The option of a spin by so much, clockwise."""
    return MOST_SPIN_STEPS + degrees // STEP


def rolled(race: Race, question: Question) -> list[int]:
    """The faces of every such die since the last `dice`."""
    return [entry[2] for entry in entries(race, door.ROLL) if entry[1] == question]
