"""Checks of changes other than answers: undo, fork, the referee's corrections."""

from __future__ import annotations

import json

from wreckoning.conformance.asks import UNKNOWN, refused
from wreckoning.conformance.frame import at_most, check, play_out, state
from wreckoning.conformance.played import along, finished, part_way
from wreckoning.conformance.races import Setting, begin
from wreckoning.core.errors import Illegal, Malformed
from wreckoning.core.logs import log_file
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Ruleset

TIMES = 6
A_WHILE, A_LONG_WHILE = 12, 60  # answers; races that are equal to the byte stay equal


@check
def check_undo(ruleset: Ruleset, setting: Setting) -> None:
    """Check that a race rewound to any number of answers is as it was, and plays on the same."""
    random = setting.random
    states = [state(match) for match in along(ruleset, setting)]
    match = finished(ruleset, setting)
    for _ in range(TIMES):
        twin, count = match.fork(), at_most(random, match)
        twin.rewind(count)
        assert state(twin) == states[count], f"rewound to {count} answers it is another race"
        for number in range(count, min(count + A_WHILE, len(match.entries))):
            twin.play_entry(match.entries[number])
            assert state(twin) == states[number + 1], f"rewound to {count}, it goes on otherwise"
    assert state(match) == states[-1], "rewinding a fork changed the race"
    _undo_all(match, states)


def _undo_all(match: Match, states: list[tuple[object, ...]]) -> None:
    """Take back one answer of a person after another, and compare with the earlier states."""
    twin = match.fork()
    for _ in range(TIMES):
        before = len(twin.entries)
        if not twin.undo():
            assert twin.entries == match.entries[:before], "nothing to undo, and it did"
            return
        assert len(twin.entries) < before, "an undo took nothing back"
        assert state(twin) == states[len(twin.entries)], "after an undo it is another race"


@check
def check_fork(ruleset: Ruleset, setting: Setting) -> None:
    """Check that a fork goes its own way: the original stays as it is, and can do the same."""
    random = setting.random
    match = part_way(ruleset, setting, random)
    before, text = state(match), log_file.write_log(match)
    fork = match.fork()
    assert state(fork) == before, "a fork is another race from the start"
    play_out(fork, random, A_LONG_WHILE)
    assert state(match) == before, "playing a fork changed the race"
    assert log_file.write_log(match) == text, "playing a fork changed the race's log"
    match.rewind(at_most(random, match))
    for entry in fork.entries[len(match.entries) :]:
        match.play_entry(entry)
    assert state(match) == state(fork), "with the same answers, the race went another way"


@check
def check_corrections(ruleset: Ruleset, setting: Setting) -> None:
    """Check that corrections change the race as given, are logged, and can be taken back."""
    random = setting.random
    other = part_way(ruleset, setting, random)
    place = json.loads(json.dumps(other.checkpoint_position()))
    match = part_way(ruleset, setting, random)
    _to_a_checkpoint(match)
    before = state(match)
    _check_changes_nothing(match)
    refused(match, Malformed, match.correct, {UNKNOWN: 1})
    count = len(match.entries)
    match.correct(place)
    begun = begin(ruleset, setting, start_position=place)
    assert match.position() == begun.position(), "corrected, the race is not at the position given"
    assert match.asks == begun.asks, "corrected, the race asks something else"
    end = state(play_out(match, random, A_LONG_WHILE))
    text = log_file.write_log(match)
    again = log_file.replay(log_file.read_log(text), ruleset)
    assert state(again) == end, "replayed with a correction, the race is another"
    again.rewind(count)
    assert state(again) == before, "the correction taken back, it is another race"


def _to_a_checkpoint(match: Match) -> None:
    """Rewind to a point where the referee may correct; before that a correction is refused."""
    while not match.is_between_slots:
        refused(match, Illegal, match.correct, {})
        match.rewind(len(match.entries) - 1)


def _check_changes_nothing(match: Match) -> None:
    """Check that a correction to the present values changes nothing but the log."""
    for changes in ({}, match.checkpoint_position()):
        twin = match.fork()
        twin.correct(changes)
        assert twin.position() == match.position(), "a correction that changes nothing did"
        assert twin.asks == match.asks, "a correction that changes nothing did"
        assert len(twin.entries) == len(match.entries) + 1, "a correction is not in the log"
