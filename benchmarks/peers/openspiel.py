"""OpenSpiel's games: `python -m benchmarks.peers.openspiel GAME bots|rollouts|python`.

bots      `pyspiel.evaluate_bots` with uniform random bots: its loop in C++ for matches
rollouts  `RandomRolloutEvaluator`, its loop in C++ for random playouts, reached by a search that
          looks no further than the root: one simulation, as many playouts as there are games
python    its own example's loop: legal actions, a choice, apply, in Python
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
SAMPLE = 200  # games whose moves are counted, where the loop itself does not tell them
UCT, MEGABYTES, SEED = 2.0, 10, 1


def python(game: Any) -> Play:
    """States driven from Python. Chances as they are given; all dice are fair here."""
    chance = random.Random(SEED)

    def play(games: int) -> float:
        moves = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(chance.choice(state.chance_outcomes())[0])
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


def rollouts(game: Any) -> Play:
    """All games of a go from one call, with one first roll: a search begins with a player."""
    moves = moves_of(game)

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
    """How many moves a game has on average."""
    return python(game)(SAMPLE) / SAMPLE


def main(key: str, way: str) -> None:
    """Wait for what is to be timed."""
    if pyspiel is None:
        say_missing("open_spiel is not installed")
        return
    if key == "kart_turn":
        import benchmarks.peers.kart_turn_openspiel  # noqa: F401  (registers the game)
    ways = {"bots": bots, "rollouts": rollouts, "python": python}
    versions = {"open_spiel": version("open_spiel"), "Python": platform.python_version()}
    serve(ways[way](pyspiel.load_game(GAMES[key])), versions)


if __name__ == "__main__":
    main(*sys.argv[1:3])
