"""The race as data: the headline, the track, the standings, the dashboards, the last page."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cmp_to_key

from wreckoning.core.shown import BAD, NEUTRAL, Cell, Finisher, Gauge, Headline, Row, Stretch, Tone
from wreckoning.core.texts.wording import several
from wreckoning.rulesets.rush.course_words import (
    BLOCK,
    LEFT_CURVE,
    OFF_ROAD,
    RIGHT_CURVE,
    STRAIGHT,
    Tile,
)
from wreckoning.rulesets.rush.events import Finished, Lap, RoundBegins
from wreckoning.rulesets.rush.match import Match
from wreckoning.rulesets.rush.race import KINDS, Car, Equipment, Phase, Race
from wreckoning.rulesets.rush.rules.ending import is_placed_before
from wreckoning.rulesets.rush.rules.standings import is_racing
from wreckoning.rulesets.rush.rules.steering import FREE_SPEED, HIGH_SPEED, white_dice
from wreckoning.rulesets.rush.spots import GEARS, SPEEDS, speed_of, spot_at
from wreckoning.rulesets.rush.squares import LANES, NOWHERE, tile_of
from wreckoning.rulesets.rush.view.seats import car_card, driver_card
from wreckoning.rulesets.rush.view.words import SHORT, ZONES, spot_words, tile_name, zone_words

LAST = 1  # this many points left, or fewer, are shown as danger
PAINTS = ("water", "sign", "hot", "bad")  # of the zones
ALL = "∞"
ROWS, ABOVE = 7, 4  # of the matrix: as many as fit in view; and how many of them above the pawn's


def gauges(race: Race, car: Car) -> Iterator[Gauge]:
    """Structure, Heat, Steering, Brake, Turbo; and mines, if the car lays them."""
    full = car.figures
    broken: Tone = BAD if car.structure <= LAST else NEUTRAL
    yield Gauge("Structure", car.structure, full.structure, broken, "At 0 the car is a wreck (N3).")
    hot: Tone = BAD if full.heat - car.heat <= max(LAST, race.matrix.zone[car.gear]) else NEUTRAL
    yield Gauge("Heat", car.heat, full.heat, hot, f"At {full.heat} the car is a wreck (N3).")
    yield Gauge("Steering", car.steering, full.steering, NEUTRAL, "A lane change each (N14).")
    yield Gauge("Brake", car.brake, full.brake, NEUTRAL, "A step slower each (N10).")
    yield Gauge(
        "Turbo", car.turbo, full.turbo, NEUTRAL, "A step faster each, but hotter (N10, N12)."
    )
    if full.mines:
        yield Gauge("Mines", car.mines, full.mines, NEUTRAL, "To drop on leaving a square (N26).")


def gear_grid(race: Race, car: Car) -> tuple[tuple[Cell | None, ...], ...]:
    """The gear matrix around the pawn, fastest first: the speeds of each gear, their white dice."""
    row = SPEEDS.index(speed_of(car.gear)) if car.gear else 0
    last = min(max(row + ABOVE, ROWS - 1), len(SPEEDS) - 1)
    rows = []
    for speed in reversed(SPEEDS[last + 1 - ROWS : last + 1]):
        cells = [_field(race, car, spot_at(gear, speed)) for gear in range(1, GEARS + 1)]
        rows.append((*cells, Cell(_dice_sign(speed), "", dice_words(speed))))
    return tuple(rows)


def _field(race: Race, car: Car, spot: int) -> Cell | None:
    zone = race.matrix.zone[spot]
    if zone < 0:
        return None
    text = str(speed_of(spot))
    return Cell(text, PAINTS[zone], f"the {ZONES[zone]} zone: {zone_words(zone)}", car.gear == spot)


def _dice_sign(speed: int) -> str:
    """`5▲`: the highest of 5 white dice; `2▼`: the lowest of 2."""
    dice = white_dice(speed)
    if speed <= FREE_SPEED:
        return ALL
    if dice < 2:
        return f"{dice}"
    return f"{dice}{'▲' if speed <= HIGH_SPEED else '▼'}"


def dice_words(speed: int) -> str:
    """`the highest of 4 white dice`."""
    dice = white_dice(speed)
    if speed <= FREE_SPEED:
        return "as many lane changes as wanted"
    if dice == 0:
        return "no lane changes but by Steering points"
    if dice == 1:
        return "lane changes: 1 white die"
    which = "highest" if speed <= HIGH_SPEED else "lowest"
    return f"lane changes: the {which} of {several(dice, 'white die', 'white dice')}"


ROADS = {STRAIGHT: "━━━━", LEFT_CURVE: "━━━┛", RIGHT_CURVE: "━━━┓"}
KINDS_OF_TILE = {
    STRAIGHT: "straight",
    LEFT_CURVE: "curve to the left",
    RIGHT_CURVE: "curve to the right",
}
OBSTRUCTIONS, NARROWING = "#", "="


def race_order(race: Race) -> list[Car]:
    """All cars, first to last: home, racing, destroyed. Before the grid is drawn, by seat."""
    cars = list(race.cars[: race.racers])
    if race.phase == Phase.GRID:
        return cars

    def compare(car: Car, other: Car) -> int:
        if car.place and other.place:
            return car.place - other.place
        if bool(car.place) != bool(other.place):
            return -1 if car.place else 1
        return -1 if is_placed_before(race, car, other) else 1

    return sorted(cars, key=cmp_to_key(compare))


def headline(match: Match) -> Headline:
    """Course, round, the leader's lap, and what lies on the road."""
    race: Race = match.race
    cars = race.cars[: race.racers]
    laps = [car.lap + 1 for car in cars if is_racing(car)]
    lap = min(max(laps, default=race.course.laps), race.course.laps)
    wrecks = sum(car.wrecked_round > 0 for car in cars)
    mines = sum(mine.square != NOWHERE for mine in race.mines)
    there = [
        several(number, what) for number, what in ((wrecks, "wreck"), (mines, "mine")) if number
    ]
    conditions = (f"On the road: {', '.join(there)}",) if there else ()
    return Headline(match.course.title, race.rounds, lap, race.course.laps, conditions, "round")


# --- the track


def track(match: Match) -> list[Stretch]:
    """Every tile, with its obstructions, its litter and its drivers, front to back."""
    return [_stretch(match, number) for number in range(match.race.course.tiles)]


def _stretch(match: Match, number: int) -> Stretch:
    race: Race = match.race
    laid = match.course.tiles[number]
    groups: dict[int, list[str]] = {}
    for car in race_order(race):
        if is_racing(car) and car.square != NOWHERE and tile_of(car.square) == number:
            groups.setdefault(car.lap + 1, []).append(match.names[car.seat])
    return Stretch(
        number=number + 1,
        name=laid.name,
        kind=KINDS_OF_TILE[laid.tile.shape],
        road=ROADS[laid.tile.shape],
        signs=tuple(_signs(laid.tile)),
        lying=tuple(_lying(match, number)),
        groups=tuple((lap, tuple(names)) for lap, names in groups.items()),
    )


def _signs(tile: Tile) -> Iterator[tuple[str, str]]:
    blocks = sum(lane.count(BLOCK) for lane in tile.lanes)
    if blocks:
        yield f"{OBSTRUCTIONS}{blocks}", several(blocks, "obstruction")
    narrow = sum(OFF_ROAD in lane for lane in tile.lanes)
    if narrow:
        yield NARROWING, f"narrows to {LANES - narrow} lanes"


def _lying(match: Match, number: int) -> Iterator[str]:
    race: Race = match.race
    for car in race.cars[: race.racers]:
        if car.wrecked_round and tile_of(car.square) == number:
            yield f"the wreck of {match.names[car.seat]}"
    mines = sum(mine.square != NOWHERE and tile_of(mine.square) == number for mine in race.mines)
    if mines:
        yield several(mines, "mine")


# --- the standings


def standings(match: Match) -> list[Row]:
    """All drivers, first to last, with their dashboards."""
    order = race_order(match.race)
    return [_row(match, car, place) for place, car in enumerate(order, 1)]


def _row(match: Match, car: Car, place: int) -> Row:
    race: Race = match.race
    seat, racing = match.seats[car.seat], is_racing(car)
    on_track = car.square != NOWHERE
    return Row(
        seat=car.seat,
        name=seat.name,
        player=seat.player,
        place=car.place or place,
        lap=min(car.lap + 1, race.course.laps),
        stretch=tile_of(car.square) + 1 if on_track else 0,
        where=where(match, car),
        carried=tuple(_carried(car)) if racing else (),
        statuses=(),
        stance=spot_words(car.gear) if racing and race.rounds else "",
        note=f"destroyed in round {car.wrecked_round}" if car.wrecked_round else "",
        finished=car.finish_round,
        vehicle=kart_name(car),
        gauges=tuple(gauges(race, car)) if racing else (),
        grid=gear_grid(race, car) if racing else (),
        grid_title="Gears 1 to 5; white dice (▲ highest, ▼ lowest, ∞ free)",
    )


def where(match: Match, car: Car) -> str:
    """The tile a car is on; before and after the race other words."""
    if car.finish_round:
        return "home"
    if car.square == NOWHERE:
        return "before the start"
    name = tile_name(match.course, car.square)
    return f"wreck on {name}" if car.wrecked_round else name


def kart_name(car: Car) -> str:
    """`Battleaxe, Twitch`."""
    return f"{car_card(car).title}, {driver_card(car).title}"


def _carried(car: Car) -> Iterator[str]:
    """Equipment in few letters, armed equipment first: `gun armed`, `booster`."""
    own = [equipment for equipment in range(KINDS) if car.figures.has[equipment]]
    for equipment in own:
        if car.armed[equipment]:
            yield f"{SHORT[Equipment(equipment)]} armed"
    for equipment in own:
        if not car.armed[equipment]:
            yield SHORT[Equipment(equipment)]


# --- the last page


def podium(match: Match) -> list[Finisher]:
    """The finished race: every driver by place, with deeds."""
    race: Race = match.race
    laps: list[list[int]] = [[] for _ in match.names]
    now, begun = 0, [0] * len(match.names)
    for event in match.events():
        match event:
            case RoundBegins(round=number):
                now = number
            case Lap(who=seat) | Finished(who=seat):
                laps[seat].append(now - begun[seat])
                begun[seat] = now
    cars = sorted(race.cars[: race.racers], key=lambda car: car.place)
    return [
        Finisher(
            seat=car.seat,
            name=match.names[car.seat],
            player=match.seats[car.seat].player,
            place=car.place,
            turns=car.finish_round,
            best_lap=min(laps[car.seat], default=0) if race.course.laps > 1 else 0,
            laps=tuple(laps[car.seat]) if race.course.laps > 1 else (),
            tallies=(
                ("dealt", car.damage_dealt),
                ("damage", car.damage_taken),
                ("heat", car.heat_taken),
                ("contacts", car.contacts),
                ("shots", car.shots),
            ),
            note=f"wrecked, round {car.wrecked_round}" if car.wrecked_round else "",
        )
        for car in cars
    ]
