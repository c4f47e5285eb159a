"""Golden games: finished races that have to stay as they are, by any rules' version of theirs.

A log dropped into a ruleset's folder is a test. `scripts/golden` makes them. Each is replayed
once, interpreted and compiled side by side: all with --slow, daily a few that show everything.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.golden.ending import HERE, read, replay, ruleset_of
from tests.golden.make import endings

from wreckoning.conformance import twins
from wreckoning.core.logs.log_file import LogFile, write_log
from wreckoning.core.match import Match
from wreckoning.core.ruleset import registered

GAMES = sorted(HERE.glob("*/*.jsonl"))
ENDINGS = dict(endings())


def shown(path: Path) -> tuple[set[str], int]:
    """What a golden game has to show: its ruleset's course, seats, dice, and so on. Its length."""
    head, *lines = path.read_text("utf-8").splitlines()
    header = json.loads(head)
    choices = {
        **header["options"],
        "course": header["course"]["title"],
        "dice": header["dice"].partition(":")[0],
        "drivers": len(header["seats"]),
    }
    kinds = {" ".join(json.loads(line)) for line in lines}
    found = {*header, *kinds, *(f"{name}: {value}" for name, value in choices.items())}
    return {f"{header['ruleset']} {each}" for each in found}, len(lines)


def daily() -> set[Path]:
    """Few and short games with everything that golden games show."""
    games = {path: shown(path) for path in GAMES}
    missing, chosen = set().union(*(what for what, _ in games.values())), set()
    while missing:
        best = max(games, key=lambda path: len(games[path][0] & missing) / games[path][1])
        chosen.add(best)
        missing -= games[best][0]
    return chosen


DAILY = daily()
BY_TURNS = [pytest.param(path, marks=[pytest.mark.slow] * (path not in DAILY)) for path in GAMES]


def name_of(path: Path) -> str:
    return f"{path.parent.name}-{path.stem}"


@dataclass(frozen=True)
class Played:
    """A golden game, and the match it was replayed as."""

    path: Path
    game: LogFile
    match: Match


@pytest.fixture(scope="module", params=BY_TURNS, ids=name_of)
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
