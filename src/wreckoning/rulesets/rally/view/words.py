"""Name lengths, headings, weapons and terrain as a player says them."""

from __future__ import annotations

from wreckoning.core.texts.wording import several, signed
from wreckoning.rulesets.rally.questions import inches_name
from wreckoning.rulesets.rally.race import HALF, INCH, Arc, Kind, Terrain
from wreckoning.show.words import titled

KINDS = {kind: titled(kind.name) for kind in Kind}
TERRAIN = {terrain: terrain.name.lower() for terrain in Terrain}
SIDES = ("ahead", "ahead right", "right", "back right", "back", "back left", "left", "ahead left")
# What driving into it does, and the rule.
EFFECTS = {
    Terrain.OPEN: ("nothing in the way of driving", "W11"),
    Terrain.SLOW: ("driving through it costs double, unless the vehicle is Rugged", "W16"),
    Terrain.BARRIER: ("crossing it costs 1 inch more; no move ends on it", "W16"),
    Terrain.IMPASSABLE: ("touching it takes a command test, and there is no way through", "W23"),
    Terrain.WRECKAGE: (
        "touching it takes a command test: pass, and you smash it and drive on; fail, and your "
        "move ends",
        "W24",
    ),
    Terrain.EXPLODING: (
        "touching it takes a command test, and it explodes on a 9 or more; a critical hit explodes "
        "it too. Within 4 inches: a defence test or 3 damage; touching it, two of them",
        "W25",
    ),
}
ARCS = {
    Arc.FRONT: "front arc",
    Arc.SIDE: "side arcs",
    Arc.REAR: "rear arc",
    Arc.TURRET: f"any arc, {signed(-1)} outside the front",
}


def the_piece(name: str) -> str:
    """A piece of terrain with its article, which its name may have already: `the Fuel Dump`."""
    return f"the {name.removeprefix('The ').removeprefix('the ')}"


def inches(length: float) -> str:
    """A length of the race: `6½ inches`, `1 inch`, `0 inches`; other parts in tenths."""
    if length % HALF == 0:
        halves = int(length // HALF)
        name = inches_name(halves) or "0"
        return f"{name} {'inch' if 0 < halves <= 2 else 'inches'}"
    tenths = f"{length / INCH:.1f}".removesuffix(".0")
    return f"{tenths} {'inch' if tenths == '1' else 'inches'}"


def short_inches(length: float) -> str:
    """`6½″`."""
    return inches(length).split()[0] + "″"


def points(number: int) -> str:
    """`1 point`, `2 points`."""
    return several(number, "point")


def hit_points(number: int) -> str:
    """`1 hit point`, `2 hit points`."""
    return several(number, "hit point")


def manoeuvres(number: int) -> str:
    """`no manoeuvre`, `1 manoeuvre`, `2 manoeuvres`."""
    return several(number, "manoeuvre") if number else "no manoeuvre"


def terrain_about(name: str, kind: int, tall: bool) -> str:
    """`Fuel Dump, exploding terrain: … (W25). It is in the way of sight.`"""
    words, rule = EFFECTS[Terrain(kind)]
    high = " Tall: it is in the way of sight (W11)." if tall else ""
    return f"{name}, {TERRAIN[Terrain(kind)]} terrain: {words} ({rule}).{high}"
