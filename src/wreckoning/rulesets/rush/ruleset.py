"""The ruleset Rush 'n' Crush, with all its parts."""

from __future__ import annotations

from wreckoning.core.ruleset import Ruleset, Tallies, Words
from wreckoning.rulesets.rush import cars, courses, meta, odds, outcome, turn, view
from wreckoning.rulesets.rush import events as told
from wreckoning.rulesets.rush.check import check_position
from wreckoning.rulesets.rush.course_words import CourseFile
from wreckoning.rulesets.rush.race import Race
from wreckoning.rulesets.rush.refusals import refusal

RULESET: Ruleset[Race, CourseFile, told.RushEvent] = Ruleset(
    key=meta.KEY,
    title=meta.TITLE,
    version=meta.VERSION,
    stage=meta.STAGE,
    blurb=meta.BLURB,
    sources=meta.SOURCES,
    seats=meta.SEATS,
    package=__package__ or "",
    race=Race,
    step=turn.step,
    is_over=turn.is_over,
    switches=meta.SWITCHES,
    setup={"car": cars.cars, "driver": cars.drivers},
    course_names=courses.names,
    load_course=courses.load,
    lay_out=meta.lay_out,
    check_position=check_position,
    result=outcome.result,
    words=Words(told.VOCABULARY, refusal),
    tallies=Tallies(
        names=outcome.TALLIES,
        scales=outcome.SCALES,
        count=outcome.count,
        place=outcome.place,
        length=outcome.length,
        rank=outcome.rank,
    ),
    own_view=view,
    odds=odds.questions,
    place=2,
)
