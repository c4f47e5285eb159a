"""What rules told since the last `dice`, read out of a race's journal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from wreckoning.core import door
from wreckoning.core.door import HasDoor
from wreckoning.core.events import DECLARED, Event

E = TypeVar("E", bound=Event)


def told(race: HasDoor, *kinds: type[E]) -> list[E]:
    """The events of this kind, or of these."""
    events = DECLARED[kinds[0].__module__]
    codes = {each.code: each for each in events if issubclass(each, kinds)}
    return [codes[entry[0]].read(entry) for entry in _entries(race) if entry[0] in codes]


def story(race: HasDoor, kinds: Sequence[type[Event]]) -> list[type[Event]]:
    """Which of these kinds of events, one after another."""
    codes = {kind.code: kind for kind in kinds}
    return [codes[entry[0]] for entry in _entries(race) if entry[0] in codes]


def entries(race: HasDoor, code: int) -> list[list[int]]:
    """Every entry of this code: [who, a, b, c, d]."""
    return [entry[1:] for entry in _entries(race) if entry[0] == code]


def modifiers(race: HasDoor, owner: int | None = None) -> list[tuple[int, int]]:
    """What was added to dice, of this seat or of all: (which, how much)."""
    found = entries(race, door.MODIFIER)
    return [(entry[1], entry[2]) for entry in found if owner in (None, entry[0])]


def _entries(race: HasDoor) -> list[list[int]]:
    journal, size = race.door.journal, door.ENTRY
    return [journal[n * size : (n + 1) * size] for n in range(race.door.told)]
