"""Our `backgammon` and OpenSpiel's: its actions are whole plays, ours a play's two moves."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pyspiel

from benchmarks.backgammon.events import Moved
from benchmarks.backgammon.race import BAR, LAST_TURN, OFF, PLAYERS
from benchmarks.backgammon.ruleset import RULESET
from benchmarks.equality.stretches import Board, Words
from wreckoning.core.door import DICE
from wreckoning.core.ids import SeatIndex
from wreckoning.core.records import NOBODY

Moves = tuple[tuple[int, int], ...]  # of a play: point and pips of each
ON_BAR, PASS, BASE = 24, 25, 26  # digits of OpenSpiel's actions
LOWER_FIRST = BASE * BASE

# OpenSpiel's chance outcomes in their order: doubles last. Of the opening roll (no doubles) the
# even ones begin with seat 0, the odd ones with seat 1
PAIRS = [(low, high) for low in range(1, 7) for high in range(low + 1, 7)]
ROLLS = [roll for low, high in PAIRS for roll in ((low, high), (high, low))]
OPENINGS = len(ROLLS)
ROLLS += [(pips, pips) for pips in range(1, 7)]


def prove(games: int, seed: int = 1) -> int:
    """Play random games in both. Returns how many states were the same."""
    theirs = pyspiel.load_game("backgammon")
    assert theirs.get_parameters()["max_player_turns"] == LAST_TURN
    ours, random = Board(RULESET, PLAYERS), Random(seed)
    return sum(_prove_one(theirs, ours, random) for _ in range(games))


def _prove_one(theirs: pyspiel.Game, ours: Board, random: Random) -> int:
    state, words, states = theirs.new_initial_state(), ours.start, 0
    race = ours.read(words)
    while not race.over:
        assert state.is_chance_node(), f"the other is over, or asks a player: {state}"
        answers, roll = _roll(ours, words, race.seat == NOBODY, random)
        _check_outcomes(state, race.seat == NOBODY)
        state.apply_action(roll)
        states += 1
        made = 0
        while not state.is_terminal() and not state.is_chance_node():
            action, answers = _play(ours, words, answers, made, state, max(ROLLS[roll]), random)
            state.apply_action(action)
            states += 1
            made += 2
        stop = ours.run(words, answers)
        assert stop.ask is None, f"ours asks once more: {state}"
        words, race = stop.words, ours.read(stop.words)
        _check_board(race, state)
    assert state.is_terminal(), f"ours is over, the other goes on: {state}"
    expected = [0.0, 0.0]
    if race.winner != NOBODY:
        expected = [1.0 if seat == race.winner else -1.0 for seat in range(PLAYERS)]
    assert state.returns() == expected, f"ours was won by {race.winner}, the other: {state}"
    return states


def _roll(ours: Board, words: Words, opening: bool, random: Random) -> tuple[list[int], int]:
    """The dice that begin a turn, as our answers, and as OpenSpiel's outcome."""
    answers: list[int] = []
    while (ask := ours.run(words, answers).ask) is not None and ask.by == DICE:
        answers.append(random.choice(ask.options))
    one, other = answers[-2:]
    if opening:  # the higher begins; theirs names the outcome by who does
        one, other = other, one
    return answers, ROLLS.index((one, other))


def _check_outcomes(state: pyspiel.State, opening: bool) -> None:
    """The chances are those of two dice; of two that differ, for the opening roll."""
    outcomes = OPENINGS if opening else len(ROLLS)
    expected = [(outcome, 1 / outcomes) for outcome in range(outcomes)]
    assert sorted(state.chance_outcomes()) == expected, f"other chances: {state}"


def _play(
    ours: Board,
    words: Words,
    answers: list[int],
    made: int,
    state: pyspiel.State,
    high: int,
    random: Random,
) -> tuple[int, list[int]]:
    """A play after these answers: any, if the same are legal in both. Their action, our answers."""
    seat = state.current_player()
    plays = {_action(moves, seat, high): tape for moves, tape in _plays(ours, words, answers, made)}
    legal = state.legal_actions()
    assert sorted(plays) == legal, f"ours may do {sorted(plays)}, the other {legal}: {state}"
    action = random.choice(legal)
    return action, plays[action]


def _plays(
    ours: Board, words: Words, answers: list[int], made: int
) -> Iterator[tuple[Moves, list[int]]]:
    """Every play that ours allows after these answers and moves, with its answers."""
    stop = ours.run(words, answers)
    moves = [(entry[2], entry[3]) for entry in stop.events if entry[0] == Moved.code]
    if stop.ask is None or len(moves) >= made + 2:
        yield tuple(moves[made : made + 2]), answers
        return
    for option in stop.ask.options:
        yield from _plays(ours, words, [*answers, option], made)


def _action(moves: Moves, seat: SeatIndex, high: int) -> int:
    """A play as OpenSpiel numbers it; seat 0's points are numbered the other way."""
    digits = [PASS, PASS]
    for index, (point, _) in enumerate(moves):
        place = 24 - point if seat == 0 else point - 1
        digits[index] = ON_BAR if point == BAR else place
    lower_first = not moves or moves[0][1] != high
    return digits[0] + BASE * digits[1] + LOWER_FIRST * lower_first


def _check_board(race: Any, state: pyspiel.State) -> None:
    """The same checkers on the same points."""
    for seat in range(PLAYERS):
        points = race.sides[seat].points.tolist()
        found = [state.board(seat, place) for place in range(BAR - 1)]
        expected = points[1:BAR] if seat else points[BAR - 1 : OFF : -1]
        assert found == expected, f"other points of seat {seat}: {state}"
