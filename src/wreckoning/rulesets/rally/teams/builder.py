"""The team builder: a team, and every step that can be done with it.

It keeps nothing. Each step comes with the code of the team that it leads to; the builder asks
again with that code, and gets the reason if it is illegal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from wreckoning.core.errors import Malformed, unknown
from wreckoning.core.files.toml_files import parse_toml
from wreckoning.core.shown_teams import (
    BuildProblem,
    Built,
    BuiltPart,
    BuiltVehicle,
    PartToAdd,
    TeamSize,
    VehicleToAdd,
)
from wreckoning.core.texts.wording import several
from wreckoning.rulesets.rally.campaign.rosters import SIZE as ROSTER
from wreckoning.rulesets.rally.campaign.rosters import roster_problems, rosters
from wreckoning.rulesets.rally.cards import (
    FLAGS,
    RANGED,
    TRAITS,
    SizeCard,
    drivers,
    modifications,
    sizes,
    upgrades,
    vehicles,
    weapons,
)
from wreckoning.rulesets.rally.numbers import Arc
from wreckoning.rulesets.rally.race import INCH, Build, Weapon
from wreckoning.rulesets.rally.teams.builds import fill_build, fill_weapon
from wreckoning.rulesets.rally.teams.codes import read_code, read_new_name, write_code
from wreckoning.rulesets.rally.teams.files import read_team, write_team
from wreckoning.rulesets.rally.teams.legality import Problem, problems_of
from wreckoning.rulesets.rally.teams.model import (
    Design,
    Mounted,
    Team,
    points_of,
    sizes_of,
    team_points,
)
from wreckoning.rulesets.rally.teams.shipped import ready_made, teams, teams_of_size

LEAST_SIZE, USUAL_SIZE = "single", "small"  # of no vehicles, and of what fits no size
MAX_FILE = 32 * 1024  # characters
Part = tuple[str, str, str, int, str, int]  # kind, key, title, points, text, slot
MODIFICATION, WEAPON, UPGRADE, DRIVER = "modification", "weapon", "upgrade", "driver"
FIGURES = ("movement", "skill", "defence", "command", "hit_points")
ARC_WORDS: dict[int, str] = {Arc.SIDE: "side arc", Arc.REAR: "rear arc", Arc.TURRET: "any arc"}


def builder(code: str, size: str = "", vehicle: int = -1, name: str = "") -> Built:
    """A team and its possible steps, after the vehicle of this index has got the name.

    `code` is a team code, a shipped team's key, or the text of a team file; '' is a team without
    vehicles. Without a size it is the first that the team fits. Raises Malformed.
    """
    team = _read_any(code)
    card = _size_of(team, size)
    if vehicle >= 0:
        team = _renamed(team, vehicle, name)
    problems = _problems(team, card)
    return Built(
        code=write_code(team),
        title=team.title,
        text=team.text,
        size=card.key,
        size_words=card.words,
        points=team_points(team),
        limit=card.points,
        legal=not problems,
        problems=[
            BuildProblem(
                vehicle=each.vehicle,
                text=each.text,
                rule=each.rule,
                missing=each.missing,
            )
            for each in problems
        ],
        file=write_team(team),
        sizes=[
            TeamSize(key=each.key, title=each.title, words=each.words)
            for each in (*sizes().values(), ROSTER)
        ],
        ready_made=[ready_made(each) for each in _shipped(card)],
        vehicles=[_vehicle(team, index, card) for index in range(len(team.vehicles))],
        add=list(_vehicles_to_add(team, card)),
    )


def _read_any(text: str) -> Team:
    """The team of a code, of a shipped team's key, or of a file's text. Raises Malformed."""
    if not text.strip():
        return Team(())
    if "\n" in text.strip() or "=" in text:
        if len(text) > MAX_FILE:
            raise Malformed("team", f"expected a team file of at most {MAX_FILE} characters")
        return read_team(parse_toml("team", text), "team")
    if text in list(teams()):
        return teams()[text]
    return read_code(text, "team")


def _size_of(team: Team, size: str) -> SizeCard:
    known = {**sizes(), ROSTER.key: ROSTER}
    usual = USUAL_SIZE if team.vehicles else LEAST_SIZE
    key = size or next(iter(sizes_of(team)), usual)
    if key not in known:
        raise Malformed("size", unknown("size", key, known))
    return known[key]


def _problems(team: Team, size: SizeCard) -> list[Problem]:
    return roster_problems(team) if size is ROSTER else problems_of(team, size.key)


def _why_not(team: Team, after: Team, size: SizeCard) -> str:
    """Why a step is refused: the first problem that it brings, with its rule; or ''."""
    before = _problems(team, size)
    for problem in _problems(after, size):
        if problem not in before and not problem.missing:
            return f"{problem.text} ({problem.rule})"
    return ""


def _shipped(size: SizeCard) -> list[Team]:
    return list(rosters().values()) if size is ROSTER else teams_of_size(size.key)


def _renamed(team: Team, index: int, name: str) -> Team:
    if index >= len(team.vehicles):
        raise Malformed("vehicle", f"expected 0 to {len(team.vehicles) - 1}, found {index}")
    design = team.vehicles[index]
    given = read_new_name("name", name) if name.strip() else ""
    return _changed(team, index, replace(design, name=given))


def _vehicle(team: Team, index: int, size: SizeCard) -> BuiltVehicle:
    """A vehicle of the team, its parts, and those that may be added."""
    design = team.vehicles[index]

    def leads_to(other: Design) -> Team:
        return _changed(team, index, other)

    return BuiltVehicle(
        name=team.names[index],
        card=vehicles()[design.vehicle].title,
        points=points_of(design),
        figures=list(_figures_of(design)),
        special=_special_of(design),
        parts=[
            BuiltPart(
                title=title,
                text=text,
                points=points,
                without=write_code(leads_to(_without_part(design, kind, key, slot))),
            )
            for kind, key, title, points, text, slot in _parts(design)
        ],
        add=list(_parts_to_add(team, design, leads_to, size)),
        without=write_code(_without_vehicle(team, index)),
        again=write_code(_again(team, index)),
    )


def _parts(design: Design) -> Iterator[Part]:
    """The parts on a vehicle, each with its price."""
    for slot, mounted in enumerate(design.weapons):
        card = weapons()[mounted.weapon]
        yield WEAPON, card.key, card.title, card.points, _weapon_words(mounted), slot
        for key in mounted.modifications:
            added = modifications()[key]
            title = f"{added.title} on the {card.title}"
            yield MODIFICATION, key, title, added.price_on(card), added.text, slot
    for key in design.upgrades:
        upgrade = upgrades()[key]
        yield UPGRADE, key, upgrade.title, upgrade.points, upgrade.text, -1
    if design.driver:
        driver = drivers()[design.driver]
        yield DRIVER, driver.key, driver.title, driver.points, driver.text, -1


def _all_parts(design: Design) -> Iterator[Part]:
    """All parts for a vehicle, each with its price."""
    for weapon in weapons().values():
        words = _weapon_words(Mounted(weapon.key))
        yield WEAPON, weapon.key, weapon.title, weapon.points, words, -1
    for slot, mounted in enumerate(design.weapons):
        card = weapons()[mounted.weapon]
        for added in modifications().values():
            if card.category == RANGED and added.key not in mounted.modifications:
                title = f"{added.title} on the {card.title}"
                yield MODIFICATION, added.key, title, added.price_on(card), added.text, slot
    for upgrade in upgrades().values():
        if upgrade.key not in design.upgrades:
            yield UPGRADE, upgrade.key, upgrade.title, upgrade.points, upgrade.text, -1
    for driver in drivers().values():
        if driver.key != design.driver:
            yield DRIVER, driver.key, driver.title, driver.points, driver.text, -1


def _parts_to_add(
    team: Team, design: Design, leads_to: Callable[[Design], Team], size: SizeCard
) -> Iterator[PartToAdd]:
    """The parts that may be added to a vehicle, or why not. A driver replaces another."""
    for kind, key, title, points, text, slot in _all_parts(design):
        after = leads_to(_with_part(design, kind, key, slot))
        yield PartToAdd(
            kind=kind,
            title=title,
            text=text,
            points=points,
            code=write_code(after),
            off=_why_not(team, after, size),
        )


def _vehicles_to_add(team: Team, size: SizeCard) -> Iterator[VehicleToAdd]:
    """The vehicles that may be added, or why not."""
    for card in vehicles().values():
        after = _with_vehicle(team, Design(card.key))
        yield VehicleToAdd(
            title=card.title,
            text=card.text,
            points=card.points,
            code=write_code(after),
            off=_why_not(team, after, size),
        )


# --- the steps: each makes a new team, legal or not


def _with_vehicle(team: Team, design: Design) -> Team:
    """The team with one vehicle more."""
    return replace(team, vehicles=(*team.vehicles, design))


def _without_vehicle(team: Team, index: int) -> Team:
    """The team with one vehicle less."""
    return replace(team, vehicles=team.vehicles[:index] + team.vehicles[index + 1 :])


def _again(team: Team, index: int) -> Team:
    """The team with a vehicle copied, right behind it; the copy has no name."""
    head, tail = team.vehicles[: index + 1], team.vehicles[index + 1 :]
    return replace(team, vehicles=(*head, replace(team.vehicles[index], name=""), *tail))


def _changed(team: Team, index: int, design: Design) -> Team:
    """The team with a vehicle replaced by another."""
    head, tail = team.vehicles[:index], team.vehicles[index + 1 :]
    return replace(team, vehicles=(*head, design, *tail))


def _with_part(design: Design, kind: str, key: str, slot: int = -1) -> Design:
    """The vehicle with one part more: weapon, upgrade, driver, or modification of a weapon."""
    if kind == WEAPON:
        return replace(design, weapons=(*design.weapons, Mounted(key)))
    if kind == UPGRADE:
        return replace(design, upgrades=(*design.upgrades, key))
    if kind == DRIVER:
        return replace(design, driver=key)
    mounted = design.weapons[slot]
    modified = replace(mounted, modifications=(*mounted.modifications, key))
    return _with_weapon(design, slot, (modified,))


def _without_part(design: Design, kind: str, key: str, slot: int = -1) -> Design:
    """The vehicle without one part; with a weapon its modifications go."""
    if kind == WEAPON:
        return _with_weapon(design, slot, ())
    if kind == UPGRADE:
        at = design.upgrades.index(key)
        return replace(design, upgrades=design.upgrades[:at] + design.upgrades[at + 1 :])
    if kind == DRIVER:
        return replace(design, driver="")
    mounted = design.weapons[slot]
    at = mounted.modifications.index(key)
    left = mounted.modifications[:at] + mounted.modifications[at + 1 :]
    return _with_weapon(design, slot, (replace(mounted, modifications=left),))


def _with_weapon(design: Design, slot: int, mounted: tuple[Mounted, ...]) -> Design:
    head, tail = design.weapons[:slot], design.weapons[slot + 1 :]
    return replace(design, weapons=(*head, *mounted, *tail))


# --- the figures of a vehicle, in numbers and words


def _figures_of(design: Design) -> list[tuple[str, int]]:
    """Movement, skill, defence, command and hit points, with all parts."""
    build = Build()
    fill_build(build, design)
    return [(name, getattr(build, name)) for name in FIGURES]


def _special_of(design: Design) -> list[str]:
    """Its special rules: `Fast`, `Manoeuvrable (1)`."""
    build = Build()
    fill_build(build, design)
    found = [_title(name) for name in (*TRAITS, "boost", "reckless") if getattr(build, name)]
    if build.manoeuvrable:
        found.append(f"Manoeuvrable ({build.manoeuvrable})")
    return found


def _weapon_words(mounted: Mounted) -> str:
    """`12 inches, 2 attacks of 1 damage, piercing 1; Rapid Fire, any arc`."""
    weapon = Weapon()
    fill_weapon(weapon, mounted)
    damage = f"{weapon.damage} damage" if weapon.damage else "no damage"
    reach = several(weapon.reach // INCH, "inch", "inches")
    words = f"{reach}, {several(weapon.attacks, 'attack')} of {damage}"
    if weapon.piercing:
        words += f", piercing {weapon.piercing}"
    rules = [_title(flag) for flag in FLAGS if flag != "assault" and getattr(weapon, flag)]
    if "melee" in weapons()[mounted.weapon].special:
        rules.append("Melee")
    if weapon.rending:
        rules.append(f"Rending ({weapon.rending})")
    if weapon.arc in ARC_WORDS:
        rules.append(ARC_WORDS[weapon.arc])
    return f"{words}; {', '.join(rules)}" if rules else words


def _title(name: str) -> str:
    return name.replace("_", " ").title()
