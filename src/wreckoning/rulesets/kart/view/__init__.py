"""Words and drawing data for Gaslands: Kart Edition. No rule, no colour, no layout.

The terminal and the browser know no ruleset: they ask these functions, and draw what comes back
(the shapes are in `core.shown`).

    new_turn(event)                  the round that this event begins, or 0
    ANEW                             events within a round at which the log lines are written again
    log_lines(match, events)          events gathered into lines, each with its dice and rules
    describe_ask(match, ask)         the question in words, the situation, an obvious answer
    describe_option(match, ask, i)   label, meaning, chance and rules of an option
    label_option(match, ask, i)      the same at once: no ways are looked for
    preview(match, ask, i)           what an option would do, over the board
    ground(course)                   the board as a drawing: what never moves
    things(match)                    the board's pieces as things are
    strip(match, seat, width)        the table in letters
    headline(match)                  course, round, lap, who drives in which gear phase
    track(match)                     the course: its gates, what stands there, who is on the way
    standings(match)                 a row for each driver, in race order, with the dashboard
    podium(match)                    the finished race: rounds, laps, deeds
    course_card(course)              a course before one chooses it; `course_map` is its map
    course_features, course_warnings what a course has, counted, and what was hardly meant
    update_records, record_lines     course records as JSON, and in words
    setup_card(card), setup_words    a seat's choice before one makes it, and those made
    ENERGY                           none: drivers have gauges instead
    LEGEND                           what the signs of the terminal's board mean, in lines
    SETUP                            what a seat's choices are together, and what one has without
"""

from __future__ import annotations

from wreckoning.core.shown import Setup
from wreckoning.core.wording import stars
from wreckoning.rulesets.kart.cards import DEFAULT_CLASS
from wreckoning.rulesets.kart.course_words import CourseFile, length_words
from wreckoning.rulesets.kart.course_words import map_lines as course_map
from wreckoning.rulesets.kart.events import Activated, KartEvent, RoundBegins
from wreckoning.rulesets.kart.view.board import headline, podium, standings, track
from wreckoning.rulesets.kart.view.ground import ground
from wreckoning.rulesets.kart.view.keeping import record_lines, update_records
from wreckoning.rulesets.kart.view.log_lines import log_lines
from wreckoning.rulesets.kart.view.options import describe_option, label_option
from wreckoning.rulesets.kart.view.previews import preview
from wreckoning.rulesets.kart.view.prompts import describe_ask
from wreckoning.rulesets.kart.view.seats import setup_card, setup_words
from wreckoning.rulesets.kart.view.strip import strip
from wreckoning.rulesets.kart.view.survey import features as course_features
from wreckoning.rulesets.kart.view.survey import warnings as course_warnings
from wreckoning.rulesets.kart.view.things import things

ANEW = (Activated,)
ENERGY = ""
SETUP = Setup("kart", "a middle kart", {"kart": DEFAULT_CLASS})
LEGEND = ("On the map: karts by their letter, with an arrow for where they head; gates by number.",)

__all__ = [
    "ANEW",
    "ENERGY",
    "LEGEND",
    "SETUP",
    "course_card",
    "course_features",
    "course_map",
    "course_warnings",
    "describe_ask",
    "describe_option",
    "ground",
    "headline",
    "label_option",
    "log_lines",
    "new_turn",
    "podium",
    "preview",
    "record_lines",
    "setup_card",
    "setup_words",
    "standings",
    "strip",
    "things",
    "track",
    "update_records",
]


def new_turn(event: KartEvent) -> int:
    """The round that this event begins, or 0."""
    return event.round if isinstance(event, RoundBegins) else 0


def course_card(course: CourseFile) -> tuple[str, str]:
    """How hard and how long a course is, and its blurb."""
    return f"{stars(course.difficulty)} {length_words(course)}", course.blurb
