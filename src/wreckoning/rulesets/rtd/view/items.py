"""Describe the use of an item in the present situation."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wreckoning.core.ids import SeatIndex, as_seat, seat_range
from wreckoning.core.records import NOBODY
from wreckoning.core.texts.wording import MINUS, count, listed, signed
from wreckoning.odds.trials import Chance, FoundWays, Trial, chance
from wreckoning.rulesets.rtd.events import Blocked, Deployed, Hit, Missed, Passed
from wreckoning.rulesets.rtd.item_table import title_of
from wreckoning.rulesets.rtd.match import Match
from wreckoning.rulesets.rtd.race import Damage, Item, Kart, Race, Use
from wreckoning.rulesets.rtd.rules.blue_shell import leader
from wreckoning.rulesets.rtd.rules.bombs import drop_bomb, throw_bomb
from wreckoning.rulesets.rtd.rules.deploy import must_use_first
from wreckoning.rulesets.rtd.rules.items import acts_as, circles
from wreckoning.rulesets.rtd.rules.litter import lay, throw
from wreckoning.rulesets.rtd.rules.loot import goes_on_hook
from wreckoning.rulesets.rtd.rules.powers import can_be_robbed, is_hit_from_afar, mushroom
from wreckoning.rulesets.rtd.rules.shells import Direction, green_shell, red_shell, red_shell_target
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

Meaning = tuple[str, Chance | None]
A_HIT = "hit"  # what chances are of, mostly
SHARED_RUNS = 720  # of all the targets that may be named
ALL_LOST = " (0 M, all items lost)"
SUFFERING = {  # of a driver, and of you
    Damage.SPIN: ("spins out", "spin out"),
    Damage.FLIP: ("flips", "flip"),
    Damage.THROWN: ("flies into the air", "fly into the air"),
}
SHOT = (Hit, Missed, Blocked)  # of a Red Shell one


def _others(now: Situation) -> list[str]:
    """Opponents that a Blooper or a Thunderbolt would reach, in race order."""
    karts = [kart for kart in race_order(now.race) if is_hit_from_afar(now.race, now.kart, kart)]
    return [now.names[kart.seat] for kart in karts]


def deploying(now: Situation, item: int) -> Meaning:
    """The meaning of Deploy Item with this item from the hand (or a second circling shell)."""
    text, odds = _deployed(now, item)
    if must_use_first(now.race, now.kart):
        text = f"after using the {title_of(now.kart.hook)} you drag: {text}"
    return text, odds


def _deployed(now: Situation, item: int) -> Meaning:
    kind, figures = acts_as(now.race, item), now.race.loot.items[item]
    if kind == Item.MUSHROOM:
        return _mushroom(now, item)
    if kind == Item.TRIPLE_RED_SHELL:
        text, odds = _red_shell(now, item)
        if figures.shells > 1:
            bonus = f"{signed(figures.circling)} each against shells and in rams"
            text += f"; the others circle your kart ({bonus})"
        return text, odds
    if goes_on_hook(now.race, item):
        return "at once; you choose how when your action comes", None
    names = _others(now)
    reached = f"all {len(names)} opponents" if len(names) > 2 else listed(names) or "nobody"
    last, gain = f"to {_end_of(figures.turns)}", f"{signed(figures.momentum)} M"
    if kind == Item.BLOOPER:
        return f"inks {reached}: {MINUS}1 on Racing and Pass checks {last}", None
    if kind == Item.THUNDERBOLT:
        return f"{reached}: {gain}, and {MINUS}2 on Racing Checks {last}", None
    if kind == Item.STAR:
        return f"{gain}; untouched by items and every pass a ram, {last}", None
    if kind == Item.BOO:
        rich = listed([now.names[kart.seat] for kart in to_be_robbed(now.race, now.kart)], "or")
        theft = f"steals an item from {rich}" if rich else "nobody has an item to steal"
        return f"{gain}; untouched by items and rams {last}; {theft}", None
    assert kind == Item.BLUE_SHELL
    first = leader(now.race)
    who = "that is you" if first == now.kart.seat else f"{now.names[first]} now"
    return f"strikes the leader ({who}) at {_end_of(figures.turns)}'s actions", None


def _end_of(turns: int) -> str:
    """`the end of next turn`, if it lasts for one turn more."""
    words = {0: "this turn", 1: "next turn"}
    return f"the end of {words.get(turns, f'the turn after {turns - 1} more')}"


def _damage(now: Situation, item: int) -> Damage:
    return Damage(now.race.loot.items[item].damage)


def harm(now: Situation, item: int) -> str:
    """What its damage is to you."""
    return SUFFERING[_damage(now, item)][1]


def _striking(now: Situation, item: int, whom: str) -> str:
    """What a hit does: `flips Ann`."""
    words = {
        Damage.SPIN: f"spins {whom} out",
        Damage.FLIP: f"flips {whom}",
        Damage.THROWN: f"throws {whom} into the air",
    }
    return words[_damage(now, item)]


def to_be_robbed(race: Race, thief: Kart) -> list[Kart]:
    """The opponents that Boo may steal from, in the order of its die (A62)."""
    return [other for other in race.karts[: race.drivers] if can_be_robbed(race, thief, other)]


def _mushroom(now: Situation, item: int) -> Meaning:
    gain = f"{signed(now.race.loot.items[item].momentum)} M"
    if now.ahead == NOBODY:
        return f"{gain}, and you may try to Pull Ahead this turn at any M", None
    found = now.tries(lambda r, k: mushroom(r, k, item), settled=PASSING)
    odds = chance(found, lambda trial: trial.told(Passed), "pass")
    return f"{gain} and a free attempt to pass {now.names[now.ahead]}", odds


# What is on the hook


def using(now: Situation, item: int, use: int) -> Meaning:
    """The meaning of a use of the item on the hook."""
    if use == Use.HOLD:
        return _holding(now, item), None
    if use == Use.AFTER:
        return "first your action, then you are asked again", None
    if use == Use.FIRE:
        return _red_shell(now, item)
    if use in (Use.FORWARD, Use.BACKWARD):
        return _green_shell(
            now, item, Direction.FORWARDS if use == Use.FORWARD else Direction.BACKWARDS
        )
    if use == Use.DROP:
        return _drop(now, item)
    if use == Use.LAY:
        return _lay(now, item)
    assert use == Use.THROW
    karts = [kart for kart in race_order(now.race) if may_throw_at(now.race, now.kart, kart)]
    names = [now.names[kart.seat] for kart in karts]
    return f"at {listed(names, 'or')}: your own check decides", None


def _holding(now: Situation, item: int) -> str:
    kart = now.kart
    if item == Item.NONE:
        return "use no item with the action"
    if circles(now.race, item):
        bonus = now.race.loot.items[item].circling * kart.shells
        return f"{kart.shells} shells circling: {signed(bonus)} against shells and in rams"
    hit = "a driver who fails to pass you runs into it"
    return f"{signed(kart.figures.drag)} to dodge shells, and {hit}"


def _red_shell(now: Situation, item: int) -> Meaning:
    target = red_shell_target(now.race, now.kart)
    found = now.tries(lambda r, k: red_shell(r, k, item), settled=SHOT)
    odds = chance(found, lambda trial: trial.told(Hit, target), A_HIT)
    costs = {
        Damage.SPIN: f", who loses {now.race.karts[target].figures.spin_out} M",
        Damage.FLIP: ", who loses 2 M",
        Damage.THROWN: ALL_LOST,
    }
    return _striking(now, item, now.names[target]) + costs[_damage(now, item)], odds


def _green_shell(now: Situation, item: int, direction: int) -> Meaning:
    target = next_target(now.race, now.kart, index_of(now.race, now.kart.seat), direction)
    if target == NOBODY:
        return "nobody that way: it would be wasted", None
    found = _shots(now, item, direction, NOBODY)
    odds = chance(found, lambda trial: _hits_another(trial, now.race, now.kart), A_HIT)
    at_once = now.tries(lambda r, k: green_shell(r, k, direction, NOBODY, item), [Hit], dice=2)
    first = chance(at_once, lambda trial: trial.told(Hit, target))
    there = f" ({first.text})" if first and first.text else ""
    hit = f"a hit {_striking(now, item, 'a driver')}"
    return f"first at {now.names[target]}{there}, then at the next; {hit}", odds


def _shots(
    now: Situation, item: int, direction: int, named: int, runs: int = MOST_RUNS
) -> FoundWays:
    """The ways of a Green Shell, until it hits or is stopped."""
    return now.tries(
        lambda r, k: green_shell(r, k, direction, named, item), settled=(Hit, Blocked), runs=runs
    )


def _hits_another(trial: Trial, race: Race, kart: Kart) -> bool:
    return any(trial.told(Hit, seat) for seat in seat_range(race.drivers) if seat != kart.seat)


def _drop(now: Situation, item: int) -> Meaning:
    behind = followers(now.race, now.kart)
    if not behind:
        return "nobody behind: it would harm nobody", None
    found = now.tries(lambda r, k: drop_bomb(r, k, item), [Hit], dice=1)
    odds = chance(found, lambda trial: trial.told(Hit), A_HIT)
    text = _striking(now, item, now.names[behind[0].seat])
    text += ALL_LOST if _damage(now, item) == Damage.THROWN else ""
    return text + _blast(now, item, behind[1:]), odds


def _blast(now: Situation, item: int, behind: Sequence[Kart]) -> str:
    """Those behind the target who must escape the blast."""
    within = behind[: now.race.loot.items[item].blast]
    near = [kart.seat for kart in within if not is_immune(now.race, kart)]
    caught = ["you" if seat == now.kart.seat else now.names[seat] for seat in near]
    return f"; {listed(caught)} must escape the blast" if caught else ""


def followers(race: Race, kart: Kart) -> list[Kart]:
    """The drivers who follow in the segment, front to back."""
    behind = race_order(race)[index_of(race, kart.seat) + 1 :]
    return [other for other in behind if same_group(kart, other)]


def _lay(now: Situation, item: int) -> Meaning:
    damage = SUFFERING[_damage(now, item)][0]
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
    if acts_as(now.race, item) == Item.BOB_OMB:
        found = now.tries(lambda r, k: throw_bomb(r, k, r.karts[target], item), [Hit], dice=1)
        odds = chance(found, _hitting(target), A_HIT)
        text = _striking(now, item, "them")
        text += ": 0 M, all items lost" if _damage(now, item) == Damage.THROWN else ""
        return text + _blast(now, item, followers(now.race, now.race.karts[target])), odds
    found = now.tries(lambda r, k: throw(r, k, r.karts[target], item), [Hit], dice=1)
    odds = chance(found, _hitting(target), A_HIT)
    damage = SUFFERING[_damage(now, item)][0]
    momentum = f"has {count(now.race.karts[target].momentum)} M"
    miss = "after a miss all further back must dodge it, you too"
    return f"{momentum}; {damage} if hit; {miss}", odds


def aiming(now: Situation, named: SeatIndex) -> Meaning:
    """The meaning of shooting a Green Shell with this target named."""
    own = index_of(now.race, now.kart.seat)
    seats = [as_seat(seat) for seat in now.ask.options if seat != NOBODY]
    direction = Direction.FORWARDS if index_of(now.race, seats[0]) < own else Direction.BACKWARDS
    shot = in_the_air(now.match, now.kart)
    item = shot if acts_as(now.race, shot) == Item.GREEN_SHELL else Item.GREEN_SHELL
    found = _shots(now, item, direction, named, SHARED_RUNS // len(now.ask.options))
    if named == NOBODY:
        way = seats[::-1] if direction == Direction.FORWARDS else seats
        text = f"at {listed([now.names[seat] for seat in way], 'then')}, without aim"
        return text, chance(found, lambda trial: _hits_another(trial, now.race, now.kart), A_HIT)
    odds = chance(found, _hitting(named), A_HIT)
    return f"+1 against {now.names[named]}, {MINUS}1 against anyone else on the way", odds
