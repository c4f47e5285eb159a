"""What the store keeps of a table, as rows; and the table again, from these."""

from __future__ import annotations

from typing import Any

from wreckoning.core import snapshot
from wreckoning.core.errors import Illegal
from wreckoning.core.match import Match
from wreckoning.core.ruleset import check_options
from wreckoning.table import shows
from wreckoning.table.earlier.carrying import (
    Carried,
    carry_game_on,
    ended_race,
    read_part,
    rules_of,
    unpack,
)
from wreckoning.table.game import OPEN, RUNNING, Change, Game
from wreckoning.table.lines import dump
from wreckoning.table.models import Settings
from wreckoning.table.store import Stored


def new_row(game: Game, now: float) -> dict[str, Any]:
    """A table that is not stored yet."""
    row = table_row(game, True, True)
    return {**row, "created": now, "updated": now, "secret": game.secret}


def table_row(game: Game, with_settings: bool, with_summary: bool) -> dict[str, Any]:
    """The table itself; settings and summary only where they have changed."""
    row: dict[str, Any] = {
        "id": game.id,
        "state": game.state,
        "version": game.version,
        "deadline": game.deadline,
        "standing": dump({"posed": game.posed, "acted": game.acted, "records": game.records}),
    }
    if with_settings or with_summary:
        row["summary"] = dump(shows.summary(game))
    if with_settings:
        row["settings"] = game.settings.model_dump_json()
        row["listed"] = game.settings.listed
    return row


def move_row(game: Game, change: Change, key: str, now: float) -> dict[str, Any]:
    """One change of it, with the key of the command that asked for it, and what was replied."""
    return {
        "table_id": game.id,
        "version": game.version,
        "request": key,
        "kind": change.kind,
        "who": change.who,
        "keep": change.keep,
        "entries": dump(change.entries),
        "result": dump(change.result),
        "at": now,
    }


def snapshot_row(game: Game, match: Match) -> dict[str, Any]:
    """The race at its last checkpoint, so that it need not be replayed from the start."""
    return {
        "table_id": game.id,
        "version": game.version,
        "entries": match.checkpoint.entries,
        "data": snapshot.take(match),
    }


def read_game(stored: Stored) -> Game:
    """A table from the store. A race that ended under earlier rules is told by these.

    Raises Illegal for a race that still runs by earlier rules (`go_on`), or that ended under rules
    that are not here.
    """
    game, rules = played_by(stored)
    version = game.ruleset.version
    if not game.settings.begun:
        if game.state == OPEN:  # it will be begun by the rules of now
            game.settings.rules_version = version
            game.settings.options = check_options(game.ruleset, game.settings.options)
    elif rules == version:
        if stored.earlier:
            game.earlier = read_part(unpack(stored.earlier))
        game.load(stored.entries, stored.snapshot)
    elif game.state == RUNNING:
        raise Illegal(f"runs by {game.ruleset.key} {rules}; these are the rules {version}")
    else:
        game.ended = ended_race(game, stored.entries, _earlier(stored))
    return game


def played_by(stored: Stored) -> tuple[Game, str]:
    """A table without its race, and the version of the rules that this is played by."""
    game = _unplayed(stored)
    return game, rules_of(game, stored.entries)


def has_to_go_on(stored: Stored) -> bool:
    """Does a race run here by earlier rules than these?"""
    if stored.state != RUNNING:
        return False
    game, version = played_by(stored)
    return game.settings.begun and version != game.ruleset.version


def go_on(stored: Stored) -> tuple[Game, Change, Carried]:
    """A race that runs by earlier rules goes on by those of now. Nothing is stored yet.

    Raises Illegal or Malformed if it cannot.
    """
    game = _unplayed(stored)
    return game, *carry_game_on(game, stored.entries, _earlier(stored))


def _earlier(stored: Stored) -> dict[str, Any] | None:
    """What was told of it before its rules changed the last time, if they ever did."""
    return unpack(stored.earlier) if stored.earlier else None


def _unplayed(stored: Stored) -> Game:
    """A table without its race."""
    settings = Settings.model_validate_json(stored.settings, strict=False)
    return Game(
        stored.id,
        settings,
        stored.secret,
        stored.state,
        stored.version,
        posed=stored.standing["posed"],
        acted=stored.standing.get("acted", {}),
        deadline=stored.deadline,
        records=stored.standing["records"],
    )
