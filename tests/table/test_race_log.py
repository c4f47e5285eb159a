"""The log of a race, kept up turn by turn: always the same as from its beginning."""

from __future__ import annotations

from collections import Counter
from typing import Any

import hypothesis
import orjson
import pytest
from hypothesis import strategies as st
from tests.strategies import races
from tests.table.sitting import RULESET, Sitting, by_turns

from wreckoning.conformance.races import begin
from wreckoning.core.asks import DICE_NAME, Answer
from wreckoning.core.errors import Illegal
from wreckoning.core.match import Match
from wreckoning.core.ruleset import find_ruleset, registered
from wreckoning.server.encoding import dump
from wreckoning.server.live.live_table import LiveTable
from wreckoning.table.ids import TableVersion
from wreckoning.table.race_log import DiceSoFar, RaceLog
from wreckoning.table.racing import undoable
from wreckoning.table.replies import DiceCount
from wreckoning.table.table import Outcome

RTD = find_ruleset(RULESET)
ANSWERS = 120


def check_whole(race_log: RaceLog, match: Match) -> None:
    """The race_log is that of the whole race, and every roll says what die it was."""
    events = match.events()
    assert race_log.lines == match.ruleset.view.log_lines(match, events)
    rolls = [event for event in match.events_json() if event["event"] == "roll"]
    assert [roll.number for roll in race_log.rolls] == list(range(len(rolls)))
    for told, event in zip(race_log.rolls, rolls, strict=True):
        assert told.who == event["who"]
        assert told.natural == event["natural"]
        assert told.result == event["result"]
        assert [vars(modifier) for modifier in told.modifiers] == event["modifiers"]
    dice = [entry for entry in match.entries if isinstance(entry, Answer)]
    dice = [entry for entry in dice if entry.who == DICE_NAME]
    assert [roll.sides for roll in race_log.rolls] == [die.sides for die in dice]
    assert [roll.natural[0] for roll in race_log.rolls] == [int(die.name) for die in dice]


def test_what_ends_a_turn_is_told_in_its_phase_whenever_the_log_is_drawn() -> None:
    """A ram that met nobody is told at the end of its turn, not in the next one's first phase."""
    table = Sitting("Ann", "Bob", "Cy:rookie").start()
    race_log = RaceLog(table.match)
    for step in range(100):
        ask = table.game.waiting()[0]
        table.answer(ask.who, by_turns(ask, step))
        race_log.catch_up()
        if step % 10 == 0:
            check_whole(race_log, table.match)
    idle = [line for line in race_log.lines if "nobody to ram" in line.text]
    assert idle
    assert {line.phase for line in idle} <= {"Movement phase", "Cleanup phase"}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("key", registered())
@hypothesis.settings(max_examples=3, deadline=None)
@hypothesis.given(st.data())
def test_incremental_log_equals_the_whole_log_at_every_answer(
    key: str, data: st.DataObject
) -> None:
    """Random answers, also taken back: one, a few, or all of a turn and more."""
    ruleset = find_ruleset(key)
    match = begin(ruleset, data.draw(races(ruleset)))
    race_log = RaceLog(match)
    choices = data.draw(st.randoms(use_true_random=False))
    for _ in range(ANSWERS):
        if match.is_over:
            break
        back = choices.choice([0] * 12 + [1, 3, 40])
        if back and len(match.entries) >= back:
            match.rewind(len(match.entries) - back)
        else:
            ask = choices.choice(match.asks)
            match.answer(choices.choice(ask.names), ask.who, ask.question)
        before, rolled = race_log.lines, race_log.rolls
        kept, kept_rolls = race_log.catch_up()
        check_whole(race_log, match)
        assert before[:kept] == race_log.lines[:kept]
        assert rolled[:kept_rolls] == race_log.rolls[:kept_rolls]
        assert kept == len(before) or before[: kept + 1] != race_log.lines[: kept + 1]


def test_only_lines_of_the_running_turn_are_rebuilt() -> None:
    """Lines of turns before are the very same objects."""
    table = Sitting("Ann", "Bob:rookie", dice="fair").start()
    race_log = RaceLog(table.match)
    table.play_until(lambda: table.match.race.turn == 4)
    race_log.catch_up()
    before = list(race_log.lines)
    table.play_until(lambda: table.match.race.turn == 5)
    race_log.catch_up()
    kept = sum(old is new for old, new in zip(before, race_log.lines, strict=False))
    assert kept > len(before) // 2


def test_log_ends_with_the_race() -> None:
    table = Sitting("Ann", "Bob:rookie", dice="fair").start()
    race_log = RaceLog(table.match)
    while table.game.state == "running":
        ask = table.game.waiting()[0]
        table.answer(ask.who, ask.names[0])
        race_log.catch_up()
    check_whole(race_log, table.match)


def test_refused_command_leaves_no_line() -> None:
    """A command that answered before it was refused: its race is another then."""
    table = Sitting("Ann", "Bob", dice="fair").start()
    room = LiveTable(table.game, 0, 0)
    before = table.match

    def does() -> Outcome:
        for ask in table.match.person_asks():
            table.match.answer(ask.names[0], ask.who)
        raise Illegal("not like this")

    with pytest.raises(Illegal):
        table.game.carry_out("answer", does)
    assert table.game.match is not before
    table.play_until(lambda: table.match.race.turn == 2)
    room.update(False)
    assert room.race_log is not None
    check_whole(room.race_log, table.match)


# --- what a browser makes of the updates


class Browser:
    """A browser that keeps its messages, as `web/` does."""

    def __init__(self, state: dict[str, Any]) -> None:
        self.version: TableVersion = state["version"]
        self.lines: list[Any] = state["lines"]
        self.play: dict[str, Any] | None = state["play"]

    def take(self, text: str) -> None:
        """Take an update."""
        update = orjson.loads(text)
        assert update["version"] > self.version
        self.version = update["version"]
        keep = update["lines"]["keep"]
        assert keep <= len(self.lines)
        self.lines = self.lines[:keep] + update["lines"]["add"]
        self.play = {**(self.play or {}), **update["play"]}


def shown(room: LiveTable) -> dict[str, Any]:
    """The whole log, as a new client is sent it."""
    state: dict[str, Any] = orjson.loads(dump(room.state([])))
    return state


def test_updates_add_up_to_the_full_state() -> None:
    """Who was there from the first and who comes now see the same, whatever happens."""
    table = Sitting("Ann", "Bob", "Cid:rookie", dice="physical")
    room = LiveTable(table.game, 0, 0)
    browser = Browser(shown(room))
    table.start()
    browser.take(room.update(True))
    for step in range(120):
        undo = undoable(table.game)
        if undo and step % 3 == 0:
            table.undo("dice" if undo[0] < 0 else table.match.names[undo[0]])
        else:
            ask = table.game.waiting()[0]
            table.answer(ask.who, ask.names[step * 5 % len(ask.names)])
        browser.take(room.update(False))
        state = shown(room)
        assert browser.lines == state["lines"]
        assert browser.version == state["version"]
        assert browser.play is not None
        assert browser.play == state["play"]


def test_the_rolls_of_the_latest_move() -> None:
    """Those since a person decided something, for clients that were there and for new ones."""
    table = Sitting("Ann", "Bob", "Cid:rookie", dice="physical").start()
    room = LiveTable(table.game, 0, 0)
    browser = Browser(shown(room))

    def rolls() -> list[list[int]]:
        browser.take(room.update(False))
        assert browser.play is not None
        assert browser.play["rolls"] == shown(room)["play"]["rolls"]
        return [roll["natural"] for roll in browser.play["rolls"]]

    for who in ("Ann", "Bob"):
        table.answer(who, "yes")
        assert rolls() == []
    for face, seen in ((4, [[4]]), (2, [[4], [2]])):
        table.roll(face)
        assert rolls() == seen
    table.undo("dice")
    assert rolls() == [[4]]
    table.play_until(lambda: ("Ann", "order") in table.asked)
    before = rolls()
    assert before[0] == [4]
    table.answer("Ann", "defensive")
    assert rolls() == before, "nobody knows yet that Ann has decided"
    table.answer("Bob", "defensive")
    assert rolls() == []


def test_missed_updates_are_sent_or_everything() -> None:
    """Who was away gets `current`, what was missed, or nothing but everything."""
    table = Sitting("Ann", "Bob", dice="fair").start()
    room = LiveTable(table.game, 0, 0)
    browsers = [Browser(shown(room))]
    assert room.since(table.game.version) == [
        f'{{"type":"current","version":{table.game.version}}}'
    ]
    assert room.since(TableVersion(table.game.version + 1)) is None
    assert room.since(TableVersion(0)) is None
    for step in range(40):
        ask = table.game.waiting()[0]
        table.answer(ask.who, ask.names[step * 5 % len(ask.names)])
        room.update(False)
        browsers.append(Browser(shown(room)))
    at_once = [room.since(browser.version) for browser in browsers]
    assert at_once[0] is None, "too long away"
    assert sum(missed is not None for missed in at_once) >= 20
    for browser, missed in zip(browsers[:-1], at_once[:-1], strict=True):
        for text in missed or []:
            browser.take(text)
        if missed:
            assert browser.lines == browsers[-1].lines


# --- the dice so far


def test_dice_counts_so_far() -> None:
    table = Sitting("Ann", "Bob:rookie", dice="physical").start()
    table.answer("Ann", "yes")
    dice = DiceSoFar()
    assert dice.of(table.match) == []
    table.roll(6)
    assert dice.of(table.match)[0].faces[5] == 1
    table.undo("dice")
    table.roll(2)
    if table.asked[0][0] == "dice":
        table.roll(2)
    faces = Counter(answer for who, _, answer in table.entries if who == "dice")
    assert (
        dice.of(table.match)
        == DiceSoFar().of(table.match)
        == [DiceCount(6, faces.total(), [0, faces["2"], 0, 0, 0, 0], faces.total() / 6)]
    )


def test_dice_counts_of_a_whole_race() -> None:
    table = Sitting("Ann", "Bob", "Cid:rookie", dice="fair").start().to_the_end()
    counted = DiceSoFar().of(table.match)
    dice = [e for e in table.match.entries if isinstance(e, Answer) and e.who == DICE_NAME]
    assert [count.sides for count in counted] == sorted({die.sides for die in dice})
    for count in counted:
        assert sum(count.faces) == count.rolls
        assert len(count.faces) == count.sides
    assert sum(count.rolls for count in counted) == len(dice)
