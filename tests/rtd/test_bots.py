"""The veteran answers by its net, and learns from what options were worth; the ace watches."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from wreckoning.bots.rtd import practice, veteran
from wreckoning.bots.rtd.ace import Watchful
from wreckoning.bots.rtd.practice import Decisions, learn
from wreckoning.bots.rtd.rookie import rookie
from wreckoning.bots.search.program import Bench, program
from wreckoning.bots.search.settings import searched
from wreckoning.core.asks import Ask
from wreckoning.core.bots import make_bot
from wreckoning.core.compiling.compiled import code_digest, source_files
from wreckoning.core.dice import Seeded
from wreckoning.core.match import Match
from wreckoning.core.play import position
from wreckoning.core.ruleset import Seat
from wreckoning.rulesets.rtd.numbers import Order, Question
from wreckoning.rulesets.rtd.race import DEPLOY, Item, Race
from wreckoning.rulesets.rtd.ruleset import RULESET
from wreckoning.rulesets.rtd.study import PRINTED

PEOPLE, OTHER = 4, ("rookie", "veteran")


def decisions_of(dice: int, people: int = PEOPLE, **options: str) -> Iterator[tuple[Match, Ask]]:
    """A race of people who take the rookie's options: each moment at which one is asked."""
    seats = [Seat(f"Driver {n}") for n in range(1, people + 1)]
    match = Match(RULESET, RULESET.load_course("sundae_drive"), seats, options, dice=Seeded(dice))
    while not match.is_over:
        ask = match.person_asks()[0]
        yield match, ask
        option = rookie(match.race, match.race.door.asks[ask.index])
        match.answer(ask.names[ask.options.index(option)], ask.who, ask.question)


def seen_at(match: Match, ask: Ask) -> dict[str, float]:
    """The inputs of the veteran's net for this ask, by name."""
    seen = np.zeros(veteran.INPUTS)
    veteran.look(match.race, match.race.door.asks[ask.index], seen)
    return dict(zip(veteran.NAMES, map(float, seen), strict=True))


# --- the veteran


def test_veteran_takes_the_offered_move_of_most_worth(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a net that sees nothing and likes rams best, then Aggressive, it does just that."""
    worth = np.zeros((veteran.HIDDEN + 1, veteran.MOVES))
    worth[-1, veteran.ORDERS + Order.AGGRESSIVE], worth[-1, veteran.ORDERS + Order.RAM] = 1.0, 2.0
    monkeypatch.setattr(veteran, "INTO_HIDDEN", np.zeros((veteran.INPUTS, veteran.HIDDEN)))
    monkeypatch.setattr(veteran, "INTO_WORTH", worth)
    monkeypatch.setattr(veteran, "LEARNT", np.ones(veteran.MOVES, bool))
    orders = 0
    for match, ask in decisions_of(3):
        if ask.question == "order":
            found = veteran.veteran(match.race, match.race.door.asks[ask.index])
            assert found == (Order.RAM if Order.RAM in ask.options else Order.AGGRESSIVE)
            orders += 1
    assert orders > 20


def test_veteran_leaves_targets_to_the_rookie() -> None:
    targets = 0
    for dice in range(4):
        for match, ask in decisions_of(dice):
            if ask.question == "target":
                record = match.race.door.asks[ask.index]
                assert veteran.veteran(match.race, record) == rookie(match.race, record)
                targets += 1
    assert targets


def test_veteran_asks_the_referee_for_no_action() -> None:
    """At a table with a referee, drivers may want to do something else (A69): no bot does."""
    for match, ask in decisions_of(1, 6, referee="on"):
        if ask.question == "order":
            assert Order.CUSTOM in ask.options
            assert veteran.veteran(match.race, match.race.door.asks[ask.index]) != Order.CUSTOM


def test_veteran_leaves_to_the_rookie_what_its_net_has_not_learnt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A net that likes rams best, and has not learnt what a Defensive driver gets."""
    worth = np.zeros((veteran.HIDDEN + 1, veteran.MOVES))
    worth[-1, veteran.ORDERS + Order.RAM] = 1.0
    monkeypatch.setattr(veteran, "INTO_WORTH", worth)
    learnt = np.arange(veteran.MOVES) != veteran.ORDERS + Order.DEFENSIVE
    monkeypatch.setattr(veteran, "LEARNT", learnt)
    for match, ask in decisions_of(3):
        if ask.question == "order":
            record = match.race.door.asks[ask.index]
            assert veteran.veteran(match.race, record) == rookie(match.race, record)


def test_veteran_sees_inputs_of_a_like_size_and_changes_nothing() -> None:
    for match, ask in decisions_of(5):
        before = position.to_json(match.race, [])
        assert max(map(abs, seen_at(match, ask).values())) <= 8
        assert position.to_json(match.race, []) == before


def test_inputs_are_what_their_names_say() -> None:
    """The first and the last of each part, and some in between, of every decision in a race."""
    assert len(set(veteran.NAMES)) == veteran.INPUTS == len(veteran.INTO_HIDDEN) == 96
    boxes = 0
    for match, ask in decisions_of(5):
        seen, race = seen_at(match, ask), match.race
        kart, place = race.karts[ask.by], race.order.index(ask.by)
        here = race.course.segment[kart.progress % race.course.segments]
        following = race.course.segment[(kart.progress + 1) % race.course.segments]
        boxes += ask.question == "item_box"
        assert seen["always"] == 1
        assert seen["place"] == place / 5
        assert seen["momentum"] == kart.momentum / 3
        assert (seen["leader_near"] == seen["near"]) == (seen["gap"] == 0)
        assert seen["boxes_taken"] * 3 == (ask.subject if ask.question == "item_box" else 0)
        assert seen["ahead_exists"] == (place > 0)
        assert seen["behind_exists"] == (place < race.drivers - 1)
        for who, at in (("ahead", place - 1), ("behind", place + 1)):
            other = race.karts[race.order[at]] if seen[f"{who}_exists"] else None
            moves = other is not None and not other.finish_turn
            assert seen[f"{who}_momentum"] == (other.momentum / 3 if other and moves else 0)
        for where, segment in (("here", here), ("next", following)):
            assert seen[f"{where}_boxes"] == (segment.boxes > 0)
            assert seen[f"{where}_hazard"] == segment.hazards[0].exists
        assert seen["first_turn"] == (race.turn <= 1)
        hook = [name for name in PRINTED if seen[f"hook_{name}"]]
        assert hook == ([PRINTED[kart.hook - 1]] if kart.hook else [])
        hand = sum(seen[f"hand_{name}"] for name in PRINTED)
        assert hand == sum(item > 0 for item in kart.hand)
        assert (seen["rated_hook"] != 0) <= (kart.hook > 0)
        assert (seen["rated_pass_with_1_more"] > 0) <= (seen["ahead_slower"] > 0)
    assert boxes


def test_items_of_the_house_are_seen_as_what_they_act_as() -> None:
    race = Race()
    race.loot.items[Item.MUSHROOM].acts_as = Item.MUSHROOM
    race.loot.items[Item.OWN_1].acts_as = Item.MUSHROOM
    own, printed = (
        veteran.move_of(race, Question.ORDER, DEPLOY + item) for item in (Item.OWN_1, Item.MUSHROOM)
    )
    assert own == printed == veteran.DEPLOYS + Item.MUSHROOM - 1


# --- how it learns


@pytest.mark.slow
def test_net_learns_which_move_is_worth_more_where() -> None:
    """One move is better when input 3 is set, the other when it is not."""
    count = 4000
    seen = np.zeros((count, veteran.INPUTS), np.float32)
    seen[:, 0], seen[::2, 3] = 1.0, 1.0
    moves = np.full((count, practice.MOST), veteran.UNKNOWN)
    moves[:, 0], moves[:, 1] = veteran.ORDERS + Order.AGGRESSIVE, veteran.ORDERS + Order.RAM
    worth = np.zeros((count, practice.MOST), np.float32)
    worth[::2, 1], worth[1::2, 0] = 0.05, 0.05
    usual, race = np.zeros(count, int), np.arange(count) // 10
    learnt = learn(Decisions(seen, moves, worth, usual, race), None)
    assert learnt.gain == pytest.approx(0.025)  # right in both halves; the rookie in one
    assert learnt.alike == pytest.approx(0.5)
    assert learnt.decisions == 3600
    assert set(np.flatnonzero(learnt.net[1].any(axis=0))) == {Order.AGGRESSIVE, Order.RAM}


@pytest.mark.slow
def test_every_option_of_a_decision_is_tried() -> None:
    """Those that are not offered are UNKNOWN, and worth nothing."""
    found = practice.play_decisions(range(2), seed=1, driver="rookie")
    offered = found.moves != veteran.UNKNOWN
    many = offered.sum(axis=1)
    assert (many >= 2).all()
    assert (offered == (np.arange(practice.MOST) < many[:, None])).all()
    assert (found.usual < many).all()
    assert ((found.worth >= 0) & (found.worth <= 1)).all()
    assert (found.worth[~offered] == 0).all()
    assert (found.worth[offered] > 0).mean() > 0.9
    assert set(found.race) == {0, 1}


@pytest.mark.slow
def test_worth_of_an_option_is_the_mean_of_its_playouts() -> None:
    """With values that count only wins, it is the chance to win at the end of each."""
    values = replace(searched(RULESET).own, win=1.0, place=0.0)
    bench = Bench(program(RULESET), PEOPLE, values)
    match, ask = next(each for each in decisions_of(3) if each[1].question == "order")
    bench.lay_out(match.outlook(ask.by), ["veteran"] * PEOPLE)
    found = practice.worths(bench, ask, 7)
    played = bench.play_out(
        *(ask.by, ask.index, ask.options),
        key=7,
        first=0,
        count=practice.PLAYOUTS,
        turns=practice.TURNS,
    )
    assert found == pytest.approx(played.chances[:, :, ask.by].mean(axis=1), abs=1e-4)


def test_net_is_kept_in_thousandths() -> None:
    text = veteran.net_as_json(veteran.read_net(), {"made_by": "a test"})
    found = json.loads(text)
    assert found["made_by"] == "a test"
    for layer, kept in zip(("hidden", "worth"), veteran.read_net(), strict=True):
        assert np.array_equal(np.array(found[layer]) / 1000, kept)


def test_compiled_form_depends_on_the_net(tmp_path: Path) -> None:
    """The net is part of the program: another one is another compiled form."""
    assert Path(veteran.__file__).with_name(veteran.FILE) in source_files(RULESET)
    module, data = tmp_path / "bot.py", tmp_path / "bot.json"
    module.write_text('"""A bot."""\n')
    data.write_text("[1]")
    before = code_digest([module, data])
    data.write_text("[2]")
    assert code_digest([module, data]) != before


# --- the ace


@pytest.mark.parametrize("kind", OTHER)
def test_ace_finds_out_who_drives_like_a_rookie(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of strangers it expects veterans; of a rookie after some turns a rookie."""
    monkeypatch.setattr("wreckoning.bots.search.bots.program", lambda _: _NoProgram)
    seats = [Seat("Ann"), *(Seat(f"Bot {n}", kind) for n in range(3))]
    match = Match(RULESET, RULESET.load_course("sundae_drive"), seats, dice=Seeded(4))
    bot = Watchful(RULESET)
    assert bot.drivers(match.outlook(0)) == ["veteran"] * 4
    while not match.is_over:
        ask = match.person_asks()[0]
        expected = bot.drivers(match.outlook(ask.by))
        match.answer(ask.names[0], ask.who, ask.question)
    assert expected == ["veteran", kind, kind, kind]


def test_ace_forgets_actions_that_were_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the last of Ann's four answers to the same question counts: that of a rookie."""
    monkeypatch.setattr("wreckoning.bots.search.bots.program", lambda _: _NoProgram)
    match, bot = _two_people_who_differ()
    ann = match.race.door.asks[0]
    usual, seasoned = rookie(match.race, ann), veteran.veteran(match.race, ann)
    began = len(match.entries)
    for option in (usual, seasoned, seasoned, usual):
        match.rewind(began)
        assert bot.drivers(match.outlook(1)) == ["veteran", "veteran"]
        for ask, chosen in zip(match.asks, (option, Order.AGGRESSIVE), strict=True):
            match.answer(ask.names[ask.options.index(chosen)], ask.who, ask.question)
        found = bot.drivers(match.outlook(1))
    assert found == ["rookie", "veteran"]


def test_ace_compares_actions_with_those_foreseen_in_the_same_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It was not asked again in the turn: Ann's action of the next one says nothing about it."""
    monkeypatch.setattr("wreckoning.bots.search.bots.program", lambda _: _NoProgram)
    match, bot = _two_people_who_differ()
    turn, usual = match.race.turn, rookie(match.race, match.race.door.asks[0])
    bot.drivers(match.outlook(1))
    while match.race.turn == turn or match.race.karts[0].order == Order.NONE:
        ask = match.person_asks()[0]
        repeats = ask.question == "order" and ask.by == 0
        at = ask.options.index(usual) if repeats else 0
        match.answer(ask.names[at], ask.who, ask.question)
    assert bot.drivers(match.outlook(1)) == ["veteran", "veteran"]


def _two_people_who_differ() -> tuple[Match, Watchful]:
    """A race at actions of two people: a rookie and a veteran would differ in seat 0."""
    for dice in range(20):
        for match, ask in decisions_of(dice, 2):
            first = match.race.door.asks[0]
            is_wanted = ask.question == "order" and match.race.door.open == 2 and first.by == 0
            if is_wanted and rookie(match.race, first) != veteran.veteran(match.race, first):
                return match, Watchful(RULESET)
    raise AssertionError


def test_characters_watch_as_the_ace_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wreckoning.bots.search.bots.program", lambda _: _NoProgram)
    styles = {"ace": "", **{name: name for name in ("racer", "brawler", "gambler", "careful")}}
    for name, style in styles.items():
        bot = make_bot(RULESET, name, 1)
        assert isinstance(bot, Watchful)
        assert bot.style == style
    surprises = [make_bot(RULESET, "surprise", seed) for seed in range(4)]
    assert all(isinstance(bot, Watchful) for bot in surprises)
    assert {bot.style for bot in surprises if isinstance(bot, Watchful)} == set(styles) - {"ace"}


class _NoProgram:
    """Stands in for the compiled search, which is not needed to watch."""

    kernel = None
