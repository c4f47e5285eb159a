"""The dashboard of a kart: gauges, the gear phases of the round, its templates."""

from __future__ import annotations

from collections.abc import Iterator

from wreckoning.core.ids import SeatIndex
from wreckoning.core.shown import BAD, GOOD, NEUTRAL, Cell, Gauge, Status, Tone
from wreckoning.core.texts.wording import several
from wreckoning.rulesets.kart.cards import grand_prix
from wreckoning.rulesets.kart.grand_prix import coins_left
from wreckoning.rulesets.kart.match import Match
from wreckoning.rulesets.kart.questions import WAYS
from wreckoning.rulesets.kart.race import (
    CHOICES,
    GEARS,
    MAX_HANDLING,
    Kart,
    Phase,
    Race,
    Standing,
    Template,
)
from wreckoning.rulesets.kart.rules.attacking import is_distracted
from wreckoning.rulesets.kart.rules.hazards import WIPES_OUT
from wreckoning.rulesets.kart.rules.line import is_on_road
from wreckoning.rulesets.kart.rules.order import active_seat
from wreckoning.rulesets.kart.rules.paths import standing_of
from wreckoning.rulesets.kart.view.words import TEMPLATES, item_name

DANGER = WIPES_OUT - 2  # hazards from here on are shown as danger
SHORT = {
    Template.SHORT: "Short",
    Template.MEDIUM: "Med",
    Template.LONG: "Long",
    Template.GENTLE: "Gent",
    Template.TURN: "Turn",
    Template.HARD: "Hard",
    Template.HAIRPIN: "Hair",
    Template.VEER: "Veer",
    Template.SWERVE: "Swer",
}
STANDINGS = {
    Standing.PERMITTED: ("", "permitted"),
    Standing.TRIVIAL: ("good", "trivial, a SHIFT for free"),
    Standing.HAZARDOUS: ("bad", "hazardous, +1 hazard"),
}
PASSED, DRIVEN, DUE, LATER = "stone", "good", "hot", "water"  # phases of the round


def purse(match: Match, kart: Kart, taken: int) -> int:
    """Coins taken in this race, and in a Grand Prix those left of the races before (E21)."""
    if match.series is None:
        return taken
    return taken + coins_left(match.series.past, kart.seat, match.seats[kart.seat])


def gauges(match: Match, kart: Kart) -> Iterator[Gauge]:
    """Hazards, gear, Handling; and coins, if the driver has some."""
    tone: Tone = BAD if kart.hazards >= DANGER else NEUTRAL
    yield Gauge("Hazards", kart.hazards, WIPES_OUT, tone, f"With {WIPES_OUT} it wipes out (G26).")
    about = "It activates in every gear phase up to its gear (G4)."
    yield Gauge("Gear", kart.gear, kart.max_gear, NEUTRAL, about)
    about = "So many skid dice at most (G9)."
    yield Gauge("Handling", kart.handling, max(MAX_HANDLING, kart.handling), NEUTRAL, about)
    if coins := purse(match, kart, kart.coins):
        price = int(grand_prix()["price"])
        about = f"{several(price, 'coin')} buy an upgrade in a Grand Prix (E21)."
        yield Gauge("Coins", coins, 0, NEUTRAL, about)


def statuses(kart: Kart) -> tuple[Status, ...]:
    """A Star, and the activations that it still holds."""
    return (Status("Star", kart.star, GOOD),) if kart.star else ()


def troubles(race: Race, kart: Kart) -> list[str]:
    """The troubles of a kart's place: `distracted`, `off road`."""
    if not race.rounds:
        return []
    found = ["distracted"] if is_distracted(race, kart) else []
    return found if is_on_road(race, race.bodies[kart.seat]) else [*found, "off road"]


def has_activated(race: Race, seat: SeatIndex) -> bool:
    """Whether a kart has activated in this gear phase; the active kart has not yet."""
    return bool(race.karts[seat].activated) and not is_active(race, seat)


def is_active(race: Race, seat: SeatIndex) -> bool:
    """Whether it is this seat's activation."""
    driving = race.phase not in (Phase.LOTS, Phase.ROUND, Phase.OVER)
    return driving and active_seat(race) == seat


def is_due(race: Race, seat: SeatIndex) -> bool:
    """Whether it will activate later in this gear phase, in its present gear."""
    if race.phase in (Phase.LOTS, Phase.ROUND, Phase.OVER) or race.karts[seat].activated:
        return False
    slot = (seat - race.pole) % race.racers
    return slot >= race.slot and race.karts[seat].gear >= race.gear_phase


def carried(kart: Kart) -> tuple[str, ...]:
    """The item that the driver holds."""
    return (item_name(kart.holds),) if kart.holds else ()


# --- the grid


def grid_title(kart: Kart) -> str:
    """The title of the grid."""
    return f"Gear phases, and templates in Gear {kart.gear}"


def gear_grid(race: Race, kart: Kart) -> tuple[tuple[Cell | None, ...], ...]:
    """The gear phases of the round, with the kart's gear; the templates permitted in this gear."""
    gears = tuple(_gear(race, kart, gear) for gear in range(1, GEARS + 1))
    found = [_template(race, kart, Template(template)) for template in range(CHOICES)]
    rows = (found[at : at + GEARS] for at in range(0, len(found), GEARS))
    return (gears, *(tuple(row) for row in rows))


def _gear(race: Race, kart: Kart, gear: int) -> Cell | None:
    if gear > kart.max_gear:
        return None
    paint, words = _phase(race, kart, gear)
    return Cell(str(gear), paint, f"gear phase {gear}: {words}", kart.gear == gear)


def _phase(race: Race, kart: Kart, gear: int) -> tuple[str, str]:
    """A gear phase, as it concerns a kart in its gear."""
    if race.rounds and gear < race.gear_phase:
        return PASSED, "over"
    if race.rounds and gear == race.gear_phase:
        if is_active(race, kart.seat):
            return DUE, "it drives now"
        if kart.activated:
            return DRIVEN, "has activated"
        if is_due(race, kart.seat):
            return DUE, "to activate"
        return "", "not in gear at its slot"
    return (LATER, "to activate") if gear <= kart.gear else ("", "gear too low")


def _template(race: Race, kart: Kart, template: Template) -> Cell | None:
    standing = standing_of(race, kart.gear, WAYS * template)
    if standing == Standing.FORBIDDEN:
        return None
    paint, words = STANDINGS[Standing(standing)]
    return Cell(SHORT[template], paint, f"{TEMPLATES[template]} in Gear {kart.gear}: {words}")
