"""OpenSpiel's games: `python -m benchmarks.peers.openspiel GAME bots|rollouts|python|matches`.

bots      `pyspiel.evaluate_bots` with uniform random bots: its loop in C++ for matches
rollouts  `RandomRolloutEvaluator`, its loop in C++ for random playouts, reached by a search that
          looks no further than the root: one simulation, as many playouts as there are games
python    the loop of its own examples: legal actions, a choice, apply, in Python
matches   its `evaluate_bots` in Python, with its uniform random bots in Python
"""

from __future__ import annotations

import platform
import random
import sys
from importlib.metadata import version
from typing import Any

from benchmarks.peers.serving import Play, say_missing, serve

try:
    import pyspiel
except ImportError:
    pyspiel = None

GAMES = {
    "maedn": "maedn(players=4)",
    "backgammon": "backgammon",
    "kart_turn": "wreckoning_kart_turn",
}
NO_ACTION = -1  # of who has none at a simultaneous node: OpenSpiel's INVALID_ACTION
SAMPLE = 200  # games whose moves are counted, where the loop itself does not tell them
UCT, MEGABYTES, SEED = 2.0, 10, 1


def python(game: Any) -> Play:
    """States driven from Python. Chances as they are given; all dice are fair here."""
    chance, seats = random.Random(SEED), range(game.num_players())

    def play(games: int) -> float:
        moves = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(chance.choice(state.chance_outcomes())[0])
                elif state.is_simultaneous_node():
                    legal = [state.legal_actions(seat) for seat in seats]
                    asked = [chance.choice(each) if each else NO_ACTION for each in legal]
                    state.apply_actions(asked)
                    moves += len(asked) - asked.count(NO_ACTION)
                else:
                    state.apply_action(chance.choice(state.legal_actions()))
                    moves += 1
        return float(moves)

    return play


def bots(game: Any) -> Play:
    """Bots are made once: making them for each game would only cost time."""
    players = [
        pyspiel.make_uniform_random_bot(player, SEED + player)
        for player in range(game.num_players())
    ]
    moves, played = moves_of(game), 0

    def play(games: int) -> float:
        nonlocal played
        for number in range(played, played + games):
            pyspiel.evaluate_bots(game.new_initial_state(), players, number)
        played += games
        return games * moves

    return play


def matches(game: Any) -> Play:
    """OpenSpiel's bots and loop in Python; they use NumPy's choices."""
    import numpy as np
    from open_spiel.python.algorithms.evaluate_bots import evaluate_bots
    from open_spiel.python.bots.uniform_random import UniformRandomBot

    choices = np.random.RandomState(SEED)
    players = [UniformRandomBot(seat, choices) for seat in range(game.num_players())]
    moves = moves_of(game)

    def play(games: int) -> float:
        for _ in range(games):
            evaluate_bots(game.new_initial_state(), players, choices)
        return games * moves

    return play


def rollouts(game: Any) -> Play:
    """All games of a go from one call, with one first roll: a search begins with a player.

    It knows no simultaneous nodes: OpenSpiel itself makes turns of them.
    """
    moves = moves_of(game)
    if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        game = pyspiel.convert_to_turn_based(game)

    def play(games: int) -> float:
        state = game.new_initial_state()
        if state.is_chance_node():
            state.apply_action(random.choice(state.legal_actions()))
        evaluator = pyspiel.RandomRolloutEvaluator(games, random.randrange(2**31))
        search = pyspiel.MCTSBot(game, evaluator, UCT, 1, MEGABYTES, False, SEED, False)
        search.mcts_search(state)
        return games * moves

    return play


def moves_of(game: Any) -> float:
    """The average number of moves in a game."""
    return python(game)(SAMPLE) / SAMPLE


def main(key: str, way: str) -> None:
    """Wait for runs to time."""
    if pyspiel is None:
        say_missing("open_spiel is not installed")
        return
    if key == "kart_turn":
        import benchmarks.peers.kart_turn_openspiel  # noqa: F401  (registers the game)
    ways = {"bots": bots, "rollouts": rollouts, "python": python, "matches": matches}
    versions = {"open_spiel": version("open_spiel"), "Python": platform.python_version()}
    serve(ways[way](pyspiel.load_game(GAMES[key])), versions)


if __name__ == "__main__":
    main(*sys.argv[1:3])
