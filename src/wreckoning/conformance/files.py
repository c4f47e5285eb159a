"""Checks of logs and positions: written and read back, they are the same to the byte."""

from __future__ import annotations

import json

from wreckoning.conformance.frame import (
    at_most,
    check,
    difference,
    play_out,
    state,
    words_before_door,
)
from wreckoning.conformance.played import along, finished, part_way, steps
from wreckoning.conformance.races import Setting, begin, start
from wreckoning.core.dice import Seeded
from wreckoning.core.logs import log_file
from wreckoning.core.match import Match
from wreckoning.core.play import position
from wreckoning.core.ruleset import Ruleset

A_WHILE = 60  # answers


@check
def check_determinism(ruleset: Ruleset, setting: Setting) -> None:
    """Check that equal seeds give equal races, from the start or from a log in the middle."""
    bots, dice = setting.with_bots(ruleset), Seeded(setting.seed)
    one = begin(ruleset, bots, automatic=True, dice=dice)
    _referee(one, setting)
    text = log_file.write_log(one)
    answers = at_most(setting.random, one) if setting.seed % 3 else 0
    begun = "".join(text.splitlines(keepends=True)[: answers + 1])
    other = log_file.replay(log_file.read_log(begun), ruleset, dice=dice)
    other.go_on(dice)
    _referee(other, setting)
    assert text == log_file.write_log(other), "the same seeds gave another race"
    assert state(one) == state(other), "the same seeds gave another race"


def _referee(match: Match, setting: Setting) -> None:
    """Answer for the referee to the end, since no one else does."""
    while not match.is_over:
        names = match.asks[0].names
        match.answer(names[(setting.seed + len(match.entries)) % len(names)])


@check
def check_log(ruleset: Ruleset, setting: Setting) -> None:
    """Check that a log, whole or cut off anywhere, reads back to the same race."""
    random = setting.random
    states = [state(match) for match in along(ruleset, setting)]
    match = finished(ruleset, setting)
    text = log_file.write_log(match)
    again = log_file.replay(log_file.read_log(text), ruleset)
    assert log_file.write_log(again) == text, "written again, the log is another"
    assert state(again) == state(match), "replayed from its log, the race is another"
    assert again.events() == match.events(), "replayed from its log, other things happened"
    assert again.result() == match.result(), "replayed from its log, it ended otherwise"
    lines = text.splitlines(keepends=True)
    answers = at_most(random, match)
    part = log_file.replay(log_file.read_log("".join(lines[: answers + 1])), ruleset)
    assert state(part) == states[answers], f"cut off after {answers} answers, it is another"


@check
def check_positions(ruleset: Ruleset, setting: Setting) -> None:
    """Check that each checkpoint's position, laid over the start, gives the same bytes."""
    names = [seat.name for seat in setting.seats]
    fresh = start(ruleset, setting)
    for race in steps(ruleset, setting):
        text = json.dumps(position.to_json(race, names))
        again, before = fresh.copy(), words_before_door(race)
        given = position.lay_over(again, json.loads(text), names)
        for what in ("read back", "checked"):
            problem = difference(ruleset.race, before, words_before_door(again))
            assert not problem, f"a position, {what}, is another: {problem}"
            if not ruleset.is_over(again):
                ruleset.check_position(again, given)


@check
def check_played_from_a_position(ruleset: Ruleset, setting: Setting) -> None:
    """Check that a race begun from another's position goes on like it; its log has the position."""
    random = setting.random
    match = part_way(ruleset, setting, random)
    place = match.checkpoint_position()
    begun = begin(ruleset, setting, start_position=place)
    for entry in match.entries_since_checkpoint():
        begun.play_entry(entry)
    assert begun.asks == match.asks, "begun from its position, the race asks something else"
    played = play_out(match.fork(), random, A_WHILE)  # races that are equal to the byte stay equal
    for entry in played.entries[len(match.entries) :]:
        match.play_entry(entry)
        begun.play_entry(entry)
    one, other = words_before_door(match.race), words_before_door(begun.race)
    problem = difference(ruleset.race, one, other)
    assert not problem, f"begun from its position, the race goes on otherwise: {problem}"
    text = log_file.write_log(begun)
    again = log_file.replay(log_file.read_log(text), ruleset)
    assert log_file.write_log(again) == text, "begun from a position, the log reads back otherwise"
