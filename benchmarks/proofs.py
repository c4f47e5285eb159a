"""The proofs made before anything is timed: the equal games, and the states compared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from typing import Any

from benchmarks.contestants import HERE, node


@dataclass(frozen=True)
class Proof:
    """Two games compared: random games, and states or asks that were the same in both."""

    game: str
    beside: str
    games: int
    states: int
    missing: str = ""

    def as_json(self) -> dict[str, Any]:
        """For programs; `missing` only where it says something."""
        return {name: value for name, value in asdict(self).items() if name != "missing" or value}


def has_openspiel() -> str:
    """Why OpenSpiel cannot be used; '' if it can."""
    return "" if find_spec("pyspiel") else "open_spiel is not installed"


def has_boardgame_io() -> str:
    """Why boardgame.io cannot be used; '' if it can."""
    if not node():
        return "node is not installed"
    there = (HERE / "boardgame_io" / "node_modules" / "boardgame.io").is_dir()
    return "" if there else "boardgame.io is not installed (`make test` installs it)"


def _maedn(games: int) -> int:
    from benchmarks.equality.maedn import prove

    return prove(games)


def _backgammon(games: int) -> int:
    from benchmarks.equality.backgammon import prove

    return prove(games)


def _kart_turn(beside: str) -> Callable[[int], int]:
    def prove(games: int) -> int:
        from benchmarks.equality import kart_turn

        found: int = getattr(kart_turn, f"prove_{beside}")(games)
        return found

    return prove


PROOFS: tuple[tuple[str, str, Callable[[], str], Callable[[int], int]], ...] = (
    ("maedn", "OpenSpiel", has_openspiel, _maedn),
    ("backgammon", "OpenSpiel", has_openspiel, _backgammon),
    ("kart_turn", "the ruleset rtd", lambda: "", _kart_turn("reduction")),
    ("kart_turn", "OpenSpiel", has_openspiel, _kart_turn("openspiel")),
    ("kart_turn", "boardgame.io", has_boardgame_io, _kart_turn("boardgame_io")),
)


def prove_all(games: int, progress: Callable[[str], None]) -> list[Proof]:
    """Make every proof, over some random games each. Raises AssertionError if two games differ."""
    proofs = []
    for game, beside, is_missing, prove in PROOFS:
        missing = is_missing()
        progress(f"{game}: {games} games against {beside}")
        states = 0 if missing else prove(games)
        proofs.append(Proof(game, beside, 0 if missing else games, states, missing))
    return proofs
