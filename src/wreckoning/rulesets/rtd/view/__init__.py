"""The view of Kart RTD: words and drawing data, as `core.protocols.View` has them."""

from __future__ import annotations

from collections.abc import Mapping

from wreckoning.core.events import Event
from wreckoning.core.shown import EventLook, Setup
from wreckoning.core.texts.wording import MINUS, stars
from wreckoning.rulesets.rtd import events as ev
from wreckoning.rulesets.rtd.course_words import CourseFile
from wreckoning.rulesets.rtd.course_words import map_lines as course_map
from wreckoning.rulesets.rtd.events import Ordered, RtdEvent, TurnBegins
from wreckoning.rulesets.rtd.survey import features as course_features
from wreckoning.rulesets.rtd.survey import warnings as course_warnings
from wreckoning.rulesets.rtd.view.board import headline, podium, standings, track
from wreckoning.rulesets.rtd.view.course_records import record_lines, update_records
from wreckoning.rulesets.rtd.view.ground import ground
from wreckoning.rulesets.rtd.view.log_lines import log_lines
from wreckoning.rulesets.rtd.view.options import describe_option, label_option
from wreckoning.rulesets.rtd.view.previews import preview
from wreckoning.rulesets.rtd.view.prompts import describe_ask
from wreckoning.rulesets.rtd.view.seats import setup_card, setup_words
from wreckoning.rulesets.rtd.view.things import things
from wreckoning.show.default_view import strip

ANEW = (Ordered,)
ENERGY = "M"
SIGNS = {
    "where": "the kart's segment; at the end of a turn all drive on to the next segment, "
    "except those who Fell Back",
    "M": "Momentum; 3/5 M is 3 now, of at most 5 at the end of a turn",
    "fallen behind": "a segment or more off the pace: +1 on Item Rolls",
    "ink": f"{MINUS}1 on Racing Checks and Passes, until it is washed off or wears off",
    "shrunk": f"{MINUS}2 on Racing Checks",
    "Boo": "while it lasts, items and rams do nothing to its driver",
    "Star": "while it lasts, items do nothing to its driver, and all its driver's Passes are Rams",
    "~": "the item behind the kart, not in hand",
}
SETUP = Setup("kart", "the standard kart")
LEGEND = (
    "On the track: □ item boxes (□3: only three)   ! hazard   > dash panel   ? path   "
    "@ attack link   % litter",
    "Among the items of a driver, ~ marks the one behind the kart; the others are in hand.",
)

LOOKS: Mapping[type[Event], EventLook] = {
    ev.Rammed: EventLook("bump", at="other"),
    ev.RamFailed: EventLook("slip"),
    ev.SpunOut: EventLook("slip"),
    ev.Flipped: EventLook("crash"),
    ev.Thrown: EventLook("crash"),
    ev.HazardHit: EventLook("bump"),
    ev.Aimed: EventLook("shot", at="other", source="who"),
    ev.Hit: EventLook("crash"),
    ev.Blast: EventLook("blast"),
    ev.BlueShellStrikes: EventLook("blast"),
    ev.Dashed: EventLook("boost"),
    ev.PulledAhead: EventLook("boost"),
    ev.ItemTaken: EventLook("item"),
    ev.Stolen: EventLook("item"),
    ev.Lap: EventLook("flag"),
    ev.Finished: EventLook("flag"),
}


def new_turn(event: RtdEvent) -> int:
    """The turn that this event begins, or 0."""
    return event.turn if isinstance(event, TurnBegins) else 0


def course_card(course: CourseFile) -> tuple[str, str]:
    """The card of a course: its difficulty, its length and its blurb."""
    length = f"{course.record.laps} laps of {course.record.segments} segments"
    return f"{stars(course.difficulty)} {length}", course.blurb
