"""What Kart RTD is: its title, seats, switches, and the race as it stands before turn 0."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wreckoning.core.errors import Illegal
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import table_rule
from wreckoning.core.ruleset import Seat, Switch
from wreckoning.rulesets.rtd.course_words import CourseFile
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
    Switch("momentum_cap", ("cleanup", "always"), "A14", "when the maximum Momentum applies"),
    Switch("defensive_pull_ahead", ("off", "on"), "A17", "a defensive driver may Pull Ahead"),
    Switch("item_with_action", ("off", "on"), "A29", "an item besides the action, once a turn"),
    Switch("carry", ("1", "0", "2", "3"), "A43", "items in hand, not counting the dragged one"),
    Switch("litter_stays", ("on", "off"), "A51", "an unhit peel stays on the track"),
    Switch("referee", ("off", "on"), "A69", "drivers may order an action that a referee settles"),
    Switch("item_bonus", ("place", "spread"), "A85", "an Item Roll's bonus with over six drivers"),
)


@table_rule("R9")
def lay_out(course: CourseFile, seats: Sequence[Seat], options: Mapping[str, str]) -> Race:
    """The race on the grid, before the Rocket Starts. `options` names every switch.

    Raises Illegal for a Perk and Debuff that may not go together.
    """
    race = Race()
    race.course = course.record.copy()
    race.drivers = len(seats)
    _throw_switches(race, options)
    for index in range(len(race.karts)):
        race.order[index] = index if index < len(seats) else NOBODY
        race.queue[index] = NOBODY
    for index, seat in enumerate(seats):
        seat_kart(race, index, seat)
    for event, changing in zip(race.events, race.course.events, strict=True):
        event.left = changing.turns[0]
    for shell in race.blue_shells:
        shell.owner = NOBODY
    race.check.driver = NOBODY
    race.check.other = NOBODY
    return race


def seat_kart(race: Race, index: int, seat: Seat) -> None:
    """Put a driver into their kart, with their policy."""
    kart = race.karts[index]
    kart.seat = index
    try:
        kart.perk, kart.debuff, kart.figures = build(
            seat.setup.get("perk"), seat.setup.get("debuff")
        )
    except Illegal as error:
        raise Illegal(f"seat {index + 1}, {seat.name}: {error}") from None


def _throw_switches(race: Race, options: Mapping[str, str]) -> None:
    switches = race.switches
    switches.momentum_cap_always = int(options["momentum_cap"] == "always")
    switches.defensive_pull_ahead = int(options["defensive_pull_ahead"] == "on")
    switches.item_with_action = int(options["item_with_action"] == "on")
    switches.carry = int(options["carry"])
    switches.litter_stays = int(options["litter_stays"] == "on")
    switches.referee = int(options["referee"] == "on")
    switches.item_bonus_spread = int(options["item_bonus"] == "spread")
