"""Our `kart_turn` compared with OpenSpiel's, boardgame.io's, and the ruleset `rtd` itself."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.contestants import node
from benchmarks.equality.stretches import Asked, Board, Words, start
from benchmarks.kart_turn.bare_loop import BARE_LOOP
from benchmarks.kart_turn.race import AT_THE_LINE
from benchmarks.kart_turn.ruleset import RULESET
from wreckoning.core.door import DICE
from wreckoning.core.ruleset import find_ruleset
from wreckoning.rulesets.rtd.race import YES, Phase

DRIVERS = 6
BOARDGAME_IO = Path(__file__).parent.parent / "boardgame_io"

# Answers one ask; raises AssertionError where the other game asks something else
Answer = Callable[[Asked], int]


def race_through(ours: Board, answer: Answer, after_turn: Callable[[Words], None]) -> Any:
    """A whole race of ours, every ask answered by the other game. Returns it as it ended."""
    words = ours.start
    while not ours.read(words).over:
        answers: list[int] = []
        stop = ours.run(words, answers)
        while stop.ask is not None:
            answers.append(answer(stop.ask))
            stop = ours.run(words, answers)
        words = stop.words
        after_turn(words)
    return ours.read(words)


# --- OpenSpiel


def prove_openspiel(races: int, seed: int = 1) -> int:
    """Race random races in both. Returns how many asks were the same."""
    import pyspiel

    from benchmarks.peers.kart_turn_openspiel import GAME_TYPE

    theirs = pyspiel.load_game(GAME_TYPE.short_name)
    ours, random = Board(RULESET, DRIVERS), Random(seed)
    asks = 0
    for _ in range(races):
        state = theirs.new_initial_state()
        orders: dict[int, int] = {}  # of this turn, until all are given

        def answer(ask: Asked, state: Any = state, orders: dict[int, int] = orders) -> int:
            nonlocal asks
            asks += 1
            assert state.is_chance_node() == (ask.by == DICE), f"ours asks {ask}: {state}"
            option = random.choice(ask.options)
            if ask.by == DICE:
                expected = [(face, 1 / len(ask.options)) for face in range(len(ask.options))]
                assert state.chance_outcomes() == expected, f"ours asks {ask}: {state}"
                state.apply_action(option - 1)
            else:
                assert state.legal_actions(ask.by) == list(ask.options), f"ours asks {ask}: {state}"
                orders[ask.by] = option
                _give(state, orders)
            return option

        race = race_through(ours, answer, lambda words: None)
        assert state.is_terminal(), f"ours is over, the other goes on: {state}"
        expected = [1.0 - kart.place for kart in race.karts[:DRIVERS]]
        assert state.returns() == expected, f"ours came in {expected}: {state}"
    return asks


def _give(state: Any, orders: dict[int, int]) -> None:
    """Give the other game all orders at once, when the last of them is known."""
    import pyspiel

    racing = [seat for seat in range(DRIVERS) if state.legal_actions(seat)]
    if len(orders) < len(racing):
        return
    assert sorted(orders) == racing, f"ours asks {sorted(orders)}: {state}"
    state.apply_actions([orders.get(seat, pyspiel.INVALID_ACTION) for seat in range(DRIVERS)])
    orders.clear()


# --- boardgame.io


def prove_boardgame_io(races: int, seed: int = 1) -> int:
    """Race random races of boardgame.io, with its own dice, again in ours."""
    command = [node(), "play.js", "trace", str(races), str(seed)]
    done = subprocess.run(command, cwd=BOARDGAME_IO, capture_output=True, text=True, check=True)
    ours, asks = Board(RULESET, DRIVERS), 0
    for line in done.stdout.splitlines():
        traced = json.loads(line)
        steps = iter(traced["steps"])

        def answer(ask: Asked, steps: Any = steps) -> int:
            nonlocal asks
            asks += 1
            step = next(steps, None)
            assert step, f"ours asks {ask}, the other is over"
            if ask.by == DICE:
                return int(step["die"])
            assert step["seat"] == ask.by, f"ours asks {ask}, the other {step}"
            assert step["options"] == list(ask.options), f"ours asks {ask}, the other {step}"
            return int(step["action"])

        race = race_through(ours, answer, lambda words: None)
        assert next(steps, None) is None, "ours is over, the other goes on"
        expected = [int(kart.place) for kart in race.karts[:DRIVERS]]
        assert traced["places"] == expected, f"ours came in {expected}: {traced}"
    return asks


# --- the ruleset it is a reduction of

LEFT_OUT = ("slide_pass", "pull_ahead")  # questions of `rtd` to which the reduction says yes


def prove_reduction(races: int, seed: int = 1, drivers: int = DRIVERS) -> int:
    """The same random races by the whole ruleset `rtd`, from the grid on. Returns asks compared."""
    rtd = find_ruleset("rtd")
    grid = start(rtd, BARE_LOOP, drivers)
    grid.phase = int(Phase.TURN_START)
    for kart in grid.karts[:drivers]:
        kart.momentum = AT_THE_LINE
    whole, ours, random = Board(rtd, drivers, grid), Board(RULESET, drivers), Random(seed)
    asks = 0
    for _ in range(races):
        given: list[tuple[Asked, int]] = []

        def answer(ask: Asked, given: list[tuple[Asked, int]] = given) -> int:
            given.append((ask, random.choice(ask.options)))
            return given[-1][1]

        reached = whole.start

        def same_turn(words: Words, given: list[tuple[Asked, int]] = given) -> None:
            nonlocal asks, reached
            asks += len(given)
            reached = _turn_of(whole, reached, given)
            _check_standings(ours.read(words), whole.read(reached), drivers)
            given.clear()

        race_through(ours, answer, same_turn)
        assert whole.read(reached).phase == Phase.OVER, "ours is over, the whole ruleset goes on"
    return asks


def _turn_of(whole: Board, words: Words, given: list[tuple[Asked, int]]) -> Words:
    """A turn of `rtd` with these answers, in this order."""
    left = iter(given)
    phase = None
    while phase not in (Phase.TURN_START, Phase.OVER):
        answers: list[int] = []
        stop = whole.run(words, answers)
        while stop.ask is not None:
            if stop.ask.question in LEFT_OUT:
                answers.append(YES)
            else:
                ask, option = next(left, (None, 0))
                assert ask == stop.ask, f"ours asks {ask}, the whole ruleset {stop.ask}"
                answers.append(option)
            stop = whole.run(words, answers)
        words = stop.words
        phase = whole.read(words).phase
    assert next(left, None) is None, "ours asks more than the whole ruleset"
    return words


def _check_standings(race: Any, whole: Any, drivers: int) -> None:
    """The same order, Momentum, progress and places."""
    order, other_order = race.order[:drivers].tolist(), whole.order[:drivers].tolist()
    assert order == other_order, f"order: {order}, by `rtd` {other_order}"
    for kart, other in zip(race.karts[:drivers], whole.karts[:drivers], strict=True):
        for name in ("momentum", "progress", "finish_turn", "place"):
            assert kart[name] == other[name], f"{name}: {kart[name]}, by `rtd` {other[name]}"
