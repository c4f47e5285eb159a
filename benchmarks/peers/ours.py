"""Our own games: `python -m benchmarks.peers.ours GAME compiled|interpreted`.

GAME is maedn, backgammon or kart_turn; or rtd: the whole ruleset on the course of kart_turn.
"""

from __future__ import annotations

import platform
import sys
from importlib import import_module
from importlib.metadata import version

import wreckoning
from benchmarks.kart_turn.bare_loop import BARE_LOOP
from benchmarks.peers.serving import Play, serve
from wreckoning.core.door import seed_race
from wreckoning.core.ids import seat_range
from wreckoning.core.ruleset import Ruleset, Seat, find_ruleset
from wreckoning.lab.simulate import Simulation

SEATS = {"maedn": 4, "backgammon": 2, "kart_turn": 6, "rtd": 6}
MOVES = {"maedn": "throws", "backgammon": "plays", "kart_turn": "orders", "rtd": "turns"}
LAST_SEED = 2**31


def simulation(game: str) -> Simulation:
    """The game with a random player in every seat."""
    ruleset: Ruleset = (
        find_ruleset(game) if game == "rtd" else import_module(f"benchmarks.{game}.ruleset").RULESET
    )
    course = ruleset.load_course(BARE_LOOP if game == "rtd" else ruleset.course_names()[0])
    seats = [Seat(f"seat {number}", "random") for number in range(1, SEATS[game] + 1)]
    return Simulation(ruleset, course, seats)


def moves_in(table: Simulation) -> int:
    """The tally that counts moves."""
    return table.ruleset.tallies.names.index(MOVES[table.ruleset.key])


def compiled(table: Simulation) -> Play:
    """Each go has dice of its own."""
    seed, tally = 0, moves_in(table)

    def play(games: int) -> float:
        nonlocal seed
        seed = (seed + 1) % LAST_SEED
        again = Simulation(table.ruleset, table.course, table.seats, seed=seed)
        return float(again.run(games, workers=1).totals[:, tally].sum())

    return play


def interpreted(table: Simulation) -> Play:
    """The same functions, interpreted, on plain objects."""
    ruleset, start, tally, played = table.ruleset, table.start(), moves_in(table), 0

    def play(games: int) -> float:
        nonlocal played
        moves = 0
        for number in range(played, played + games):
            race = start.copy()
            seed_race(race, table.seed, number % LAST_SEED)
            while not ruleset.is_over(race):
                ruleset.step(race)
            moves += sum(
                ruleset.tallies.count(race, n, tally) for n in seat_range(len(table.seats))
            )
        played += games
        return float(moves)

    return play


if __name__ == "__main__":
    versions = {
        "wreckoning": wreckoning.__version__,
        "numba": version("numba"),
        "Python": platform.python_version(),
    }
    ways = {"compiled": compiled, "interpreted": interpreted}
    serve(ways[sys.argv[2]](simulation(sys.argv[1])), versions)
