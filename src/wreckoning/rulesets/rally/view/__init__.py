"""The view of Wasteland Rally: words and drawing data, as `core.protocols.View` has them."""

from __future__ import annotations

from collections.abc import Mapping

from wreckoning.core.events import Event
from wreckoning.core.ids import SeatIndex
from wreckoning.core.shown import EventLook, Setup
from wreckoning.rulesets.rally import events as ev
from wreckoning.rulesets.rally.course_words import MISSION_TITLES, CourseFile, length_words
from wreckoning.rulesets.rally.course_words import map_lines as course_map
from wreckoning.rulesets.rally.events import RallyEvent, RoundBegins
from wreckoning.rulesets.rally.match import Match
from wreckoning.rulesets.rally.view.board import headline, podium, standings, track
from wreckoning.rulesets.rally.view.course_records import record_lines, update_records
from wreckoning.rulesets.rally.view.ground import ground
from wreckoning.rulesets.rally.view.log_lines import log_lines
from wreckoning.rulesets.rally.view.names import names_of
from wreckoning.rulesets.rally.view.options import describe_option, label_option
from wreckoning.rulesets.rally.view.previews import preview
from wreckoning.rulesets.rally.view.prompts import describe_ask
from wreckoning.rulesets.rally.view.seats import setup_card, setup_words
from wreckoning.rulesets.rally.view.strip import strip
from wreckoning.rulesets.rally.view.survey import features as course_features
from wreckoning.rulesets.rally.view.survey import warnings as course_warnings
from wreckoning.rulesets.rally.view.things import things

ANEW = ()
ENERGY = ""
SETUP = Setup("team", "a ready-made team")
LEGEND = (
    "On the map: vehicles by letters with an arrow for where they head, gates by their numbers;",
    "~ slow, = barrier, # impassable, % wreckage, * exploding, x a wreck, @ the end of your plan.",
    "The gauges of a team are the hit points of its vehicles.",
)

LOOKS: Mapping[type[Event], EventLook] = {
    ev.Boosted: EventLook("boost", at="vehicle", key="vehicle:{}"),
    ev.Fired: EventLook("shot", at="target", source="vehicle", key="vehicle:{}"),
    ev.FiredAtTerrain: EventLook("shot", at="terrain", key="terrain:{}"),
    ev.DroveOver: EventLook("bump", at="other", key="vehicle:{}"),
    ev.HitTerrain: EventLook("crash", at="vehicle", key="vehicle:{}"),
    ev.Smashed: EventLook("bump", at="vehicle", key="vehicle:{}"),
    ev.LostControl: EventLook("slip", at="vehicle", key="vehicle:{}"),
    ev.Damaged: EventLook("bad", at="vehicle", key="vehicle:{}"),
    ev.Critical: EventLook("crash", at="target", key="vehicle:{}"),
    ev.Exploded: EventLook("blast", at="terrain", key="terrain:{}"),
    ev.Destroyed: EventLook("blast", at="vehicle", key="vehicle:{}"),
    ev.GateCrossed: EventLook("good", at="vehicle", key="vehicle:{}"),
    ev.Lap: EventLook("flag", at="vehicle", key="vehicle:{}"),
    ev.Finished: EventLook("flag", at="vehicle", key="vehicle:{}"),
}


def new_turn(event: RallyEvent) -> int:
    """The round that this event begins, or 0."""
    return event.round if isinstance(event, RoundBegins) else 0


VEHICLE_PARTS = ("vehicles", "bodies")


def vehicles(match: Match) -> tuple[tuple[SeatIndex, str], ...]:
    """All vehicles by their numbers, each with its owner and its name."""
    owners = (vehicle.owner for vehicle in match.race.vehicles)
    return tuple(zip(owners, names_of(match), strict=False))


def course_card(course: CourseFile) -> tuple[str, str]:
    """The card of a table: its difficulty, mission, length and blurb."""
    stars = "★" * course.difficulty + "☆" * (5 - course.difficulty)
    return f"{stars} {MISSION_TITLES[course.mission]}, {length_words(course)}", course.blurb
