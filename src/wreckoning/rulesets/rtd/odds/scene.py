"""Prepared races for working out chances, and their circumstances."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from wreckoning.core.door import take_up
from wreckoning.core.ids import SeatIndex, seat_range
from wreckoning.core.records import NOBODY
from wreckoning.core.texts.wording import count, signed
from wreckoning.odds.questions import Chances, Given, Value, yes_or_no
from wreckoning.odds.spreads import numbered
from wreckoning.odds.trials import FoundWays, Trial, Trials
from wreckoning.rulesets.rtd.item_table import item_table
from wreckoning.rulesets.rtd.karts import Card, add_card, debuffs, perks, standard
from wreckoning.rulesets.rtd.numbers import Item
from wreckoning.rulesets.rtd.race import Kart, Kind, Race

NONE = "none"
TURN = 1  # the turn that prepared races are in
SEGMENTS, LAPS = 2, 3
TRIALS = Trials(Race, lambda race: int(race.drivers))


def scene(drivers: int, kind: str = "straight", boxes: int = 0) -> Race:
    """A race of standard karts in one segment, by seat front to back, with no Momentum."""
    race = Race()
    race.drivers, race.turn, race.loot = drivers, TURN, item_table()
    race.switches.carry = race.switches.litter_stays = 1
    race.course.laps, race.course.segments = LAPS, SEGMENTS
    for segment in race.course.segment:
        segment.link, segment.boxes, segment.kind = NOBODY, boxes, int(Kind[kind.upper()])
        for hazard in segment.hazards:
            hazard.event = hazard.worse_event = NOBODY
        for path in segment.paths:
            path.event = NOBODY
    for seat in seat_range(drivers):
        race.order[seat] = seat
        race.karts[seat].seat = seat
        race.karts[seat].figures = standard()
    take_up(race, [])
    return race


# --- circumstances of a driver

STATUS = Given(
    "status",
    "what works on your Racing Checks",
    (NONE, "ink", "shrunk", "both"),
    (NONE,),
    lambda _, status: {NONE: "", "both": "ink and shrunk"}.get(str(status), str(status)),
)
STATUSES = replace(STATUS, shown=())
DEFENSIVE = yes_or_no("defensive", "do you Drive Defensively?")


def with_status(kart: Kart, status: str) -> None:
    """Ink, shrinking, or both."""
    kart.ink_until = TURN if status in ("ink", "both") else 0
    kart.shrunk_until = TURN if status in ("shrunk", "both") else 0


def cards_for(
    *touches: str, name: str = "card", about: str = "your Perk or Debuff", shown: bool = True
) -> Given:
    """The Perks and Debuffs that change these rolls."""
    found = {key: card for key, card in _cards().items() if card.touches in touches}
    return Given(
        name,
        about,
        (NONE, *found),
        (NONE, *found) if shown else (NONE,),
        lambda _, key: _card_words(name, found[str(key)].title) if key != NONE else "",
    )


def _card_words(name: str, title: str) -> str:
    return title if name == "card" else f"against {title}"


def _cards() -> dict[str, Card]:
    return {**perks(), **debuffs()}


def with_card(kart: Kart, key: str) -> None:
    """Give a kart one Perk or Debuff alone."""
    if key != NONE:
        add_card(kart.figures, _cards()[key])


DRAGS = (NONE, "item", "one_shell", "two_shells", "three_shells")


def drags(name: str, about: str, shown: tuple[Value, ...] = DRAGS) -> Given:
    """The items that hang behind a kart or circle it."""
    return Given(name, about, DRAGS, shown, _drag_words)


def _drag_words(_: str, what: Value) -> str:
    if what == NONE:
        return ""
    return "dragging an item" if what == "item" else f"{str(what).replace('_', ' ')} circling"


def with_drag(kart: Kart, what: str) -> None:
    """Put an item on the hook; a Triple Red Shell has this many shells."""
    if what == "item":
        kart.hook = int(Item.BANANA)
    elif what != NONE:
        kart.hook, kart.shells = Item.TRIPLE_RED_SHELL, DRAGS.index(what) - 1


def modifier(shown: tuple[int, ...], about: str, least: int = -4, most: int = 4) -> Given:
    """The modifier of the course on a check."""
    return Given(
        "modifier",
        about,
        tuple(range(least, most + 1)),
        shown,
        lambda _, value: signed(int(value)),
    )


def lead(shown: tuple[int, ...] = tuple(range(-3, 6))) -> Given:
    """The lead in Momentum over another driver."""
    return Given(
        "lead",
        "your Momentum less the other's",
        tuple(range(-9, 10)),
        shown,
        lambda _, value: f"M {signed(int(value))}",
    )


# --- what came of it


def tried(
    race: Race, action: Callable[[Race, Kart], Any], seat: SeatIndex = 0, **more: Any
) -> FoundWays:
    """The ways of an action of this seat; `after` is the change of its Momentum."""
    before = race.karts[seat].momentum
    return TRIALS(
        race,
        lambda copy: action(copy, copy.karts[seat]),
        lambda copy: copy.karts[seat].momentum - before,
        **more,
    )


def part(found: FoundWays, wanted: Callable[[Trial], object]) -> Fraction:
    """The chance of the wanted ways."""
    return sum((trial.weight for trial in found.trials if wanted(trial)), Fraction())


def momentum(found: FoundWays, columns: Iterable[str]) -> Chances:
    """The chance of each change of Momentum."""
    return {column: part(found, _changed(int(column))) for column in columns}


def _changed(momentum: int) -> Callable[[Trial], bool]:
    return lambda trial: trial.after == momentum


def changes(first: int, last: int) -> tuple[str, ...]:
    """Columns for changes of Momentum."""
    return numbered(first, last)


def own_momentum(_: str, value: Value) -> str:
    """`M 3`; '' without Momentum."""
    return f"M {count(int(value))}" if value else ""


def change_heads(first: int, last: int) -> tuple[str, ...]:
    """Their heads: `−1 M`, `±0 M`, `+2 M`."""
    return tuple(f"{signed(number)} M" for number in range(first, last + 1))
