"""The race as data: the headline, the track, the standings, the last page."""

from __future__ import annotations

from wreckoning.core.ids import seat_range
from wreckoning.core.records import NOBODY
from wreckoning.core.shown import BAD, GOOD, Finisher, Headline, Row, Status, Stretch, Tone
from wreckoning.core.texts.wording import signed
from wreckoning.rulesets.rtd.events import Lap
from wreckoning.rulesets.rtd.item_table import title_of
from wreckoning.rulesets.rtd.match import Match
from wreckoning.rulesets.rtd.race import (
    OWN,
    PER_SEGMENT,
    PLENTY,
    Damage,
    Item,
    Kart,
    Kind,
    Phase,
    Race,
)
from wreckoning.rulesets.rtd.rules.features import hazard_damage, hazard_modifier, is_in_force
from wreckoning.rulesets.rtd.rules.items import own_place
from wreckoning.rulesets.rtd.rules.loot import is_fallen_behind
from wreckoning.rulesets.rtd.rules.paths import is_open
from wreckoning.rulesets.rtd.rules.standings import is_racing, segment_index
from wreckoning.rulesets.rtd.view.seats import setup_words
from wreckoning.rulesets.rtd.view.words import turns

ROADS: dict[int, str] = {
    Kind.TIGHT: "━┓┗━",
    Kind.STRAIGHT: "━━━━",
    Kind.BROAD_STRAIGHT: "════",
    Kind.CURVE: "━━━┓",
    Kind.BROAD_CURVE: "═══╗",
}
KINDS: dict[int, str] = {kind: kind.name.lower().replace("_", " ") for kind in Kind}
BOXES, HAZARD, DASH, PATH, LINK = "□", "!", ">", "?", "@"


def race_order(race: Race) -> list[Kart]:
    """All karts, first to last."""
    return [race.karts[seat] for seat in race.order[: race.drivers]]


def headline(match: Match) -> Headline:
    """Course, turn, the leader's lap, and the states of the course's events."""
    race: Race = match.race
    course = race.course
    laps = [
        race.karts[seat].progress // course.segments + 1
        for seat in seat_range(race.drivers)
        if is_racing(race.karts[seat])
    ]
    conditions = []
    for words, now in zip(match.course.events, race.events, strict=False):
        conditions.append(f"{words.name}: {words.states[now.state]} for {turns(now.left)}")
    for shell in race.blue_shells:
        if shell.due:
            conditions.append(f"Blue Shell strikes on turn {shell.due}")
    lap = min(max(laps, default=course.laps), course.laps)
    return Headline(match.course.title, race.turn, lap, course.laps, tuple(conditions))


def track(match: Match) -> list[Stretch]:
    """Every segment, with its present signs and its drivers, front to back."""
    there = _groups(match)
    return [_stretch(match, index, there) for index in range(match.race.course.segments)]


def stretch(match: Match, index: int) -> Stretch:
    """A segment of the track."""
    return _stretch(match, index, _groups(match))


def _groups(match: Match) -> dict[int, dict[int, list[str]]]:
    """The drivers in each segment that is not empty, by lap, front to back."""
    race: Race = match.race
    found: dict[int, dict[int, list[str]]] = {}
    for place in range(race.drivers):
        kart = race.karts[race.order[place]]
        if is_racing(kart):
            laps, index = divmod(kart.progress, race.course.segments)
            found.setdefault(index, {}).setdefault(laps + 1, []).append(match.names[kart.seat])
    return found


def _stretch(match: Match, index: int, there: dict[int, dict[int, list[str]]]) -> Stretch:
    race: Race = match.race
    segment, groups = race.course.segment[index], there.get(index, {})
    return Stretch(
        number=index + 1,
        name=match.course.segments[index].name,
        kind=KINDS[segment.kind],
        road=ROADS[segment.kind],
        signs=tuple(_signs(match, index)),
        lying=tuple(_lying(race, index)),
        groups=tuple((lap, tuple(names)) for lap, names in groups.items()),
    )


def _signs(match: Match, index: int) -> list[tuple[str, str]]:
    race: Race = match.race
    segment, words = race.course.segment[index], match.course.segments[index]
    signs = []
    for i in range(PER_SEGMENT):
        hazard = segment.hazards[i]
        if is_in_force(race, hazard):
            modifier = hazard_modifier(race, hazard)
            check = f"check at {signed(modifier)}" if modifier else "check"
            damage = "flip" if hazard_damage(race, hazard) == Damage.FLIP else "spin out"
            signs.append((HAZARD, f"{words.hazards[i].name} ({check}, or {damage})"))
    for i in range(PER_SEGMENT):
        panel = segment.dash_panels[i]
        if panel.exists:
            bonus = f" at {signed(panel.modifier)}" if panel.modifier else ""
            check = f", with a check{bonus}" if panel.checked else ""
            momentum = f"{signed(panel.momentum)} M"
            signs.append((DASH, f"{words.dash_panels[i].name} ({momentum}{check})"))
    for i in range(PER_SEGMENT):
        if is_open(race, segment.paths[i]):
            signs.append((PATH, words.paths[i].name))
    if segment.boxes:
        plenty = segment.boxes == PLENTY
        few = "1 item box" if segment.boxes == 1 else f"{segment.boxes} item boxes"
        what = "item boxes for all" if plenty else few
        signs.append((BOXES if plenty else f"{BOXES}{segment.boxes}", what))
    if segment.link != NOBODY:
        signs.append((LINK, f"attacks reach {match.course.segments[segment.link].name}"))
    return signs


def _lying(race: Race, index: int) -> list[str]:
    peels = race.peels[index] + race.fresh_peels[index]
    fakes = race.fakes[index] + race.fresh_fakes[index]
    lying = [f"{peels} Banana{'s' * (peels > 1)}"] if peels else []
    lying += [f"{fakes} Fake Item Box{'es' * (fakes > 1)}"] if fakes else []
    for item in range(OWN, OWN + race.loot.own):
        place = own_place(item, index)
        if number := race.own_lying[place] + race.fresh_own[place]:
            lying.append(title_of(item) + (f" ×{number}" if number > 1 else ""))
    return lying


def standings(match: Match) -> list[Row]:
    """Every driver in race order."""
    race: Race = match.race
    return [_row(match, place) for place in range(race.drivers)]


def _row(match: Match, place: int) -> Row:
    race: Race = match.race
    kart = race.karts[race.order[place]]
    seat, racing = match.seats[kart.seat], is_racing(kart)
    turn = race.turn + (race.phase == Phase.TURN_START)
    segment = segment_index(race, kart)
    return Row(
        seat=kart.seat,
        name=seat.name,
        player=seat.player,
        place=kart.place or place + 1,
        lap=min(kart.progress // race.course.segments + 1, race.course.laps),
        stretch=segment + 1 if racing else 0,
        where=match.course.segments[segment].name if racing else "home",
        energy=kart.momentum,
        most=kart.figures.maximum,
        carried=tuple(_carried(kart)) if racing else (),
        statuses=tuple(statuses(race, kart)) if racing else (),
        stance=standing_words(kart),
        note="fallen behind" if racing and is_fallen_behind(kart, turn) else "",
        finished=kart.finish_turn,
        vehicle=setup_words(seat.setup),
    )


def _carried(kart: Kart) -> list[str]:
    """The item on the hook, with a `~`; then those in hand."""
    found = []
    if kart.shells:
        found.append(f"~{shells_words(kart)}")
    elif kart.hook != Item.NONE:
        found.append(f"~{title_of(kart.hook)}")
    return found + [title_of(item) for item in kart.hand if item != Item.NONE]


def shells_words(kart: Kart) -> str:
    """The shells that circle the kart: `3 Red Shells`."""
    if kart.hook == Item.TRIPLE_RED_SHELL:
        return f"{kart.shells} Red Shell{'s' * (kart.shells > 1)}"
    return f"{title_of(kart.hook)} ×{kart.shells}"


def statuses(race: Race, kart: Kart) -> list[Status]:
    found: tuple[tuple[str, int, Tone], ...] = (
        ("ink", kart.ink_until, BAD),
        ("shrunk", kart.shrunk_until, BAD),
        ("Boo", kart.boo_until, GOOD),
        ("Star", kart.star_until, GOOD),
    )
    return [
        Status(name, until - race.turn + 1, tone)
        for name, until, tone in found
        if until > 0 and race.turn <= until
    ]


def standing_words(kart: Kart) -> str:
    if not is_racing(kart):
        return ""
    words = ["defensive"] if kart.defensive else ["ready to ram"] if kart.ramming else []
    words += ["slid well"] if kart.slide_bonus else []
    words += ["fell back"] if kart.fell_back else []
    return ", ".join(words)


def podium(match: Match) -> list[Finisher]:
    """The finished race: every driver by place, with lap times and deeds."""
    race: Race = match.race
    laps: list[list[int]] = [[] for _ in match.names]
    for event in match.events():
        if isinstance(event, Lap):
            laps[event.who].append(event.turns)
    karts = sorted(
        (race.karts[seat] for seat in seat_range(race.drivers)), key=lambda kart: kart.place
    )
    return [
        Finisher(
            seat=kart.seat,
            name=match.names[kart.seat],
            player=match.seats[kart.seat].player,
            place=kart.place,
            turns=kart.finish_turn,
            best_lap=kart.best_lap,
            laps=tuple(laps[kart.seat]),
            tallies=(
                ("passes", kart.passes),
                ("items", kart.items_used),
                ("ahead", kart.pulls_ahead),
                ("back", kart.falls_back),
            ),
        )
        for kart in karts
    ]
