"""Names bots after parts of a car."""

from __future__ import annotations

from collections.abc import Collection, Iterator

BOT_NAMES = (
    "Bolt",
    "Gasket",
    "Rusty",
    "Sprocket",
    "Clutch",
    "Dynamo",
    "Piston",
    "Flywheel",
    "Throttle",
    "Camber",
    "Tappet",
    "Magneto",
    "Crank",
    "Rivet",
    "Manifold",
    "Choke",
)


def bot_names(taken: Collection[str]) -> Iterator[str]:
    """An endless supply of names that are not taken."""
    used = {name.casefold() for name in taken}
    yield from (name for name in BOT_NAMES if name.casefold() not in used)
    number = 1
    while True:
        if f"spare part {number}" not in used:
            yield f"Spare Part {number}"
        number += 1
