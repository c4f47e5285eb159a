"""What an option says is what then happens: in random races, option after option is tried.

Each text is read as a player reads it: what a template leads through and into, what a SHIFT and a
collision cost. Chances are counted.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from wreckoning.core.asks import Ask
from wreckoning.core.dice import Physical
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Seat, find_ruleset
from wreckoning.core.shown import Option
from wreckoning.rulesets.kart import view

pytestmark = pytest.mark.slow

KART = find_ruleset("kart")
NAMES = ("Ann", "Bob", "Cid", "Dot")
COURSES = sorted(KART.course_names())
RACES = 9
ANSWERS = 110  # of a race
TRIED = 3  # options of each ask
ITEMS = ("shell", "shell", "banana", "mushroom", "bullet_bill")
MEETINGS = {
    "head_on": "head-on",
    "t_bone": "T-bone",
    "sideswipe": "sideswipe",
    "tailgate": "tailgate",
}
DURING = ("skid_dice", "push", "shift", "slide", "spin", "declare")  # of one movement


@dataclass
class Outcome:
    """What came of an option up to the next decision that it leaves to the driver."""

    who: str
    events: list[dict[str, Any]]
    shifts: bool  # was a SHIFT to be spent?

    def told(self, event: str, who: str = "") -> list[dict[str, Any]]:
        return [e for e in self.events if e["event"] == event and who in ("", e.get("who"))]

    def hazards(self, who: str, *causes: str) -> int:
        return sum(e["change"] for e in self.told("hazards", who) if e["cause"] in causes)


Case = tuple[Ask, Option, Outcome]


def begin(seed: int) -> Match:
    """A race in its first round, everybody with an item and some with hazards."""
    rng = random.Random(seed)
    classes = ("light", "middle", "heavy", "middle")
    seats = [
        Seat(name, "person", {"kart": kart}) for name, kart in zip(NAMES, classes, strict=True)
    ]
    karts = {
        name: {"gate": seed % 2, "holds": rng.choice(ITEMS), "gear": 1 + n, "hazards": 3 - n}
        for n, name in enumerate(NAMES)
    }
    position = {"phase": "round", "pole": "Ann", "karts": karts}
    course = KART.load_course(COURSES[seed % len(COURSES)])
    return Match(KART, course, seats, {}, Physical(), position)


def take(match: Match, ask: Ask, index: int, rng: random.Random) -> Outcome:
    """Take an option, without skid dice if it is a template, and see what comes of it."""
    there = match.fork()
    told, by, shifts = len(there.told), ask.who, False
    there.answer(ask.names[index], ask.who, ask.question)
    while there.asks and (there.asks[0].is_dice or there.asks[0].question in DURING):
        now = there.asks[0]
        if now.is_dice:
            given: object = rng.choice(now.options)
        elif now.question in ("skid_dice", "push"):
            given = now.names[0]
        elif now.question == "shift":
            shifts = True
            given = next((name for name in now.names if "cancel" in name), "nothing")
        elif now.question == "declare":
            given = rng.choice(now.names)
        elif ask.question in ("slide", "manoeuvre", "forced", "use"):
            given = now.names[0]
        else:
            break
        there.answer(given, now.who, now.question)
    return Outcome(by, there.events_json(there.events(told)), shifts)


def tried(seeds: range) -> Iterator[Case]:
    for seed in seeds:
        rng, match = random.Random(seed), begin(seed)
        for _ in range(ANSWERS):
            if not match.asks:
                break
            ask = match.asks[0]
            if ask.is_dice:
                match.answer(rng.choice(ask.options), ask.who, ask.question)
                continue
            for index in rng.sample(range(len(ask.options)), min(TRIED, len(ask.options))):
                option = view.describe_option(match, ask, index)
                yield ask, option, take(match, ask, index, rng)
            wild = rng.random() < 0.2
            chosen = rng.choice(ask.options) if wild else match.advice(ask, "rookie")
            match.answer(ask.names[ask.options.index(chosen)], ask.who, ask.question)


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    return list(tried(range(RACES)))


def test_the_chances_are_as_often_true(cases: list[Case]) -> None:
    """Impossible and certain ones without exception, all of a kind together within 4 sigma."""
    sums: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
    for ask, option, outcome in cases:
        if option.chance is None or ask.question in ("manoeuvre", "chosen_for"):
            continue  # a template's is that of all skid dice
        if ask.question in ("skid_dice", "push"):
            came = outcome.hazards(ask.who, "skid") == 0
        elif ask.question == "declare":
            came = any(e["hits"] for e in outcome.told("smash", ask.who))
        else:
            target = outcome.told("attacked")[0]["target"]
            came = outcome.hazards(target, "attack") > 0
        assert option.chance < 0.999 or came, (option, outcome)
        assert option.chance > 0.001 or not came, (option, outcome)
        total = sums[ask.question]
        total[0] += came - option.chance
        total[1] += option.chance * (1 - option.chance)
        total[2] += 1
    for kind, (error, variance, _) in sums.items():
        assert error**2 <= 16 * variance + 0.1, (kind, error, variance)
    assert {"skid_dice", "push", "declare", "attack"} <= set(sums)


def test_a_template_meets_what_the_text_says_and_nothing_else(cases: list[Case]) -> None:
    seen: dict[str, int] = defaultdict(int)
    for ask, option, outcome in cases:
        if ask.question not in ("manoeuvre", "forced"):
            continue
        found = dict(met(outcome, ask.who))
        text = option.meaning
        assert said(text) == found, (option, outcome)
        for what in found:
            seen[what] += 1
        assert ("nothing in the way" in text) <= (not found), (option, outcome)
    assert {"gate", "boost", "coins", "into a kart", "off the road"} <= set(seen)


def met(outcome: Outcome, who: str) -> Iterator[tuple[str, object]]:
    """What a movement has met."""
    if outcome.told("gate", who):
        yield "gate", True
    if coins := len(outcome.told("coin", who)):
        yield "coins", coins
    if outcome.told("banana_hit", who):
        yield "banana", True
    if outcome.told("boosted", who):
        yield "boost", True
    hits = [e["kind"] for e in outcome.told("hit_obstruction", who)]
    if mushrooms := hits.count("mushroom"):
        yield "mushrooms", mushrooms
    if solid := [kind for kind in hits if kind != "mushroom"]:
        yield "into", solid[0]
    if outcome.told("hit_bill", who):
        yield "into a bill", True
    for e in outcome.told("collision", who):
        yield "into a kart", (e["other"], MEETINGS[e["orientation"]])
    if outcome.told("off_road", who):
        yield "off the road", True


def said(text: str) -> dict[str, object]:
    """The same as a text has it."""
    found: dict[str, object] = {}
    if "through the next gate" in text:
        found["gate"] = True
    if "over a coin" in text:
        found["coins"] = 1
    if coins := re.search(r"over (\d+) coins", text):
        found["coins"] = int(coins[1])
    if "over a banana" in text:
        found["banana"] = True
    if "onto a boost" in text:
        found["boost"] = True
    if mushrooms := re.search(r"through (\d+) mushroom", text):
        found["mushrooms"] = int(mushrooms[1])
    if solid := re.search(r"into an? (pipe|cube)", text):
        found["into"] = solid[1]
    if "over the table's edge" in text:
        found["into"] = "edge"
    if "into a Bullet Bill" in text:
        found["into a bill"] = True
    if kart := re.search(r"into (\w+): .*(head-on|T-bone|sideswipe|tailgate)", text):
        found["into a kart"] = (kart[1], kart[2])
    if "off the road: +1 hazard" in text:
        found["off the road"] = True
    return found


def test_g7_a_template_costs_or_brings_what_the_text_says(cases: list[Case]) -> None:
    seen = set()
    for ask, option, outcome in cases:
        if ask.question == "manoeuvre":
            hazardous = "hazardous: +1 hazard" in option.meaning
            assert outcome.hazards(ask.who, "template") == hazardous, (option, outcome)
            assert ("trivial" in option.meaning) == outcome.shifts, (option, outcome)
            seen.add(option.meaning.split(":")[0] if ":" in option.meaning else "")
    assert {"trivial", "hazardous"} <= seen


def test_g3_a_shift_does_what_the_text_says(cases: list[Case]) -> None:
    seen = set()
    for ask, option, outcome in cases:
        if ask.question != "shift":
            continue
        if arrow := re.search(r"hazards (\d)→(\d)", option.meaning):
            first = outcome.told("hazards", ask.who)[0]
            now, change = first["now"], first["change"]
            assert (now - change, now) == (int(arrow[1]), int(arrow[2])), (option, outcome)
            seen.add(option.name)
        if arrow := re.search(r"Gear (\d)→(\d)", option.meaning):
            gear = outcome.told("gear", ask.who)[0]
            assert (gear["from"], gear["to"]) == (int(arrow[1]), int(arrow[2]))
        if left := re.search(r"the dice give you (\d) hazards?", option.meaning):
            assert outcome.hazards(ask.who, "skid") == int(left[1]), (option, outcome)
            seen.add(option.name)
    assert seen == {"nothing", "gear_up", "gear_down", "drop_hazard"}


def test_g19_a_collision_costs_each_a_hazard_as_the_text_says(cases: list[Case]) -> None:
    checked = 0
    for ask, option, outcome in cases:
        if ask.question == "declare":
            assert "costs each of you at least 1 hazard" in option.meaning
            hurt = {
                e["who"] for e in outcome.told("hazards") if e["cause"] in ("collision", "least")
            }
            assert ask.who in hurt
            assert len(hurt) >= 2
            checked += 1
    assert checked > 10


def test_e15_items_do_what_the_text_says(cases: list[Case]) -> None:
    seen = set()
    for ask, option, outcome in cases:
        if ask.question == "use" and "Mushroom" in option.label and option.name == "use":
            assert outcome.hazards(ask.who, "mushroom") == 1
            assert dict(met(outcome, ask.who)) == said(option.meaning), (option, outcome)
            seen.add("mushroom")
        if option.name == "banana":
            assert outcome.told("banana_dropped", ask.who)
            seen.add("banana")
        if option.name == "bullet_bill":
            assert outcome.told("bill_fired", ask.who)
            seen.add("bill")
    assert {"mushroom", "banana"} <= seen
