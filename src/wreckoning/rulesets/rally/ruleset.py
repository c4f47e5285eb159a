"""The ruleset Wasteland Rally, with all its parts; builder and campaigns are loaded on demand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wreckoning.core.ruleset import Phases, Ruleset, Study, Tallies, Words
from wreckoning.rulesets.rally import courses, meta, odds, outcome, study, turn, view
from wreckoning.rulesets.rally import events as told
from wreckoning.rulesets.rally.check import check_position
from wreckoning.rulesets.rally.course_words import CourseFile
from wreckoning.rulesets.rally.race import Race
from wreckoning.rulesets.rally.refusals import refusal
from wreckoning.rulesets.rally.teams.shipped import teams

if TYPE_CHECKING:
    from wreckoning.core.protocols import Campaigns
    from wreckoning.core.shown_teams import Built


def _build(*given: Any, **and_given: Any) -> Built:
    from wreckoning.rulesets.rally.teams.builder import builder

    return builder(*given, **and_given)


def _campaign() -> Campaigns:
    from wreckoning.rulesets.rally import campaign

    return campaign


RULESET: Ruleset[Race, CourseFile, told.RallyEvent] = Ruleset(
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
    setup={"team": teams},
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
    study=Study(study.FEATURES, study.features, study.clock, study.turn),
    own_view=view,
    odds=odds.questions,
    builder=_build,
    own_campaign=_campaign,
    place=4,
)
