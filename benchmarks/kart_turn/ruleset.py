"""The ruleset of the reduction, with all its parts."""

from __future__ import annotations

from benchmarks.kart_turn import meta, turn
from benchmarks.kart_turn.events import VOCABULARY
from benchmarks.kart_turn.race import Race
from wreckoning.core.ruleset import Ruleset, Tallies, Words

RULESET = Ruleset(
    key="kart_turn",
    title="Kart RTD's turn",
    version="1",
    stage="for benchmarks",
    blurb="Kart RTD without items, perks, features of the course and Rocket Starts.",
    sources=("The ruleset rtd, of which it is a reduction",),
    seats=meta.SEATS,
    package=__package__ or "",
    race=Race,
    step=turn.step,
    is_over=turn.is_over,
    switches=(),
    setup={},
    course_names=lambda: [meta.COURSE],
    load_course=meta.load_course,
    lay_out=meta.start,
    check_position=meta.check_position,
    result=meta.result,
    words=Words(VOCABULARY),
    tallies=Tallies(("orders",), (1,), meta.count, meta.place, meta.length),
)
