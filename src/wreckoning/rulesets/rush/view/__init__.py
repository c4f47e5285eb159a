"""Words and drawing data for Rush 'n' Crush. No rule, no colour, no layout.

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
    strip(match, seat, width)        the road around a car, in letters
    headline(match)                  course, round, lap, what lies on the road
    track(match)                     the course: its tiles, what lies there, who is where
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
from wreckoning.rulesets.rush.course_words import CourseFile, length_words
from wreckoning.rulesets.rush.course_words import map_lines as course_map
from wreckoning.rulesets.rush.events import RoundBegins, RushEvent, TurnBegins
from wreckoning.rulesets.rush.survey import features as course_features
from wreckoning.rulesets.rush.survey import warnings as course_warnings
from wreckoning.rulesets.rush.view.board import headline, podium, standings, track
from wreckoning.rulesets.rush.view.ground import ground
from wreckoning.rulesets.rush.view.keeping import record_lines, update_records
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
    "Gauges: what is left of Structure, Steering, Brake, Turbo; Heat goes up to the skull.",
)

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


def new_turn(event: RushEvent) -> int:
    """The round that this event begins, or 0."""
    return event.round if isinstance(event, RoundBegins) else 0


def course_card(course: CourseFile) -> tuple[str, str]:
    """How hard and how long a course is, and its blurb."""
    return f"{stars(course.difficulty)} {length_words(course)}", course.blurb
