"""A race in memory: whose answer counts, handing over, the referee, the end."""

from __future__ import annotations

import dataclasses
from dataclasses import replace
from functools import partial
from typing import Any

import orjson
import pytest
from pydantic import ValidationError
from tests.table.sitting import (
    GROUP,
    HOST,
    REFEREE,
    RULESET,
    SECRET,
    Sitting,
    asked_after,
    chance,
    is_absent,
    one,
    pair,
    refused,
    to,
)

from wreckoning.core.asks import Answer, Correction, is_by
from wreckoning.core.errors import Changed, Illegal, Malformed, NotYourTurn, Over, WreckError
from wreckoning.core.fair import commitment
from wreckoning.core.logs import snapshot
from wreckoning.core.logs.entries import entry_json, read_stored
from wreckoning.core.logs.log_file import read_log, replay, write_log
from wreckoning.core.logs.verify import check_called
from wreckoning.core.records import pack
from wreckoning.core.ruleset import find_ruleset
from wreckoning.server.encoding import dump
from wreckoning.server.live.clients import Client
from wreckoning.server.live.live_table import LiveTable
from wreckoning.show.standing_answers import count_shown
from wreckoning.table import next_race, race_commands
from wreckoning.table.logs import log_of
from wreckoning.table.messages import replay_json
from wreckoning.table.models import SeatState, Settings
from wreckoning.table.race_log import RaceLog
from wreckoning.table.racing import expire, undoable
from wreckoning.table.refusals import Forbidden, Stale, Unknown
from wreckoning.table.replies import DriverField, Fairness, RollKind
from wreckoning.table.table import Outcome, Table

# --- whose answer counts


def test_asked_seat_may_answer() -> None:
    table = pair()
    table.answer("Bob", "yes")
    assert table.asked == GROUP[:1]
    table.answer("Ann", "no")
    assert table.entries == [("Bob", "rocket_start", "yes"), ("Ann", "rocket_start", "no")]
    assert table.asked == [("dice", "rocket_check")]


@pytest.mark.parametrize("token", ["", "x" * 24, "-", HOST, "token-t1-1"])
def test_answer_for_anothers_seat_is_refused(token: str) -> None:
    """Without a token, with a forged one, as a spectator, as the host, with Bob's for Ann's."""
    table = pair()
    refused(
        table,
        Forbidden,
        "^this token does not open seat 0$",
        lambda: table.answer("Ann", "yes", token=token),
    )


def test_a_digest_is_no_token() -> None:
    table = pair()
    stolen = table.game.settings.seats[0].token
    refused(table, Forbidden, "seat 0", lambda: table.answer("Ann", "yes", token=stolen))
    host = table.game.settings.host
    refused(table, Forbidden, "only the host", lambda: table.do("abandon", host))


def test_answer_of_a_seat_not_asked_is_refused() -> None:
    table = pair()
    table.answer("Bob", "yes")
    words = r"^Bob is not asked 'rocket_start' now; asked: Ann \(rocket_start\)$"
    refused(table, NotYourTurn, words, lambda: table.answer("Bob", "no", ask="rocket_start"))
    refused(table, NotYourTurn, "'order'", lambda: table.answer("Ann", "aggressive", ask="order"))
    refused(table, NotYourTurn, "dice", lambda: table.answer("dice", "3", ask="rocket_check"))
    refused(table, Unknown, "no seat 7", lambda: table.answer("Ann", "yes", seat=7))


def test_answer_that_is_no_option_is_refused() -> None:
    table = pair()
    words = r"^rocket_start: Ann: no option 'maybe'; expected one of yes, no \(R14\)$"
    refused(table, Illegal, words, lambda: table.answer("Ann", "maybe"))
    table.answer("Ann", "yes")
    table.answer("Bob", "yes")
    for face in ("0", "7", "six"):
        words = rf"expected a face of the die, 1 to 6, found '{face}'"
        refused(table, Illegal, words, partial(table.answer, "dice", face))


def test_w14_a_refused_answer_names_its_rule() -> None:
    """A vehicle goes 10 inches at most; `f 99` is none of the options, but sounds like one."""
    table = Sitting("Ann", "Bob", ruleset="rally", course="gasket_gulch").start()
    driving = ("Ann", "plan")
    table.play_until(lambda: table.asked == [driving])
    words = r"^plan: Ann: forward 99 inches, .* inches are left \(W14\)$"
    refused(table, Illegal, words, lambda: table.answer("Ann", "f 99"))
    refused(table, Illegal, "no option 'fly'", lambda: table.answer("Ann", "fly"))


def test_any_seated_player_may_enter_real_dice() -> None:
    table = pair()
    table.answer("Ann", "yes")
    table.answer("Bob", "yes")
    for token in ("", "x" * 24):
        refused(table, Forbidden, "seated", partial(table.answer, "dice", "3", token=token))
    table.answer("dice", "3", token=table.tokens[0])
    table.answer("dice", "4", token=table.tokens[1])
    table.undo("dice", token=table.tokens[0])
    table.answer("dice", "5", token=HOST)
    assert table.entries[-2:] == [("dice", "rocket_check", "3"), ("dice", "rocket_check", "5")]


def test_fair_dice_cannot_be_entered() -> None:
    table = pair(dice="fair")
    refused(table, NotYourTurn, "dice", lambda: table.answer("dice", "3", ask="rocket_check"))


def test_older_version_is_accepted_for_the_same_question() -> None:
    """Ann saw the question at version 1; Bob's answer came in between."""
    table = pair()
    seen = table.game.version
    table.answer("Bob", "yes")
    assert table.game.version == seen + 1
    table.answer("Ann", "yes", version=seen)
    assert [who for who, *_ in table.entries] == ["Bob", "Ann"]


def test_answer_to_an_earlier_question_is_stale() -> None:
    table = pair()
    seen = table.game.version
    table.answer("Ann", "yes")
    table.answer("Bob", "yes")
    refused(
        table,
        Stale,
        "Ann is not asked 'rocket_start' any more",
        lambda: table.answer("Ann", "yes", ask="rocket_start", version=seen),
    )


def test_answer_to_a_repeated_question_is_stale() -> None:
    """The die was mistyped: the same question comes again, after another roll."""
    table = one()
    asked_after(table, "dice", ("Ann", "item_box"))
    seen = table.game.version
    table.undo("dice")
    table.roll(int(table.match.asks[0].names[0]))
    to(table, ("Ann", "item_box"))
    refused(
        table,
        Stale,
        "Ann's question has changed since",
        lambda: table.answer("Ann", "yes", version=seen),
    )
    table.answer("Ann", "yes")


def test_undone_answer_makes_its_question_stale() -> None:
    """A second tab still shows Ann's question as it was before she answered and took it back."""
    table = pair()
    seen = table.game.version
    table.answer("Ann", "yes")
    table.undo("Ann")
    refused(table, Stale, "changed since", lambda: table.answer("Ann", "no", version=seen))
    table.answer("Bob", "yes", version=seen)
    table.answer("Ann", "no")


# --- a group's answers are hidden until all are in


@pytest.mark.parametrize("dice", ["physical", "fair"])
def test_group_answers_are_hidden(dice: str) -> None:
    """Whatever Ann answers, all that others are sent is the same."""

    def seen(answer: str) -> list[str]:
        table = Sitting("Ann", "Bob", "Cid:rookie", dice=dice).start()
        live = LiveTable(table.game, 0, 0)
        first = dump(live.state([]))
        table.answer("Ann", answer)
        bobs = Client(tokens=(table.tokens[1],), seats=(1,))
        return [
            first,
            live.update(False),
            dump(live.state([])),
            dump(live.menus(bobs)),
            dump(live.you(bobs, undoable(table.game))),
            log_of(table.game),
            dump(replay_json(table.game)),
        ]

    assert seen("yes") == seen("no")
    state = orjson.loads(seen("yes")[2])
    assert [(a["who"], a["answered"]) for a in state["play"]["asked"]] == [
        ("Bob", False),
        ("Cid", False),
        ("Ann", True),
    ]
    assert state["play"]["number"] == 0


def test_fork_leaves_out_hidden_group_answers() -> None:
    table = pair()
    table.answer("Ann", "yes")
    assert table.game.number == 0
    with pytest.raises(Illegal, match="expected a moment 0 to 0"):
        next_race.forked(table.game, 1, chance("t2"))
    fork = next_race.forked(table.game, 0, chance("t2"))
    assert fork.settings.position is None


# --- handing over, and who is absent


def test_hand_over_to_a_bot_and_take_back() -> None:
    table = pair()
    table.answer("Bob", "yes")
    change = table.do("hand_over", table.tokens[0], seat=0, player="rookie")
    assert change.settings
    assert [who for who, *_ in table.entries] == ["Bob", "Ann"]
    assert table.asked == [("dice", "rocket_check")]
    table.play_until(lambda: ("Bob", "order") in table.asked)
    assert table.asked == [("Bob", "order")], "Ann's bot waits for the people of the group"
    table.do("take_back", table.tokens[0], seat=0)
    assert sorted(table.asked) == [("Ann", "order"), ("Bob", "order")]
    table.answer("Ann", "defensive")


def test_only_player_or_host_may_hand_over_a_seat() -> None:
    table = pair()
    over: dict[str, Any] = {"seat": 0, "player": "rookie"}
    for token in (table.tokens[1], ""):
        refused(table, Forbidden, "seat 0", partial(table.do, "hand_over", token, **over))
    mine = table.tokens[0]
    refused(
        table,
        Malformed,
        "expected one of",
        lambda: table.do("hand_over", mine, seat=0, player="absent"),
    )
    refused(table, Illegal, "driving already", lambda: table.do("take_back", mine, seat=0))
    table.do("hand_over", mine, **over)
    refused(table, Forbidden, "seat 0", lambda: table.do("take_back", HOST, seat=0))
    refused(table, NotYourTurn, "not asked", lambda: table.answer("Ann", "yes", ask="rocket_start"))


def test_a_bots_seat_is_not_handed_over() -> None:
    table = one()
    over = {"seat": 1, "player": "random"}
    refused(table, Illegal, "by a bot already", lambda: table.do("hand_over", HOST, **over))
    refused(table, Forbidden, "seat 1", lambda: table.do("take_back", HOST, seat=1))


def test_host_gives_the_seat_of_an_absent_player_to_a_bot() -> None:
    """Who comes again takes it back."""
    table = pair()
    table.answer("Bob", "yes")
    table.do("hand_over", HOST, seat=0, player="rookie")
    assert table.game.settings.seats[0].driver == "rookie"
    assert table.asked == [("dice", "rocket_check")]
    table.do("take_back", table.tokens[0], seat=0)
    expire(table.game, 0.0)
    assert not is_absent(table, 0), "dice wait for no clock"


def test_late_player_is_driven_by_the_absent_rule() -> None:
    """A30: no Rocket Start, Drive Defensively, no Pull Ahead, item boxes yes; until they return."""
    table = pair()
    table.answer("Bob", "yes")
    change = expire(table.game, 0.0)
    assert (change.who, change.settings) == ("Ann", True)
    assert table.entries == [("Bob", "rocket_start", "yes"), ("Ann", "rocket_start", "no")]
    assert [is_absent(table, seat) for seat in (0, 1)] == [True, False]
    for _ in range(3):
        table.play_until(lambda: ("Bob", "order") in table.asked)
        assert table.asked == [("Bob", "order")]
        table.play_until(lambda: ("Bob", "order") not in table.asked)
    answers = {(q, a) for who, q, a in table.entries if who == "Ann"}
    assert answers <= {
        ("rocket_start", "no"),
        ("order", "defensive"),
        ("item_box", "yes"),
        ("pull_ahead", "no"),
        ("use", "hold"),
    }
    assert ("order", "defensive") in answers
    table.do("take_back", table.tokens[0], seat=0)
    assert not is_absent(table, 0)
    table.play_until(lambda: ("Ann", "order") in table.asked)
    table.answer("Ann", "aggressive")


def test_only_the_late_are_absent() -> None:
    table = pair()
    table.answer("Ann", "yes")
    expire(table.game, 0.0)
    assert [is_absent(table, seat) for seat in (0, 1)] == [False, True]


def test_race_of_absent_players_goes_on_to_its_end() -> None:
    """Nobody is back: every decision has its time, and in the end everybody has a place."""
    table = pair(dice="fair")
    expire(table.game, 0.0)
    assert table.game.state == "running"
    assert table.game.waiting()
    for _ in range(200):
        if table.game.waiting():
            expire(table.game, 0.0)
    assert table.match.is_over


def test_absent_player_who_answers_drives_again() -> None:
    """While nobody drives, the table still asks; who answers then drives again."""
    table = pair(dice="fair")
    expire(table.game, 0.0)
    assert [seat.driver for seat in table.game.settings.seats] == ["absent", "absent"]
    ask = table.game.waiting()[0]
    table.answer(ask.who, ask.names[0])
    drivers = {seat.name: seat.driver for seat in table.game.settings.seats}
    assert drivers[ask.who] == "person"


# --- the referee


def referees_table() -> Sitting:
    return pair(options={"referee": "on"})


def test_referee_settles_a_custom_action() -> None:
    table = referees_table()
    to(table, ("Ann", "order"), ("Bob", "order"))
    table.answer("Ann", "custom")
    table.answer("Bob", "defensive")
    table.play_until(lambda: ("referee", "custom_modifier") in table.asked)
    for token in (table.tokens[0], ""):
        refused(table, Forbidden, "host", partial(table.answer, "referee", "1", token=token))
    for answer in ("2", "gain_2", "spin_out"):
        table.answer("referee", answer)
    assert table.asked == [("dice", "custom_check")]
    assert [answer for who, _, answer in table.entries if who == "referee"] == [
        "2",
        "gain_2",
        "spin_out",
    ]
    refused(table, Illegal, "nothing to undo", lambda: table.undo("referee"))


def test_late_referee_changes_nothing() -> None:
    table = referees_table()
    to(table, ("Ann", "order"), ("Bob", "order"))
    table.answer("Ann", "custom")
    table.answer("Bob", "defensive")
    table.play_until(lambda: ("referee", "custom_modifier") in table.asked)
    expire(table.game, 0.0)
    assert table.entries[-1] == ("referee", "custom_modifier", "0")
    assert table.asked == [("referee", "custom_success")]


def test_correction_needs_a_reason_but_an_old_one_without_is_read() -> None:
    table = referees_table()
    to(table, ("Ann", "order"), ("Bob", "order"))
    changes = {"karts": {"Ann": {"momentum": 5}}}
    for missing in ({}, {"reason": ""}, {"reason": " "}):
        with pytest.raises(ValidationError, match="reason"):
            table.do("correct", changes=changes, **missing)
    old = read_stored({"correct": changes})
    assert isinstance(old, Correction)
    assert (old.reason, old.changes) == ("", changes)


def test_the_referee_corrects_the_position() -> None:
    table = referees_table()
    to(table, ("Ann", "order"), ("Bob", "order"))
    changes = {"karts": {"Ann": {"momentum": 5}}}
    change = table.do("correct", changes=changes, reason="a slip")
    (stored,) = change.entries
    assert (stored["correct"], stored["reason"]) == (changes, "a slip")
    assert table.match.race.karts[0].momentum == 5
    assert table.asked == [("Ann", "order"), ("Bob", "order")]
    assert undoable(table.game) == [REFEREE]
    table.undo("referee")
    assert table.match.race.karts[0].momentum != 5
    assert table.asked == [("Ann", "order"), ("Bob", "order")]


def test_a_correction_is_taken_back_though_orders_have_answered_since() -> None:
    """The log keeps that it was; the same orders answer again; it is not done twice."""
    table = referees_table()
    give_orders(table, "Bob")
    table.do("correct", changes={"karts": {"Ann": {"momentum": 5}}}, reason="a slip")
    assert [entry[0] for entry in table.entries[1:]] == ["Bob"]
    assert undoable(table.game) == [1, REFEREE]
    table.undo("referee")
    assert table.match.race.karts[0].momentum == 0
    assert table.asked == [("Ann", "rocket_start")]
    assert told_at(table.game) == ["Referee: took back the last correction, and what Bob answered"]
    twin = table.reloaded([entry_json(entry) for entry in table.match.entries])
    assert told_at(twin) == told_at(table.game)
    refused(table, Illegal, "nothing to undo", lambda: table.undo("referee"))


def test_a_correction_is_a_line_of_the_log_with_its_reason() -> None:
    table = referees_table()
    to(table, ("Ann", "order"), ("Bob", "order"))
    start = table.match.race.karts[0].momentum
    changes = {"karts": {"Ann": {"momentum": start + 2}}}
    table.do("correct", changes=changes, reason="for the wrong die")
    log = RaceLog(table.match)
    log.catch_up()
    lines = [line.text for line in log.lines]
    told = f"Referee: Ann, momentum {start} → {start + 2} (for the wrong die)"
    assert told in lines


def test_the_host_sees_what_can_be_corrected() -> None:
    table = referees_table()
    found = race_commands.driver_fields(table.game)
    fields = {field.name: field for field in found.fields}
    between = {"low": -30, "high": 30}
    momentum = DriverField("karts", "momentum", "number", several=False, choices=[], **between)
    assert fields["momentum"] == momentum
    assert fields.keys().isdisjoint({"momentum_sum", "extra", "extra_roll"})  # the rules' notes
    offered = found.next_roll
    assert offered is not None
    assert (offered.roll, offered.added) == ("extra_roll", "extra")
    assert (offered.low, offered.high) == (-4, 4)
    assert RollKind("pass_defence", "to keep the place") in offered.kinds
    assert "none" not in [kind.name for kind in offered.kinds]
    assert (found.taken_back, found.barred) == ([], "")
    assert fields["hand"].several
    assert "star" in fields["hand"].choices
    assert [one.name for one in found.subjects] == ["Ann", "Bob"]
    table.do("correct", changes={"karts": {"Ann": {"momentum": 6}}}, reason="a slip")
    assert race_commands.driver_fields(table.game).subjects[0].values["momentum"] == 6


def test_a86_a_modifier_of_the_next_roll_is_told_in_words() -> None:
    table = referees_table()
    for roll, added in (("ram_check", 2), ("pass_defence", -1), ("none", 0)):
        changes = {"karts": {"Ann": {"extra_roll": roll, "extra": added}}}
        table.do("correct", changes=changes, reason="x")
    assert told_at(table.game) == [
        "Referee: Ann, next roll (Ram) +2 (x)",
        "Referee: Ann, next roll (Ram) +2 → (to keep the place) −1 (x)",
        "Referee: Ann, next roll (to keep the place) −1 → none (x)",
    ]


def test_v51_a_modifier_is_for_a_vehicle_of_a_team() -> None:
    options = {"referee": "on"}
    table = Sitting("Ann", "Bob", ruleset="rally", course="dry_dock", options=options).start()
    table.play_until(lambda: table.asked[0][0] in ("Ann", "Bob"))

    def standing() -> dict[str, Any]:
        form = race_commands.driver_fields(table.game)
        assert form.next_roll is not None
        part = form.next_roll.part
        assert part == "vehicles"
        own = [one for one in form.subjects if one.part == part]
        return {f"{one.driver} {one.key} {one.name}": one.values for one in own}

    bobs = next(who for who in standing() if who.startswith("Bob"))
    _, key, name = bobs.split(" ", 2)
    before = pack(table.match.race)
    changes = {"vehicles": {key: {"extra_roll": "command_die", "extra": -3}}}
    table.do("correct", changes=changes, reason="a flat tyre")
    now = standing()[bobs]
    assert (now["extra_roll"], now["extra"]) == ("command_die", -3)
    assert f"Referee: {name}, next roll (command test) −3 (a flat tyre)" in told_at(table.game)
    table.undo("referee")
    assert pack(table.match.race) == before
    wrong = {"vehicles": {key: {"extra": 1}}}
    with pytest.raises(Illegal, match=f"^{name}, next roll: expected both the roll"):
        table.do("correct", changes=wrong, reason="x")


def test_question_before_a_correction_is_stale() -> None:
    table = referees_table()
    seen = table.game.version
    table.do("correct", changes={"karts": {"Ann": {"momentum": 1}}}, reason="a slip")
    refused(table, Stale, "changed since", lambda: table.answer("Ann", "yes", version=seen))


@pytest.mark.parametrize(
    ("token", "fields", "error", "words"),
    [
        ("token-t1-0", {}, Forbidden, "only the host"),
        ("", {}, Forbidden, "only the host"),
        (HOST, {"version": 0}, Stale, "happened since"),
        (HOST, {"changes": {"kart": {}}}, Malformed, "no field 'kart'.*did you mean karts"),
        (HOST, {"changes": {"karts": {"Eve": {}}}}, Malformed, "no seat 'Eve'"),
        (HOST, {"changes": {"karts": {"Ann": {"momentum": "x"}}}}, Malformed, "a whole number"),
        (HOST, {"changes": {"karts": {"Ann": {"momentum": 2**62}}}}, Malformed, "whole number"),
        (HOST, {"changes": {"karts": {"Ann": {"momentum": 102}}}}, Malformed, "from -30 to 30"),
        (HOST, {"changes": {"karts": {"Ann": {"extra": 9}}}}, Malformed, "^Ann, next roll: .* 4, "),
        (HOST, {"changes": {"karts": [{}, {"momentum": "x"}]}}, Malformed, "^Bob, momentum: exp"),
        (HOST, {"changes": {"karts": {"Ann": {"progress": -9}}}}, Illegal, "^Ann, progress: exp"),
        (HOST, {"changes": {"karts": {"Bob": {"finish_turn": -1}}}}, Illegal, "^Bob, finish turn"),
        (HOST, {"changes": {"turn": "x"}}, Malformed, "^turn: expected a whole number"),
    ],
)
def test_invalid_corrections_are_refused(
    token: str, fields: dict[str, Any], error: type[WreckError], words: str
) -> None:
    table = referees_table()
    refused(
        table,
        error,
        words,
        lambda: table.do("correct", token, **{"changes": {"turn": 1}, "reason": "x", **fields}),
    )


def give_orders(table: Sitting, *drivers: str) -> None:
    """Let these drivers try a rocket start by orders."""
    for who in drivers:
        given = {"seat": table.seat(who), "text": "rocket start: yes"}
        table.do("orders", table.token(who), **given)


def told_at(table: Table) -> list[str]:
    """The lines of the log."""
    assert table.match is not None
    log = RaceLog(table.match)
    log.catch_up()
    return [line.text for line in log.lines]


def test_a_correction_has_secret_answers_given_again() -> None:
    """By hand and by orders: nobody knew them, and the log says whose they were."""
    table = Sitting("Ann", "Bob", "Cid", dice="physical", options={"referee": "on"}).start()
    give_orders(table, "Ann")
    table.answer("Bob", "yes")
    changes = {"karts": {"Ann": {"momentum": 2}}}
    change = table.do("correct", changes=changes, reason="wrong die")
    assert change.keep == 0
    corrected = {"correct": changes, "reason": "wrong die", "taken_back": ["Ann", "Bob"]}
    assert corrected.items() <= change.entries[0].items()
    assert [(one["by"], one["answer"]) for one in change.entries[1:]] == [("Ann", "yes")]
    assert table.asked == [("Bob", "rocket_start"), ("Cid", "rocket_start")]
    told = "Referee: took back what was answered by Ann and Bob; Ann, momentum 0 → 2 (wrong die)"
    assert told in told_at(table.game)
    twin = table.reloaded([entry_json(entry) for entry in table.match.entries])
    assert told_at(twin) == told_at(table.game)
    text = write_log(table.match)
    assert write_log(replay(read_log(text), table.game.ruleset)) == text


def test_the_referee_takes_back_what_orders_answered() -> None:
    """Without a change: orders would answer the same, so they rest."""
    table = referees_table()
    give_orders(table, "Ann")
    table.do("correct", changes={}, reason="meant for Bob")
    assert table.asked == [("Ann", "rocket_start"), ("Bob", "rocket_start")]
    orders = table.game.settings.seats[0].orders
    assert orders is not None
    assert orders.rest
    assert told_at(table.game) == ["Referee: took back what was answered by Ann (meant for Bob)"]


def test_a_correction_reaches_behind_what_orders_revealed_but_does_not_let_choose_again() -> None:
    table = referees_table()
    give_orders(table, "Ann", "Bob")
    assert table.asked[0][0] == "dice"
    table.do("correct", changes={"karts": {"Ann": {"momentum": 1}}}, reason="a slip")
    assert table.asked[0][0] == "dice"  # the same orders have answered the same
    assert [entry[0] for entry in table.entries[1:]] == ["Ann", "Bob"]
    only = lambda: table.do("correct", changes={}, reason="a slip")  # noqa: E731
    refused(table, Illegal, "several drivers are revealed", only)


def test_a_correction_reaches_behind_the_orders_of_one_driver() -> None:
    """Dice and bots count as nobody: they choose no other way for what they have seen."""
    match = referees_table().match
    answers = [Answer(who, "order", "slide", ahead=0) for who in ("Ann", "dice", "Ann", "Bob")]
    assert [count_shown(match, answers[:known]) for known in (1, 2, 3, 4)] == [0, 0, 0, 4]


def test_a_correction_leaves_what_orders_showed_everyone() -> None:
    """Bob's order leaves the question to Bob now, who would know what Ann's orders chose."""
    table = referees_table()
    give_orders(table, "Ann")
    text = "rocket start: yes if momentum = 0"
    table.do("orders", table.token("Bob"), seat=1, text=text)
    change = {"karts": {"Bob": {"momentum": 2}}}
    assert race_commands.driver_fields(table.game).taken_back == []
    table.do("correct", changes=change, reason="a slip")
    assert table.asked == [("dice", "rocket_check")]
    told = ["Referee: Bob, momentum 0 → 2 (a slip)"]
    assert [line for line in told_at(table.game) if "Referee" in line] == told
    table.do("correct", changes={"karts": {"Bob": {"momentum": 1}}}, reason="a slip")
    table.undo("referee")
    assert table.match.race.karts[1].momentum == 2
    assert table.asked == [("dice", "rocket_check")]
    assert "Referee: took back the last correction" in told_at(table.game)
    away = lambda: table.do("correct", changes={"phase": "item_boxes"}, reason="a slip")  # noqa: E731
    refused(table, Illegal, "everyone knows Ann's answer, which would not fit any more", away)
    assert table.match.race.karts[1].momentum == 2


def test_no_correction_takes_back_a_die_or_what_players_have_seen() -> None:
    table = referees_table()
    correct = lambda: table.do("correct", changes={"turn": 1}, reason="a slip")  # noqa: E731
    table.answer("Ann", "yes")
    assert race_commands.driver_fields(table.game).taken_back == ["Ann"]
    table.answer("Bob", "no")
    refused(table, Illegal, "several drivers are revealed", correct)
    assert "are revealed" in race_commands.driver_fields(table.game).barred
    to(table, ("Ann", "order"), ("Bob", "order"))
    since = table.match.entries_since_checkpoint
    table.play_until(lambda: any(getattr(one, "who", "") == "dice" for one in since()))
    refused(table, Illegal, "a die has been rolled since", correct)


def test_correction_without_a_referee_is_refused() -> None:
    """Where nobody chose one, not even the host may help themselves."""
    table = pair()
    refused(
        table,
        Illegal,
        "no referee",
        lambda: table.do("correct", changes={"turn": 1}, reason="a slip"),
    )


# --- checks that no rule knows


def test_what_the_referee_did_is_told_after_a_snapshot_too() -> None:
    table = Sitting("Ann", "Bob", dice="fair", options={"referee": "on"}).start()
    table.do("correct", changes={"karts": {"Ann": {"momentum": 3}}}, reason="a push")
    table.do("call", seat=1, target=4, reason="the fence")
    table.do("skip", seat=0, reason="asleep")
    table.answer("Bob", "no")
    data = snapshot.take(table.match)
    again = Sitting(game=replace(table.game, match=None))
    again.game.load([entry_json(entry) for entry in table.match.entries], data)
    assert again.match.checkpoint.number > 0
    lines = told(table)
    assert sum(line.startswith("Referee:") for line in lines) == 3
    assert told(again) == lines


def test_bots_of_a_loaded_race_are_those_of_its_seats() -> None:
    """A snapshot has the numbers of policies, which change when others are installed."""
    table = Sitting("Ann", "Bob").start()
    codes = list(table.match.checkpoint.race.door.policy)
    table.match.checkpoint.race.door.policy[1] = codes[1] + 1
    data = snapshot.take(table.match)
    again = Sitting(game=replace(table.game, match=None))
    again.game.load([entry_json(entry) for entry in table.match.entries], data)
    assert list(again.match.race.door.policy) == codes


def test_the_referee_calls_a_check() -> None:
    """Its die is made by the secret; the dice of the rules fall as without it."""
    table, other = (
        Sitting("Ann", "Bob", dice="fair", options={"referee": "on"}).start() for _ in range(2)
    )
    change = table.do("call", seat=1, target=4, modifier=1, reason="over the fence")
    (stored,) = change.entries
    face = stored["called"]["rolled"]
    assert stored["called"] == {
        **{"who": "Bob", "target": 4, "sides": 6, "modifier": 1, "rolled": face}
    }
    made = "made" if face + 1 >= 4 else "failed"
    (line,) = (line for line in told(table) if "fence" in line)
    assert line.startswith("Referee: Bob rolled ")
    assert line.endswith(f" +1 = {face + 1}, and 4 or more were needed: {made} (over the fence)")
    for sitting in (table, other):
        sitting.answer("Ann", "yes")
        sitting.answer("Bob", "yes")
    assert table.match.position() == other.match.position()
    log = read_log(log_of(table.to_the_end().game))
    assert check_called(log) == 1
    log.entries[0]["called"]["rolled"] = 1 + face % 6
    with pytest.raises(Changed, match=r"line 2: the referee's check: Bob rolled .*, but the"):
        check_called(log)


def test_a_check_with_real_dice_is_given_its_face() -> None:
    table = referees_table()
    table.do("call", seat=0, target=11, sides=20, rolled=9, reason="bluff")
    assert "Referee: Ann rolled 9 (d20), and 11 or more were needed: failed (bluff)" in told(table)
    table.undo("referee")
    assert not any("bluff" in line for line in told(table))


@pytest.mark.parametrize(
    ("token", "fields", "error", "words"),
    [
        ("token-t1-0", {}, Forbidden, "only the host"),
        (HOST, {"rolled": 0}, Malformed, "rolled: expected what the real die shows, 1 to 6"),
        (HOST, {"rolled": 7}, Malformed, "rolled: expected a number 1 to 6, found 7"),
        (HOST, {"sides": 1}, Malformed, "sides: expected a number 2 to 100, found 1"),
        (HOST, {"target": 0}, Malformed, "target: expected a number 1 to 200, found 0"),
        (HOST, {"version": 0}, Stale, "something has happened"),
    ],
)
def test_calls_that_are_refused(
    token: str, fields: dict[str, Any], error: type[WreckError], words: str
) -> None:
    table = referees_table()
    given = {"seat": 0, "target": 4, "rolled": 3, "reason": "the fence", **fields}
    refused(table, error, words, lambda: table.do("call", token, **given))


# --- skipping


def told(table: Sitting) -> list[str]:
    """The lines of the log so far."""
    log = RaceLog(table.match)
    log.catch_up()
    return [line.text for line in log.lines]


def test_the_referee_skips_a_question() -> None:
    """The rule for absent players answers once, the log says why, and it can be taken back."""
    table = referees_table()
    to(table, ("Ann", "order"), ("Bob", "order"))
    change = table.do("skip", seat=1, reason="gone for coffee")
    assert table.asked == [("Ann", "order")]
    assert [(e["by"], e["answer"], e["skipped"], e["reason"]) for e in change.entries] == [
        ("Bob", "defensive", "question", "gone for coffee")
    ]
    assert not any("coffee" in line for line in told(table)), "secret until all have answered"
    assert undoable(table.game) == [REFEREE]
    table.undo("referee")
    assert table.asked == [("Ann", "order"), ("Bob", "order")]
    table.do("skip", seat=1, reason="gone for coffee")
    table.answer("Ann", "defensive")
    line = "Referee: Bob skipped (gone for coffee); used instead: defensive"
    assert any(one.startswith(line) for one in told(table))
    again = Sitting(game=replace(table.game, match=None))
    again.game.load([entry_json(entry) for entry in table.match.entries], None)
    assert (told(again), again.match.position()) == (told(table), table.match.position())


def test_a_skip_that_revealed_what_others_chose_stands() -> None:
    """Ann would answer knowing Bob's answer, by hand or by orders."""
    for by_orders in (False, True):
        table = referees_table()
        give_orders(table, *["Bob"] * by_orders)
        if not by_orders:
            table.answer("Bob", "yes")
        table.do("skip", seat=0, reason="gone for coffee")
        assert table.asked == [("dice", "rocket_check")]
        assert REFEREE not in undoable(table.game)
        refused(table, Illegal, "nothing to undo", partial(table.undo, "referee"))


def test_the_referee_skips_a_turn() -> None:
    """All that the driver would be asked is answered, up to the next turn and no further."""
    table = referees_table()
    to(table, ("Ann", "order"), ("Bob", "order"))
    table.do("skip", seat=1, reason="away", turn=True)
    turn, answered = table.match.race.turn, len(table.entries)
    table.play_until(lambda: any(who == "Bob" for who, _ in table.asked))
    assert table.match.race.turn == turn + 1
    asked_of_bob = [one for one in table.match.entries[answered:] if is_by(one, "Bob")]
    kinds = [one.skip and one.skip.kind for one in asked_of_bob if isinstance(one, Answer)]
    assert set(kinds) == {"still"}
    assert any(line.startswith("Referee: Bob still skipped; used") for line in told(table))


@pytest.mark.parametrize(
    ("token", "fields", "error", "words"),
    [
        ("token-t1-0", {}, Forbidden, "only the host"),
        (HOST, {"version": 0, "seat": 1}, Stale, "not asked that any more"),
        (HOST, {"seat": 7}, Unknown, "no seat 7"),
    ],
)
def test_skips_that_are_refused(
    token: str, fields: dict[str, Any], error: type[WreckError], words: str
) -> None:
    table = referees_table()
    given = {"seat": 0, "reason": "asleep", **fields}
    if "version" in fields:
        table.answer("Bob", "no")
    refused(table, error, words, lambda: table.do("skip", token, **given))
    unled = pair()
    refused(unled, Illegal, "no referee", lambda: unled.do("skip", seat=0, reason="asleep"))


@pytest.mark.parametrize("reason", ["", " ", "\u200b"])
def test_the_referee_gives_a_reason_that_is_seen(reason: str) -> None:
    table = referees_table()
    calls: dict[str, dict[str, Any]] = {"call": {"target": 4, "rolled": 3}, "skip": {}}
    for kind, fields in calls.items():
        with pytest.raises(ValidationError, match="expected a text of 1 to 200 visible"):
            table.do(kind, seat=0, reason=reason, **fields)


def test_any_game_may_have_a_referee() -> None:
    """A game whose own rules know no referee: its log names one only if there is one."""
    game: dict[str, Any] = {"ruleset": "rush", "course": "gasworks_run"}
    table = Sitting("Ann", "Bob", **game, options={"referee": "on"}).start()
    table.play_until(lambda: table.asked[0][0] != "dice")
    who = table.asked[0][0]
    table.do("skip", seat=table.seat(who), reason="asleep")
    assert table.match.options["referee"] == "on"
    assert any(f"Referee: {who} skipped (asleep)" in line for line in told(table))
    assert "referee" not in Sitting("Ann", "Bob", **game).start().match.options


# --- the end


def test_commands_are_refused_after_the_end() -> None:
    table = pair(dice="fair", options={"referee": "on"}).to_the_end()
    assert table.game.state == "over"
    ask = {"ask": "order"}
    for do in (
        lambda: table.answer("Ann", "defensive", **ask),
        lambda: table.undo("Ann"),
        lambda: table.do("hand_over", table.tokens[0], seat=0, player="rookie"),
        lambda: table.do("take_back", table.tokens[0], seat=0),
        lambda: table.do("correct", changes={"turn": 1}, reason="a slip"),
        lambda: table.do("abandon"),
    ):
        refused(table, Over, "the race is over", do)
    refused(table, Illegal, "begun", lambda: table.do("start"))
    assert table.asked == []


def fairness(live: LiveTable) -> Fairness:
    """The published facts about the dice."""
    found = live.table_message().fair
    assert found
    return found


def test_abandoning_shows_the_secret() -> None:
    table = pair(dice="fair")
    live = LiveTable(table.game, 0, 0)
    assert fairness(live).secret is None
    assert SECRET not in log_of(table.game)
    refused(table, Forbidden, "only the host", lambda: table.do("abandon", table.tokens[0]))
    table.do("abandon")
    fair = fairness(live)
    assert (fair.secret, fair.commitment) == (SECRET, commitment(SECRET))
    assert SECRET in log_of(table.game)
    refused(table, Over, "the race is abandoned", lambda: table.answer("Ann", "yes", ask="x"))
    refused(table, Over, "the race is abandoned already", lambda: table.do("abandon"))


def test_a_race_ends_with_its_secret_and_its_log_checks() -> None:
    table = pair(dice="fair")
    while table.game.state == "running":
        assert SECRET not in log_of(table.game) + dump(LiveTable(table.game, 0, 0).state([]))
        ask = table.game.waiting()[0]
        table.answer(ask.who, ask.names[-1])
    log = read_log(log_of(table.game))
    assert log.secret == SECRET
    again = replay(log, find_ruleset(RULESET))
    assert again.result() == table.match.result() == log.result


# --- all or nothing


def test_failed_command_changes_nothing() -> None:
    """Even if the rules have gone on already."""
    table = pair()
    table.answer("Ann", "yes")

    def does() -> Outcome:
        table.match.answer("yes", "Bob")
        table.match.answer("3", "dice")
        table.game.posed.clear()
        table.game.settings.seats[0].driver = "rookie"
        raise Illegal("no")

    refused(table, Illegal, "^no$", lambda: table.game.carry_out("test", does))
    table.answer("Bob", "no")
    assert table.asked == [("dice", "rocket_check")]


@pytest.mark.parametrize("dice", ["fair", "physical"])
def test_stored_changes_load_to_the_same_table(dice: str) -> None:
    """Entries kept and added, command after command, load to the same table at any time."""
    table = Sitting("Ann", "Bob", "Cid:rookie", dice=dice, options={"referee": "on"})
    stored: list[dict[str, Any]] = []

    def note(change: Any) -> None:
        del stored[change.keep :]
        stored.extend(change.entries)
        assert stored == [entry_json(entry) for entry in table.match.entries]

    note(table.do("start"))
    for step in range(120):
        if table.game.state != "running":
            break
        undo = undoable(table.game)
        if undo and step % 3 == 0:
            by_hand = {-1: "dice", REFEREE: "referee"}
            note(table.undo(by_hand.get(undo[0]) or table.match.names[undo[0]]))
        elif step % 20 == 7:
            note(table.do("hand_over", table.tokens[1], seat=1, player="rookie"))
            note(table.do("take_back", table.tokens[1], seat=1))
        elif step % 20 == 8 and table.match.is_between_slots:
            note(
                table.do(
                    "correct", changes={"karts": {"Ann": {"momentum": step % 3}}}, reason="a slip"
                )
            )
        elif step % 20 == 10 and table.asked[0][0] == "Ann":
            note(table.do("skip", seat=0, reason="away", turn=step % 40 == 10))
        else:
            ask = table.game.waiting()[0]
            note(table.answer(ask.who, ask.names[step * 5 % len(ask.names)]))
        if step % 10 == 0:
            twin = table.reloaded(stored)
            assert twin.match is not None
            assert pack(twin.match.race) == pack(table.match.race)
            assert twin.match.asks == table.match.asks
            assert twin.match.entries == table.match.entries
            assert undoable(twin) == undoable(table.game)


TABLE_PARTS = {part.name for part in dataclasses.fields(Table)} - {"settings", "match"}


@pytest.mark.parametrize(
    "part", [*sorted(TABLE_PARTS), *Settings.model_fields, *SeatState.model_fields]
)
def test_a_refused_command_leaves_no_trace_whatever_it_had_changed(part: str) -> None:
    table = Sitting("Ann", "Bob", "Cid:rookie")
    table.start()
    game = table.game
    before, settings, entries = dict(vars(game)), game.settings.copied(), list(table.match.entries)

    def does() -> Outcome:
        ask = game.waiting()[0]
        table.match.answer(ask.names[0], ask.who)
        in_table: Any = game.settings if part in Settings.model_fields else game
        setattr(in_table if part not in SeatState.model_fields else game.settings.seats[1], part, 0)
        raise Illegal("no")

    with pytest.raises(Illegal):
        game.carry_out("answer", does)
    assert table.match.entries == entries
    assert game.settings == settings
    same = {*vars(game)} - {"settings", "match"}
    assert {name: vars(game)[name] for name in same} == {name: before[name] for name in same}
