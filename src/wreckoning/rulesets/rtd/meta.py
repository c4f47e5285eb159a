"""The title, seats and switches of Kart RTD, and the race before turn 0."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wreckoning.core.errors import Illegal
from wreckoning.core.ids import SeatIndex, by_seat, seat_range
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import table_rule
from wreckoning.core.ruleset import Seat, Switch
from wreckoning.rulesets.rtd.course_words import CourseFile
from wreckoning.rulesets.rtd.item_table import item_table
from wreckoning.rulesets.rtd.karts import build
from wreckoning.rulesets.rtd.race import Race

KEY = "rtd"
TITLE = "Kart RTD"
VERSION = "1.1"
STAGE = "complete"
BLURB = "Six-sided kart racing by orders: Momentum, passes, rams, twelve items, one segment a turn."
SOURCES = ("Kart RTD rulebook, as published on a public forum",)
SEATS = range(2, 13)

SWITCHES = (
    Switch(
        "momentum_cap",
        ("cleanup", "always"),
        "A14",
        "when the maximum Momentum applies",
        (
            "Momentum may rise above its maximum during a turn; the Cleanup Phase brings it down",
            "Momentum never rises above its maximum, not even during a turn",
        ),
    ),
    Switch(
        "defensive_pull_ahead",
        ("off", "on"),
        "A17",
        "whether a defensive driver may Pull Ahead",
        ("A defensive driver may not Pull Ahead", "A defensive driver may Pull Ahead"),
    ),
    Switch(
        "item_with_action",
        ("off", "on"),
        "A29",
        "whether an item can be used on top of the action",
        (
            "Using an item is the action of a turn; only dragged items are free",
            "Once a turn, a driver may use an item on top of the action",
        ),
    ),
    Switch(
        "carry",
        ("1", "0", "2", "3"),
        "A43",
        "how many items a driver holds in hand",
        (
            "A driver holds 1 item in hand, and drags 1",
            "A driver holds no item in hand, and drags 1",
            "A driver holds 2 items in hand, and drags 1",
            "A driver holds 3 items in hand, and drags 1",
        ),
    ),
    Switch(
        "litter_stays",
        ("on", "off"),
        "A51",
        "whether a Banana or a Fake Item Box that hit nobody stays on the track",
        (
            "A Banana or a Fake Item Box that hit nobody stays in its segment",
            "A Banana or a Fake Item Box that hit nobody is taken off the track",
        ),
    ),
    Switch(
        "referee",
        ("off", "on"),
        "A69",
        "whether there is a referee",
        (
            "There is no referee: only the actions of the rulebook can be ordered",
            "Drivers may order other actions, which the referee settles with a check; "
            "the referee may correct the race, skip questions and add to rolls",
        ),
    ),
    Switch(
        "item_bonus",
        ("place", "spread"),
        "A85",
        "what a place adds to Item Rolls with more than six drivers",
        (
            "An Item Roll adds 1 for each driver ahead, however many there are",
            "With more than six drivers, their places share the bonus of six drivers, 0 to 5",
        ),
    ),
)


@table_rule("R9")
def lay_out(course: CourseFile, seats: Sequence[Seat], options: Mapping[str, str]) -> Race:
    """The race on the grid, before the Rocket Starts. `options` names every switch.

    Raises Illegal for a Perk and Debuff that may not go together.
    """
    race = Race()
    race.course = course.record.copy()
    race.loot = item_table()
    race.drivers = len(seats)
    _throw_switches(race, options)
    for index in seat_range(len(race.karts)):
        race.order[index] = index if index < len(seats) else NOBODY
        race.queue[index] = NOBODY
    for index, seat in by_seat(seats):
        seat_kart(race, index, seat)
    for event, changing in zip(race.events, race.course.events, strict=True):
        event.left = changing.turns[0]
    for shell in race.blue_shells:
        shell.owner = NOBODY
    race.check.driver = NOBODY
    race.check.other = NOBODY
    return race


def seat_kart(race: Race, index: SeatIndex, seat: Seat) -> None:
    """Put a driver into their kart, with their policy."""
    kart = race.karts[index]
    kart.seat = index
    try:
        kart.perk, kart.debuff, kart.figures = build(
            seat.setup.get("perk"), seat.setup.get("debuff")
        )
    except Illegal as error:
        raise Illegal(error.problem, error.rule, seat.place(index)) from None


def _throw_switches(race: Race, options: Mapping[str, str]) -> None:
    switches = race.switches
    switches.momentum_cap_always = int(options["momentum_cap"] == "always")
    switches.defensive_pull_ahead = int(options["defensive_pull_ahead"] == "on")
    switches.item_with_action = int(options["item_with_action"] == "on")
    switches.carry = int(options["carry"])
    switches.litter_stays = int(options["litter_stays"] == "on")
    switches.referee = int(options["referee"] == "on")
    switches.item_bonus_spread = int(options["item_bonus"] == "spread")
