"""Steps lead from one shown state to the next, with all events between."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from tests.table.sitting import RULESET, Sitting

from wreckoning.core.dice import Seeded
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Ruleset, Seat, find_ruleset, registered
from wreckoning.core.shown import Piece
from wreckoning.rulesets.rtd import events as ev
from wreckoning.rulesets.rtd.race import Item
from wreckoning.server.live.clients import Client
from wreckoning.server.live.live_table import LiveTable
from wreckoning.show.effects import effects_of
from wreckoning.table.replies import BoardStep
from wreckoning.table.shown.steps import LOOKS_LIKE

RTD = find_ruleset(RULESET)
ANSWERS = 8


def looks(piece: Piece) -> tuple[Any, ...]:
    return tuple(getattr(piece, name) for name in LOOKS_LIKE)


def applied(pieces: dict[str, Piece], steps: list[BoardStep]) -> dict[str, Piece]:
    """The pieces after these steps."""
    for step in steps:
        gone = set(step.gone)
        pieces = {key: piece for key, piece in pieces.items() if key not in gone}
        pieces |= {piece.key: piece for piece in step.things}
    return pieces


def watched(table: Sitting) -> LiveTable:
    """That table, and a client at it."""
    live = LiveTable(table.game, 0, 0)
    live.clients.add(object.__new__(Client))
    return live


def raced(ruleset: Ruleset) -> LiveTable:
    """A race of a person and three bots, at its first question."""
    bots = [f"Bot {n}:{ruleset.policies[0]}" for n in range(3)]
    course = ruleset.course_names()[0]
    table = Sitting("Ann", *bots, ruleset=ruleset.key, course=course).start()
    live = watched(table)
    match = table.game.match
    assert match is not None
    match.go_on(Seeded(7))
    live.update(False)
    live._steps.take()
    return live


@pytest.mark.parametrize("key", registered())
def test_steps_lead_to_the_board_as_it_is(key: str) -> None:
    ruleset = find_ruleset(key)
    live, lots = raced(ruleset), random.Random(7)
    match = live.table.match
    assert match is not None
    assert live.race_log is not None
    shown = {piece.key: piece for piece in ruleset.view.things(match)}
    played = 0
    for _ in range(ANSWERS):
        ask = match.person_asks()[0]
        rolls = len(live.race_log.rolls)
        match.answer(lots.choice(ask.names), ask.who, ask.question)
        live._settle()
        steps = live._steps.take()
        shown = applied(shown, steps)
        now = {piece.key: piece for piece in ruleset.view.things(match)}
        assert {key: looks(one) for key, one in shown.items()} == {
            key: looks(one) for key, one in now.items()
        }
        told = [step.lines for step in steps]
        assert told == sorted(told)
        assert told[-1:] in ([], [len(live.race_log.lines)])
        assert [roll for step in steps for roll in step.rolls] == live.race_log.rolls[rolls:]
        played += len(steps)
    assert played >= ANSWERS


def test_undone_answers_are_not_played_as_steps() -> None:
    live = raced(RTD)
    match = live.table.match
    assert match is not None
    ask = match.person_asks()[0]
    match.answer(0, ask.who)
    live._settle()
    assert live._steps.take()
    match.rewind(match.settled - 1)
    live._settle()
    assert live._steps.take() == []


def test_nothing_is_drawn_without_clients() -> None:
    live = raced(RTD)
    live.clients.clear()
    match = live.table.match
    assert match is not None
    ask = match.person_asks()[0]
    match.answer(0, ask.who)
    live._settle()
    assert live._steps.take() == []
    assert match.passed() == [], "what was passed is let go of"


def test_an_event_is_shown_where_it_happens_as_its_ruleset_says() -> None:
    match = Match(RTD, RTD.load_course("sundae_drive"), [Seat("Ann"), Seat("Bob")])
    pieces = {
        f"kart:{seat}": Piece(f"kart:{seat}", "kart", 10.0 * seat, 5, seat=seat) for seat in (0, 1)
    }
    shell = ev.Aimed(0, Item.RED_SHELL, 1)
    spun, passed = ev.SpunOut(1), ev.Passed(0, 1)
    shot, slip, good = effects_of(match, [shell, spun, spun, passed], pieces, pieces)
    assert (shot.kind, shot.x, shot.source, shot.key) == ("shot", 10, (0, 5), "kart:1")
    assert (slip.kind, slip.x, slip.source) == ("slip", 10, None)
    assert (good.kind, good.x) == ("good", 0), "shown by default as good news"
    away = {"kart:0": replace(pieces["kart:0"], key="kart:0")}
    assert effects_of(match, [spun], away, away) == ()
