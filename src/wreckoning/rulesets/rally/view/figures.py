"""Describe a vehicle: figures, weapons, condition, goal."""

from __future__ import annotations

from collections.abc import Iterator

from wreckoning.core.shown import BAD, GOOD, NEUTRAL, Tone
from wreckoning.core.texts.wording import MINUS, ordinal
from wreckoning.rulesets.rally.match import Match
from wreckoning.rulesets.rally.race import (
    ELSEWHERE,
    INCH,
    MAX_WEAPONS,
    MOST_STRESS,
    Arc,
    Build,
    Kind,
    Mission,
    Race,
    Status,
    Vehicle,
    Weapon,
)
from wreckoning.rulesets.rally.rules.attributes import has_lost_half, movement_of
from wreckoning.rulesets.rally.rules.elimination import is_across
from wreckoning.rulesets.rally.rules.missions import has_gate
from wreckoning.rulesets.rally.rules.survey import way_left
from wreckoning.rulesets.rally.view.names import weapon_card
from wreckoning.rulesets.rally.view.words import ARCS, KINDS, inches, short_inches
from wreckoning.show.pieces import as_sentences
from wreckoning.show.words import titled

WEAPON_FLAGS = (
    *("accurate", "assault", "blast", "heavy", "one_use", "rapid_fire", "torrent"),
    *("unwieldy", "suppression", "dropper", "obstructing"),
)
TRAITS = ("fast", "slow", "rugged", "skilled", "resilient", "fearless", "boost", "reckless")
DRIVE = 1


def kind_word(race: Race, vehicle: Vehicle) -> str:
    """`Buggy`."""
    return KINDS[Kind(race.builds[vehicle.index].kind)]


def weapons_of(build: Build) -> Iterator[tuple[int, Weapon]]:
    """The weapons of a vehicle, with their slots."""
    for slot in range(MAX_WEAPONS):
        if build.weapons[slot].kind:
            yield slot, build.weapons[slot]


def weapon_figures(weapon: Weapon) -> str:
    """`range 18, 4 attacks of damage 2, −1 to defence, Torrent`."""
    words = [f"range {short_inches(weapon.reach)}"]
    attacks = f"{weapon.attacks} attack{'s' if weapon.attacks > 1 else ''}"
    words.append(f"{attacks} of damage {weapon.damage}" if weapon.damage else attacks)
    if weapon.piercing:
        words.append(f"{MINUS}{weapon.piercing} to defence")
    if weapon.rending:
        words.append(f"Rending ({weapon.rending})")
    if weapon.arc != Arc.FRONT:
        words.append(ARCS[Arc(weapon.arc)])
    words += [titled(flag) for flag in WEAPON_FLAGS if getattr(weapon, flag)]
    return ", ".join(words)


def traits_of(build: Build) -> list[str]:
    """`Fast`, `Manoeuvrable (1)`."""
    found = [titled(trait) for trait in TRAITS if getattr(build, trait)]
    if build.manoeuvrable:
        found.append(f"Manoeuvrable ({build.manoeuvrable})")
    if build.heavy_armour:
        found.append(f"Heavy Armour ({build.heavy_armour})")
    return found


def attributes_words(race: Race, vehicle: Vehicle) -> str:
    """`Movement 9, Skill 8+, Defence 6+, Command 6+`, with what is left of the movement."""
    build = race.builds[vehicle.index]
    now = movement_of(race, vehicle, DRIVE)
    movement = f"Movement {inches(now)}"
    if now != build.movement * INCH:
        movement += f" of {build.movement}"
    figures = f"Skill {build.skill}+, Defence {build.defence}+, Command {build.command}+"
    return f"{movement}, {figures}"


def condition_words(race: Race, vehicle: Vehicle) -> str:
    """`7 of 10 hit points, 1 stress, heavily damaged`."""
    most = race.builds[vehicle.index].hit_points
    words = [f"{vehicle.hit_points} of {most} hit points"]
    if vehicle.stress:
        words.append(f"{vehicle.stress} stress")
    if has_lost_half(race, vehicle):
        words.append("badly damaged: −2 inches, −1 on tests")
    return ", ".join(words)


def condition_tone(race: Race, vehicle: Vehicle) -> Tone:
    """The tone of its hit points."""
    if vehicle.status == Status.FINISHED:
        return GOOD
    gone = vehicle.status in (Status.WRECKED, Status.DESTROYED, Status.ELIMINATED)
    return BAD if gone or has_lost_half(race, vehicle) else NEUTRAL


def stress_tone(vehicle: Vehicle) -> Tone:
    """The tone of its stress."""
    return BAD if vehicle.stress == MOST_STRESS else NEUTRAL


def goal_words(match: Match, vehicle: Vehicle) -> str:
    """`to Far Side, 12 inches`; `home 1st`; `wrecked in round 3`; '' without a gate."""
    race: Race = match.race
    if vehicle.status != Status.DRIVING:
        return fate_words(vehicle)
    if not has_gate(race, vehicle):
        return "across the finish" if vehicle.gates else ""
    way = way_left(race, vehicle)
    far = f", {inches(round(way / INCH) * INCH)}" if way < ELSEWHERE else ""
    return f"to {match.course.gate_name(vehicle.gate)}{far}"


def fate_words(vehicle: Vehicle) -> str:
    """The fate of a vehicle that does not drive."""
    if vehicle.status == Status.WAITING:
        return "to be set up"
    if vehicle.status == Status.FINISHED:
        return f"home {ordinal(vehicle.rank)}" if vehicle.rank else "off the board"
    if vehicle.status == Status.ELIMINATED:
        return f"eliminated in round {vehicle.ended}"
    return f"wrecked in round {vehicle.ended}"


def is_in_danger(race: Race, vehicle: Vehicle) -> bool:
    """Whether it is not across the gate that eliminates while another is (W20)."""
    if race.course.mission != Mission.ELIMINATION_RACE or vehicle.status != Status.DRIVING:
        return False
    others = race.vehicles[: race.vehicle_count]
    ahead = any(is_across(race, other) for other in others if other.status == Status.DRIVING)
    return ahead and not is_across(race, vehicle)


def about_vehicle(match: Match, vehicle: Vehicle, title: str, owner: str) -> str:
    """A vehicle in full: `Rusty, Ann's Buggy, to Far Side, 12 inches. 7 of 10 hit points. …`"""
    race: Race = match.race
    build = race.builds[vehicle.index]
    goal = goal_words(match, vehicle)
    kind = kind_word(race, vehicle)
    head = f"{owner} {kind}" if title == kind else f"{title}, {owner} {kind}"
    sentences = [f"{head}, {goal}" if goal else head]
    if vehicle.status == Status.DRIVING:
        sentences.append(condition_words(race, vehicle))
    sentences.append(attributes_words(race, vehicle))
    if traits := traits_of(build):
        sentences.append(", ".join(traits))
    for slot, weapon in weapons_of(build):
        used = ", used up" if vehicle.fired[slot] else ""
        sentences.append(f"{weapon_card(weapon).title}: {weapon_figures(weapon)}{used}")
    if vehicle.status == Status.DRIVING and vehicle.activated and race.active != vehicle.index:
        sentences.append("Activated in this round")
    return as_sentences(sentences).lstrip()
