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
from wreckoning.rulesets.rtd.rules.bombs import IN_THE_BLAST, drop_bomb, throw_bomb
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
    index_of,
    is_immune,
    may_throw_at,
    next_target,
    same_group,
    segment_index,
)
from wreckoning.rulesets.rtd.view.board import race_order
from wreckoning.rulesets.rtd.view.trials import MOST_RUNS, PASSING, Situation
from wreckoning.rulesets.rtd.view.words import item_name

Meaning = tuple[str, Chance | None]
A_HIT = "hit"  # what chances are of, mostly
SHARED_RUNS = 720  # of all the targets that may be named
SHOT = (Hit, Missed, Blocked)  # of a Red Shell one


def _others(now: Situation) -> list[str]:
    """Opponents that a Blooper or a Thunderbolt would reach, in race order."""
    karts = [kart for kart in race_order(now.race) if is_hit_from_afar(now.race, now.kart, kart)]
    return [now.names[kart.seat] for kart in karts]


def deploying(now: Situation, item: int) -> Meaning:
    """The meaning of Deploy Item with this item from the hand (or a second circling shell)."""
    text, odds = _deployed(now, item)
    if must_use_first(now.kart):
        text = f"after using the {item_name(now.kart.hook)} you drag: {text}"
    return text, odds


def _deployed(now: Situation, item: int) -> Meaning:
    if item == Item.MUSHROOM:
        return _mushroom(now)
    if item == Item.TRIPLE_RED_SHELL:
        text, odds = _red_shell(now)
        return f"{text}; the others circle your kart (+2 each against shells and in rams)", odds
    if goes_on_hook(item):
        return "at once; you choose how when your action comes", None
    names = _others(now)
    reached = f"all {len(names)} opponents" if len(names) > 2 else listed(names) or "nobody"
    if item == Item.BLOOPER:
        return f"inks {reached}: {MINUS}1 on Racing and Pass checks to the end of next turn", None
    if item == Item.THUNDERBOLT:
        cost, last = signed(THUNDERBOLT_COST), "to the end of next turn"
        return f"{reached}: {cost} M, and {MINUS}2 on Racing Checks {last}", None
    if item == Item.STAR:
        return "+1 M; untouched by items and every pass a ram, to the end of next turn", None
    if item == Item.BOO:
        rich = listed([now.names[kart.seat] for kart in to_be_robbed(now.race, now.kart)], "or")
        theft = f"steals an item from {rich}" if rich else "nobody has an item to steal"
        return f"+1 M; untouched by items and rams to the end of next turn; {theft}", None
    assert item == Item.BLUE_SHELL
    first = leader(now.race)
    who = "that is you" if first == now.kart.seat else f"{now.names[first]} now"
    return f"strikes the leader ({who}) at the end of next turn's actions", None


def to_be_robbed(race: Race, thief: Kart) -> list[Kart]:
    """The opponents that Boo may steal from, in the order of its die (A62)."""
    return [other for other in race.karts[: race.drivers] if can_be_robbed(race, thief, other)]


def _mushroom(now: Situation) -> Meaning:
    if now.ahead == NOBODY:
        return "+2 M, and you may try to Pull Ahead this turn at any M", None
    found = now.tries(mushroom, settled=PASSING)
    odds = chance(found, lambda trial: trial.told(Passed), "pass")
    return f"+2 M and a free attempt to pass {now.names[now.ahead]}", odds


# What is on the hook


def using(now: Situation, item: int, use: int) -> Meaning:
    """The meaning of a use of the item on the hook."""
    if use == Use.HOLD:
        return _holding(now.kart, item), None
    if use == Use.AFTER:
        return "first your action, then you are asked again", None
    if use == Use.FIRE:
        return _red_shell(now)
    if use in (Use.FORWARD, Use.BACKWARD):
        return _green_shell(now, FORWARDS if use == Use.FORWARD else BACKWARDS)
    if use == Use.DROP:
        return _drop(now)
    if use == Use.LAY:
        return _lay(now, item)
    assert use == Use.THROW
    karts = [kart for kart in race_order(now.race) if may_throw_at(now.race, now.kart, kart)]
    names = [now.names[kart.seat] for kart in karts]
    return f"at {listed(names, 'or')}: your own check decides", None


def _holding(kart: Kart, item: int) -> str:
    if item == Item.NONE:
        return "use no item with the action"
    if item == Item.TRIPLE_RED_SHELL:
        bonus = CIRCLING_BONUS * kart.shells
        return f"{kart.shells} shells circling: {signed(bonus)} against shells and in rams"
    hit = "a driver who fails to pass you runs into it"
    return f"{signed(kart.figures.drag)} to dodge shells, and {hit}"


def _red_shell(now: Situation) -> Meaning:
    target = red_shell_target(now.race, now.kart)
    found = now.tries(red_shell, settled=SHOT)
    odds = chance(found, lambda trial: trial.told(Hit, target), A_HIT)
    return f"flips {now.names[target]}, who loses 2 M", odds


def _green_shell(now: Situation, direction: int) -> Meaning:
    target = next_target(now.race, now.kart, index_of(now.race, now.kart.seat), direction)
    if target == NOBODY:
        return "nobody that way: it would be wasted", None
    found = _shots(now, direction, NOBODY)
    odds = chance(found, lambda trial: _hits_another(trial, now.race, now.kart), A_HIT)
    at_once = now.tries(lambda r, k: green_shell(r, k, direction, NOBODY), [Hit], dice=2)
    first = chance(at_once, lambda trial: trial.told(Hit, target))
    there = f" ({first.text})" if first and first.text else ""
    return f"first at {now.names[target]}{there}, then at the next; a hit flips a driver", odds


def _shots(now: Situation, direction: int, named: int, runs: int = MOST_RUNS) -> FoundWays:
    """The ways of a Green Shell, until it hits or is stopped."""
    return now.tries(
        lambda r, k: green_shell(r, k, direction, named), settled=(Hit, Blocked), runs=runs
    )


def _hits_another(trial: Trial, race: Race, kart: Kart) -> bool:
    return any(trial.told(Hit, seat) for seat in seat_range(race.drivers) if seat != kart.seat)


def _drop(now: Situation) -> Meaning:
    behind = followers(now.race, now.kart)
    if not behind:
        return "nobody behind: it would harm nobody", None
    found = now.tries(drop_bomb, [Hit], dice=1)
    odds = chance(found, lambda trial: trial.told(Hit), A_HIT)
    text = f"throws {now.names[behind[0].seat]} into the air (0 M, all items lost)"
    return text + _blast(now, behind[1:]), odds


def _blast(now: Situation, behind: Sequence[Kart]) -> str:
    """Those behind the target who must escape the blast."""
    near = [kart.seat for kart in behind[:IN_THE_BLAST] if not is_immune(now.race, kart)]
    caught = ["you" if seat == now.kart.seat else now.names[seat] for seat in near]
    return f"; {listed(caught)} must escape the blast" if caught else ""


def followers(race: Race, kart: Kart) -> list[Kart]:
    """The drivers who follow in the segment, front to back."""
    behind = race_order(race)[index_of(race, kart.seat) + 1 :]
    return [other for other in behind if same_group(kart, other)]


def _lay(now: Situation, item: int) -> Meaning:
    damage = "spins out" if item == Item.BANANA else "flips"
    segment = now.match.course.segments[segment_index(now.race, now.kart)].name
    stays = f"stays on {segment}" if now.race.switches.litter_stays else "is gone"
    seats = [kart.seat for kart in followers(now.race, now.kart)]
    found = now.tries(lambda r, k: lay(r, k, item), settled=[Hit])
    hits = [(now.names[seat], chance(found, _hitting(seat))) for seat in seats]
    texts = [f"{name} {odds.text}".rstrip() for name, odds in hits if odds and odds.high]
    if not seats or (found.trials and not texts):
        return f"nobody behind that it could hit; it {stays}", None
    any_hit = chance(found, lambda trial: trial.told(Hit), A_HIT)
    others = listed([name for name, _ in hits], "or")
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


def throwing(now: Situation, item: int, target: SeatIndex) -> Meaning:
    """The meaning of throwing the item at this driver."""
    if item == Item.BOB_OMB:
        found = now.tries(lambda r, k: throw_bomb(r, k, r.karts[target]), [Hit], dice=1)
        odds = chance(found, _hitting(target), A_HIT)
        blast = _blast(now, followers(now.race, now.race.karts[target]))
        return f"throws them into the air: 0 M, all items lost{blast}", odds
    found = now.tries(lambda r, k: throw(r, k, r.karts[target], item), [Hit], dice=1)
    odds = chance(found, _hitting(target), A_HIT)
    damage = "spins out" if item == Item.BANANA else "flips"
    momentum = f"has {count(now.race.karts[target].momentum)} M"
    miss = "after a miss all further back must dodge it, you too"
    return f"{momentum}; {damage} if hit; {miss}", odds


def aiming(now: Situation, named: SeatIndex) -> Meaning:
    """The meaning of shooting a Green Shell with this target named."""
    own = index_of(now.race, now.kart.seat)
    seats = [as_seat(seat) for seat in now.ask.options if seat != NOBODY]
    direction = FORWARDS if index_of(now.race, seats[0]) < own else BACKWARDS
    found = _shots(now, direction, named, SHARED_RUNS // len(now.ask.options))
    if named == NOBODY:
        way = seats[::-1] if direction == FORWARDS else seats
        text = f"at {listed([now.names[seat] for seat in way], 'then')}, without aim"
        return text, chance(found, lambda trial: _hits_another(trial, now.race, now.kart), A_HIT)
    odds = chance(found, _hitting(named), A_HIT)
    return f"+1 against {now.names[named]}, {MINUS}1 against anyone else on the way", odds
