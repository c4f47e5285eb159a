"""The dashboard of a player: gauges, figures and weapons of the vehicles."""

from __future__ import annotations

from collections.abc import Iterator

from wreckoning.core.ids import SeatIndex
from wreckoning.core.shown import NEUTRAL, Cell, Gauge
from wreckoning.core.texts.wording import MINUS, several
from wreckoning.rulesets.rally.match import Match
from wreckoning.rulesets.rally.race import MOST_STRESS, Phase, Race, Status, Vehicle
from wreckoning.rulesets.rally.view.figures import (
    condition_tone,
    condition_words,
    fate_words,
    goal_words,
    is_in_danger,
    kind_word,
    stress_tone,
    weapon_figures,
    weapons_of,
)
from wreckoning.rulesets.rally.view.names import names_of, weapon_card
from wreckoning.rulesets.rally.view.words import points, short_inches

DUE, DONE, HOME, LOST = "hot", "stone", "good", "bad"  # paints of the fields of a team


def fleet(race: Race, seat: SeatIndex) -> list[Vehicle]:
    """The vehicles of a player, in the order of their numbers."""
    return [race.vehicles[n] for n in range(race.vehicle_count) if race.vehicles[n].owner == seat]


def gauges(match: Match, seat: SeatIndex) -> tuple[Gauge, ...]:
    """Hit points and stress of a single vehicle; of a team, every vehicle's hit points."""
    race: Race = match.race
    own = fleet(race, seat)
    if len(own) == 1:
        return tuple(_of_one(race, own[0]))
    names = names_of(match)
    return tuple(
        Gauge(
            names[vehicle.index],
            vehicle.hit_points,
            race.builds[vehicle.index].hit_points,
            condition_tone(race, vehicle),
            f"{kind_word(race, vehicle)}: {_state(match, vehicle)}",
        )
        for vehicle in own
    )


def _of_one(race: Race, vehicle: Vehicle) -> Iterator[Gauge]:
    most = race.builds[vehicle.index].hit_points
    about = "At 0 it is destroyed (W12); with more than half lost it is slower and worse (W17)."
    yield Gauge("Hit points", vehicle.hit_points, most, condition_tone(race, vehicle), about)
    about = "Each takes 1 inch of movement and 1 from skill rolls (W8)."
    yield Gauge("Stress", vehicle.stress, MOST_STRESS, stress_tone(vehicle), about)


def _state(match: Match, vehicle: Vehicle) -> str:
    race: Race = match.race
    if vehicle.status != Status.DRIVING:
        return fate_words(vehicle)
    words = [word for word in (condition_words(race, vehicle), goal_words(match, vehicle)) if word]
    if vehicle.activated:
        words.append("activated")
    return ", ".join(words)


def carried(race: Race, seat: SeatIndex) -> tuple[str, ...]:
    """The weapons of a single vehicle."""
    own = fleet(race, seat)
    if len(own) != 1:
        return ()
    build, fired = race.builds[own[0].index], own[0].fired
    return tuple(weapon_card(weapon).title for slot, weapon in weapons_of(build) if not fired[slot])


def stance(race: Race, seat: SeatIndex) -> str:
    """The player's part in this round: `drives`, `to drive`, `has driven`."""
    if race.phase in (Phase.ROLL_OFF, Phase.DEPLOY, Phase.ROUND, Phase.OVER):
        return ""
    own = [vehicle for vehicle in fleet(race, seat) if vehicle.status == Status.DRIVING]
    if not own:
        return ""
    if any(vehicle.index == race.active for vehicle in own):
        return "drives"
    due = sum(not vehicle.activated for vehicle in own)
    if len(own) > 1 and due:
        return f"{due} to drive"
    return "to drive" if due else "has driven"


def note(race: Race, seat: SeatIndex) -> str:
    """`12 points, in danger`."""
    words = [points(race.seats[seat].points)] if race.seats[seat].points else []
    if any(is_in_danger(race, vehicle) for vehicle in fleet(race, seat)):
        words.append("in danger")
    return ", ".join(words)


def where(match: Match, seat: SeatIndex) -> str:
    """The goal of a single vehicle; for a team the numbers that drive, are home, are lost."""
    own = fleet(match.race, seat)
    if len(own) == 1:
        return goal_words(match, own[0])
    counts = {
        "driving": sum(vehicle.status == Status.DRIVING for vehicle in own),
        "home": sum(vehicle.status == Status.FINISHED for vehicle in own),
        "to set up": sum(vehicle.status == Status.WAITING for vehicle in own),
    }
    lost = len(own) - sum(counts.values())
    words = [f"{count} {what}" for what, count in counts.items() if count]
    return ", ".join([*words, *([f"{lost} lost"] if lost else [])])


# --- the grid


def grid_title(match: Match, seat: SeatIndex) -> str:
    """The title of the grid."""
    own = fleet(match.race, seat)
    return "Figures and weapons" if len(own) == 1 else several(len(own), "vehicle")


def grid(match: Match, seat: SeatIndex) -> tuple[tuple[Cell | None, ...], ...]:
    """Figures and weapons of a single vehicle; of a team a line for each."""
    race: Race = match.race
    own = fleet(race, seat)
    if len(own) == 1:
        return (_attributes(race, own[0]), *_weapons(race, own[0]))
    return tuple(_line(match, vehicle) for vehicle in own)


def _attributes(race: Race, vehicle: Vehicle) -> tuple[Cell | None, ...]:
    build = race.builds[vehicle.index]
    return (
        Cell(f"Mov {build.movement}", "", "movement in inches, before stress and damage"),
        Cell(f"Skl {build.skill}+", "", "battle skill: what a die needs to hit"),
        Cell(f"Def {build.defence}+", "", "defence: what a die needs against a point of damage"),
        Cell(f"Cmd {build.command}+", "", "command: what a die needs to keep control"),
    )


def _weapons(race: Race, vehicle: Vehicle) -> Iterator[tuple[Cell | None, ...]]:
    """`Minigun, 18″, 4 attacks of 2, −1 Def`: range, attacks and damage, piercing."""
    for slot, weapon in weapons_of(race.builds[vehicle.index]):
        title = weapon_card(weapon).title
        about = f"{title}: {weapon_figures(weapon)}"
        harm = several(weapon.attacks, "attack") + (f" of {weapon.damage}" * bool(weapon.damage))
        pierce = f"{MINUS}{weapon.piercing} Def" if weapon.piercing else "no piercing"
        yield (
            Cell(title, DONE if vehicle.fired[slot] else "", about),
            Cell(short_inches(weapon.reach), "", "range"),
            Cell(harm, "", "attacks, and the hit points that a hit may cost"),
            Cell(pierce, "", "piercing: what it takes off the target's defence rolls"),
        )


def _line(match: Match, vehicle: Vehicle) -> tuple[Cell | None, ...]:
    race: Race = match.race
    build = race.builds[vehicle.index]
    paint = LOST
    if vehicle.status == Status.DRIVING:
        paint = DONE if vehicle.activated and race.active != vehicle.index else DUE
    elif vehicle.status == Status.FINISHED:
        paint = HOME
    armed = ", ".join(weapon_card(weapon).title for _, weapon in weapons_of(build)) or "unarmed"
    name = names_of(match)[vehicle.index]
    return (
        Cell(name, paint, _state(match, vehicle), race.active == vehicle.index),
        Cell(f"{vehicle.hit_points}/{build.hit_points}", "", "hit points"),
        Cell(f"S{vehicle.stress}", "bad" if vehicle.stress else "", "stress"),
        Cell(kind_word(race, vehicle), NEUTRAL, armed),
    )
