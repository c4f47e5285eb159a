"""The view of Rush 'n' Crush: words and drawing data, as `core.protocols.View` has them."""

from __future__ import annotations

from collections.abc import Mapping

from wreckoning.core.events import Event
from wreckoning.core.shown import EventLook, Setup
from wreckoning.core.texts.wording import stars
from wreckoning.rulesets.rush import events as ev
from wreckoning.rulesets.rush.course_words import CourseFile, length_words
from wreckoning.rulesets.rush.course_words import map_lines as course_map
from wreckoning.rulesets.rush.events import RoundBegins, RushEvent, TurnBegins
from wreckoning.rulesets.rush.survey import features as course_features
from wreckoning.rulesets.rush.survey import warnings as course_warnings
from wreckoning.rulesets.rush.view.board import headline, podium, standings, track
from wreckoning.rulesets.rush.view.course_records import record_lines, update_records
from wreckoning.rulesets.rush.view.ground import ground
from wreckoning.rulesets.rush.view.log_lines import log_lines
from wreckoning.rulesets.rush.view.options import describe_option, label_option
from wreckoning.rulesets.rush.view.previews import preview
from wreckoning.rulesets.rush.view.prompts import describe_ask
from wreckoning.rulesets.rush.view.seats import setup_card, setup_words
from wreckoning.rulesets.rush.view.strip import strip
from wreckoning.rulesets.rush.view.things import things

ANEW = (TurnBegins,)
ENERGY = ""
SETUP = Setup("car and driver", "what is dealt")
LEGEND = (
    "On the strip of road: @ your car   # obstruction   x wreck   * mine   numbers: the others",
    "Gauges: the points left of Structure, Steering, Brake and Turbo; Heat rises to the skull.",
    "Gears: the white dice of a speed and which counts: ▲ the highest, ▼ the lowest; "
    "∞ any number of lane changes.",
)

LOOKS: Mapping[type[Event], EventLook] = {
    ev.SideRam: EventLook("bump", at="other"),
    ev.Rush: EventLook("bump", at="other"),
    ev.ObstructionHit: EventLook("crash"),
    ev.Shot: EventLook("shot", at="target", source="who"),
    ev.Boosted: EventLook("boost"),
    ev.LitterMet: EventLook("slip"),
    ev.Stuck: EventLook("bad"),
    ev.Armed: EventLook("item"),
    ev.Lap: EventLook("flag"),
    ev.Finished: EventLook("flag"),
    ev.Destroyed: EventLook("blast"),
}


def new_turn(event: RushEvent) -> int:
    """The round that this event begins, or 0."""
    return event.round if isinstance(event, RoundBegins) else 0


def course_card(course: CourseFile) -> tuple[str, str]:
    """The card of a course: its difficulty, its length and its blurb."""
    return f"{stars(course.difficulty)} {length_words(course)}", course.blurb
