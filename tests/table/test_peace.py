"""The host's actions against a person: remove, ban, mute; and that person's messages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.table.hosting import Ear, Hosted, hosting
from tests.table.serving import WITHIN, Made, make_table
from tests.table.sitting import HOST, Sitting, chance, refused
from websockets.sync.client import connect

from wreckoning.core.errors import Illegal, Over
from wreckoning.core.ids import as_seat
from wreckoning.server.live.admission import POLICY
from wreckoning.server.store.database import open_existing, read_address
from wreckoning.server.store.store import Store
from wreckoning.table import models, moderation, next_race, replies
from wreckoning.table.moderation import bans_of
from wreckoning.table.refusals import Forbidden, Stale
from wreckoning.table.table import digest

HOME, BOBS, ELSEWHERE = "192.0.2.1", "198.51.100.7", "203.0.113.9"
BOB = "@bobsprofile"


def three(**rest: Any) -> Sitting:
    """Ann, the host; Bob, who has come with a profile from elsewhere; and a bot."""
    table = Sitting("Ann", "open", "Cid:rookie", **rest)
    table.game.settings.host_profile = table.game.settings.seats[0].profile = "annsprofile"
    take(table, "Bob")
    return table


def take(table: Sitting, name: str, profile: str = BOB, address: str = BOBS) -> None:
    """Claim seat 2; what `Claim` takes only from the server is put there."""
    command = models.Claim.model_construct(
        do="claim", request="request-claim", seat=1, name=name, setup={}, text="", token=profile
    )
    game = table.game
    change = game.carry_out(
        "claim", lambda: moderation.claim(game, command, f"token-{name}", address)
    )
    table.tokens[1] = f"token-{name}"
    assert change.result == replies.Result(token=table.tokens[1], seat=as_seat(1))


def test_removed_player_is_told_who_did_it() -> None:
    table = three()
    token = table.tokens[1]
    table.do("remove", seat=1)
    game = table.game
    assert game.settings.seats[1].player == "open"
    assert game.seats_of([token, BOB]) == []
    for shown in (token, BOB):
        found = moderation.sanction_of(game, "removed", [shown])
        assert found is not None
        assert (found.by, found.name) == ("Ann", "Bob")
    assert moderation.sanction_of(game, "removed", ["another's", "@another"]) is None
    take(table, "Bob")  # a removal is no ban
    assert moderation.sanction_of(game, "removed", [BOB]) is None


def test_in_a_race_a_bot_drives_for_a_removed_player() -> None:
    table = three().start()
    token = table.tokens[1]
    table.do("remove", seat=1)
    seat = table.game.settings.seats[1]
    assert (seat.name, seat.player, seat.driver) == ("Bob", "person", "rookie")
    assert table.game.seats_of([token, BOB]) == []
    with pytest.raises(Forbidden):
        table.do("take_back", token, seat=1)
    refused(table, Illegal, "has no player", lambda: table.do("remove", seat=1))


def test_banned_player_cannot_come_back() -> None:
    table = three()
    change = table.do("remove", seat=1, ban=True, sent_from=HOME)
    assert change.result == replies.Result(known_by=["profile", "address"])
    game, words = table.game, "Ann has banned you from this table"
    with pytest.raises(Forbidden, match=words):
        take(table, "Bea", address=ELSEWHERE)
    with pytest.raises(Forbidden, match=words):
        take(table, "Bea", profile="@anotherprofile")
    assert moderation.why_banned(game, [BOB], ELSEWHERE) == words
    assert moderation.why_banned(game, [], BOBS) == words
    assert moderation.why_banned(game, [], ELSEWHERE) == ""
    assert moderation.why_banned(game, [HOST], BOBS) == ""
    assert BOBS not in game.settings.model_dump_json()
    take(table, "Bea", profile="@anotherprofile", address=ELSEWHERE)


def test_shared_address_is_not_banned() -> None:
    table = three()
    change = table.do("remove", seat=1, ban=True, sent_from=BOBS)  # the host is at Bob's home
    assert change.result == replies.Result(known_by=["profile"])
    assert moderation.why_banned(table.game, [], BOBS) == ""
    assert moderation.why_banned(table.game, [BOB], BOBS) != ""


def test_a_ban_is_lifted() -> None:
    table = three()
    table.do("remove", seat=1, ban=True)
    for number, name in ((0, "Cid"), (1, "Bob")):
        with pytest.raises(Stale, match="the bans have changed"):
            table.do("lift", number=number, name=name)
    change = table.do("lift", number=0, name="Bob")
    assert change.settings
    assert bans_of(table.game) == []
    take(table, "Bob")


def test_a_ban_and_a_mute_hold_for_the_next_race() -> None:
    table = three()
    table.do("mute", seat=1)
    table.do("remove", seat=1, ban=True)
    table.do("seat_bot", seat=1, player="rookie")
    table.start().to_the_end()
    change = next_race.follow_up(table.game, chance("t2"), [HOST])
    assert change is not None
    assert change.made is not None
    assert {one.kind for one in change.made.settings.sanctions} == {"banned", "muted"}


def test_a_muted_player_says_nothing_and_does_not_escape_by_leaving() -> None:
    table = three()
    table.do("mute", seat=1)
    game = table.game
    with pytest.raises(Forbidden, match="Ann has muted you at this table"):
        moderation.check_may_talk(game, game.settings.seats[1])
    with pytest.raises(Illegal, match="Bob is muted already"):
        table.do("mute", seat=1)
    table.do("leave", table.tokens[1], seat=1)
    take(table, "Rob")
    assert game.settings.seats[1].muted
    table.do("mute", seat=1, muted=False)
    moderation.check_may_talk(game, game.settings.seats[1])
    table.do("leave", table.tokens[1], seat=1)
    take(table, "Rob")
    assert not game.settings.seats[1].muted


@pytest.mark.parametrize("do", ["remove", "mute"])
def test_only_the_host_removes_and_only_others(do: str) -> None:
    table = three()
    before = table.game.settings.model_dump()
    with pytest.raises(Forbidden, match="only the host"):
        table.do(do, table.tokens[1], seat=0)
    with pytest.raises(Illegal, match="no player sits in seat 3"):
        table.do(do, seat=2)
    table.game.settings.host = digest(table.tokens[0])
    with pytest.raises(Illegal, match="seat 1 is your own"):
        table.do(do, table.tokens[0], seat=0)
    table.game.settings.host = digest(HOST)
    assert table.game.settings.model_dump() == before


def test_no_player_is_removed_after_the_race() -> None:
    table = three().start()
    table.do("abandon")
    assert table.game.settings.ended_by == "Ann"
    with pytest.raises(Over, match="the race is over"):
        table.do("remove", seat=1)


# --- as browsers see it


@pytest.fixture(scope="module")
def where(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the server below keeps everything."""
    return tmp_path_factory.mktemp("peace") / "table.db"


@pytest.fixture(scope="module")
def hosted(where: Path) -> Iterator[Hosted]:
    """A server for all tests below."""
    with hosting(where) as server:
        yield server


def seen(hosted: Hosted, made: Made, *tokens: str) -> Ear:
    """A browser with these tokens, greeted."""
    ear = Ear(hosted, made.id, list(tokens))
    ear.until(lambda: "here" in ear.heard)
    return ear


def sits(browser: Ear, name: str) -> str:
    """Take seat 2 and show its token on the same line."""
    token = str(browser.do("claim", seat=1, name=name)["result"]["token"])
    browser.send({"do": "hello", "tokens": [token], "seen": browser.version})
    browser.until(lambda: browser.you["seats"] == [1])
    return token


def test_removed_and_banned_browsers_see_why(hosted: Hosted) -> None:
    made = make_table(hosted, "mine", "open")
    host, bob = seen(hosted, made, made.host, made.tokens[0]), seen(hosted, made)
    sits(bob, "Bob")
    host.do("remove", token=made.host, seat=1)
    bob.until(lambda: bob.you["seats"] == [])
    assert bob.you["removed"] == {"by": "Driver 0", "name": "Bob"}
    token = sits(bob, "Bob")
    assert "removed" not in bob.you
    host.do("mute", token=made.host, seat=1)
    refusal = bob.do("chat", token=token, text="Hello")["error"]
    assert refusal["text"] == "Driver 0 has muted you at this table"
    reply = host.do("remove", token=made.host, seat=1, ban=True)
    assert reply["result"] == {"known_by": []}  # no profile, and the host's own address
    host.until(lambda: host.you.get("bans") == ["Bob"])
    assert bob.gone() == POLICY
    told = {"kind": "forbidden", "text": "Driver 0 has banned you from this table", "rule": ""}
    assert bob.last("refusal")["error"] == told
    address = hosted.address.replace("http", "ws", 1)
    with connect(f"{address}/api/tables/{made.id}/live", proxy=None) as line:
        line.send(json.dumps({"do": "hello", "tokens": [token]}))
        assert json.loads(line.recv(WITHIN))["error"] == told


def test_a_table_that_is_deleted_under_a_player_says_so(hosted: Hosted, where: Path) -> None:
    made, other = make_table(hosted, "mine", "open"), make_table(hosted, "mine", "open")
    ann, bea = seen(hosted, made, made.tokens[0]), seen(hosted, other, other.tokens[0])
    keeper = Store(open_existing(read_address(str(where))))  # as `wreck table delete` does it
    keeper.delete([made.id])
    keeper.close()
    assert ann.gone() == POLICY
    told = {"kind": "unknown", "text": "this table was deleted", "rule": ""}
    assert ann.last("refusal")["error"] == told
    bea.do("chat", token=other.tokens[0], text="I am still here")
