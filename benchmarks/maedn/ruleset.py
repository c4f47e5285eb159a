"""The ruleset, with all its parts."""

from __future__ import annotations

from benchmarks.maedn import meta, turn
from benchmarks.maedn.events import VOCABULARY
from benchmarks.maedn.race import Race
from wreckoning.core.ruleset import Ruleset, Tallies, Words

RULESET = Ruleset(
    key="maedn",
    title="Mensch ärgere dich nicht",
    version="1",
    stage="for benchmarks",
    blurb="Four pieces around the board and home, by one die.",
    sources=("OpenSpiel, game maedn",),
    seats=meta.SEATS,
    package=__package__ or "",
    race=Race,
    step=turn.step,
    is_over=turn.is_over,
    switches=(),
    setup={},
    course_names=lambda: [meta.BOARD],
    load_course=meta.load_board,
    lay_out=meta.start,
    check_position=meta.check_position,
    result=meta.result,
    words=Words(VOCABULARY),
    tallies=Tallies(("throws",), (1,), meta.count, meta.place, meta.length),
)
