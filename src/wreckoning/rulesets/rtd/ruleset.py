"""The ruleset Kart RTD, with all its parts."""

from __future__ import annotations

from wreckoning.core.ruleset import Phases, Ruleset, Study, Tallies, Words
from wreckoning.rulesets.rtd import courses, karts, meta, odds, outcome, study, turn, view
from wreckoning.rulesets.rtd import events as told
from wreckoning.rulesets.rtd.check import check_position
from wreckoning.rulesets.rtd.course_words import CourseFile
from wreckoning.rulesets.rtd.race import Race
from wreckoning.rulesets.rtd.refusals import refusal

RULESET: Ruleset[Race, CourseFile, told.RtdEvent] = Ruleset(
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
    setup={"perk": karts.perks, "debuff": karts.debuffs},
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
    phases=Phases(turn.PHASES, turn.phase_of),
    study=Study(study.FEATURES, study.features),
    own_view=view,
    own_cards=("karts.perk", "karts.debuff", "items.item"),
    odds=odds.questions,
    place=1,
)
