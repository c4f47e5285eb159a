"""What an option says is what then happens: in random races, option after option is tried.

Each text is read as a player reads it: heat and lane changes, squares and Steering points, what is
hit and what that costs. Chances and averages are counted.
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
from wreckoning.rulesets.rush import view

RUSH = find_ruleset("rush")
NAMES = ("Ann", "Bob", "Cid", "Dot")
COURSES = sorted(RUSH.course_names())
SEEDS = range(8)
ANSWERS = 220  # of a race
TRIED = 3  # options of each ask

AVERAGE = re.compile(r"\((\d\.\d) on average\)")


@dataclass
class Outcome:
    """What came of an option."""

    who: str
    events: list[dict[str, Any]]

    def told(self, event: str, who: str = "") -> list[dict[str, Any]]:
        return [e for e in self.events if e["event"] == event and who in ("", e["who"])]

    def lost(self, who: str, *causes: str) -> int:
        """Their structure points gone by these causes."""
        return -sum(int(e["change"]) for e in self.told("structure", who) if e["cause"] in causes)

    def heat(self, who: str, cause: str) -> int:
        return sum(int(e["change"]) for e in self.told("heat", who) if e["cause"] == cause)


Case = tuple[Ask, Option, Outcome]


def begin(seed: int) -> Match:
    seats = [Seat(name, "person") for name in NAMES]
    return Match(RUSH, RUSH.load_course(COURSES[seed % len(COURSES)]), seats, {}, Physical())


def take(match: Match, ask: Ask, index: int, rng: random.Random) -> Outcome:
    """Take an option and let it run to the next decision; dice are rolled at once."""
    there = match.fork()
    told = len(there.told)
    there.answer(ask.names[index], ask.who, ask.question)
    while there.asks:
        now = there.asks[0]
        if now.is_dice:
            given: object = rng.choice(now.options)
        elif now.question == "points" and ask.question in ("gear", "points"):
            given = "done"
        elif now.question in ("ram_with", "swerve"):
            given = now.names[0]
        else:
            break
        there.answer(given, now.who, now.question)
    return Outcome(ask.who, there.events_json(there.events(told)))


def tried() -> Iterator[Case]:
    for seed in SEEDS:
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
            wild = rng.random() < 0.3
            chosen = rng.choice(ask.options) if wild else match.advice(ask, "rookie")
            match.answer(ask.names[ask.options.index(chosen)], ask.who, ask.question)


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    return list(tried())


def within_chance(sums: dict[str, list[float]]) -> None:
    """The errors of each kind are within 4 sigma of none: (error, variance, how many)."""
    for kind, (error, variance, _) in sums.items():
        assert error**2 <= 16 * variance + 0.1, (kind, error, variance)


@pytest.mark.slow
def test_the_chances_are_as_often_true(cases: list[Case]) -> None:
    """Impossible and certain ones without exception, all of a kind together within 4 sigma."""
    happens = {
        "pushed aside": lambda it: bool(it.told("displaced")),
        "damage": lambda it: any(e["who"] != it.who for e in it.told("structure")),
        "no heat": lambda it: not it.heat(it.who, "booster"),
        "hit": lambda it: any(e["hits"] for e in it.told("shot")),
    }
    sums: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
    for ask, option, outcome in cases:
        if option.chance is None or option.chance_of not in happens:
            continue
        if option.chance_of == "no heat" and re.search("into|over the finish", option.meaning):
            continue  # the boost may be over before all its dice
        came = happens[option.chance_of](outcome)
        assert option.chance < 0.999 or came, (option, outcome)
        assert option.chance > 0.001 or not came, (option, outcome)
        total = sums[f"{ask.question} {option.chance_of}"]
        total[0] += came - option.chance
        total[1] += option.chance * (1 - option.chance)
        total[2] += 1
    within_chance(sums)
    assert {"step pushed aside", "after no heat", "ram_with pushed aside"} <= set(sums)


@pytest.mark.slow
def test_n12_the_engine_heats_as_the_text_says(cases: list[Case]) -> None:
    """On average; not at all in the blue zone, nor in neutral."""
    error = [0.0, 0.0, 0.0]
    for ask, option, outcome in cases:
        if ask.question not in ("gear", "points") or "zone" not in option.meaning:
            continue
        heat = outcome.heat(ask.who, "engine")
        if "no heat" in option.meaning:
            assert heat == 0, (option, outcome)
        elif "you blow up" not in option.meaning:  # the skull takes no more than there is
            mean = float(AVERAGE.findall(option.meaning)[0])
            error[0] += heat - mean
            error[1] += 3 / 4  # three dice at most, each with a variance of a quarter
            error[2] += 1
    assert error[2] > 50
    within_chance({"heat": error})


@pytest.mark.slow
def test_n14_squares_and_steering_points_are_those_of_the_text(cases: list[Case]) -> None:
    seen = set()
    for ask, option, outcome in cases:
        steps = re.match(r"(\d+) squares?", option.meaning)
        if ask.question != "step" or not steps:
            continue
        spent = sum(e["spent"] for e in outcome.told("steered", ask.who))
        costs = re.search(r"costs (\d) Steering", option.meaning)
        dead = outcome.told("destroyed", ask.who)
        hits = option.chance_of or "the move ends" in option.meaning or "obstr" in option.label
        if hits or dead or "blocked side" in option.meaning:
            continue
        assert spent == (int(costs[1]) if costs else 0), (option, outcome)
        assert len(outcome.told("moved", ask.who)) == int(steps[1]), (option, outcome)
        assert bool(outcome.told("litter_met")) == ("through" in option.meaning)
        seen.add("steering" if costs else "litter" if "through" in option.meaning else "plain")
    assert seen == {"plain", "steering", "litter"}


def test_n18_n21_what_is_hit_costs_what_the_text_says(cases: list[Case]) -> None:
    """An obstruction so many points, or on average; a Rush 'n' Crush so many dice."""
    error, seen = [0.0, 0.0, 0.0], set()
    for ask, option, outcome in cases:
        text, who = option.meaning, ask.who
        if "Into the obstruction" in option.label:
            lost = outcome.lost(who, "obstruction")
            first = [e for e in outcome.told("structure", who) if e["cause"] == "obstruction"][:1]
            if sure := re.search(r"it costs (\d) structure", text):
                assert outcome.told("destroyed", who) or -first[0]["change"] == int(sure[1])
                seen.add("obstruction")
            elif "it is your end" not in text and len(outcome.told("obstruction_hit")) == 1:
                mean = re.search(r"it costs (\d\.\d)", text)
                assert mean, text
                error[0] += lost - float(mean[1])
                error[1] += 3
                error[2] += 1
        if "the move ends" in text and (dice := re.search(r"(\d+) di(?:e|ce):", text)):
            rushed = outcome.told("rush", who)
            assert not rushed or rushed[-1]["dice"] == int(dice[1]), (option, outcome)
            rolled = [e for e in outcome.told("roll") if e["question"] == "rush_die"]
            assert len(rolled) == (int(dice[1]) if rushed else 0)
            seen.add("rush")
        if "blocked side" in text:
            assert not outcome.told("displaced"), (option, outcome)
            seen.add("blocked")
    assert error[2]
    within_chance({"obstruction": error})
    assert {"rush", "blocked"} <= seen


def test_n16_equipment_does_what_the_text_says(cases: list[Case]) -> None:
    seen = set()
    for ask, option, outcome in cases:
        text, who = option.meaning, ask.who
        if arrow := re.fullmatch(r"heat (\d+)→(\d+)", text):
            [heat] = [e for e in outcome.told("heat", who) if e["cause"] == "extinguisher"]
            assert (heat["now"] - heat["change"], heat["now"]) == (int(arrow[1]), int(arrow[2]))
            seen.add("extinguisher")
        if option.label.startswith("Arm the"):
            assert len(outcome.told("armed", who)) == 1
            seen.add("arm")
        if option.label.startswith("Boost "):
            assert outcome.told("boosted", who)[0]["squares"] == int(option.label.split()[1])
            if text.startswith("over the finish line") and not outcome.told("destroyed", who):
                assert outcome.told("finished", who)
            seen.add("boost")
    assert seen == {"extinguisher", "arm", "boost"}
