"""The title, seats and switches of Kart Edition, and the race before the start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wreckoning.core.ids import SeatIndex, by_seat
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import table_rule
from wreckoning.core.ruleset import Seat, Switch
from wreckoning.geometry.bodies import place
from wreckoning.rulesets.kart.cards import footprint, seats_fitted, shells
from wreckoning.rulesets.kart.course_words import CourseFile
from wreckoning.rulesets.kart.race import BODIES, MAX_KARTS, Items, Race
from wreckoning.rulesets.kart.templates import templates

KEY = "kart"
TITLE = "Gaslands: Kart Edition"
VERSION = "1.1"
STAGE = "complete"
BLURB = "Toy karts on a table: templates, skid dice, six gears, and one mushroom too many."
SOURCES = (
    "Gaslands: Mario Kart Edition, a quick reference sheet",
    "A rules reference of the Mario Kart variant of Gaslands, with its special items left out",
)
SEATS = range(2, MAX_KARTS + 1)

SWITCHES = (
    Switch(
        "items",
        ("house", "shells", "none"),
        "E15",
        "what item boxes give",
        (
            "Item boxes give Shells, Bananas, Mushrooms, Stars and Bullet Bills",
            "Item boxes give Shells only",
            "There are no items",
        ),
    ),
    Switch(
        "measuring",
        ("practice", "book"),
        "G7",
        "whether the table shows where templates lead",
        (
            "The table shows where each template leads before you choose",
            "Templates are chosen by eye: the table does not show where they lead",
        ),
    ),
)


@table_rule("E16", "E21")
def lay_out(course: CourseFile, seats: Sequence[Seat], options: Mapping[str, str]) -> Race:
    """The race with all karts in Gear 1 behind the line, before the lots. Raises Illegal."""
    race = Race()
    race.course = course.record.copy()
    race.templates = list(templates())
    race.shells = shells()
    race.racers = len(seats)
    race.pole = NOBODY
    race.switches.items = int(Items[options["items"].upper()])
    race.switches.measuring = int(options["measuring"] == "practice")
    race.banana_owners = [NOBODY] * BODIES
    race.bill_owners = [NOBODY] * BODIES
    for index, kart in by_seat(race.karts):
        kart.seat = index
    length, width = footprint()
    for index, (card, handling, gear) in by_seat(seats_fitted(seats)):
        kart, body = race.karts[index], race.bodies[index]
        kart.weight, kart.handling, kart.max_gear, kart.gear = card.code, handling, gear, 1
        body.half_length, body.half_width = length // 2, width // 2
        put_on_grid(race, index, index)
    return race


def put_on_grid(race: Race, seat: SeatIndex, spot: int) -> None:
    """Put a kart on a spot of the grid, as before the lots are drawn."""
    course = race.course
    place(race.bodies[seat], course.grid_x[spot], course.grid_y[spot], course.grid_heading[spot])
