"""A team as one line of text, which fits into a seat's setup, a log and a message to a friend.

    buggy
    Rust Bucket:buggy/light_machine_gun.turret_mount/oil_dropper/boost/marksman
    car/minigun;Tow Rope:truck/wrecker_arm/heavy_machine_gun/sturdy

Vehicles are separated by `;`. The parts of a vehicle follow its type, each after a `/`, in any
order; modifications follow their weapon, each after a dot. A name stands in front, before a colon.
Blanks may be written `_`, and a name all in small letters gets its capitals. `@medium` as the last
part says that the team plays a medium game with fewer vehicles than that has (V50).
"""

from __future__ import annotations

import string
from collections.abc import Iterable

from wreckoning.core.errors import Malformed, unknown
from wreckoning.core.texts import names
from wreckoning.rulesets.rally.cards import (
    drivers,
    modifications,
    sizes,
    upgrades,
    vehicles,
    weapons,
)
from wreckoning.rulesets.rally.teams.model import Design, Mounted, Team

MAX_CODE = 2000  # characters
MAX_TEAM = 12  # vehicles in a code: more than any size of game has
SHORT = "@"  # begins the size of game that a team is short of
NOT_IN_NAMES = ":/;.+-=,_"


def is_code(text: str) -> bool:
    """Whether this is meant as a team code, and not as a team's key."""
    return any(mark in text for mark in ":/;") or text.strip().lower() in vehicles()


def write_code(team: Team) -> str:
    """A team's code. Title and text of the team are not in it."""
    short = [SHORT + team.short_of] if team.short_of else []
    return ";".join([*(_write(design) for design in team.vehicles), *short])


def _write(design: Design) -> str:
    name = f"{design.name.replace(' ', '_')}:" if design.name else ""
    mounted = [".".join((each.weapon, *each.modifications)) for each in design.weapons]
    driver = [design.driver] if design.driver else []
    return name + "/".join([design.vehicle, *mounted, *design.upgrades, *driver])


def read_code(text: str, where: str) -> Team:
    """The team of a code. Raises Malformed; legality is not checked."""
    if len(text) > MAX_CODE:
        raise Malformed(where, f"expected a team code of at most {MAX_CODE} characters")
    parts, short_of = text.split(";"), ""
    if len(parts) > 1 and parts[-1].strip().startswith(SHORT):
        short_of = _as_key(parts.pop().strip().removeprefix(SHORT))
        if short_of not in sizes():
            raise Malformed(where, unknown("size", short_of, sizes()))
    if len(parts) > MAX_TEAM:
        raise Malformed(where, f"expected at most {MAX_TEAM} vehicles, found {len(parts)}")
    designs = [_read(part.strip(), f"{where}: vehicle {n}") for n, part in enumerate(parts, 1)]
    return Team(tuple(designs), short_of=short_of)


def _read(text: str, where: str) -> Design:
    name, colon, rest = text.rpartition(":")
    vehicle, *parts = (_as_key(part) for part in rest.split("/"))
    if vehicle not in vehicles():
        raise Malformed(where, unknown("vehicle", vehicle, vehicles()))
    mounted, chosen, driver = [], [], ""
    for part in parts:
        key, *added = part.split(".")
        if key in weapons():
            mounted.append(_mounted(key, added, where))
        elif added:
            raise Malformed(where, unknown("weapon", key, weapons()))
        elif key in upgrades():
            chosen.append(key)
        elif key in drivers() and not driver:
            driver = key
        elif key in drivers():
            raise Malformed(where, f"expected one driver upgrade (W32), found {driver} and {key}")
        else:
            known = [*weapons(), *upgrades(), *drivers()]
            raise Malformed(where, unknown("weapon or upgrade", key, known))
    return Design(
        vehicle, tuple(mounted), tuple(chosen), driver, _read_name(name, where) if colon else ""
    )


def _mounted(weapon: str, added: Iterable[str], where: str) -> Mounted:
    keys = tuple(added)
    for key in keys:
        if key not in modifications():
            raise Malformed(where, unknown("modification", key, modifications()))
    return Mounted(weapon, keys)


def _as_key(part: str) -> str:
    return part.strip().lower().replace(" ", "_")


def read_new_name(where: str, given: str) -> str:
    """A vehicle's name that a player typed. Raises Malformed."""
    return _read_name(names.read_name(where, given), where)


def _read_name(given: str, where: str) -> str:
    """A vehicle's name, of this version or an earlier one. Raises Malformed."""
    name = " ".join(given.replace("_", " ").split())
    names.check_stored(where, name)
    wrong = sorted(set(name) & set(NOT_IN_NAMES))
    if wrong:
        raise Malformed(where, f"expected a name without any of {' '.join(NOT_IN_NAMES)}")
    return string.capwords(name) if name.islower() else name
