"""What an option says is what then happens: in random races, option after option is tried.

Each text is read as a player reads it: the Momentum that each face brings, the faces that are
needed, what is paid and lost, who flips and who spins out. The chances are counted.
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
from wreckoning.rulesets.rtd import view

RTD = find_ruleset("rtd")
NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve")
COURSES = sorted(RTD.course_names())
KARTS: tuple[dict[str, str], ...] = (
    {},
    {"perk": "sure_wheels", "debuff": "thin_skin"},
    {"perk": "keen_eye", "debuff": "thirsty"},
    {"perk": "grippy_tires", "debuff": "bad_aim"},
    {"perk": "ramming_speed", "debuff": "butterfingers"},
)
HOOKS = ("banana", "fake_item_box", "green_shell", "bob_omb", "red_shell", "triple_red_shell")
HANDS = ("blooper", "mushroom", "boo", "blue_shell", "star", "thunderbolt", *HOOKS)
SEEDS = range(14)
LATER = ("below_zero", "maximum", "high_acceleration", "dash_panel")  # not of the option itself

FACES = re.compile(r"([1-6][1-6,–]*): ([+−]\d+) M")
NEEDED = re.compile(r"^roll ([1-6])\+")


@dataclass
class Outcome:
    """What came of an option: its events, and the first die."""

    who: str
    face: int
    events: list[dict[str, Any]]

    def told(self, event: str, who: str = "") -> list[dict[str, Any]]:
        return [e for e in self.events if e["event"] == event and who in ("", e["who"])]

    def change(self, who: str, *causes: str) -> int:
        """Their Momentum by these causes; by all that are the option's without any."""
        return sum(
            e["change"]
            for e in self.told("momentum", who)
            if (e["cause"] in causes if causes else e["cause"] not in LATER)
        )

    def of_first_die(self) -> Outcome:
        """Up to the second die."""
        rolls = [i for i, e in enumerate(self.events) if e["event"] == "roll"]
        return Outcome(self.who, self.face, self.events[: rolls[1]] if rolls[1:] else self.events)


def begin(seed: int, phase: str = "turn_start") -> Match:
    """A race in the middle, most drivers in one segment, with something to use."""
    rng = random.Random(seed)
    course = RTD.load_course(COURSES[seed % len(COURSES)])
    seats = [Seat(name, "person", KARTS[(n + seed) % 5]) for n, name in enumerate(NAMES)]
    segments = course.record.segments
    at = segments + rng.randrange(segments)
    if phase == "item_boxes":
        at = segments + rng.choice([n for n in range(segments) if course.record.segment[n].boxes])
    karts = {
        name: {
            "momentum": rng.choice((-1, 0, 1, 2, 3, 4, 5)),
            "progress": at if name != "Eve" else at - rng.randrange(2),
            "hook": rng.choice(("none", *HOOKS)),
            "hand": [rng.choice(("none", *HANDS))],
            "ink_until": rng.choice((0, 0, 0, 8)),
            "shrunk_until": rng.choice((0, 0, 0, 8)),
            "star_until": rng.choice((0, 0, 0, 0, 0, 8)),
        }
        for name in NAMES
    }
    litter = {key: [rng.randrange(2) for _ in range(segments)] for key in ("peels", "fakes")}
    position = {"turn": 7, "phase": phase, "karts": karts, **litter}
    return Match(RTD, course, seats, {}, Physical(), position)


def in_slot(match: Match, who: str, order: str) -> Match:
    """The race in the slot of this driver, with this order; nobody else has one."""
    position = match.checkpoint_position()
    position.update(phase="actions", slot=match.race.order.index(match.names.index(who)))
    position["queue"] = position["order"]
    karts = {name: {**kart, "order": "none"} for name, kart in position["karts"].items()}
    karts[who] = {**karts[who], "order": order}
    position["karts"] = karts
    return Match(RTD, match.course, match.seats, {}, Physical(), position)


def play(match: Match, who: str, slot: tuple[int, int], told: int, rng: random.Random) -> Outcome:
    """Roll what an option brings about in its slot; nobody does anything else meanwhile."""
    face = 0
    while match.asks and (match.race.phase, match.race.slot) == slot:
        ask = match.asks[0]
        if ask.is_dice:
            given: object = rng.choice(ask.options)
            face = face or int(str(given))
        elif ask.question in ("item_box", "pull_ahead", "order"):
            if ask.question == "order" or (ask.question == "pull_ahead" and face):
                break
            given = "no"
        else:
            given = "hold" if "hold" in ask.names else ask.options[0]
        match.answer(given, ask.who, ask.question)
    return Outcome(who, face, match.events_json()[told:])


def take(match: Match, ask: Ask, index: int, rng: random.Random) -> Outcome:
    """Take an option of an ask."""
    name = ask.names[index]
    if ask.question == "order":
        there = in_slot(match, ask.who, name)
        return play(there, ask.who, (there.race.phase, there.race.slot), 0, rng)
    there = match.fork()
    slot, told = (there.race.phase, there.race.slot), len(there.events())
    there.answer(name, ask.who, ask.question)
    return play(there, ask.who, slot, told, rng)


def tried() -> Iterator[tuple[Ask, Option, Outcome]]:
    """Every option of every question, from the orders on, and of every line of item boxes."""
    for seed in SEEDS:
        rng = random.Random(seed)
        yield from all_options(begin(seed), rng)
        yield from all_options(begin(seed, "pull_aheads"), rng, "pull_ahead")
        yield from all_options(begin(seed, "item_boxes"), rng, "item_box")


def all_options(
    match: Match, rng: random.Random, only: str = ""
) -> Iterator[tuple[Ask, Option, Outcome]]:
    """The options of all that is asked before the next turn's orders; `only` of this question."""
    ordered = bool(only)
    while match.asks:
        ask = match.asks[0]
        if ask.question == "order" and ordered:
            return
        asks = [each for each in match.asks if not each.is_dice and only in ("", each.question)]
        for each in asks if not ordered or only else asks[:1]:
            for index in range(len(each.options)):
                option = view.describe_option(match, each, index)
                yield each, option, take(match, each, index, rng)
        while match.asks and ask.question == match.asks[0].question == "order":
            match.answer(rng.choice(match.asks[0].names), match.asks[0].who, "order")
            ordered = True
        if ask.question != "order":
            match.answer(rng.choice(ask.names), ask.who, ask.question)


@pytest.fixture(scope="module")
def cases() -> list[tuple[Ask, Option, Outcome]]:
    return list(tried())


@pytest.mark.slow
def test_each_face_brings_the_momentum_that_the_text_says(
    cases: list[tuple[Ask, Option, Outcome]],
) -> None:
    """A face that is not listed brings nothing."""
    seen = defaultdict(set)
    for ask, option, outcome in cases:
        promised = {
            face: int(change.replace("−", "-"))
            for faces, change in FACES.findall(option.meaning)
            for face in _faces(faces)
        }
        if promised and outcome.face:
            found = outcome.of_first_die().change(ask.who)
            assert found == promised.get(outcome.face, 0), (option, outcome)
            seen[ask.question].add(option.name)
    assert {"aggressive", "slide", "path_1"} <= seen["order"]
    assert seen["item_box"] == {"yes"}


def _faces(text: str) -> Iterator[int]:
    for part in text.split(","):
        first, _, last = part.partition("–")
        yield from range(int(first), int(last or first) + 1)


@pytest.mark.slow
def test_the_faces_that_are_needed_are_those_that_do_it(
    cases: list[tuple[Ask, Option, Outcome]],
) -> None:
    checked = 0
    for ask, option, outcome in cases:
        if (found := NEEDED.match(option.meaning)) and outcome.face:
            event = {"order": "slide_won", "item_box": "item_taken"}.get(ask.question)
            failed = not outcome.told("pull_ahead_failed")
            done = bool(outcome.told(event, ask.who)) if event else failed
            assert done == (outcome.face >= int(found[1])), (option, outcome)
            checked += 1
    assert checked > 50


@pytest.mark.slow
def test_the_chances_are_as_often_true(cases: list[tuple[Ask, Option, Outcome]]) -> None:
    """Impossible and certain ones without exception, all of a kind together within 4 sigma."""
    sums: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
    for ask, option, outcome in cases:
        if option.chance is None or option.name == "ram" or "after using" in option.meaning:
            continue  # a ram comes later in the turn; what is used first changes the race
        happened = _came_true(ask, option, outcome)
        assert option.chance < 0.999 or happened, (option, outcome)
        assert option.chance > 0.001 or not happened, (option, outcome)
        total = sums[f"{ask.question} {option.chance_of}"]
        total[0] += happened - option.chance
        total[1] += option.chance * (1 - option.chance)
        total[2] += 1
    for kind, (error, variance, _) in sums.items():
        assert error**2 <= 16 * variance + 0.1, (kind, error, variance)
    assert {"order success", "order pass", "order hit", "use hit", "item_box item"} <= set(sums)


def _came_true(ask: Ask, option: Option, outcome: Outcome) -> bool:
    who = ask.who
    if option.chance_of == "pass":
        return bool(outcome.told("passed", who))
    if option.chance_of == "item":
        return bool(outcome.told("item_taken", who))
    if option.chance_of == "hit":
        if ask.question == "target" and option.name != "nobody":
            return bool(outcome.told("hit", option.name))
        return any(event["who"] != who for event in outcome.told("hit"))
    events = {"slide": "slide_won", "path_1": "path_taken", "path_2": "path_taken"}
    event = events.get(option.name, "pulled_ahead")
    return bool(outcome.told(event if ask.question != "share" else "blue_shell_shared", who))


def test_who_is_hit_loses_what_the_text_says(cases: list[tuple[Ask, Option, Outcome]]) -> None:
    """A Banana spins out, a Fake and a shell flip, a Bob-omb throws into the air."""
    seen = set()
    for _, option, outcome in cases:
        hits = outcome.told("hit")
        if not hits or "after using" in option.meaning:
            continue
        for words, event in (
            ("flip", "flipped"),
            ("spins out", "spun_out"),
            ("into the air", "thrown"),
        ):
            if words in option.meaning:
                assert outcome.told(event, hits[0]["who"]), (option, outcome)
                seen.add(event)
        if "who loses 2 M" in option.meaning:
            victim = hits[0]["who"]
            assert outcome.change(victim, "flip") == -2 * len(outcome.told("hit", victim))
    assert seen == {"flipped", "spun_out", "thrown"}


def test_a_price_is_paid_and_a_gain_is_made(cases: list[tuple[Ask, Option, Outcome]]) -> None:
    seen = set()
    for ask, option, outcome in cases:
        who, text = ask.who, option.meaning
        if (costs := re.search(r"it costs (\d) M", text)) and outcome.told("pulled_ahead", who):
            assert outcome.change(who, "pull_ahead") == -int(costs[1])
            seen.add("pull ahead")
        if "a pass costs 1 M" in text and (passed := outcome.told("passed", who)):
            assert outcome.change(who, "pass") == -len(passed)
            seen.add("pass")
        if text.startswith(("+1 M", "+2 M")) and "deploy" in option.name:
            assert outcome.change(who, "boo", "star", "mushroom") == int(text[1])
            seen.add(option.name)
        if "runs you into the" in text and outcome.told("pass_failed", who):
            immune = not outcome.told("item_lost")
            assert immune or outcome.told("hit", who)
    assert {"pull ahead", "pass", "deploy_mushroom", "deploy_boo", "deploy_star"} <= seen


def test_all_who_are_named_are_struck_and_nobody_else(
    cases: list[tuple[Ask, Option, Outcome]],
) -> None:
    for _, option, outcome in cases:
        text = option.meaning
        for name, event in (("deploy_blooper", "inked"), ("deploy_thunderbolt", "shrunk")):
            if option.name == name and "after using" not in text:
                struck = {e["who"] for e in outcome.told(event)}
                assert (
                    len(struck) == int(found[1])
                    if (found := _ALL.search(text))
                    else (struck == _named(text))
                )
                lost = {who: outcome.change(who, "thunderbolt") for who in struck}
                assert set(lost.values()) <= {-3 if event == "shrunk" else 0}
        if "steals an item from" in text:
            assert {e["other"] for e in outcome.told("stolen")} <= _named(text)
        if "nobody has an item to steal" in text:
            assert not outcome.told("stolen")


_ALL = re.compile(r"all (\d) opponents")


def _named(text: str) -> set[str]:
    return {name for name in NAMES if name in text}
