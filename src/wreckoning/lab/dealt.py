"""The cards that a game deals to seats whose drivers choose none."""

from __future__ import annotations

import numpy as np

from wreckoning.core.errors import WreckError
from wreckoning.core.ruleset import Seat
from wreckoning.lab.line_ups import seats_by_driver
from wreckoning.lab.races import start_words
from wreckoning.lab.variants import Variant


def dealt(variant: Variant) -> tuple[str, ...]:
    """The titles of the cards dealt to each seat; empty if they do not go with the seat.

    A seat whose driver chooses, or that is dealt another card in another heat, has no title.
    """
    known: dict[tuple[object, ...], list[str]] = {}
    heats = []
    for heat in range(variant.rotations):
        setups = tuple(tuple(sorted(seat.setup.items())) for seat in variant.seats(heat))
        if setups not in known:
            known[setups] = _in_heat(variant, heat)
        heats.append(known[setups])
    drivers = range(len(variant.drivers))
    by_driver = (
        {titles[seats_by_driver(len(drivers), heat)[driver]] for heat, titles in enumerate(heats)}
        for driver in drivers
    )
    goes_with_driver = len(heats) > 1 and all(len(titles) == 1 for titles in by_driver)
    if goes_with_driver or not any(len(set(titles)) > 1 for titles in heats):
        return ()
    by_seat = [set(titles) for titles in zip(*heats, strict=True)]
    return tuple(titles.pop() if len(titles) == 1 else "" for titles in by_seat)


def seat_names(variant: Variant) -> tuple[str, ...]:
    """The seats with the cards dealt to them; empty if the cards do not go with the seat."""
    return tuple(
        f"{titles} (seat {number})" if titles else f"seat {number}"
        for number, titles in enumerate(dealt(variant), 1)
    )


def _in_heat(variant: Variant, heat: int) -> list[str]:
    """The titles of each seat's cards: a card was dealt if choosing it makes no difference.

    From the last seat on, since a choice may change what later seats are dealt.
    """
    seats = variant.seats(heat)
    titles: list[str] = []
    for number in reversed(range(len(seats))):
        found = []
        for choice, cards in variant.ruleset.setup.items():
            for key, card in cards().items() if choice not in seats[number].setup else ():
                chosen = _with(seats, number, choice, key)
                if _is_same_start(variant, heat, chosen):
                    seats = chosen
                    found.append(str(getattr(card, "title", key)))
                    break
        titles.insert(0, ", ".join(found))
    return titles


def _with(seats: list[Seat], number: int, choice: str, key: str) -> list[Seat]:
    """The seats, with this choice of one of them."""
    seat = seats[number]
    chosen = Seat(seat.name, seat.player, {**seat.setup, choice: key})
    return [*seats[:number], chosen, *seats[number + 1 :]]


def _is_same_start(variant: Variant, heat: int, seats: list[Seat]) -> bool:
    try:
        race = variant.ruleset.start(variant.course, seats, variant.options)
    except WreckError:
        return False
    return np.array_equal(start_words(race), variant.starts[heat])
