"""The pieces on the board: karts, what they drag, litter, hazards, paths, Blue Shells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from wreckoning.core.ids import SeatIndex
from wreckoning.core.records import NOBODY
from wreckoning.core.shown import Piece
from wreckoning.core.texts.wording import count, listed, ordinal, signed
from wreckoning.rulesets.rtd.item_table import phrase_of, title_of
from wreckoning.rulesets.rtd.match import Match
from wreckoning.rulesets.rtd.race import OWN, PER_SEGMENT, Damage, Item, Kart, Phase, Race
from wreckoning.rulesets.rtd.rules.features import (
    hazard_damage,
    hazard_modifier,
    is_in_force,
    is_worse,
)
from wreckoning.rulesets.rtd.rules.items import acts_as, own_place
from wreckoning.rulesets.rtd.rules.paths import is_open
from wreckoning.rulesets.rtd.rules.standings import index_of, is_racing, segment_index
from wreckoning.rulesets.rtd.rules.statuses import is_boo, is_shrunk, is_star
from wreckoning.rulesets.rtd.view.board import race_order, shells_words, standing_words, statuses
from wreckoning.rulesets.rtd.view.plan import Plan, plan
from wreckoning.rulesets.rtd.view.symbols import KART_LENGTH
from wreckoning.rulesets.rtd.view.words import turns
from wreckoning.show import pen
from wreckoning.show.pen import Spot
from wreckoning.show.pieces import as_sentences, placed

MOST_LYING = 6  # of a kind in a segment; the last says how many more

LYING: dict[int, str] = {Item.BANANA: "banana", Item.FAKE_ITEM_BOX: "fake_box"}
DRAGGED: dict[int, str] = {
    **LYING,
    Item.GREEN_SHELL: "green_shell",
    Item.RED_SHELL: "red_shell",
    Item.TRIPLE_RED_SHELL: "three_shells",
    Item.BOB_OMB: "bomb",
}


def things(match: Match) -> list[Piece]:
    """Everything on the board except the course itself; the lowest comes first."""
    board = plan(match.course)
    where = spots(board, match.race)
    return [
        *_features(match, board),
        *_litter(match, board),
        *_dragged(match, where),
        *_karts(match, where),
        *_blue_shells(match, where),
    ]


# --- where karts are


def _in_the_paddock(race: Race) -> list[SeatIndex]:
    """The seats that have finished, first to last; after the race all."""
    karts = [kart for kart in race_order(race) if not is_racing(kart)]
    if race.phase == Phase.OVER:
        karts = sorted(race_order(race), key=lambda kart: kart.place)
    return [kart.seat for kart in karts]


def spots(board: Plan, race: Race) -> dict[SeatIndex, Spot]:
    """The place of each seat's kart."""
    home = _in_the_paddock(race)
    found: dict[SeatIndex, Spot] = dict(zip(home, board.paddock.parked(len(home)), strict=True))
    racing = [kart for kart in race_order(race) if kart.seat not in found]
    if race.phase <= Phase.GRID:
        seats = [kart.seat for kart in racing]
        return found | dict(zip(seats, board.grid(len(seats)), strict=True))
    by_segment: dict[int, list[SeatIndex]] = {}
    for kart in racing:
        by_segment.setdefault(segment_index(race, kart), []).append(kart.seat)
    for segment, seats in by_segment.items():
        found |= dict(zip(seats, board.spots(segment, len(seats)), strict=True))
    return found


# --- karts


def kart_symbol(race: Race, kart: Kart) -> str:
    """The symbol of a kart, which shows its statuses."""
    if is_star(race, kart):
        return "kart_star"
    if is_boo(race, kart):
        return "kart_boo"
    return "kart_shrunk" if is_shrunk(race, kart) else "kart"


def _karts(match: Match, where: Mapping[SeatIndex, Spot]) -> Iterator[Piece]:
    race: Race = match.race
    for kart in reversed(race_order(race)):
        yield placed(
            f"kart:{kart.seat}",
            kart_symbol(race, kart),
            where[kart.seat],
            seat=kart.seat,
            text=match.names[kart.seat],
            about=_about(match, kart),
            marks=tuple(_marks(race, kart)),
        )


def _about(match: Match, kart: Kart) -> str:
    """`Ann, 2nd, lap 1 of 3, Syrup Bend. Momentum 3 of 5. Drags a Banana. Ink for 2 turns.`"""
    race: Race = match.race
    name = match.names[kart.seat]
    if kart.place and not is_racing(kart):
        home = f" on turn {kart.finish_turn}" if kart.finish_turn else ""
        return f"{name} finished {ordinal(kart.place)}{home}."
    if race.phase == Phase.OVER:
        return f"{name} came in {ordinal(kart.place)}, still on the track."
    segments = race.course.segments
    place = ordinal(index_of(race, kart.seat) + 1)
    lap = f"lap {kart.progress // segments + 1} of {race.course.laps}"
    here = match.course.segments[segment_index(race, kart)].name
    sentences = [f"Momentum {count(kart.momentum)} of {kart.figures.maximum}", *_items(kart)]
    sentences += [f"{status.name} for {turns(status.turns)}" for status in statuses(race, kart)]
    if stance := standing_words(kart):
        sentences.append(stance)
    return f"{name}, {place}, {lap}, {here}.{as_sentences(sentences)}"


def _items(kart: Kart) -> Iterator[str]:
    """`drags a Banana`, `holds a Star and a Mushroom`."""
    if kart.shells:
        yield f"{shells_words(kart)} circle{'s' * (kart.shells == 1)} the kart"
    elif kart.hook != Item.NONE:
        yield f"drags {phrase_of(kart.hook)}"
    if held := [phrase_of(item) for item in kart.hand if item != Item.NONE]:
        yield f"holds {listed(held)}"


def _marks(race: Race, kart: Kart) -> Iterator[str]:
    """The statuses of the kart, a word each."""
    if not is_racing(kart):
        return
    yield from (status.name for status in statuses(race, kart))
    if kart.defensive:
        yield "defensive"
    if kart.ramming:
        yield "ram"
    if kart.slide_bonus:
        yield "slide"
    if kart.fell_back:
        yield "fell back"
    if _has_company_of_another_lap(race, kart):
        yield f"lap {kart.progress // race.course.segments + 1}"


def _has_company_of_another_lap(race: Race, kart: Kart) -> bool:
    here = segment_index(race, kart)
    return any(
        other.progress != kart.progress and is_racing(other) and segment_index(race, other) == here
        for other in race.karts[: race.drivers]
    )


def _dragged(match: Match, where: Mapping[SeatIndex, Spot]) -> Iterator[Piece]:
    """The items on hooks, just behind the karts."""
    for kart in race_order(match.race):
        if not is_racing(kart) or kart.hook == Item.NONE:
            continue
        seat, (point, heading) = kart.seat, where[kart.seat]
        behind = point - (KART_LENGTH / 2 + 7) * pen.unit(heading)
        text = str(kart.shells) if kart.shells else ""
        about = f"{match.names[seat]}: {next(_items(kart))}."
        yield placed(
            f"hook:{seat}",
            DRAGGED[acts_as(match.race, kart.hook)],
            (behind, heading),
            text=text,
            about=about,
        )


# --- the track


def lying_spots(board: Plan, segment: int, number: int) -> list[Spot]:
    """The places of `number` things: across the road at the beginning of the segment."""
    road = board.circuit
    begins = road.starts[segment]
    found = []
    for index in range(number):
        row, column = divmod(index, 4)
        way = begins + 12 + row * 16
        half = float(road.half[road.index(way)])
        found.append(road.at(way, half * (0.78, -0.78, 0.3, -0.3)[column]))
    return found


def _lying(race: Race, segment: int) -> Iterator[tuple[int, int, int]]:
    """The drawn litter of a segment: item, number, and how many more there are."""
    peels = race.peels[segment] + race.fresh_peels[segment]
    fakes = race.fakes[segment] + race.fresh_fakes[segment]
    lying: list[tuple[int, int]] = [(Item.BANANA, peels), (Item.FAKE_ITEM_BOX, fakes)]
    for item in range(OWN, OWN + race.loot.own):
        place = own_place(item, segment)
        lying.append((item, race.own_lying[place] + race.fresh_own[place]))
    for item, number in lying:
        for n in range(min(number, MOST_LYING)):
            yield item, n, number - MOST_LYING if n == MOST_LYING - 1 else 0


def litter_keys(race: Race, segment: int) -> list[str]:
    """The keys of the pieces of litter in a segment."""
    return [_litter_key(item, segment, n) for item, n, _ in _lying(race, segment)]


def _litter_key(item: int, segment: int, n: int) -> str:
    name = LYING.get(item) or Item(item).name.lower()
    return f"{name}:{segment}:{n}"


def feature_keys(race: Race, segment: int) -> list[str]:
    """The keys of the pieces of hazards in force in a segment."""
    hazards = race.course.segment[segment].hazards
    return [
        f"hazard:{segment}:{index}"
        for index in range(PER_SEGMENT)
        if is_in_force(race, hazards[index])
    ]


def _litter(match: Match, board: Plan) -> Iterator[Piece]:
    race: Race = match.race
    for segment in range(race.course.segments):
        lying = list(_lying(race, segment))
        if not lying:
            continue
        where = match.course.segments[segment].name
        for (item, n, more), spot in zip(
            lying, lying_spots(board, segment, len(lying)), strict=True
        ):
            yield placed(
                _litter_key(item, segment, n),
                LYING[acts_as(race, item)],
                spot,
                text=f"+{more}" if more > 0 else "",
                about=f"{title_of(item)} on {where}: a driver who comes here checks to avoid it.",
            )


def _features(match: Match, board: Plan) -> Iterator[Piece]:
    """Hazards in force, and the state of paths."""
    race: Race = match.race
    for (segment, index), point in board.hazards.items():
        if is_in_force(race, race.course.segment[segment].hazards[index]):
            yield _hazard(match, segment, index, point)
    for (segment, index), points in board.side_roads.items():
        path = race.course.segment[segment].paths[index]
        words = match.course.segments[segment].paths[index]
        is_now_open = is_open(race, path)
        yield placed(
            f"path:{segment}:{index}",
            "path_open" if is_now_open else "path_closed",
            (points[len(points) // 2], 0.0),
            about=f"{words.name}. {words.text}{'' if is_now_open else ' Closed now.'}",
        )


def _hazard(match: Match, segment: int, index: int, point: complex) -> Piece:
    race: Race = match.race
    hazard = race.course.segment[segment].hazards[index]
    words = match.course.segments[segment].hazards[index]
    check = signed(hazard_modifier(race, hazard)).replace("±0", "+0")
    damage = "flip" if hazard_damage(race, hazard) == Damage.FLIP else "spin out"
    return placed(
        f"hazard:{segment}:{index}",
        "hazard_worse" if is_worse(race, hazard) else "hazard",
        (point, 0.0),
        about=f"{words.name}, now: a Racing Check at {check}, or {damage}.",
    )


def _blue_shells(match: Match, where: Mapping[SeatIndex, Spot]) -> Iterator[Piece]:
    """Blue Shells on their way, over the kart that leads."""
    race: Race = match.race
    home = _in_the_paddock(race)
    racing = [kart.seat for kart in race_order(race) if kart.seat not in home]
    flying = [shell for shell in race.blue_shells if shell.due]
    if not racing or not flying:
        return
    point, heading = where[racing[0]]
    for n, shell in enumerate(flying):
        title = title_of(shell.sent or Item.BLUE_SHELL)
        whose = "" if shell.owner == NOBODY else f"{match.names[shell.owner]}'s "
        yield placed(
            f"blue_shell:{n}",
            "blue_shell",
            (point + (26 + 18 * n) * pen.unit(heading), heading),
            text=f"turn {shell.due}",
            about=f"{whose}{title}: after turn {shell.due}'s actions it strikes the leader.",
        )
