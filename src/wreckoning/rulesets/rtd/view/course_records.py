"""Course records, and their update by a finished race."""

from __future__ import annotations

from wreckoning.rulesets.rtd.match import Match
from wreckoning.rulesets.rtd.rules.records import best_laps, completions
from wreckoning.rulesets.rtd.view.words import turns
from wreckoning.show.course_records import Kind, Results, records_of


def _laps(match: Match) -> Results:
    return [(turns, match.names[seat]) for turns, seat in best_laps(match.race)]


def _races(match: Match) -> Results:
    return [(turns, match.names[seat]) for turns, seat in completions(match.race)]


update_records, record_lines = records_of(
    {Kind("lap", "Fastest lap", turns): _laps, Kind("race", "Fastest race", turns): _races}
)
