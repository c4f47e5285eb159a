"""Before a race: seats and tokens."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from tests.table.sitting import (
    HOST,
    Sitting,
    chance,
    pair,
    refused,
    wanted,
)

from wreckoning.core.errors import Illegal, Malformed, WreckError
from wreckoning.table import lobby
from wreckoning.table.refusals import Forbidden, Unknown

# --- seats and tokens, before the start


def test_new_table_has_open_seats() -> None:
    table = Sitting("Ann", "open", "Cid:rookie")
    game = table.game
    assert game.state == "open"
    assert game.match is None
    assert [(s.name, s.player) for s in game.settings.seats] == [
        ("Ann", "person"),
        ("", "open"),
        ("Cid", "rookie"),
    ]
    assert game.seats_of([table.tokens[0]]) == [0]
    assert game.seats_of(["", "-", HOST, "x" * 24, game.settings.seats[0].token]) == []
    assert game.is_host([HOST])
    assert not game.is_host([table.tokens[0], "", "-", game.settings.host])


def test_only_digests_of_tokens_are_stored() -> None:
    table = Sitting("Ann", "open")
    table.claim(1, "Bob")
    kept = table.game.settings.model_dump_json()
    for token in (HOST, *table.tokens.values()):
        assert token not in kept


@pytest.mark.parametrize(
    ("seats", "rest", "words"),
    [
        (["Ann"], {}, "for 2 to 12 seats, found 1"),
        (["Ann", "Ann"], {}, "the name 'Ann' is taken"),
        (["Ann", "dice"], {}, "is taken"),
        (["Ann", "Bob:absent"], {}, "player: expected one of"),
        (["Ann", "Bob:person"], {}, "player: expected one of"),
        (["Ann", "Bob"], {"course": "nowhere"}, "no course 'nowhere'"),
        (["Ann", "Bob"], {"ruleset": "chess"}, "no ruleset 'chess'"),
        (["Ann", "Bob"], {"options": {"carry": "9"}}, "expected 1 or 0 or 2 or 3"),
        (["Ann", "Bob"], {"options": {"x": "9"}}, "no house rule 'x'"),
    ],
)
def test_invalid_new_tables_are_refused(seats: list[str], rest: dict[str, Any], words: str) -> None:
    with pytest.raises(WreckError, match=words):
        lobby.new_table(wanted(*seats, **rest), chance())


def test_taking_changing_and_leaving_a_seat() -> None:
    table = Sitting("Ann", "open", dice="fair")
    table.claim(1, "  Bob ", text="luck")
    seat = table.game.settings.seats[1]
    assert (seat.name, seat.player, seat.text) == ("Bob", "person", "luck")
    table.do("change", table.tokens[1], seat=1, name="Bobby", text="more luck")
    assert (table.game.settings.seats[1].name, seat.text) == ("Bobby", "luck")
    table.do("leave", table.tokens[1], seat=1)
    assert table.game.settings.seats[1].player == "open"
    with pytest.raises(Forbidden, match="this token does not open seat 1"):
        table.do("change", table.tokens[1], seat=1, name="Bob")
    old = table.tokens[1]
    table.claim(1, "Bea")
    assert old != table.tokens[1]
    assert table.game.seats_of([old]) == []


@pytest.mark.parametrize(
    ("kind", "fields", "error", "words"),
    [
        ("claim", {"seat": 0, "name": "Eve"}, Illegal, "seat 1 is taken by Ann"),
        ("claim", {"seat": 2, "name": "Eve"}, Illegal, "seat 3 is taken by Cid"),
        ("claim", {"seat": 9, "name": "Eve"}, Unknown, "no seat 9"),
        ("claim", {"seat": 1, "name": "ANN"}, Malformed, "the name 'ANN' is taken"),
        ("claim", {"seat": 1, "name": " "}, Malformed, "expected a name of 1 to 24"),
        ("claim", {"seat": 1, "name": "Eve", "setup": {"perk": "x"}}, WreckError, "perk"),
        ("claim", {"seat": 1, "name": "Eve", "setup": {"wings": "x"}}, Malformed, "no key 'wings'"),
        ("change", {"token": "", "seat": 0, "name": "Eve"}, Forbidden, "does not open"),
        ("change", {"token": "", "seat": 1, "name": "Eve"}, Forbidden, "does not open"),
        ("change", {"token": HOST, "seat": 0, "name": "Eve"}, Forbidden, "does not open"),
        ("leave", {"token": HOST, "seat": 0}, Forbidden, "does not open"),
        ("leave", {"token": "", "seat": 2}, Forbidden, "does not open"),
        ("seat_bot", {"token": "token-t1-0", "seat": 1, "player": "rookie"}, Forbidden, "host"),
        ("seat_bot", {"token": HOST, "seat": 1, "player": "absent"}, Malformed, "expected one of"),
        ("seat_bot", {"token": HOST, "seat": 1, "player": "person"}, Malformed, "expected one of"),
        ("start", {"token": "token-t1-0"}, Forbidden, "only the host"),
        ("start", {"token": HOST}, Illegal, "seats still open: 2"),
        ("hand_over", {"token": HOST, "seat": 0, "player": "rookie"}, Illegal, "has not begun"),
        (
            "correct",
            {"token": HOST, "version": 0, "changes": {}, "reason": "x"},
            Illegal,
            "has not begun",
        ),
        ("undo", {"token": "token-t1-0", "version": 0, "seat": 0}, Illegal, "has not begun"),
    ],
)
def test_invalid_lobby_commands_are_refused(
    kind: str, fields: dict[str, Any], error: type[WreckError], words: str
) -> None:
    table = Sitting("Ann", "open", "Cid:rookie")
    before = table.game.settings.model_dump(), table.game.version
    token = fields.pop("token", None)
    with pytest.raises(error, match=words):
        table.do(kind, token, **fields)
    assert (table.game.settings.model_dump(), table.game.version) == before


def test_host_frees_a_taken_seat() -> None:
    table = Sitting("Ann", "Bob", "Cid:rookie")
    table.do("seat_bot", HOST, seat=1, player="open")
    assert [seat.player for seat in table.game.settings.seats] == ["person", "open", "rookie"]
    with pytest.raises(Forbidden, match="does not open"):
        table.do("leave", table.tokens[1], seat=1)


def test_host_adds_bots_and_sets_up_their_seats() -> None:
    table = Sitting("Ann", "open", "Cid:rookie")
    table.do("seat_bot", seat=1, player="rookie")
    table.do("change", seat=2, name="Dora")
    assert [seat.name for seat in table.game.settings.seats] == ["Ann", "Bolt", "Dora"]
    table.do("seat_bot", seat=2, player="open")
    assert table.game.settings.seats[2].player == "open"
    table.do("seat_bot", seat=2, player="random")
    assert table.start().asked == [("Ann", "rocket_start")]


def test_lobby_commands_are_refused_after_the_start() -> None:
    table = pair()
    done: tuple[tuple[str, str | None, dict[str, Any]], ...] = (
        ("claim", None, {"seat": 1, "name": "Eve"}),
        ("change", table.tokens[0], {"seat": 0, "name": "Eve"}),
        ("leave", table.tokens[0], {"seat": 0}),
        ("seat_bot", HOST, {"seat": 0, "player": "rookie"}),
        ("start", HOST, {}),
    )
    for kind, token, fields in done:
        refused(table, Illegal, "the race has begun", partial(table.do, kind, token, **fields))
