"""What an option says is what then happens: in random games, option after option is tried.

Each text is read as a player reads it: what a plan meets and its chance to come through in control,
how far a pace leads, how many rolls an attack is and which cars a dropper hits. Chances are exact.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from tests.rally.scene import field

from wreckoning.core.asks import Ask
from wreckoning.core.dice import Physical
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Seat, find_ruleset
from wreckoning.core.shown import Option
from wreckoning.rulesets.rally import view
from wreckoning.rulesets.rally.race import INCH

pytestmark = pytest.mark.slow

RALLY = find_ruleset("rally")
TEAMS = {
    "Ann": "Ann:car/minigun/oil_dropper/reckless",
    "Bob": "Bob:truck/heavy_machine_gun/wrecker_arm",
    "Cid": "Cid:hotrod/rocket_launcher/oil_dropper/boost",
    "Dot": "Dot:buggy/twin_light_machine_guns.improved_sights/driver_pistol",
}
COURSE = field(
    [
        *(("impassable", 30, 20, 24, 6), ("wreckage", 10, 14, 2, 2), ("exploding", 14, 30, 2, 2)),
        *(("slow", 8, 22, 5, 4), ("barrier", 14, 20, 0.5, 4), ("wreckage", 6, 32, 2, 1)),
    ],
    width=60,
    depth=40,
    grid=[{"gate": 1, "rows": 2, "lanes": 3}],
    gate=[
        {"name": "One", "x": 30, "y": 6, "heading": 0},
        {"name": "Two", "x": 30, "y": 34, "heading": 180},
    ],
)
PLACES = ((6, 8), (11, 9), (5, 15), (14, 14), (9, 18.5), (5, 27), (10, 27), (14, 26), (27, 6))
GAMES = 18
ANSWERS = 60  # of a game
TRIED = 3  # options of each ask
TRIALS = ("terrain", "wreckage", "driving_over")  # of the one that drives


@dataclass
class Outcome:
    """What came of an option up to the next decision."""

    vehicle: str
    events: list[dict[str, Any]]

    def told(self, event: str, **fields: Any) -> list[dict[str, Any]]:
        wanted = {"event": event, **fields}.items()
        return [e for e in self.events if wanted <= e.items()]

    def rolls(self, question: str) -> int:
        return sum(e["question"] == question for e in self.events if e["event"] == "roll")

    @property
    def own_tests(self) -> list[dict[str, Any]]:
        return [e for e in self.told("test", vehicle=self.vehicle) if e["trial"] in TRIALS]


Case = tuple[Ask, Option, Outcome]


def begin(seed: int) -> Match:
    """A game in its first round, everybody close to the others."""
    rng = random.Random(seed)
    seats = [Seat(name, "person", {"team": team}) for name, team in TEAMS.items()]
    bodies = [
        {"x": round(x * INCH), "y": round(y * INCH), "heading": 100 * rng.randrange(0, 360, 45)}
        for x, y in rng.sample(PLACES, len(TEAMS))
    ]
    vehicles = [{"stress": rng.randint(0, 2), "hit_points": rng.randint(3, 8)} for _ in TEAMS]
    position = {"phase": "choose", "bodies": bodies, "vehicles": vehicles}
    return Match(RALLY, RALLY.load_course(COURSE), seats, {}, Physical(), position)


def take(match: Match, ask: Ask, index: int, rng: random.Random) -> Outcome:
    """Take an option and let it run to the next decision; who is nudged stays where it is."""
    there = match.fork()
    told, active = len(there.told), f"#{max(there.race.active, 0) + 1}"
    there.answer(ask.names[index], ask.who, ask.question)
    while there.asks and (there.asks[0].is_dice or there.asks[0].question.startswith("nudge")):
        now = there.asks[0]
        stay = next((name for name in now.names if name in ("stay", "straight")), now.names[0])
        given: object = rng.choice(now.options) if now.is_dice else stay
        there.answer(given, now.who, now.question)
    return Outcome(active, there.events_json(there.events(told)))


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
            tries = rng.sample(range(len(ask.options)), min(TRIED, len(ask.options)))
            if ask.question == "plan":  # other legs decide nothing yet
                ahead = [n for n, name in enumerate(ask.names) if name.startswith("forward")]
                tries = [n for n, name in enumerate(ask.names) if name == "go"] + ahead[-1:]
            for index in tries:
                option = view.describe_option(match, ask, index)
                yield ask, option, take(match, ask, index, rng)
            match.answer(choose(ask, rng), ask.who, ask.question)


def choose(ask: Ask, rng: random.Random) -> str:
    """Any option; a plan of two or three legs, the first of them straight on."""
    if "go" in ask.names and rng.random() < 0.4:
        return "go"
    straight = [name for name in ask.names if name.startswith("forward")]
    if ask.question == "pace" or (straight and rng.random() < 0.7):
        return (straight or ask.names)[-1]
    return rng.choice(ask.names)


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    return list(tried(range(GAMES)))


def is_driven(ask: Ask, option: Option) -> bool:
    """Is no further leg of a plan to be chosen? One that runs into something is driven at once."""
    return ask.question != "plan" or option.name == "go" or "runs into" in option.meaning


def test_the_chances_are_as_often_true(cases: list[Case]) -> None:
    """Impossible and certain ones without exception, all of a kind together within 4 sigma."""
    sums: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
    for ask, option, outcome in cases:
        if option.chance is None or not is_driven(ask, option):
            continue
        if option.chance_of == "damage":
            tests = [e for e in outcome.told("test", trial="attack") if not e["passed"]]
            came = bool(tests)
        elif option.chance_of == "explosion":
            came = bool(outcome.told("exploded"))
        else:
            came = all(test["passed"] for test in outcome.own_tests)
        assert option.chance < 0.999 or came, (option, outcome)
        assert option.chance > 0.001 or not came, (option, outcome)
        total = sums[option.chance_of]
        total[0] += came - option.chance
        total[1] += option.chance * (1 - option.chance)
        total[2] += 1
    for kind, (error, variance, _) in sums.items():
        assert error**2 <= 16 * variance + 0.1, (kind, error, variance)
    assert set(sums) == {"stay in control", "damage", "explosion"}


def test_a_plan_meets_what_the_text_says_and_nothing_else(cases: list[Case]) -> None:
    seen = set()
    for ask, option, outcome in cases:
        if ask.question != "plan" or not is_driven(ask, option):
            continue
        text, tests = option.meaning, outcome.own_tests
        promised = len(re.findall("drives over|you smash it|runs into", text))
        assert (promised == 0) == (not tests), (option, outcome)
        if all(test["passed"] for test in tests):
            assert len(tests) == promised, (option, outcome)
            for words, event in (
                ("drives over", "drove_over"),
                ("you smash it", "smashed"),
                ("through gate", "gate_crossed"),
            ):
                told = outcome.told(event, vehicle=outcome.vehicle)
                assert len(told) == text.count(words), (option, outcome)
                seen |= {words} if told else set()
            stops = outcome.told("hit_terrain", vehicle=outcome.vehicle)
            assert len(stops) == len(re.findall("you smash it|runs into", text))
            seen |= {"runs into"} if "runs into" in text else set()
        if "stays where it is" in text:
            assert not outcome.told("moved"), (option, outcome)
    assert {"drives over", "you smash it", "runs into"} <= seen


def test_w9_a_pace_leads_as_far_as_the_text_says(cases: list[Case]) -> None:
    paces = set()
    for ask, option, outcome in cases:
        if ask.question == "pace":
            [chosen] = outcome.told("pace_chosen")
            far = re.search(r"([\d½]+) inch", option.label)
            assert chosen["movement"] == (_inches(far[1]) if far else 0), (option, outcome)
            paces.add(option.name)
    assert paces == {"stand", "drive", "advance"}


def _inches(text: str) -> float:
    return float(text.replace("½", "") or 0) + ("½" in text) / 2


def test_w12_an_attack_is_as_many_rolls_as_the_text_says(cases: list[Case]) -> None:
    """And each of its hits is as likely."""
    error, variance, seen = 0.0, 0.0, set()
    for ask, option, outcome in cases:
        if ask.question != "target" or not (rolls := re.search(r"(\d+) rolls?", option.meaning)):
            continue
        if "explodes" in option.meaning:
            assert outcome.rolls("skill_die") <= int(rolls[1])
            continue
        assert outcome.rolls("skill_die") == int(rolls[1]), (option, outcome)
        each = re.search(r": (\d+)% each", option.meaning)
        assert each, option
        hits, chance = outcome.told("hits")[0]["hits"], int(each[1]) / 100
        error += hits - int(rolls[1]) * chance
        variance += int(rolls[1]) * chance * (1 - chance)
        seen.add("attack")
    assert error**2 <= 16 * variance + 1
    assert "attack" in seen


def test_w28_a_dropper_attacks_the_vehicles_its_text_names(cases: list[Case]) -> None:
    numbers = {name: f"#{number}" for number, name in enumerate(TEAMS, 1)}
    checked = 0
    for ask, option, outcome in cases:
        if ask.question == "drop":
            named = {
                numbers[name] for name in re.findall(r"(\w+)(?: \(yours\))?: \d", option.meaning)
            }
            assert {hits["target"] for hits in outcome.told("hits")} == named, (option, outcome)
            checked += option.name == "use"
    assert checked
