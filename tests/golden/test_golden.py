"""Golden games: finished races that have to stay as they are, by any rules' version of theirs.

A log dropped into a ruleset's folder is a test. `scripts/golden` makes them. Each is replayed
once, interpreted and compiled side by side.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.golden.ending import HERE, read, replay, ruleset_of
from tests.golden.make import endings

from wreckoning.conformance import twins
from wreckoning.core.log_file import LogFile, write_log
from wreckoning.core.match import Match
from wreckoning.core.ruleset import registered

GAMES = sorted(HERE.glob("*/*.jsonl"))
ENDINGS = dict(endings())


def name_of(path: Path) -> str:
    return f"{path.parent.name}-{path.stem}"


@dataclass(frozen=True)
class Played:
    """A golden game, and the match it was replayed as."""

    path: Path
    game: LogFile
    match: Match


@pytest.fixture(scope="module", params=GAMES, ids=name_of)
def played(request: pytest.FixtureRequest) -> Played:
    """Fails here if a compiled step takes the same answers to another checkpoint."""
    game = read(request.param)
    return Played(request.param, game, replay(game, twins(ruleset_of(game), at_asks=False)))


def test_golden_game_replays_to_the_same_end(played: Played) -> None:
    """It ends as it did, and its log is the same, to the last letter.

    Older logs do not have the last line, with the digest.
    """
    match = played.match
    assert ruleset_of(played.game).key == played.path.parent.name
    assert match.is_over
    assert match.result() == played.game.result
    lines = write_log(match).splitlines(keepends=True)
    assert "".join(lines[: played.game.last_line]) == played.path.read_text("utf-8")
    assert len(lines) == played.game.last_line + (played.game.end is None)


def test_golden_game_shows_its_ending(played: Played) -> None:
    if ending := ENDINGS.get(played.path):
        assert ending.happens(played.match), f"expected: {ending.what}"


@pytest.mark.parametrize("path", ENDINGS, ids=name_of)
def test_every_ending_has_a_golden_game(path: Path) -> None:
    assert path.exists(), "not there: scripts/golden makes it"


def test_every_ruleset_has_golden_games() -> None:
    assert {path.parent.name for path in GAMES} >= set(registered())
