"""The effects of events on the board: what they look like, and where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from wreckoning.core.declared import Asked, Declared
from wreckoning.core.events import Event, Roll
from wreckoning.core.match import Match
from wreckoning.core.shown import BAD_NEWS, GOOD_NEWS, Effect, EventLook, Piece

Pieces = Mapping[str, Piece]  # by key


def effects_of(
    match: Match, events: Iterable[Event | Roll[Asked, Declared]], before: Pieces, after: Pieces
) -> tuple[Effect, ...]:
    """The effects of these events, in their order, without duplicates.

    A view's `LOOKS` says how an event looks. Any other event is shown as good or bad news at its
    driver's piece, if it is either.
    """
    looks = match.ruleset.looks
    found: dict[Effect, None] = {}
    for event in events:
        if isinstance(event, Roll):
            continue
        look = looks.get(type(event), _usual(event))
        effect = look and _effect(look, event, before, after)
        if effect:
            found[effect] = None
    return tuple(found)


def _usual(event: Event) -> EventLook | None:
    return None if event.good is None else GOOD_NEWS if event.good else BAD_NEWS


def _effect(look: EventLook, event: Event, before: Pieces, after: Pieces) -> Effect | None:
    """The effect of an event; None if its piece is nowhere on the board."""
    where = _piece(look, look.at, event, after) or _piece(look, look.at, event, before)
    if where is None:
        return None
    source = _piece(look, look.source, event, after) if look.source else None
    begins = (source.x, source.y) if source else None
    return Effect(look.kind, where.x, where.y, begins, where.key)


def _piece(look: EventLook, field: str, event: Event, pieces: Pieces) -> Piece | None:
    number = getattr(event, field, None)
    if number is None:
        return None
    if look.key:
        return pieces.get(look.key.format(number))
    return next((piece for piece in pieces.values() if piece.seat == number), None)
