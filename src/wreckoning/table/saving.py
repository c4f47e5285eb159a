"""What is stored of a change, and until when the next one is waited for."""

from __future__ import annotations

from wreckoning.table import rows
from wreckoning.table.game import RUNNING, Change, Game
from wreckoning.table.keeping import Finish
from wreckoning.table.models import seconds_of
from wreckoning.table.room import Room
from wreckoning.table.writer import Save

SNAPSHOT_EVERY = 64  # entries


def save_of(room: Room, change: Change, key: str, now: float, where: str, finish: Finish) -> Save:
    """All that has to be on the disk before anybody hears of it.

    `where` is how far the race is, `finish` what it does to its course's records. Notes in the
    room at which entry its last snapshot was taken.
    """
    game = room.game
    is_told = game.state == RUNNING and where == room.where
    row = {**rows.table_row(game, change.settings, not is_told), "updated": now}
    shot = None
    taken_back = change.keep < room.snapshot_at  # what was kept may be of no use any more
    grown = len(game.match.entries) - room.snapshot_at if game.match else 0
    if game.match and (taken_back or grown >= SNAPSHOT_EVERY):
        room.snapshot_at = len(game.match.entries)
        shot = rows.snapshot_row(game, game.match)
    move = rows.move_row(game, change, key, now)
    made = rows.new_row(change.made, now) if change.made else None
    return Save(row, move, shot, finish.row, finish.were, made)


def set_deadline(game: Game, now: float) -> None:
    """A new question, a new clock; a group has one together. Dice wait for nobody's clock.

    An answer taken back brings no new one, while others are asked since before.
    """
    seconds = seconds_of(game.settings.pace)
    asked = [ask for ask in game.waiting() if not ask.is_dice] if game.state == RUNNING else []
    if seconds is None or not asked:
        game.deadline = None
    elif game.deadline is None or set(game.posed.values()) == {game.version}:
        game.deadline = now + seconds
