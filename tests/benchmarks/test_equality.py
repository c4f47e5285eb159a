"""The same games elsewhere, move by move. `wreck bench peers --proof 5000` plays more of them."""

from __future__ import annotations

import pytest
from benchmarks.equality import backgammon, kart_turn, maedn
from benchmarks.proofs import has_boardgame_io, has_openspiel

GAMES = 12


def test_the_other_programs_are_installed() -> None:
    """`make test` installs both. Without them nothing would be compared."""
    assert not has_openspiel()
    assert not has_boardgame_io()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_maedn(players: int) -> None:
    assert maedn.prove(GAMES, seed=players, players=players) > 100 * GAMES


@pytest.mark.slow
def test_backgammon() -> None:
    assert backgammon.prove(GAMES) > 100 * GAMES


def test_kart_turn_equals_openspiel() -> None:
    assert kart_turn.prove_openspiel(GAMES) > 100 * GAMES


def test_kart_turn_equals_boardgame_io() -> None:
    assert kart_turn.prove_boardgame_io(GAMES) > 100 * GAMES
