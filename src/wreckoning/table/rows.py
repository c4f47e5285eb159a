"""What the store keeps of a table, as rows; and the table again, from these."""

from __future__ import annotations

from typing import Any

from wreckoning.core import snapshot
from wreckoning.core.errors import Illegal
from wreckoning.core.match import Match
from wreckoning.core.ruleset import find_ruleset
from wreckoning.table import shows
from wreckoning.table.game import Change, Game
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
    """A table from the store. Raises Illegal for a race of other rules than these."""
    settings = Settings.model_validate_json(stored.settings, strict=False)
    game = Game(
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
    version = find_ruleset(settings.ruleset).version
    if stored.entries or stored.state != "open":
        if version != settings.rules_version:
            raise Illegal(
                f"played by {settings.ruleset} {settings.rules_version}; these are the rules "
                f"{version}, they might replay it differently"
            )
        if settings.begun:
            game.load(stored.entries, stored.snapshot)
    return game
