"""Golden games: finished races that have to stay as they are, by any rules' version of theirs.

A log dropped into a ruleset's folder is a test. `scripts/golden` makes them anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.golden.ending import HERE, Ending, read, replay, ruleset_of
from tests.golden.make import endings

from wreckoning.conformance import twins
from wreckoning.core.log import write_log
from wreckoning.core.ruleset import registered

GAMES = sorted(HERE.glob("*/*.jsonl"))
ENDINGS = list(endings())


def name_of(path: Path) -> str:
    return f"{path.parent.name}-{path.stem}"


@pytest.mark.parametrize("path", GAMES, ids=name_of)
def test_a_golden_game(path: Path) -> None:
    """It ends as it did, and its log is the same, to the last letter."""
    game = read(path)
    match = replay(game)
    assert ruleset_of(game).key == path.parent.name
    assert match.is_over
    assert match.result() == game.result
    assert write_log(match) == path.read_text("utf-8")


@pytest.mark.parametrize("path", GAMES, ids=name_of)
def test_a_golden_game_compiled(path: Path) -> None:
    """Compiled, it asks the same, and is the same at each of its checkpoints."""
    game = read(path)
    replay(game, twins(ruleset_of(game)))


@pytest.mark.parametrize(("path", "ending"), ENDINGS, ids=lambda value: getattr(value, "name", ""))
def test_every_ending_is_shown(path: Path, ending: Ending) -> None:
    assert path.exists(), "not there: scripts/golden makes it"
    assert ending.happens(replay(read(path))), f"expected: {ending.what}"


def test_every_ruleset_has_golden_games() -> None:
    assert {path.parent.name for path in GAMES} >= set(registered())
