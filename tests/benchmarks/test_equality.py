"""The same games elsewhere, move by move. `wreck bench peers --proof 5000` plays more of them."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from benchmarks.proofs import has_boardgame_io, has_openspiel

OPENSPIEL = pytest.mark.skipif(bool(has_openspiel()), reason=has_openspiel())
BOARDGAME_IO = pytest.mark.skipif(bool(has_boardgame_io()), reason=has_boardgame_io())
GAMES = 40


def proofs(game: str) -> Any:
    return import_module(f"benchmarks.equality.{game}")


@OPENSPIEL
@pytest.mark.parametrize("players", [2, 3, 4])
def test_maedn(players: int) -> None:
    assert proofs("maedn").prove(GAMES, seed=players, players=players) > 100 * GAMES


@OPENSPIEL
def test_backgammon() -> None:
    assert proofs("backgammon").prove(GAMES) > 100 * GAMES


@OPENSPIEL
def test_kart_turn_beside_openspiel() -> None:
    assert proofs("kart_turn").prove_openspiel(GAMES) > 100 * GAMES


@BOARDGAME_IO
def test_kart_turn_beside_boardgame_io() -> None:
    assert proofs("kart_turn").prove_boardgame_io(GAMES) > 100 * GAMES
