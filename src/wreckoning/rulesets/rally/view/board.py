"""The game as data: the headline, the track, the standings, the last page."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cmp_to_key

from wreckoning.core.ids import SeatIndex, seat_range
from wreckoning.core.shown import Finisher, Headline, Row, Stretch
from wreckoning.core.texts.wording import listed, several
from wreckoning.rulesets.rally.course_words import MISSION_TITLES
from wreckoning.rulesets.rally.match import Match
from wreckoning.rulesets.rally.outcome import TALLIES, count
from wreckoning.rulesets.rally.race import Mission, Phase, Race, Status, Terrain, Vehicle
from wreckoning.rulesets.rally.rules.ending import is_better
from wreckoning.rulesets.rally.rules.finishing import has_ranks, is_ahead
from wreckoning.rulesets.rally.rules.missions import has_gate
from wreckoning.rulesets.rally.view.dashboard import (
    carried,
    fleet,
    gauges,
    grid,
    grid_title,
    note,
    stance,
    where,
)
from wreckoning.rulesets.rally.view.figures import kind_word
from wreckoning.rulesets.rally.view.names import names_of, vehicle_word
from wreckoning.rulesets.rally.view.words import TERRAIN

ROAD, FINISH, ARENA = "────┤", "────▓", "·····"
TOLD = {
    "points": "points",
    "gates": "gates crossed",
    "damage_dealt": "damage dealt",
    "damage_taken": "damage taken",
    "kills": "destroyed",
    "overtaken": "driven over",
    "lost_control": "lost control",
}


def is_out(vehicle: Vehicle) -> bool:
    """Whether a vehicle is wrecked or eliminated."""
    return vehicle.ended > 0 and vehicle.status != Status.FINISHED


def leads(race: Race, vehicle: Vehicle, other: Vehicle) -> bool:
    """Whether a vehicle is ahead of another: by rank, else if only it drives, else by the rules."""
    if vehicle.rank and other.rank:
        return vehicle.rank < other.rank
    if is_out(vehicle) != is_out(other):
        return is_out(other)
    if (vehicle.status == Status.FINISHED) != (other.status == Status.FINISHED):
        return vehicle.status == Status.FINISHED
    return is_ahead(race, vehicle, other)


def vehicle_order(race: Race) -> list[Vehicle]:
    """All vehicles, first to last."""

    def compare(vehicle: Vehicle, other: Vehicle) -> int:
        return -1 if leads(race, vehicle, other) else 1

    return sorted(race.vehicles[: race.vehicle_count], key=cmp_to_key(compare))


def player_order(race: Race) -> list[SeatIndex]:
    """All seats, first to last: by place, points, the best vehicle. At first by seat."""
    seats = list(seat_range(race.players))
    if race.rounds == 0:
        return seats
    best: dict[SeatIndex, int] = {}
    for at, vehicle in enumerate(vehicle_order(race)):
        best.setdefault(vehicle.owner, at)

    def compare(seat: SeatIndex, other: SeatIndex) -> int:
        one, two = race.seats[seat], race.seats[other]
        if one.place and two.place:
            return one.place - two.place
        if one.points != two.points:
            return two.points - one.points
        if has_ranks(race):
            return best.get(seat, 0) - best.get(other, 0)
        return -1 if is_better(race, seat, other) else 1

    return sorted(seats, key=cmp_to_key(compare))


def lap_of(race: Race, vehicle: Vehicle) -> int:
    """The lap that it drives, from 1."""
    most = race.course.laps or vehicle.lap + 1
    return min(vehicle.lap + 1, most)


def headline(match: Match) -> Headline:
    """Table, round, the leader's lap; the mission, whose turn it is, and who will drive."""
    race: Race = match.race
    laps = max(race.course.laps, 1)
    lap = max((lap_of(race, v) for v in race.vehicles[: race.vehicle_count]), default=1)
    mission = MISSION_TITLES[match.course.mission]
    conditions = (f"{mission}, {race.course.most_rounds} rounds", *_now(match))
    return Headline(match.course.title, race.rounds, min(lap, laps), laps, conditions, "round")


def _now(match: Match) -> Iterator[str]:
    race: Race = match.race
    if race.course.mission == Mission.ELIMINATION_RACE and race.elimination:
        gate = race.elimination % race.course.gate_count
        yield f"eliminates: {match.course.gate_name(gate)}"
    if race.runner >= 0:
        yield f"to escape: {match.names[race.runner]}"
    if race.phase == Phase.DEPLOY:
        yield f"setting up: {match.names[race.turn]}"
    if race.phase in (Phase.ROLL_OFF, Phase.DEPLOY, Phase.ROUND, Phase.OVER):
        return
    if race.active >= 0:
        yield f"drives: {vehicle_word(match, race.active)}"
    yield f"order: {listed([match.names[seat] for seat in initiative_order(race)])}"


def initiative_order(race: Race) -> list[int]:
    """The seats in the order of this round."""
    return sorted(range(race.players), key=lambda seat: race.seats[seat].initiative)


# --- the track


def track(match: Match) -> list[Stretch]:
    """The way to each gate, with the vehicles on it; without gates to cross, the arena."""
    race: Race = match.race
    driving = [v for v in vehicle_order(race) if v.status == Status.DRIVING]
    free = [v for v in driving if not has_gate(race, v)]
    stretches = [
        _stretch(match, gate, [v for v in driving if v.gate == gate and v not in free])
        for gate in range(race.course.gate_count)
        if any(has_gate(race, v) for v in driving) or not driving
    ]
    if free:
        number, names = len(stretches) + 1, _groups(match, free)
        stretches.append(
            Stretch(number, "The board", "no gate to cross", ARENA, _signs(match), (), names)
        )
    return stretches


def _stretch(match: Match, gate: int, vehicles: list[Vehicle]) -> Stretch:
    last = gate == match.race.course.gate_count - 1
    signs = _signs(match) if gate == 0 else ()
    name = match.course.gate_name(gate)
    road = FINISH if last else ROAD
    return Stretch(gate + 1, name, f"gate {gate + 1}", road, signs, (), _groups(match, vehicles))


def _groups(match: Match, vehicles: list[Vehicle]) -> tuple[tuple[int, tuple[str, ...]], ...]:
    groups: dict[int, list[str]] = {}
    for vehicle in vehicles:
        groups.setdefault(lap_of(match.race, vehicle), []).append(
            vehicle_word(match, vehicle.index)
        )
    return tuple((lap, tuple(names)) for lap, names in groups.items())


def _signs(match: Match) -> tuple[tuple[str, str], ...]:
    """The remaining terrain, by its keyword."""
    race: Race = match.race
    names: dict[Terrain, list[str]] = {}
    for piece in range(race.course.piece_count):
        if not race.gone[piece]:
            kind = Terrain(race.course.piece_kind[piece])
            names.setdefault(kind, []).append(match.course.piece_name(piece))
    return tuple(
        (f"{TERRAIN[kind][:1]}{len(of)}", f"{TERRAIN[kind]}: {', '.join(of)}")
        for kind, of in names.items()
    )


# --- the standings


def standings(match: Match) -> list[Row]:
    """All players, first to last, with their vehicles."""
    return [_row(match, seat, place) for place, seat in enumerate(player_order(match.race), 1)]


def _row(match: Match, seat: SeatIndex, place: int) -> Row:
    race: Race = match.race
    own = fleet(race, seat)
    best = next(vehicle for vehicle in vehicle_order(race) if vehicle.owner == seat)
    ended = all(vehicle.ended for vehicle in own)
    home = [vehicle.ended for vehicle in own if vehicle.status == Status.FINISHED]
    finished = max(home) if ended and home else 0
    return Row(
        seat=seat,
        name=match.names[seat],
        player=match.seats[seat].player,
        place=race.seats[seat].place or place,
        lap=lap_of(race, best),
        stretch=0 if finished else best.gate + 1,
        where=where(match, seat),
        carried=carried(race, seat),
        statuses=(),
        stance=stance(race, seat),
        note=note(race, seat),
        finished=finished,
        vehicle=vehicles_words(match, seat),
        gauges=gauges(match, seat),
        grid=() if finished else grid(match, seat),
        grid_title=grid_title(match, seat),
    )


def vehicles_words(match: Match, seat: SeatIndex) -> str:
    """`Buggy`; of a team `3 vehicles: Rusty, Bolt and Cog`."""
    race: Race = match.race
    own = fleet(race, seat)
    if len(own) == 1:
        return kind_word(race, own[0])
    names = names_of(match)
    return f"{several(len(own), 'vehicle')}: {listed([names[v.index] for v in own])}"


# --- the last page


def podium(match: Match) -> list[Finisher]:
    """The finished game: every player by place, with points and deeds."""
    race: Race = match.race
    told = _told(race)
    found = []
    for seat in player_order(race):
        own = fleet(race, seat)
        home = [vehicle.ended for vehicle in own if vehicle.status == Status.FINISHED]
        found.append(
            Finisher(
                seat=seat,
                name=match.names[seat],
                player=match.seats[seat].player,
                place=race.seats[seat].place,
                turns=max(home, default=0),
                best_lap=0,
                laps=(),
                tallies=tuple(
                    (words, int(count(race, seat, TALLIES.index(name))))
                    for name, words in told.items()
                ),
                note=_fate(race, seat),
            )
        )
    return found


def _told(race: Race) -> dict[str, str]:
    """The points, and the deeds that some player has done."""
    seats = seat_range(race.players)
    return {
        name: words
        for name, words in TOLD.items()
        if name == "points" or any(count(race, seat, TALLIES.index(name)) for seat in seats)
    }


def _fate(race: Race, seat: SeatIndex) -> str:
    """`1 of 3 vehicles left`; of a single one not home `wrecked`, or the gates it has crossed."""
    own = fleet(race, seat)
    left = sum(vehicle.status in (Status.DRIVING, Status.FINISHED) for vehicle in own)
    if len(own) > 1:
        return f"{left} of {several(len(own), 'vehicle')} left"
    if not left:
        return "eliminated" if own[0].status == Status.ELIMINATED else "wrecked"
    if own[0].status == Status.FINISHED:
        return ""
    return several(own[0].gates, "gate") if has_ranks(race) else "still driving"
