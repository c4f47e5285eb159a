"""Describe the use of an item in the present situation."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wreckoning.core.ids import SeatIndex, as_seat, seat_range
from wreckoning.core.records import NOBODY
from wreckoning.core.wording import MINUS, count, listed, signed
from wreckoning.odds.trials import Chance, FoundWays, Trial, chance
from wreckoning.rulesets.rtd.events import Blocked, Deployed, Hit, Missed, Passed
from wreckoning.rulesets.rtd.match import Match
from wreckoning.rulesets.rtd.race import Item, Kart, Race, Use
from wreckoning.rulesets.rtd.rules.blue_shell import leader
from wreckoning.rulesets.rtd.rules.bombs import drop_bomb, throw_bomb
from wreckoning.rulesets.rtd.rules.deploy import must_use_first
from wreckoning.rulesets.rtd.rules.dragging import CIRCLING_BONUS
from wreckoning.rulesets.rtd.rules.litter import lay, throw
from wreckoning.rulesets.rtd.rules.loot import goes_on_hook
from wreckoning.rulesets.rtd.rules.powers import (
    THUNDERBOLT_COST,
    can_be_robbed,
    is_hit_from_afar,
    mushroom,
)
from wreckoning.rulesets.rtd.rules.shells import (
    BACKWARDS,
    FORWARDS,
    green_shell,
    red_shell,
    red_shell_target,
)
from wreckoning.rulesets.rtd.rules.standings import (
    ahead_in_group,
    index_of,
    is_immune,
    may_throw_at,
    next_target,
    same_group,
    segment_index,
)
from wreckoning.rulesets.rtd.view.trials import MOST_RUNS, PASSING, Try
from wreckoning.rulesets.rtd.view.words import item_name

Meaning = tuple[str, Chance | None]
A_HIT = "hit"  # what chances are of, mostly
SHARED_RUNS = 720  # of all the targets that may be named
SHOT = (Hit, Missed, Blocked)  # of a Red Shell one


def _others(race: Race, kart: Kart) -> list[Kart]:
    """Opponents that a Blooper or a Thunderbolt would reach, in race order."""
    karts = [race.karts[race.order[place]] for place in range(race.drivers)]
    return [other for other in karts if is_hit_from_afar(race, kart, other)]


def deploying(match: Match, race: Race, kart: Kart, item: int, tries: Try) -> Meaning:
    """The meaning of Deploy Item with this item from the hand (or a second circling shell)."""
    first = f"after using the {item_name(kart.hook)} you drag: " if must_use_first(kart) else ""
    text, odds = _deployed(match, race, kart, item, tries)
    return first + text, odds


def _deployed(match: Match, race: Race, kart: Kart, item: int, tries: Try) -> Meaning:
    if item == Item.MUSHROOM:
        return _mushroom(match, race, kart, tries)
    if item == Item.TRIPLE_RED_SHELL:
        text, odds = _red_shell(match, race, kart, tries)
        return f"{text}; the others circle your kart (+2 each against shells and in rams)", odds
    if goes_on_hook(item):
        return "at once; you choose how when your action comes", None
    names = [match.names[other.seat] for other in _others(race, kart)]
    reached = f"all {len(names)} opponents" if len(names) > 2 else listed(names) or "nobody"
    if item == Item.BLOOPER:
        return f"inks {reached}: {MINUS}1 on Racing and Pass checks to the end of next turn", None
    if item == Item.THUNDERBOLT:
        cost, last = signed(THUNDERBOLT_COST), "to the end of next turn"
        return f"{reached}: {cost} M, and {MINUS}2 on Racing Checks {last}", None
    if item == Item.STAR:
        return "+1 M; untouched by items and every pass a ram, to the end of next turn", None
    if item == Item.BOO:
        return (
            f"+1 M; untouched by items and rams to the end of next turn; {_theft(match, kart)}",
            None,
        )
    assert item == Item.BLUE_SHELL
    first = leader(race)
    now = "that is you" if first == kart.seat else f"{match.names[first]} now"
    return f"strikes the leader ({now}) at the end of next turn's actions", None


def _theft(match: Match, kart: Kart) -> str:
    rich = listed([match.names[other.seat] for other in to_be_robbed(match.race, kart)], "or")
    return f"steals an item from {rich}" if rich else "nobody has an item to steal"


def to_be_robbed(race: Race, thief: Kart) -> list[Kart]:
    """The opponents that Boo may steal from, in the order of its die (A62)."""
    return [other for other in race.karts[: race.drivers] if can_be_robbed(race, thief, other)]


def _mushroom(match: Match, race: Race, kart: Kart, tries: Try) -> Meaning:
    ahead = ahead_in_group(race, kart)
    if ahead == NOBODY:
        return "+2 M, and you may try to Pull Ahead this turn at any M", None
    found = tries(race, kart.seat, mushroom, settled=PASSING)
    odds = chance(found, lambda trial: trial.told(Passed), "pass")
    return f"+2 M and a free attempt to pass {match.names[ahead]}", odds


# What is on the hook


def using(match: Match, race: Race, kart: Kart, item: int, use: int, tries: Try) -> Meaning:
    """The meaning of a use of the item on the hook."""
    if use == Use.HOLD:
        return _holding(kart, item), None
    if use == Use.AFTER:
        return "first your action, then you are asked again", None
    if use == Use.FIRE:
        return _red_shell(match, race, kart, tries)
    if use in (Use.FORWARD, Use.BACKWARD):
        return _green_shell(match, race, kart, FORWARDS if use == Use.FORWARD else BACKWARDS, tries)
    if use == Use.DROP:
        return _drop(match, race, kart, tries)
    if use == Use.LAY:
        return _lay(match, race, kart, item, tries)
    assert use == Use.THROW
    seats = [race.order[place] for place in range(race.drivers)]
    names = [match.names[seat] for seat in seats if may_throw_at(race, kart, race.karts[seat])]
    return f"at {listed(names, 'or')}: your own check decides", None


def _holding(kart: Kart, item: int) -> str:
    if item == Item.NONE:
        return "use no item with the action"
    if item == Item.TRIPLE_RED_SHELL:
        bonus = CIRCLING_BONUS * kart.shells
        return f"{kart.shells} shells circling: {signed(bonus)} against shells and in rams"
    hit = "a driver who fails to pass you runs into it"
    return f"{signed(kart.figures.drag)} to dodge shells, and {hit}"


def _red_shell(match: Match, race: Race, kart: Kart, tries: Try) -> Meaning:
    target = red_shell_target(race, kart)
    found = tries(race, kart.seat, red_shell, settled=SHOT)
    odds = chance(found, lambda trial: trial.told(Hit, target), A_HIT)
    return f"flips {match.names[target]}, who loses 2 M", odds


def _green_shell(match: Match, race: Race, kart: Kart, direction: int, tries: Try) -> Meaning:
    target = next_target(race, kart, index_of(race, kart.seat), direction)
    if target == NOBODY:
        return "nobody that way: it would be wasted", None
    found = _shots(race, kart, direction, NOBODY, tries)
    odds = chance(found, lambda trial: _hits_another(trial, race, kart), A_HIT)
    at_once = tries(
        race, kart.seat, lambda r, k: green_shell(r, k, direction, NOBODY), [Hit], dice=2
    )
    first = chance(at_once, lambda trial: trial.told(Hit, target))
    there = f" ({first.text})" if first and first.text else ""
    return f"first at {match.names[target]}{there}, then at the next; a hit flips a driver", odds


def _shots(
    race: Race, kart: Kart, direction: int, named: int, tries: Try, runs: int = MOST_RUNS
) -> FoundWays:
    """The ways of a Green Shell, until it hits or is stopped."""
    return tries(
        race,
        kart.seat,
        lambda r, k: green_shell(r, k, direction, named),
        settled=(Hit, Blocked),
        runs=runs,
    )


def _hits_another(trial: Trial, race: Race, kart: Kart) -> bool:
    return any(trial.told(Hit, seat) for seat in seat_range(race.drivers) if seat != kart.seat)


def _drop(match: Match, race: Race, kart: Kart, tries: Try) -> Meaning:
    names = _behind(match, race, kart)
    if not names:
        return "nobody behind: it would harm nobody", None
    found = tries(race, kart.seat, drop_bomb, [Hit], dice=1)
    odds = chance(found, lambda trial: trial.told(Hit), A_HIT)
    text = f"throws {names[0]} into the air (0 M, all items lost)"
    return text + _blast(match, race, names[1:3]), odds


def _blast(match: Match, race: Race, names: Sequence[str], you: int = NOBODY) -> str:
    """The drivers who must escape the blast; the seat `you` reads "you"."""
    seats = [match.names.index(name) for name in names]
    caught = [
        "you" if seat == you else match.names[seat]
        for seat in seats
        if not is_immune(race, race.karts[seat])
    ]
    return f"; {listed(caught)} must escape the blast" if caught else ""


def _behind(match: Match, race: Race, kart: Kart) -> list[str]:
    """The drivers who follow in the segment, front to back."""
    places = range(index_of(race, kart.seat) + 1, race.drivers)
    karts = [race.karts[race.order[place]] for place in places]
    return [match.names[other.seat] for other in karts if same_group(kart, other)]


def _lay(match: Match, race: Race, kart: Kart, item: int, tries: Try) -> Meaning:
    damage = "spins out" if item == Item.BANANA else "flips"
    segment = match.course.segments[segment_index(race, kart)].name
    stays = f"stays on {segment}" if race.switches.litter_stays else "is gone"
    followers = [as_seat(match.names.index(name)) for name in _behind(match, race, kart)]
    found = tries(race, kart.seat, lambda r, k: lay(r, k, item), settled=[Hit])
    hits = [(seat, chance(found, _hitting(seat))) for seat in followers]
    texts = [
        f"{match.names[seat]} {odds.text}".rstrip() for seat, odds in hits if odds and odds.high
    ]
    if not followers or (found.trials and not texts):
        return f"nobody behind that it could hit; it {stays}", None
    any_hit = chance(found, lambda trial: trial.told(Hit), A_HIT)
    others = listed([match.names[seat] for seat in followers], "or")
    return f"a driver who hits it {damage}: {', '.join(texts) or others}; else it {stays}", any_hit


def _hitting(seat: SeatIndex) -> Callable[[Trial], bool]:
    return lambda trial: trial.told(Hit, seat)


# Targets


def in_the_air(match: Match, kart: Kart) -> int:
    """The item that a driver has just taken to throw."""
    for event in reversed(match.events()):
        if isinstance(event, Deployed) and event.who == kart.seat:
            return event.item
    return Item.BANANA


def throwing(
    match: Match, race: Race, kart: Kart, item: int, target: SeatIndex, tries: Try
) -> Meaning:
    """The meaning of throwing the item at this driver."""
    seat = kart.seat
    if item == Item.BOB_OMB:
        found = tries(race, seat, lambda r, k: throw_bomb(r, k, r.karts[target]), [Hit], dice=1)
        behind = _behind(match, race, race.karts[target])[:2]
        odds = chance(found, _hitting(target), A_HIT)
        blast = _blast(match, race, behind, you=seat)
        return f"throws them into the air: 0 M, all items lost{blast}", odds
    found = tries(race, seat, lambda r, k: throw(r, k, r.karts[target], item), [Hit], dice=1)
    odds = chance(found, _hitting(target), A_HIT)
    damage = "spins out" if item == Item.BANANA else "flips"
    momentum = f"has {count(race.karts[target].momentum)} M"
    miss = "after a miss all further back must dodge it, you too"
    return f"{momentum}; {damage} if hit; {miss}", odds


def aiming(
    match: Match, race: Race, kart: Kart, named: SeatIndex, options: Sequence[int], tries: Try
) -> Meaning:
    """The meaning of shooting a Green Shell with this target named."""
    own = index_of(race, kart.seat)
    seats = [as_seat(seat) for seat in options if seat != NOBODY]
    direction = FORWARDS if index_of(race, seats[0]) < own else BACKWARDS
    found = _shots(race, kart, direction, named, tries, SHARED_RUNS // len(options))
    if named == NOBODY:
        way = seats[::-1] if direction == FORWARDS else seats
        text = f"at {listed([match.names[seat] for seat in way], 'then')}, without aim"
        return text, chance(found, lambda trial: _hits_another(trial, race, kart), A_HIT)
    odds = chance(found, _hitting(named), A_HIT)
    return f"+1 against {match.names[named]}, {MINUS}1 against anyone else on the way", odds
