"""Course records, and their update by a finished race."""

from __future__ import annotations

from wreckoning.rulesets.kart.match import Match
from wreckoning.rulesets.kart.race import Kart
from wreckoning.rulesets.kart.view.words import hits
from wreckoning.show.course_records import Kind, Results, records_of
from wreckoning.show.words import rounds


def _by_place(match: Match) -> list[Kart]:
    """All karts, first to last: of equal results the better placed driver's counts first."""
    return sorted(match.race.karts[: match.race.racers], key=lambda kart: kart.place)


def _home(match: Match) -> Results:
    """The rounds to the last gate."""
    karts = [kart for kart in _by_place(match) if kart.finish_round]
    return [(kart.finish_round, match.names[kart.seat]) for kart in karts]


def _hits(match: Match) -> Results:
    """The hits dealt."""
    karts = [kart for kart in _by_place(match) if kart.hits_dealt]
    return [(kart.hits_dealt, match.names[kart.seat]) for kart in karts]


update_records, record_lines = records_of(
    {
        Kind("race", "Fastest race", rounds): _home,
        Kind("hits", "Most hits dealt", hits, most=True): _hits,
    }
)
