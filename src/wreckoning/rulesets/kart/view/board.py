"""The race as data: the headline, the track, the standings, the last page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cmp_to_key

from wreckoning.core.files.course_files import once
from wreckoning.core.ids import as_seat
from wreckoning.core.records import NOBODY
from wreckoning.core.shown import Finisher, Headline, Row, Stretch
from wreckoning.core.texts.wording import listed, several
from wreckoning.rulesets.kart.course_words import CourseFile
from wreckoning.rulesets.kart.events import Lap, RoundBegins
from wreckoning.rulesets.kart.match import Match
from wreckoning.rulesets.kart.outcome import points_of
from wreckoning.rulesets.kart.race import BODIES, Course, Kart, Obstruction, Phase, Race
from wreckoning.rulesets.kart.rules.ending import is_ahead
from wreckoning.rulesets.kart.rules.line import nearest_stretch
from wreckoning.rulesets.kart.rules.order import active_seat
from wreckoning.rulesets.kart.survey import gate_after
from wreckoning.rulesets.kart.view.dashboard import (
    carried,
    gauges,
    gear_grid,
    grid_title,
    has_activated,
    is_active,
    is_due,
    statuses,
    troubles,
)
from wreckoning.rulesets.kart.view.seats import setup_words
from wreckoning.rulesets.kart.view.words import kart_card

ROAD, FINISH = "────┤", "────▓"
SIGNS = {
    Obstruction.PIPE: ("O", "pipe"),
    Obstruction.CUBE: ("#", "cube"),
    Obstruction.MUSHROOM: ("m", "mushroom"),
}
BOOST, BOX, COIN = (">", "boost"), ("?", "item box"), ("$", "coin")


def race_order(race: Race) -> list[Kart]:
    """All karts, first to last. Before the lots are drawn, by seat."""
    karts = list(race.karts[: race.racers])
    if race.phase == Phase.LOTS:
        return karts

    def compare(kart: Kart, other: Kart) -> int:
        if kart.place and other.place:
            return kart.place - other.place
        return -1 if is_ahead(race, kart, other) else 1

    return sorted(karts, key=cmp_to_key(compare))


def headline(match: Match) -> Headline:
    """Course, round, the leader's lap; the gear phase, and who drives, has driven or will."""
    race: Race = match.race
    laps = race.course.laps
    lap = min(max(kart.lap + 1 for kart in race.karts[: race.racers]), laps)
    return Headline(match.course.title, race.rounds, lap, laps, tuple(_now(match)), "round")


def _now(match: Match) -> Iterator[str]:
    race: Race = match.race
    if race.phase in (Phase.LOTS, Phase.ROUND, Phase.OVER):
        return
    clockwise = [as_seat((race.pole + slot) % race.racers) for slot in range(race.racers)]
    driving = active_seat(race)
    done = [match.names[seat] for seat in clockwise if has_activated(race, seat)]
    due = [match.names[s] for s in clockwise if s != driving and is_due(race, s)]
    yield f"Gear phase {race.gear_phase}: {match.names[driving]}"
    if due:
        yield f"then {listed(due)}"
    if done:
        yield f"driven: {listed(done)}"


# --- the track


def gate_ahead(course: Course, x: int, y: int) -> int:
    """The gate to which the road next to a place leads."""
    return gate_after(course, nearest_stretch(course, x, y)[0])


def track(match: Match) -> list[Stretch]:
    """The road to each gate, with its things, and the drivers on their way to it."""
    race: Race = match.race
    order = race_order(race)
    return [_stretch(match, order, gate) for gate in range(race.course.gate_count)]


def _stretch(match: Match, order: Sequence[Kart], gate: int) -> Stretch:
    race: Race = match.race
    groups: dict[int, list[str]] = {}
    for kart in order:
        if kart.finish_round == 0 and kart.gate == gate:
            groups.setdefault(kart.lap + 1, []).append(match.names[kart.seat])
    last = gate == race.course.gate_count - 1
    return Stretch(
        number=gate + 1,
        name=match.course.gates[gate],
        kind="the finish line" if last else "gate",
        road=FINISH if last else ROAD,
        signs=tuple(_signs(match, gate)),
        lying=tuple(_lying(match, gate)),
        groups=tuple((lap, tuple(names)) for lap, names in groups.items()),
    )


@once
def gates_of_solids(course: CourseFile) -> tuple[int, ...]:
    """The gate ahead of each obstruction."""
    solids = course.record.solids[: course.record.solid_count]
    return tuple(gate_ahead(course.record, solid.middle_x, solid.middle_y) for solid in solids)


@once
def signs_of_the_road(course: CourseFile) -> tuple[Counter[tuple[str, str]], ...]:
    """The boosts, item boxes and coins on the road to each gate, as signs."""
    record = course.record
    found = tuple(Counter[tuple[str, str]]() for _ in range(record.gate_count))
    for bodies, count, sign in (
        (record.boosts, record.boost_count, BOOST),
        (record.boxes, record.box_count, BOX),
        (record.coins, record.coin_count, COIN),
    ):
        for body in bodies[:count]:
            found[gate_ahead(record, body.x, body.y)][sign] += 1
    return found


def _signs(match: Match, gate: int) -> Iterator[tuple[str, str]]:
    race: Race = match.race
    counts: Counter[tuple[str, str]] = Counter()
    for number, ahead in enumerate(gates_of_solids(match.course)):
        if ahead == gate and not race.gone[number]:
            counts[SIGNS[Obstruction(race.course.solid_kind[number])]] += 1
    counts.update(signs_of_the_road(match.course)[gate])
    for (sign, name), count in counts.items():
        many = "item boxes" if name == "item box" else ""
        yield f"{sign}{count}", several(count, name, many)


def _lying(match: Match, gate: int) -> Iterator[str]:
    race: Race = match.race
    for bodies, owners, name in (
        (race.bananas, race.banana_owners, "banana"),
        (race.bills, race.bill_owners, "Bullet Bill"),
    ):
        for index in range(BODIES):
            body = bodies[index]
            if owners[index] != NOBODY and gate_ahead(race.course, body.x, body.y) == gate:
                yield f"a {name} of {match.names[owners[index]]}"


# --- the standings


def standings(match: Match) -> list[Row]:
    """All drivers, first to last, with their dashboards."""
    order = race_order(match.race)
    return [_row(match, kart, place) for place, kart in enumerate(order, 1)]


def _row(match: Match, kart: Kart, place: int) -> Row:
    race: Race = match.race
    seat, racing = match.seats[kart.seat], kart.place == 0
    return Row(
        seat=kart.seat,
        name=seat.name,
        player=seat.player,
        place=kart.place or place,
        lap=min(kart.lap + 1, race.course.laps),
        stretch=0 if kart.finish_round else kart.gate + 1,
        where=where(match, kart),
        carried=carried(kart),
        statuses=statuses(kart) if racing else (),
        stance=stance(race, kart) if racing else "",
        note=", ".join(troubles(race, kart)) if racing else "",
        finished=kart.finish_round,
        vehicle=setup_words(seat.setup),
        gauges=tuple(gauges(match, kart)),
        grid=gear_grid(race, kart) if racing else (),
        grid_title=grid_title(kart),
    )


def where(match: Match, kart: Kart) -> str:
    """The gate that the kart is on its way to."""
    if kart.finish_round:
        return "home"
    return f"to {match.course.gates[kart.gate]}"


def stance(race: Race, kart: Kart) -> str:
    """The kart's part in this gear phase: `drives`, `to drive`, `has driven`."""
    if is_active(race, kart.seat):
        return "drives"
    if is_due(race, kart.seat):
        return "to drive"
    return "has driven" if has_activated(race, kart.seat) else ""


def kart_name(kart: Kart) -> str:
    """`Light kart`."""
    return kart_card(kart).title


# --- the last page


def gates_passed(race: Race, kart: Kart) -> int:
    """The gates a kart has passed in all laps."""
    return kart.lap * race.course.gate_count + kart.gate


def podium(match: Match) -> list[Finisher]:
    """The finished race: every driver by place, with deeds."""
    race: Race = match.race
    laps: list[list[int]] = [[] for _ in match.names]
    now, begun = 0, [0] * len(match.names)
    for event in match.events():
        match event:
            case RoundBegins(round=number):
                now = number
            case Lap(who=seat):
                laps[seat].append(now - begun[seat])
                begun[seat] = now
    many = race.course.laps > 1
    karts = sorted(race.karts[: race.racers], key=lambda kart: kart.place)
    return [
        Finisher(
            seat=kart.seat,
            name=match.names[kart.seat],
            player=match.seats[kart.seat].player,
            place=kart.place,
            turns=kart.finish_round,
            best_lap=min(laps[kart.seat], default=0) if many else 0,
            laps=tuple(laps[kart.seat]) if many else (),
            tallies=(
                ("points", points_of(kart.place)),
                ("coins", kart.coins),
                ("collisions", kart.collisions),
                ("hits dealt", kart.hits_dealt),
                ("hits taken", kart.hits_taken),
                ("wipeouts", kart.wipeouts),
            ),
            note="" if kart.finish_round else several(gates_passed(race, kart), "gate"),
        )
        for kart in karts
    ]
