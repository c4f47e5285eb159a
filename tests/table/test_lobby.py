"""Before a race and after it: seats and tokens, playing on from a moment, once more."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from tests.table.sitting import (
    COURSE,
    HOST,
    RULESET,
    Sitting,
    chance,
    pair,
    refused,
    wanted,
)

from wreckoning.core.errors import Illegal, Malformed, WreckError
from wreckoning.core.fair import commitment
from wreckoning.core.log import read_log, replay
from wreckoning.core.match import Match
from wreckoning.core.ruleset import find_ruleset
from wreckoning.table import lobby
from wreckoning.table.game import Game
from wreckoning.table.logs import log_of
from wreckoning.table.refusals import Forbidden, Unknown

# --- seats and tokens, before the start


def test_a_new_table() -> None:
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


def test_tokens_are_not_kept_only_their_digests() -> None:
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
        (["Ann", "Bob"], {"options": {"x": "9"}}, "no switch 'x'"),
    ],
)
def test_tables_that_cannot_be(seats: list[str], rest: dict[str, Any], words: str) -> None:
    with pytest.raises(WreckError, match=words):
        lobby.new_game(wanted(*seats, **rest), chance())


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
        ("claim", {"seat": 1, "name": "a\u202eb"}, Malformed, "printable"),
        ("claim", {"seat": 1, "name": "Eve", "setup": {"perk": "x"}}, WreckError, "perk"),
        ("claim", {"seat": 1, "name": "Eve", "setup": {"wings": "x"}}, Malformed, "no key 'wings'"),
        ("claim", {"seat": 1, "name": "Eve", "text": "a\nb"}, Malformed, "on one line"),
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
        ("correct", {"token": HOST, "version": 0, "changes": {}}, Illegal, "has not begun"),
        ("undo", {"token": HOST, "version": 0, "seat": 0}, Illegal, "has not begun"),
    ],
)
def test_what_is_refused_before_the_start(
    kind: str, fields: dict[str, Any], error: type[WreckError], words: str
) -> None:
    table = Sitting("Ann", "open", "Cid:rookie")
    before = table.game.settings.model_dump(), table.game.version
    token = fields.pop("token", None)
    with pytest.raises(error, match=words):
        table.do(kind, token, **fields)
    assert (table.game.settings.model_dump(), table.game.version) == before


def test_the_host_frees_a_seat_that_somebody_took() -> None:
    table = Sitting("Ann", "Bob", "Cid:rookie")
    table.do("seat_bot", HOST, seat=1, player="open")
    assert [seat.player for seat in table.game.settings.seats] == ["person", "open", "rookie"]
    with pytest.raises(Forbidden, match="does not open"):
        table.do("leave", table.tokens[1], seat=1)


def test_the_host_fills_and_dresses_the_seats_of_bots() -> None:
    table = Sitting("Ann", "open", "Cid:rookie")
    table.do("seat_bot", seat=1, player="rookie")
    table.do("change", seat=2, name="Dora")
    assert [seat.name for seat in table.game.settings.seats] == ["Ann", "Bolt", "Dora"]
    table.do("seat_bot", seat=2, player="open")
    assert table.game.settings.seats[2].player == "open"
    table.do("seat_bot", seat=2, player="random")
    assert table.start().asked == [("Ann", "rocket_start")]


def test_nothing_of_the_lobby_is_done_after_the_start() -> None:
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


# --- playing on from a moment, and once more


def taken_over(fork: Game, *names: str) -> Sitting:
    """The forked table, all its people's seats claimed by these, and started."""
    table = Sitting(game=fork)
    open_seats = [n for n, seat in enumerate(fork.settings.seats) if seat.player == "open"]
    for seat, name in zip(open_seats, names, strict=True):
        table.claim(seat, name)
    return table.start()


@pytest.mark.parametrize("names", [("Ann", "Bob"), ("Bob", "Ann"), ("Eve", "1")])
def test_a_fork_plays_on_from_its_moment(names: tuple[str, str]) -> None:
    """By whoever sits there now: the same karts at the same places, with new names."""
    table = pair()
    table.play_until(lambda: table.match.race.turn == 3)
    number = table.game.number
    was: Match = table.match.fork()
    table.play_until(lambda: table.match.race.turn == 5)
    fork = lobby.forked(table.game, number, chance("t2", "ab" * 32))
    assert fork.settings.came_from == (table.game.id, number)
    assert [seat.player for seat in fork.settings.seats] == ["open", "open"]
    twin = taken_over(fork, *names)
    assert (twin.match.race.turn, twin.match.race.phase) == (was.race.turn, was.race.phase)
    for mine, theirs in zip(twin.match.race.karts, was.checkpoint.race.karts, strict=True):
        assert mine.progress == theirs.progress
        assert mine.momentum == theirs.momentum
        assert mine.hook == theirs.hook
    assert [(q, twin.match.names.index(who)) for who, q in twin.asked] == [
        (ask.question, ask.by) for ask in was.asks
    ]
    twin.to_the_end()
    assert log_of(twin.game)
    replay(read_log(log_of(twin.game)), find_ruleset(RULESET))


def test_a_fork_of_a_fork() -> None:
    table = pair()
    table.play_until(lambda: table.match.race.turn == 3)
    fork = taken_over(lobby.forked(table.game, table.game.number, chance("t2")), "Eve", "Fay")
    again = taken_over(lobby.forked(fork.game, 0, chance("t3")), "Gus", "Hal")
    assert again.match.race.turn == 3
    fork.play_until(lambda: fork.match.race.turn == 4)
    further = taken_over(lobby.forked(fork.game, fork.game.number, chance("t4")), "Ida", "Jim")
    assert further.match.race.turn == 4


def test_moments_that_cannot_be_played_on_from() -> None:
    table = pair(dice="fair").to_the_end()
    number = table.game.number
    with pytest.raises(Illegal, match="over at that moment"):
        lobby.forked(table.game, number, chance("t2"))
    with pytest.raises(Illegal, match=f"expected a moment 0 to {number}"):
        lobby.forked(table.game, number + 1, chance("t2"))
    with pytest.raises(Illegal, match="not begun"):
        lobby.forked(Sitting("Ann", "Bob").game, 0, chance("t2"))
    assert lobby.forked(table.game, number - 1, chance("t2")).settings.position


def test_once_more() -> None:
    table = Sitting("Ann", "Bob", "Cid:rookie", dice="fair", options={"carry": "2"})
    with pytest.raises(Illegal, match="the race goes on"):
        lobby.follow_up(table.game, chance("t2"), [HOST])
    table.start().to_the_end()
    with pytest.raises(Forbidden, match="only who sat at this table"):
        lobby.follow_up(table.game, chance("t2"), ["a stranger's"])
    change = lobby.follow_up(table.game, chance("t2", "ab" * 32), [HOST])
    assert change is not None
    made = change.made
    assert made is not None
    assert table.game.settings.next_table == made.id == "t2"
    assert lobby.follow_up(table.game, chance("t3"), []) is None, "there is one already"
    whoever_asks = lobby.again(table.game, chance("t4"), [0]).settings.seats
    assert [seat.player for seat in whoever_asks] == ["person", "open", "rookie"]
    assert whoever_asks[0].token not in ("", table.game.settings.seats[0].token)
    assert (made.state, made.settings.course_key) == ("open", COURSE)
    assert made.settings.options["carry"] == "2"
    assert [seat.player for seat in made.settings.seats] == ["open", "open", "rookie"]
    assert made.settings.commitment == commitment("ab" * 32)
    assert made.seats_of(table.tokens.values()) == [], "who sat there has to claim a seat"
    theirs = lobby.kept(made, ["another's", HOST])
    assert made.is_host([theirs["host"]])
    assert theirs["seats"] == []
    anew = lobby.again(table.game, chance("t6"))
    assert taken_over(anew, "Bob", "Ann").asked == [
        ("Bob", "rocket_start"),
        ("Ann", "rocket_start"),
    ]
