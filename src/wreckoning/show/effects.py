"""Events as they are shown on the board: what they look like, and where."""

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
    """What is to be seen of these events, in their order; nothing twice.

    A view's `LOOKS` says what an event looks like. Any other is shown by whether it is `good`, at
    its driver's piece.
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
    """None if what it is about is nowhere on the board."""
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
