"""A search plays by the very rules, from what a seat may know, and stops where it is asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.plugins import installed
from tests.toy import race as toy
from tests.toy.ruleset import DEFAULTS, TOY, seats
from wreckoning.bots.search.bots import SearchBot
from wreckoning.bots.search.live import LiveRace
from wreckoning.bots.search.program import Bench, program
from wreckoning.bots.search.settings import SearchSettings, Values, searched
from wreckoning.bots.search.thinker import SearchLimit, Thinker, Thought, read_root
from wreckoning.core import door, generator
from wreckoning.core.asks import Ask
from wreckoning.core.dice import Seeded
from wreckoning.core.errors import Malformed, Refused
from wreckoning.core.ids import SeatIndex, seat_range
from wreckoning.core.match import Match
from wreckoning.core.play import position
from wreckoning.core.play.outlook import SeatOutlook, Standpoint
from wreckoning.core.ruleset import default_opponent, find_ruleset

NAMES = ("Ann", "Bob", "Cid")
STEADY = ("steady",) * 3
KEY = 99


@pytest.fixture(autouse=True)
def toy_is_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with installed(tmp_path, monkeypatch, toy="tests.toy.ruleset:TOY"):
        yield


def match_of(dice: int = 5, course: str = "mile") -> Match:
    """Three people at the line."""
    return Match(TOY, TOY.load_course(course), seats(*["person"] * 3), dice=Seeded(dice))


def race_of(players: tuple[str, ...]) -> Any:
    return TOY.start(TOY.load_course("mile"), seats(*players), DEFAULTS)


def bench_at(outlook: Standpoint, policies: tuple[str, ...] = STEADY) -> Bench:
    bench = Bench(program(TOY), 3)
    bench.lay_out(outlook, policies)
    return bench


# --- what a seat knows


def test_an_outlook_has_neither_dice_to_come_nor_answers_of_others() -> None:
    known = []
    for dice, answer in ((5, "step"), (5, "leap"), (6, "shove")):
        match = match_of(dice)
        match.answer(answer, by="Ann")
        known.append(match.outlook(1))
    assert known[0] == known[1] == known[2]
    assert [ask.who for ask in known[0].asks] == ["Bob"]
    assert known[0].tape == () == known[0].given


def test_own_answers_to_a_group_are_known() -> None:
    match = match_of()
    match.answer("leap", by="Ann")
    assert match.outlook(0).given == ((0, toy.LEAP),)
    assert match.outlook(0).asks == ()


def test_an_outlook_is_the_race_as_it_stands() -> None:
    match = match_of()
    for answer in ("leap", "shove", "step"):
        match.answer(answer)
    outlook = match.outlook(1)
    assert [ask.question for ask in outlook.asks] == ["rival"]
    assert outlook.position() == position.to_json(match.race, NAMES)
    assert outlook.now().door.open == 1


# --- playouts


def by_hand(outlook: SeatOutlook, option: int, number: int) -> list[int]:
    """The same playout, interpreted."""
    race = outlook.now()
    policies = [TOY.code("steady")] * 3
    race.door.policy[:3] = policies
    generator.seed(race.door.dice, KEY, 2 * number)
    generator.seed(race.door.whim, KEY, 2 * number + 1)
    group = [race.door.asks[index] for index in range(race.door.open)]
    tape = [option if ask.by == outlook.seat else ask.options[0] for ask in group if ask.count > 1]
    start = outlook.checkpoint()
    door.take_up(start, [*outlook.tape, *tape])
    start.door.live, start.door.policy[:3] = 1, policies
    start.door.dice, start.door.whim = race.door.dice, race.door.whim
    while not TOY.is_over(start):
        TOY.step(start)
    return [toy.place(start, seat) for seat in seat_range(3)]


def test_a_playout_is_the_same_race_interpreted() -> None:
    outlook = match_of().outlook(1)
    (ask,) = outlook.asks
    found = bench_at(outlook).play_out(1, ask.index, ask.options, key=KEY, first=3, count=20)
    assert found.places.shape == (3, 20, 3)
    for branch, option in enumerate(ask.options):
        expected = [by_hand(outlook, option, 3 + number) for number in range(20)]
        assert found.places[branch].tolist() == expected, ask.names[branch]
    assert (found.chances == (found.places == 1)).all()


def test_a_tape_and_a_single_ask_are_played_on_from() -> None:
    match = match_of()
    for answer in ("step", "shove", "leap"):
        match.answer(answer)
    outlook = match.outlook(1)
    (ask,) = outlook.asks
    assert ask.question == "rival"
    assert outlook.tape == ()  # Ann's step and the choices before lie behind a checkpoint
    found = bench_at(outlook).play_out(1, ask.index, ask.options, key=KEY, first=0, count=8)
    for branch, option in enumerate(ask.options):
        assert found.places[branch].tolist() == [by_hand(outlook, option, n) for n in range(8)]


def test_a_race_is_played_on_where_nobody_is_asked() -> None:
    start = match_of().standpoint()
    group = (toy.LEAP, toy.STEP, toy.STEP)
    far, fall = (replace(start, tape=group), replace(start, tape=(*group[:2], toy.REST)))
    with pytest.raises(Refused):
        bench_at(fall).play_on(key=KEY, first=0, count=1)
    found = bench_at(far).play_on(key=KEY, first=0, count=200)
    assert found.places.shape == (1, 200, 3)
    forced = bench_at(start).play_out(0, 0, [toy.LEAP], key=KEY, first=0, count=200)
    assert (found.places == forced.places).all()


def test_playouts_can_be_cut_off() -> None:
    outlook = match_of().outlook(0)
    bench = bench_at(outlook)
    found = bench.play_out(0, 0, outlook.asks[0].options, key=KEY, first=0, count=4, turns=2)
    assert not found.places.any()
    assert np.allclose(found.chances, 1 / 3)  # the toy tells no features
    assert bench.race.turn == 2


def test_unknown_policies_are_refused() -> None:
    with pytest.raises(Malformed, match=r"no policy 'stead'; .*did you mean steady"):
        bench_at(match_of().outlook(0), ("stead",) * 3)


# --- a race that stops where seats are asked


def test_a_race_with_asked_seats_is_the_race_without_if_they_answer_as_the_policy() -> None:
    for number in range(6):
        live = LiveRace(program(TOY), race_of(STEADY), NAMES, (0, 2), key=KEY, number=number)
        questions = []
        while live.go():
            questions += [(ask.who, ask.question) for ask in live.asks]
            live.answer({ask.index: ask.options[0] for ask in live.asks})
        race = race_of(STEADY)
        door.seed_race(race, KEY, number)
        while not TOY.is_over(race):
            TOY.step(race)
        assert live.places() == [toy.place(race, seat) for seat in seat_range(3)]
        assert questions[:2] == [("Ann", "way"), ("Cid", "way")]


def test_dice_before_a_question_stay() -> None:
    """The race goes on from a question with the dice that fell before it, and with new ones."""
    live = LiveRace(program(TOY), race_of(STEADY), NAMES, (1,), key=KEY, number=1)
    steps = []
    while live.go():
        (ask,) = live.asks
        outlook = live.outlook(1)
        steps.append(outlook.now().runners[1].steps)
        wants = toy.LEAP if toy.LEAP in ask.options else ask.options[0]
        live.answer({ask.index: wants})
    assert steps == sorted(steps)
    assert len(set(steps)) > 1


# --- decisions


@pytest.mark.parametrize("seat", [0, 1])
def test_search_takes_the_winning_option(seat: SeatIndex) -> None:
    """Two steps before the goal a leap gets there as nothing else does."""
    match = match_of()
    match.answer("leap", by="Ann")
    position = {"runners": {"Ann": {"steps": 8}, "Bob": {"steps": 8}, "Cid": {"steps": 8}}}
    match = Match(TOY, TOY.load_course("mile"), seats(*["person"] * 3), start_position=position)
    thinker = Thinker(SearchSettings(), Values())
    thought = thinker.think(match.outlook(seat), 1, playouts=400)
    assert thought.option == toy.LEAP
    assert thought.playouts == 400
    assert sum(each.playouts for each in thought.tried) == 400


@pytest.mark.parametrize("seat", [0, 1])
def test_options_take_turns_and_the_worse_half_goes_out(seat: SeatIndex) -> None:
    """Of three options two are left after half of the playouts."""
    position = {"runners": {"Ann": {"steps": 8}, "Bob": {"steps": 8}, "Cid": {"steps": 8}}}
    match = Match(TOY, TOY.load_course("mile"), seats(*["person"] * 3), start_position=position)
    thinker = Thinker(SearchSettings(halving=True), Values())
    thought = thinker.think(match.outlook(seat), 1, playouts=600)
    assert thought.option == toy.LEAP
    assert sorted(each.playouts for each in thought.tried) == [100, 250, 250]


def test_halving_ends_when_one_option_is_better_beyond_doubt() -> None:
    """Ann leaps and wins, or a rival does: there is nothing to wait for."""
    position = {"runners": {"Ann": {"steps": 8}, "Bob": {"steps": 8}, "Cid": {"steps": 8}}}
    match = Match(TOY, TOY.load_course("mile"), seats(*["person"] * 3), start_position=position)
    ticks = iter(range(100_000))
    thinker = Thinker(SearchSettings(halving=True), Values(), clock=lambda: float(next(ticks)))
    thought = thinker.think(match.outlook(0), 100)
    assert thought.option == toy.LEAP
    assert thought.seconds < 50
    best, *others = sorted(thought.tried, key=lambda each: -each.worth)
    assert all(best.worth - 4 * (best.error**2 + one.error**2) ** 0.5 > one.worth for one in others)


def test_options_that_take_turns_meet_the_same_dice() -> None:
    """A round tries each option once, so equal options come out equal."""
    bench = bench_at(match_of().outlook(0))
    bench.plant(8, 0)
    bench.take_turns(range(3))
    bench.grow(0, key=KEY, first=0, count=60)
    tried, _ = read_root(bench, match_of().outlook(0).asks[0].options)
    assert [each.playouts for each in tried] == [20, 20, 20]
    out = bench.play_out(0, 0, [each.option for each in tried], key=KEY, first=0, count=20)
    wins = (out.places[:, :, 0] == 1).mean(axis=1)
    assert [each.worth for each in tried] == pytest.approx(wins)


def test_a_decision_is_the_same_for_the_same_outlook() -> None:
    thoughts = []
    for answer in ("step", "leap"):
        match = match_of()
        match.answer(answer, by="Ann")
        thinker = Thinker(SearchSettings(), Values())
        thoughts.append(thinker.think(match.outlook(1), 1, playouts=200).tried)
    assert thoughts[0] == thoughts[1]


def test_others_drive_in_playouts_as_they_are_expected_to() -> None:
    """Without a word about it, as the usual opponent does."""
    thinker, outlook = Thinker(SearchSettings(), Values()), match_of().outlook(0)
    usual = (default_opponent(TOY),) * 3
    tried = [
        thinker.think(outlook, 1, playouts=200, drivers=drivers).tried
        for drivers in (None, usual, STEADY)
    ]
    assert usual != STEADY
    assert tried[0] == tried[1] != tried[2]


def test_a_searching_bot_says_whom_it_expects_in_each_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    think = Thinker.think

    def listen(thinker: Thinker, outlook: SeatOutlook, seconds: float, **more: Any) -> Thought:
        asked.append(more.get("drivers"))
        return think(thinker, outlook, seconds, playouts=10, **more)

    class Expecting(SearchBot):
        def drivers(self, outlook: SeatOutlook) -> tuple[str, ...]:
            return ("steady", "random", "random")

    monkeypatch.setattr(Thinker, "think", listen)
    for bot in (SearchBot(TOY), Expecting(TOY)):
        bot.choose(match_of().outlook(0), 1)
    assert asked == [None, ("steady", "random", "random")]


def test_search_keeps_its_time_and_can_be_stopped() -> None:
    ticks = iter(range(100_000))
    thinker = Thinker(SearchSettings(), Values(), clock=lambda: float(next(ticks)))
    thought = thinker.think(match_of().outlook(0), 20)
    assert thought.seconds <= 22
    stopped = thinker.think(match_of().outlook(0), 1e9, is_cancelled=lambda: True)
    assert stopped.playouts == 2


@pytest.mark.parametrize("of", [1, 2, 3])
def test_no_lot_is_left_when_the_time_is_exceeded(of: int) -> None:
    """A lot may take longer than was left: the search ends then, as with no playouts left."""
    late = SearchLimit(
        clock=lambda: 9.0, began=0.0, seconds=1, playouts=0, is_cancelled=lambda: False
    )
    assert late.next_lot(100, 0.5, of) == 0
    assert replace(late, playouts=60).next_lot(100, 0.5, of) == 0


def test_an_ask_is_the_same_in_a_match_and_in_a_live_race() -> None:
    live = LiveRace(program(TOY), race_of(STEADY), NAMES, (0,), key=KEY, number=0)
    assert live.go()
    own: tuple[Ask, ...] = live.outlook(0).asks
    assert own == match_of().outlook(0).asks
    assert live.outlook(0) == match_of().outlook(0)
    assert find_ruleset("toy") is live.outlook(0).rules


def test_little_time_has_settings_of_its_own_where_the_file_has_them() -> None:
    for key, slow, quick in (("rally", 2, 1), ("kart", 2, 2)):
        ruleset = find_ruleset(key)
        found = searched(ruleset)
        assert (found.settings.turns, found.quick.turns) == (slow, quick)
        assert replace(found.quick, turns=slow) == found.settings
        for make in (SearchBot.ace, SearchBot.racer, SearchBot.veteran):
            bot = make(ruleset, 0)
            assert bot.settings(0.2) == found.settings
            assert bot.settings(0.02) == found.quick


def test_file_says_what_counts_for_ace_and_veteran() -> None:
    own = searched(find_ruleset("kart")).values()
    assert (own.win, own.place) == (0.75, 0.25)
    assert searched(find_ruleset("rush")).values().place == 0
