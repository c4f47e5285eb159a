"""Checks of what a race begins with: its seats and its house rules."""

from __future__ import annotations

from collections.abc import Sequence

from wreckoning.core.documents import ReadOnlyJson
from wreckoning.core.errors import Illegal, Malformed, unknown
from wreckoning.core.ruleset import PERSON_NAME, REFEREE_SWITCH, Ruleset, Seat
from wreckoning.core.texts.names import check_stored, folded

RESERVED_NAMES = ("dice", "referee", "nobody")


def check_seats(ruleset: Ruleset, seats: Sequence[Seat]) -> None:
    """Check the number, names and players of seats. Raises Malformed or Illegal."""
    if len(seats) not in ruleset.seats:
        least, most = ruleset.seats[0], ruleset.seats[-1]
        raise Illegal(f"{ruleset.title} is for {least} to {most} seats, found {len(seats)}")
    names: set[str] = set(RESERVED_NAMES)
    for number, seat in enumerate(seats, 1):
        where = f"seat {number}"
        if seat.name != seat.name.strip():
            raise Malformed(where, f"expected a name without blanks around it, found {seat.name!r}")
        check_stored(where, seat.name)
        if folded(seat.name) in names:
            raise Malformed(where, f"the name {seat.name!r} is taken")
        names.add(folded(seat.name))
        if seat.player != PERSON_NAME and seat.player not in ruleset.bots:
            known = (PERSON_NAME, *ruleset.bots)
            raise Malformed(where, unknown("player", seat.player, known))
        for choice in seat.setup:
            if choice not in ruleset.setup:
                raise Malformed(where, unknown("key", choice, ("name", "player", *ruleset.setup)))


def check_options(ruleset: Ruleset, options: ReadOnlyJson) -> dict[str, str]:
    """All house rules with their values, defaults for those not given. Raises Malformed.

    `referee` is left out unless it is on, if the game's own rules have no such switch.
    """
    known = {switch.name: switch for switch in ruleset.house_switches}
    values = {switch.name: switch.default for switch in ruleset.switches}
    for name, given in options.items():
        if name not in known:
            raise Malformed("options", unknown("house rule", name, known))
        value = ("on" if given else "off") if isinstance(given, bool) else str(given)
        if value not in known[name].values:
            expected = " or ".join(known[name].values)
            raise Malformed(f"options: {name}", f"expected {expected}, found {value[:40]!r}")
        values[name] = value
    if REFEREE_SWITCH in ruleset.house_switches and values.get("referee") == "off":
        del values["referee"]
    return values


def read_seats(where: str, given: object) -> list[Seat]:
    """Read seats from JSON: a list of names, or of {"name", "player", the ruleset's choices}."""
    if not isinstance(given, list):
        raise Malformed(where, "expected a list of seats")
    seats = []
    for number, seat in enumerate(given, 1):
        place = f"{where}: seat {number}"
        if isinstance(seat, str):
            seat = {"name": seat}
        if not isinstance(seat, dict) or not isinstance(seat.get("name"), str):
            raise Malformed(place, 'expected {"name": …}')
        setup = {}
        for key, value in seat.items():
            if value is not None and not isinstance(value, str):
                raise Malformed(f"{place}: {key}", f"expected a name, found {value!r}")
            if key not in ("name", "player") and value is not None:
                setup[key] = value
        seats.append(Seat(seat["name"], seat.get("player") or PERSON_NAME, setup))
    return seats
