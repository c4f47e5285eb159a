"""The view of Kart Edition: words and drawing data, as `core.protocols.View` has them."""

from __future__ import annotations

from collections.abc import Mapping

from wreckoning.core.events import Event
from wreckoning.core.shown import EventLook, Setup
from wreckoning.core.texts.wording import stars
from wreckoning.rulesets.kart import events as ev
from wreckoning.rulesets.kart.cards import DEFAULT_CLASS
from wreckoning.rulesets.kart.course_words import CourseFile, length_words
from wreckoning.rulesets.kart.course_words import map_lines as course_map
from wreckoning.rulesets.kart.events import Activated, KartEvent, RoundBegins
from wreckoning.rulesets.kart.survey import features as course_features
from wreckoning.rulesets.kart.survey import warnings as course_warnings
from wreckoning.rulesets.kart.view.board import headline, podium, standings, track
from wreckoning.rulesets.kart.view.course_records import record_lines, update_records
from wreckoning.rulesets.kart.view.ground import ground
from wreckoning.rulesets.kart.view.log_lines import log_lines
from wreckoning.rulesets.kart.view.options import describe_option, label_option
from wreckoning.rulesets.kart.view.previews import preview
from wreckoning.rulesets.kart.view.prompts import describe_ask
from wreckoning.rulesets.kart.view.seats import setup_card, setup_words
from wreckoning.rulesets.kart.view.strip import strip
from wreckoning.rulesets.kart.view.things import things

ANEW = (Activated,)
ENERGY = ""
SETUP = Setup("kart", "a middle kart", {"kart": DEFAULT_CLASS})
LEGEND = ("On the map: karts by their letter, with an arrow for where they head; gates by number.",)

LOOKS: Mapping[type[Event], EventLook] = {
    ev.Spun: EventLook("slip"),
    ev.Slid: EventLook("slip"),
    ev.Collision: EventLook("bump", at="other"),
    ev.HitObstruction: EventLook("bump"),
    ev.HitBill: EventLook("crash"),
    ev.Attacked: EventLook("shot", at="target", source="who"),
    ev.BananaHit: EventLook("slip"),
    ev.Boosted: EventLook("boost"),
    ev.GotItem: EventLook("item"),
    ev.Coin: EventLook("item"),
    ev.Wipeout: EventLook("crash"),
    ev.Lap: EventLook("flag"),
    ev.Finished: EventLook("flag"),
}


def new_turn(event: KartEvent) -> int:
    """The round that this event begins, or 0."""
    return event.round if isinstance(event, RoundBegins) else 0


def course_card(course: CourseFile) -> tuple[str, str]:
    """The card of a course: its difficulty, its length and its blurb."""
    return f"{stars(course.difficulty)} {length_words(course)}", course.blurb
