"""The words of Kart RTD: a sentence for every event, every option with what it means."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from wreckoning.core.dice import Scripted, Seeded
from wreckoning.core.match import Ask, Match
from wreckoning.core.ruleset import Seat, find_ruleset
from wreckoning.core.shown import Option
from wreckoning.rulesets.rtd import view
from wreckoning.rulesets.rtd.events import Cause, Event, Modifier
from wreckoning.rulesets.rtd.questions import MEANINGS, Options, Question
from wreckoning.rulesets.rtd.race import Effect, Item, Order, Use
from wreckoning.rulesets.rtd.view import words
from wreckoning.rulesets.rtd.view.options import DESCRIBERS
from wreckoning.rulesets.rtd.view.sentences import CAUSES, PREDICATES, STATEMENTS

RTD = find_ruleset("rtd")
NAMES = ["Ann", "Bob", "Cid", "Dot", "Eve", "Fay"]


def race(
    course: str = "sundae_drive", seed: int = 1, player: str = "random", **options: str
) -> Match:
    seats = [Seat(name, player) for name in NAMES]
    return Match(RTD, RTD.load_course(course), seats, options, Seeded(seed), bot_seed=seed)


def finished_races() -> Iterator[Match]:
    for seed, course in enumerate(RTD.course_names() * 2):
        yield race(course, seed, "random" if seed % 2 else "rookie", referee="on")


def placed(names: str, who: str, /, **fields: Any) -> tuple[Match, Ask]:
    """A match of people at the orders of turn 1, with this position, and what one is asked."""
    seats = [Seat(name) for name in names.split()]
    position = {"turn": 0, "phase": "turn_start", **fields}
    match = Match(RTD, RTD.load_course("sundae_drive"), seats, {}, Scripted([]), position)
    return match, next(ask for ask in match.asks if ask.who == who)


def option(match: Match, ask: Ask, name: str) -> Option:
    found = view.describe_option(match, ask, ask.names.index(name))
    assert found.name == name
    return found


# Words


@pytest.mark.parametrize("member", list(Event))
def test_every_event_has_words(member: Event) -> None:
    name = member.name.lower()
    assert (name in PREDICATES) + (name in STATEMENTS) + (name == "momentum") == 1


def test_every_number_has_a_name() -> None:
    assert {cause.name.lower() for cause in Cause} == set(CAUSES)
    assert set(words.MODIFIER_NAMES) == set(Modifier)
    assert set(words.EFFECT_NAMES) == set(Effect)
    assert set(words.ITEM_RULES) == set(Item) - {Item.NONE}
    assert all(words.order_name(order) for order in Order if order != Order.NONE)
    assert all(use in words.USE_NAMES or use > 20 for use in Use)
    choices = {q for q in Question if MEANINGS[q].options is not Options.FACES}
    assert choices == set(DESCRIBERS)


def test_whole_races_read_without_a_hole() -> None:
    for match in finished_races():
        events = match.events()
        for event in events:
            sentence = view.sentence(match, event)
            assert sentence.endswith("."), event
            assert not re.search(r"[{}]|None|_", sentence), event
        lines = view.report(match, events)
        rolls = [event for event in events if event["event"] == "roll"]
        dice = [part for line in lines for part in line.parts if part.kind == "die"]
        assert len(dice) == len(rolls)
        for line in lines:
            assert line.text == " ".join(line.text.split()), line
            assert line.heading or line.rules, line


def test_a_sentence_reads_like_a_report() -> None:
    match = race()
    told: dict[str, Any] = {"event": "passed", "rule": "R27", "who": "Ann", "other": "Bob"}
    assert view.sentence(match, told) == "Ann passed Bob."
    told = {"event": "momentum", "rule": "R35", "who": "Ann", "change": -1, "now": -1}
    assert view.sentence(match, {**told, "cause": "spin_out"}) == "Ann: M 0→−1 from the spin."


def test_a_pass_is_one_line_with_its_dice_and_rules() -> None:
    match = race()
    momentum = {"name": "momentum", "value": 3, "rule": "R4"}
    roll = {"event": "roll", "rule": "R4", "modifiers": [momentum]}
    events: list[dict[str, Any]] = [
        {"event": "pass_tried", "rule": "R27", "who": "Ann", "other": "Bob"},
        {**roll, "who": "Ann", "question": "pass_roll", "natural": [5], "result": 8},
        {**roll, "who": "Bob", "question": "pass_defence", "natural": [2], "result": 5},
        {"event": "passed", "rule": "R27", "who": "Ann", "other": "Bob"},
        {"event": "momentum", "rule": "R27", "who": "Ann", "change": -1, "now": 2, "cause": "pass"},
    ]
    (line,) = view.report(match, events)
    told = "Ann tried to pass Bob: ⚄ 5 +3 M = 8 against Bob ⚁ 2 +3 M = 5, passed (M 3→2)"
    assert line.text == told
    assert line.names == ("Ann", "Bob")
    assert line.rules == ("R27", "R4")


# Options


def test_r18_aggressive_says_what_each_face_brings() -> None:
    match, ask = placed("Ann Bob", "Ann")
    found = option(match, ask, "aggressive")
    assert found.meaning == "1: −1 M · 4: +1 M · 5: +2 M · 6: +3 M (average +0.8)"
    assert "R18" in found.rules


@pytest.mark.parametrize(("momentum", "chance"), [(0, 15 / 36), (2, 26 / 36), (-6, 0)])
def test_r20_draft_chance_is_exact(momentum: int, chance: float) -> None:
    karts = {"Bob": {"momentum": momentum}}
    match, ask = placed("Ann Bob", "Bob", karts=karts)
    assert option(match, ask, "draft").chance == pytest.approx(chance)


def test_r24_slide_chance_goes_by_the_curve() -> None:
    match, ask = placed("Ann Bob", "Ann")  # a broad straight
    assert option(match, ask, "slide").chance == pytest.approx(1 / 2)
    karts = {"Ann": {"progress": 1}, "Bob": {"progress": 1}}  # a broad curve
    match, ask = placed("Ann Bob", "Ann", karts=karts)
    assert option(match, ask, "slide").chance == pytest.approx(4 / 6)


def test_r36_banana_says_whom_it_may_hit() -> None:
    match, _ = placed("Ann Bob Cid", "Ann", karts={"Ann": {"hook": "banana"}})
    for ask in list(match.asks):
        match.answer("defensive", ask.who)
    (ask,) = match.asks
    found = option(match, ask, "lay")
    # Both drive defensively: Bob checks at −1 +1, Cid at 0 +1 if it has not hit Bob.
    assert found.chance == pytest.approx(1 / 2 + 1 / 2 * 1 / 3)
    assert "Bob 50%, Cid 17%" in found.meaning


def test_trying_an_option_out_changes_nothing() -> None:
    seats = [Seat("Ann"), *[Seat(name, "rookie") for name in NAMES[1:]]]
    match = Match(RTD, RTD.load_course("midnight_menagerie"), seats, {}, Seeded(9), bot_seed=9)
    choose = random.Random(4)
    seen = set()
    while not match.is_over:
        ask = match.person_asks()[0]
        seen.add(ask.question)
        before, told = match.position(), len(match.told)
        assert view.describe_ask(match, ask).question
        for index in range(len(ask.options)):
            found = view.describe_option(match, ask, index)
            assert all((found.label, found.meaning, found.rules)), found
            assert found.chance is None or 0 <= found.chance <= 1 + 1e-9
        assert (match.position(), len(match.told)) == (before, told)
        match.answer(choose.choice(ask.names), ask.who)
    assert {"order", "item_box", "rocket_start"} <= seen


def test_orders_of_others_are_not_given_away() -> None:
    """What an option is said to mean is the same whatever the others have ordered."""
    said: list[list[Any]] = []
    for order in ("aggressive", "defensive", "ram"):
        match, ask = placed("Ann Bob Cid", "Bob")
        match.answer(order, "Ann")
        match.answer(order, "Cid")
        said.append([view.describe_option(match, ask, i) for i in range(len(ask.options))])
        said.append([view.standings(match), view.track(match)])
    assert said[0::2] == [said[0]] * 3
    assert said[1::2] == [said[1]] * 3


def test_a_physical_die_is_asked_for_with_what_is_known() -> None:
    match, _ = placed("Ann Bob", "Ann", karts={"Ann": {"ink_until": 1}})
    for ask in list(match.asks):
        match.answer("aggressive", ask.who)
    (die,) = match.asks
    prompt = view.describe_ask(match, die)
    assert prompt.question == "Ann: Drive Aggressively (−1 ink)"
    assert prompt.sides == 6


# The board


def test_standings_and_track_show_the_race() -> None:
    karts = {
        "Ann": {"momentum": 4, "hook": "triple_red_shell", "shells": 2, "hand": ["mushroom"]},
        "Bob": {"shrunk_until": 2, "falls_back": 1, "laps": 0},
    }
    match, _ = placed("Ann Bob", "Ann", karts=karts, peels=[2])
    ann, bob = view.standings(match)
    assert (ann.place, ann.name, ann.energy, ann.most) == (1, "Ann", 4, 5)
    assert ann.carried == ("~2 Red Shells", "Mushroom")
    assert [(status.name, status.turns) for status in bob.statuses] == [("shrunk", 2)]
    assert bob.note == "fallen behind"
    first, second, *_ = view.track(match)
    assert first.groups == ((1, ("Ann", "Bob")),)
    assert first.lying == ("2 Bananas",)
    assert ("!", "Spilt Syrup (+2 or spin)") in second.signs
    assert view.headline(match).conditions == ("Ice Cream Van: calm (3 turns)",)


def test_the_podium_has_times_and_deeds() -> None:
    match = race(seed=3, player="rookie")
    finishers = view.podium(match)
    result = match.result()
    assert result is not None
    assert [f.name for f in finishers] == [place["name"] for place in result["places"]]
    winner = finishers[0]
    assert sum(winner.laps) == winner.turns
    assert winner.best_lap == min(winner.laps)


def test_r10_a39_records_are_told_when_new_or_equalled() -> None:
    match = race(seed=3, player="rookie")
    kept, news = view.update_records(match, {}, "first")
    assert [": a new course record" in line for line in news] == [True, True]
    again, news = view.update_records(match, kept, "first")
    assert (again, news) == (kept, [])
    _, news = view.update_records(match, kept, "second")
    assert "equalled the course record" in news[0]
    slow = {"lap": {"turns": 30, "holder": "Zoe", "race": "old"}, "race": None}
    _, news = view.update_records(match, slow, "third")
    assert "it stood at 30 by Zoe" in news[0]
    assert len(view.record_lines(kept)) == 2


def test_r10_a38_of_equal_times_in_one_race_the_better_placed_holds_the_record() -> None:
    seats = [Seat(name, "rookie") for name in ("A", "B", "C")]
    match = Match(RTD, RTD.load_course("sundae_drive"), seats, dice=Seeded(1))
    for seat, place in enumerate((2, 1, 3)):
        kart = match.race.karts[seat]
        kart.finish_turn, kart.best_lap, kart.place = (15 if place < 3 else 0), 5, place
    kept, _ = view.update_records(match, {}, "first")
    assert (kept["race"]["holder"], kept["lap"]["holder"]) == ("B", "B")
