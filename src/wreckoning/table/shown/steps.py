"""The steps between two moments of a race, to play on the board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from math import ceil

from wreckoning.core.match import Match
from wreckoning.core.records import NOBODY
from wreckoning.core.shown import Piece
from wreckoning.show.effects import effects_of
from wreckoning.table.race_log import RaceLog
from wreckoning.table.replies import BoardStep

# The visible parts of a piece; texts shown on request may wait.
LOOKS_LIKE = ("x", "y", "heading", "symbol", "seat", "text", "marks", "mounted")
QUIET = ("good", "bad")  # effects that make no step of their own
MOST = 40  # in one change; if there are more, neighbours are merged


class Steps:
    """The steps of one race since they were last taken: one between each two moments."""

    def __init__(self) -> None:
        self._pieces: dict[str, Piece] = {}  # at the last moment
        self.told = 0  # the number of journal entries at that moment
        self._found: list[BoardStep] = []
        self._next: BoardStep

    def take(self) -> list[BoardStep]:
        """Return the steps so far, and forget them."""
        found, self._found = self._found, []
        return found

    def stand(self, match: Match, things: Iterable[Piece]) -> None:
        """Begin at this state of the race, without a step."""
        self._pieces, self.told = {piece.key: piece for piece in things}, len(match.told)

    def new(self, moments: Sequence[Match]) -> list[Match]:
        """The new ones among these moments at checkpoints; not too many."""
        counts = [self.told, *(moment.checkpoint.told for moment in moments)]
        told = [one for one, (old, new) in zip(moments, pairwise(counts), strict=True) if old < new]
        every = ceil(len(told) / MOST) or 1
        return told[every - 1 :: every]

    def see(self, match: Match, things: Iterable[Piece], is_last: bool) -> bool:
        """Note a new state of the race. True if it makes a step, False if it joins the next."""
        pieces = {piece.key: piece for piece in things}
        changed = [one for key, one in pieces.items() if _differs(self._pieces.get(key), one)]
        effects = effects_of(match, match.read(match.told[self.told :]), self._pieces, pieces)
        drives = any(self._is_moved(piece) for piece in changed)
        if not (is_last or drives or any(effect.kind not in QUIET for effect in effects)):
            return False
        self._next = BoardStep(
            lines=0,
            things=changed,
            gone=[key for key in self._pieces if key not in pieces],
            rolls=[],
            effects=effects,
        )
        self._pieces, self.told = pieces, len(match.told)
        return True

    def tell(self, race_log: RaceLog, rolls: int) -> None:
        """Add the log of this step, from an up-to-date log; `rolls` were known before."""
        step = replace(self._next, lines=len(race_log.lines), rolls=race_log.rolls[rolls:])
        before = self._found[-1].lines if self._found else -1
        if step.lines != before or step.things or step.gone or step.rolls:
            self._found.append(step)

    def _is_moved(self, piece: Piece) -> bool:
        """True if this is a vehicle that moved."""
        before = self._pieces.get(piece.key)
        return piece.seat != NOBODY and before is not None and _pose(before) != _pose(piece)


def _pose(piece: Piece) -> tuple[float, float, float]:
    return piece.x, piece.y, piece.heading


def _differs(before: Piece | None, after: Piece) -> bool:
    """True if it looks different."""
    return before is None or any(
        getattr(before, name) != getattr(after, name) for name in LOOKS_LIKE
    )
