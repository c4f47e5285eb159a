"""Our `maedn` and OpenSpiel's."""

from __future__ import annotations

from random import Random

import pyspiel

from benchmarks.equality.stretches import Board, Words
from benchmarks.maedn.events import Entered, Moved, Stayed, Won
from benchmarks.maedn.ruleset import RULESET

STAY, ENTER, FIELD_0 = 0, 1, 2  # OpenSpiel's actions; FIELD_0 + field moves the piece from there
DONE = {Stayed.code: STAY, Entered.code: ENTER}


def prove(games: int, seed: int = 1, players: int = 4) -> int:
    """Play random games in both. Returns how many states were the same."""
    theirs = pyspiel.load_game("maedn", {"players": players})
    ours, random = Board(RULESET, players), Random(seed)
    return sum(_prove_one(theirs, ours, random, players) for _ in range(games))


def _prove_one(theirs: pyspiel.Game, ours: Board, random: Random, players: int) -> int:
    state, words, states = theirs.new_initial_state(), ours.start, 0
    won = False
    while not won:
        assert state.is_chance_node(), f"the other is over, or asks a player: {state}"
        assert sorted(state.chance_outcomes()) == [(n, 1 / 6) for n in range(6)]
        pips = random.randint(1, 6)
        state.apply_action(pips - 1)
        words, action, won = _move(ours, words, state, pips, random)
        state.apply_action(action)
        states += 2
    assert state.is_terminal(), f"ours is over, the other goes on: {state}"
    winner = ours.read(words).winner
    expected = [players - 1.0 if seat == winner else -1.0 for seat in range(players)]
    assert state.returns() == expected, f"ours was won by {winner}, the other: {state}"
    return states


def _move(
    ours: Board, words: Words, state: pyspiel.State, pips: int, random: Random
) -> tuple[Words, int, bool]:
    """A move in ours: any that is legal in both. Where it leads, their action, and did it win?"""
    stop = ours.run(words, [pips])
    legal = state.legal_actions()
    asked = stop.ask is not None
    if stop.ask is not None:
        assert stop.ask.question == "piece"
        assert stop.ask.by == state.current_player(), f"it is another's turn: {state}"
        found = sorted(FIELD_0 + option for option in stop.ask.options)
        assert found == legal, f"ours may do {found}, the other {legal}: {state}"
        stop = ours.run(words, [pips, random.choice(stop.ask.options)])
    entry = next(each for each in stop.events if each[0] in (*DONE, Moved.code))
    action = FIELD_0 + entry[2] if entry[0] == Moved.code else DONE[entry[0]]
    assert entry[1] == state.current_player(), f"it is another's turn: {state}"
    assert asked or legal == [action], f"ours has but {action}, the other {legal}: {state}"
    return stop.words, action, stop.events[-1][0] == Won.code
