"""Orders at a table: given ahead, secret until used, used when their seat is asked."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.table.house import begin, make, run
from tests.table.serving import REQUESTS
from tests.table.sitting import Sitting, is_absent, one, pair, refused, to

from wreckoning.core.errors import Illegal, Malformed, Over
from wreckoning.core.ids import as_seat
from wreckoning.core.logs.entries import entry_json
from wreckoning.core.logs.log_file import RunningDigest, read_log, replay, write_log
from wreckoning.server.encoding import dump
from wreckoning.server.live.clients import Client
from wreckoning.server.live.commands import decode
from wreckoning.server.live.live_table import LiveTable
from wreckoning.server.live.service import TableService
from wreckoning.table import models, replies
from wreckoning.table.messages import table_json
from wreckoning.table.orders import check, own_orders
from wreckoning.table.race_log import RaceLog, moments
from wreckoning.table.racing import expire
from wreckoning.table.refusals import Forbidden

ALL = "rocket start: no; order: aggressive; item box: no; otherwise: usual"
NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Flo")


def order(table: Sitting, who: str, text: str, **rest: Any) -> None:
    """Give orders for a driver."""
    given: dict[str, Any] = {"token": table.token(who), "seat": table.seat(who), **rest}
    table.do("orders", text=text, **given)


def given_by(table: Sitting) -> list[tuple[str, str]]:
    """Who answered what by orders."""
    return [
        (e.who, e.name)  # type: ignore[union-attr]
        for e in table.match.entries
        if getattr(e, "ahead", -1) >= 0
    ]


def lines(table: Sitting) -> list[str]:
    """The log so far."""
    log = RaceLog(table.match)
    log.catch_up()
    return [line.text for line in log.lines]


def test_orders_answer_an_open_question_at_once_and_later_ones_when_they_come() -> None:
    table = pair()
    order(table, "Ann", "rocket start: no; order: draft else defensive")
    assert given_by(table) == [("Ann", "no")]
    assert table.asked == [("Bob", "rocket_start")]  # a group: Bob does not see Ann's answer
    table.answer("Bob", "no")
    table.play_until(lambda: ("Bob", "order") in table.asked)
    assert given_by(table)[1:] in ([("Ann", "draft")], [("Ann", "defensive")])
    assert table.asked == [("Bob", "order")]


def test_a_race_of_six_in_which_each_acts_once_a_turn() -> None:
    """All six give orders once; after that only the dice are asked, turn after turn."""
    table = Sitting(*NAMES).start()
    for name in NAMES:
        order(table, name, ALL)
    before = len(table.match.entries)
    turns = set()
    for step in range(400):
        turns.add(table.match.race.turn)
        if table.match.race.turn > 3:
            break
        assert {ask.who for ask in table.game.waiting()} == {"dice"}
        table.roll(1 + step % len(table.ask("dice").names))
    assert turns >= {1, 2, 3}
    people = [e.who for e in table.match.entries[before:] if getattr(e, "who", "dice") != "dice"]  # type: ignore[union-attr]
    assert set(people) == set(NAMES)
    assert len(given_by(table)) >= 6 * 4


def test_orders_for_the_next_turn_only_end_with_it() -> None:
    table = one()
    order(table, "Ann", f"{ALL}\nuntil: next turn")  # in turn 0, before the grid
    table.play_until(lambda: table.match.race.turn == 2 and ("Ann", "order") in table.asked)
    assert ("Ann", "aggressive") in given_by(table)
    assert not own_orders(table.game, table.match.asks[0].by).given


def test_orders_for_this_turn_only_end_with_it() -> None:
    table = one()
    order(table, "Ann", f"{ALL}\nuntil: this turn")  # at the start, which belongs to turn 1
    table.play_until(lambda: table.match.race.turn == 2 and ("Ann", "order") in table.asked)
    assert [each for each in given_by(table) if each == ("Ann", "aggressive")] == [
        ("Ann", "aggressive")
    ]
    order(table, "Ann", f"{ALL}\nuntil: this turn")
    table.play_until(lambda: table.match.race.turn == 3 and ("Ann", "order") in table.asked)
    assert given_by(table).count(("Ann", "aggressive")) == 2


def test_what_orders_leave_open_waits() -> None:
    table = pair()
    order(table, "Ann", "order: draft; otherwise: wait")
    assert table.asked == [("Ann", "rocket_start"), ("Bob", "rocket_start")]
    table.answer("Ann", "yes")  # by hand, as ever
    assert given_by(table) == []


def test_orders_are_secret_until_used() -> None:
    table = pair()
    live = LiveTable(table.game, 0, 0)
    order(table, "Ann", "order: draft >= 7%; item box: no")
    for told in (dump(live.state([])), live.update(True), dump(table_json(table.game, [], 0, 0))):
        assert "draft >= 7%" not in told
        assert "item box: no" not in told
    assert table.game.settings.seats[0].orders is not None


def test_only_their_player_sees_what_orders_answered_and_that_they_are_in_force() -> None:
    table = pair()
    live = LiveTable(table.game, 0, 0)
    ann, bob = Client(seats=(as_seat(0),)), Client(seats=(as_seat(1),), host=True)
    order(table, "Ann", "rocket start: no; order: draft")
    told = live.you(ann, [])
    text = "rocket start: no\norder: draft\notherwise: wait"
    assert told.orders == [replies.OrdersInForce(as_seat(0), text, rest=False)]
    question = "Attempt a Rocket Start?"
    own = replies.OwnAnswer(as_seat(0), question, "No attempt", ahead=True)
    assert told.answers == [own]
    assert live.you(bob, []) == replies.You([as_seat(1)], host=True, undo=[])
    table.undo("Ann")
    told = live.you(ann, [])
    assert told.orders == [replies.OrdersInForce(as_seat(0), text, rest=True)]
    assert told.answers is None
    table.answer("Ann", "yes")  # by hand: then, too, it is only hers
    assert live.you(ann, []).answers == [replace(own, label="Rocket Start", ahead=False)]
    table.answer("Bob", "no")
    assert live.you(ann, []).answers is None  # all know it from the log


def test_the_log_marks_what_was_given_ahead_once_it_is_known_to_all() -> None:
    table = pair()
    order(table, "Ann", "rocket start: no")
    note = "Ann, by orders given ahead: No attempt (Attempt a Rocket Start?)"
    assert note not in lines(table)  # Bob still chooses
    table.answer("Bob", "no")
    assert lines(table)[0] == note
    table.play_until(lambda: table.match.race.turn == 2)
    assert lines(table).count(note) == 1
    assert [line.text for line in moments(table.match).lines] == lines(table)


def test_notes_stand_where_they_belong_however_the_log_was_read() -> None:
    """Line by line as it grows, and all at once at the end, over the turns."""
    table = one()
    order(table, "Ann", ALL)
    log = RaceLog(table.match)
    for _ in range(60):
        log.catch_up()
        table.roll(1 + len(table.entries) % len(table.ask("dice").names))
    log.catch_up()
    said = [line.text for line in log.lines]
    assert said == lines(table)
    assert sum("by orders given ahead" in line for line in said) == len(given_by(table)) > 5
    assert table.match.race.turn >= 2


def test_logs_keep_the_mark_and_digests_bind_it() -> None:
    table = pair()
    order(table, "Ann", "rocket start: no")
    table.answer("Bob", "no")
    text = write_log(table.match)
    assert '"answer": "no", "ahead": true' in text
    log = read_log(text)
    twin = replay(log, table.game.ruleset)
    assert write_log(twin) == text
    assert RunningDigest().of(table.match) == log.digests[-1]
    plain = pair()
    plain.answer("Ann", "no")
    plain.answer("Bob", "no")
    assert '"ahead"' not in write_log(plain.match)


def test_orders_survive_a_restart() -> None:
    table = pair()
    order(table, "Ann", "rocket start: no; order: draft else ram")
    table.answer("Bob", "no")
    twin = table.reloaded([entry_json(entry) for entry in table.match.entries])
    assert twin.settings.seats[0].orders == table.game.settings.seats[0].orders
    assert twin.match is not None
    log = RaceLog(twin.match)
    log.catch_up()
    assert [line.text for line in log.lines] == lines(table)


def test_orders_are_stored_and_used_by_another_process(tmp_path: Path) -> None:
    async def does(of: TableService) -> None:
        made = await make(of, "mine", "mine", dice="fair")
        await begin(of, made)
        token = made["seats"][0]["token"]
        text = "order: aggressive; rocket start: no"
        give = models.GiveOrders(request=next(REQUESTS), token=token, seat=0, text=text)
        version, _ = await of.do(made["id"], give)
        assert await of.do(made["id"], give) == (version, replies.Result())  # once
        fresh = await of.live_tables.fresh(made["id"])
        kept = fresh.table.settings.seats[0].orders
        assert kept is not None
        assert kept.text.startswith("order: aggressive\n")
        assert [ask.who for ask in fresh.table.waiting()] == ["D1"]

    run(tmp_path, does)


def test_orders_are_changed_and_taken_back() -> None:
    table = pair()
    order(table, "Ann", "order: draft")
    order(table, "Ann", "order: ram; otherwise: usual")
    assert ("Bob", "rocket_start") in table.asked
    order(table, "Ann", " ")
    assert table.game.settings.seats[0].orders is None


def test_an_answer_taken_back_is_not_given_again_by_the_same_orders() -> None:
    table = pair()
    order(table, "Ann", "rocket start: no")
    table.undo("Ann")
    assert table.asked == [("Ann", "rocket_start"), ("Bob", "rocket_start")]
    table.answer("Bob", "no")  # the race goes on, Ann's orders rest
    assert table.asked == [("Ann", "rocket_start")]
    table.answer("Ann", "yes")
    seat = table.game.settings.seats[0]
    assert seat.orders is not None
    assert not seat.orders.rest
    assert given_by(table) == []


def test_at_the_deadline_orders_come_before_the_absent_rule() -> None:
    table = pair()
    order(table, "Ann", "rocket start: no")
    table.undo("Ann")
    expire(table.game, 0.0)
    assert ("Ann", "no") in given_by(table)
    assert not is_absent(table, 0)
    assert is_absent(table, 1)


def test_orders_bring_an_absent_player_back() -> None:
    table = pair()
    table.answer("Bob", "no")
    expire(table.game, 0.0)
    assert is_absent(table, 0)
    order(table, "Ann", "order: draft")
    assert not is_absent(table, 0)


def test_orders_are_the_seats_own() -> None:
    table = pair()
    bob = table.token("Bob")
    refused(table, Forbidden, "seat 0", lambda: order(table, "Ann", "order: ram", token=bob))
    refused(table, Malformed, "order: no option 'jump'", lambda: order(table, "Ann", "order: jump"))


def test_orders_are_for_a_race_that_runs() -> None:
    open_table = Sitting("Ann", "Bob")
    with pytest.raises(Illegal, match="has not begun"):
        open_table.do("orders", open_table.tokens[0], seat=0, text="order: ram")
    table = pair()
    table.do("abandon")
    with pytest.raises(Over):
        order(table, "Ann", "order: ram")


def test_a_bot_does_not_use_the_orders_of_its_player() -> None:
    table = pair()
    table.do("hand_over", token=table.token("Ann"), seat=0, player="rookie")
    order(table, "Ann", "rocket start: no")
    assert given_by(table) == []


def test_what_will_be_used_is_shown_with_its_chance() -> None:
    table = to(pair(), ("Ann", "order"), ("Bob", "order"))
    found = check(table.game, table.match.asks[0].by, "order: slide >= 1% else aggressive")
    (now,) = found.now
    assert (now.ask, now.kind, now.said) == ("order", "order", "slide >= 1%")
    assert now.label == "Power Slide"
    assert now.chance is not None
    assert 0 < now.chance < 1
    assert found.rules == [replies.OrderRule("order", ["slide >= 1%", "aggressive"])]
    assert found.problem == ""
    wrong = check(table.game, table.match.asks[0].by, "order: jump")
    assert wrong.problem.startswith("orders: line 1: order: no option 'jump'")
    own = own_orders(table.game, table.match.asks[0].by)
    assert not own.given
    kinds = {kind.name: kind for kind in own.form.kinds}
    assert "anyone ahead" in kinds["target"].special
    assert "draft" in kinds["order"].options
    assert "momentum" in own.form.figures
    assert [ask.who for ask in table.game.waiting()] == ["Ann", "Bob"]  # nothing was done


def test_they_are_sent_by_websocket_too() -> None:
    sent = (
        '{"do": "orders", "request": "r-12345678", "token": "t", "seat": 0, "text": "order: ram"}'
    )
    assert isinstance(decode(sent), models.GiveOrders)


def test_another_driver_in_the_seat_has_no_orders() -> None:
    table = pair()
    order(table, "Ann", "order: draft")
    table.do("remove", seat=0)
    assert table.game.settings.seats[0].orders is None
