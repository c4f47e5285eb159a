"""The conformance kit: checks that every ruleset must pass, whichever package it comes from.

    check_all(ruleset)                      everything, over some random races

    check_declaration(ruleset)              the same in parts, for a test each:
    for setting in settings(ruleset, 20):
        for check in CHECKS:
            check(ruleset, setting)

Each check raises AssertionError, saying what was expected and in which race. The kit knows no
ruleset; it uses nothing but the `Ruleset` object.
"""

from __future__ import annotations

from wreckoning.conformance import asks, declaration, files, moves
from wreckoning.conformance.declaration import check_declaration
from wreckoning.conformance.frame import Check
from wreckoning.conformance.races import Setting, races_to_cover, settings
from wreckoning.conformance.twins import check_indexes, check_live_play, check_tapes, twins
from wreckoning.core.ruleset import Ruleset

__all__ = [
    "CHECKS",
    "INTERPRETED_CHECKS",
    "TWIN_CHECKS",
    "Check",
    "Setting",
    "check_all",
    "check_declaration",
    "races_to_cover",
    "settings",
    "twins",
]

INTERPRETED_CHECKS: tuple[Check, ...] = (
    asks.check_ends,
    asks.check_asks,
    asks.check_groups,
    asks.check_wrong_answers,
    asks.check_bots_are_blind,
    declaration.check_outcome,
    files.check_determinism,
    files.check_log,
    files.check_positions,
    files.check_played_from_a_position,
    moves.check_undo,
    moves.check_fork,
    moves.check_corrections,
)
TWIN_CHECKS: tuple[Check, ...] = (check_live_play, check_indexes, check_tapes)
CHECKS = INTERPRETED_CHECKS + TWIN_CHECKS


def check_all(ruleset: Ruleset, races: int | None = None) -> None:
    """Run every check on this many races.

    The default is enough to use every course, switch and number of seats. Compiles the rules on the
    way, which takes up to a minute the first time.
    """
    check_declaration(ruleset)
    for setting in settings(ruleset, races or races_to_cover(ruleset)):
        for check in CHECKS:
            check(ruleset, setting)
