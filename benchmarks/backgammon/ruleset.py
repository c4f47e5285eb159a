"""The ruleset, with all its parts."""

from __future__ import annotations

from benchmarks.backgammon import meta, turn
from benchmarks.backgammon.any_play import any_play
from benchmarks.backgammon.events import VOCABULARY
from benchmarks.backgammon.race import Race
from wreckoning.core.ruleset import Ruleset, Tallies, Words

RULESET = Ruleset(
    key="backgammon",
    title="Backgammon",
    version="1",
    stage="for benchmarks",
    blurb="Fifteen checkers home past each other, by two dice; no cube.",
    sources=("OpenSpiel, game backgammon",),
    seats=meta.SEATS,
    package=__package__ or "",
    race=Race,
    step=turn.step,
    is_over=turn.is_over,
    own_policies={"random": any_play},
    switches=(),
    setup={},
    course_names=lambda: [meta.BOARD],
    load_course=meta.load_board,
    lay_out=meta.start,
    check_position=meta.check_position,
    result=meta.result,
    words=Words(VOCABULARY),
    tallies=Tallies(("plays",), (1,), meta.count, meta.place, meta.length),
)
