"""Each turn's post goes to the channels of its table or league: once, in order, with a picture."""

from __future__ import annotations

import base64
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, insert, text, update
from tests.table.devices import Device
from tests.table.hosting import Hosted, hosting
from tests.table.receiving import Receiver, receiving
from tests.table.serving import Browser, Made, make_table, start
from tests.table.sitting import Sitting

from wreckoning.table import schema
from wreckoning.table.database import build_up_to, open_database, open_empty, read_address
from wreckoning.table.ids import TableId
from wreckoning.table.notices import storage
from wreckoning.table.notices.channel_posts import channel_post
from wreckoning.table.notices.kinds import NoticeSettings
from wreckoning.table.notices.sending import Letter, Outcome, send
from wreckoning.table.posts import turn_now

AT_HOME = NoticeSettings(("json", "gotify"), private=True)
SITE = "http://race.example/"


@pytest.fixture
def hosted(tmp_path: Path) -> Iterator[Hosted]:
    with hosting(tmp_path / "table.db", sends=AT_HOME) as server:
        yield server


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as service:
        yield service


def engine_of(hosted: Hosted) -> Engine:
    engine: Engine = hosted.app.state.serving.tables.store.engine
    return engine


def running(hosted: Hosted) -> tuple[Made, Browser]:
    made = make_table(hosted, "mine", "rookie")
    start(hosted, made)
    return made, Browser(hosted, made.id, [*made.tokens.values()])


def to_turn(line: Browser, turn: int) -> None:
    """The player answers until the race is in this turn."""
    while True:
        menu = line.asked()
        assert menu is not None
        if line.served.get(f"/api/tables/{line.table}")["play"]["headline"]["turn"] >= turn:
            return
        line.answered(line.answer(menu))


def test_each_turn_is_posted_once_with_its_picture(hosted: Hosted, receiver: Receiver) -> None:
    made, line = running(hosted)
    path, address = f"/api/tables/{made.id}/channels", f"json://127.0.0.1:{receiver.port}/posts"
    channels = hosted.post(f"{path}/add", token=made.host, tells="posts", address=address)
    assert [one["kind"] for one in channels["channels"]] == ["json"]
    assert hosted.post(path, token=made.host)["channels"] == [], "that list is of another kind"
    to_turn(line, 1)
    told = receiver.next().json
    assert told["message"].startswith("## Sundae Drive\n")
    (picture,) = told["attachments"]
    assert base64.b64decode(picture["base64"]).startswith(b"\x89PNG")
    to_turn(line, 2)
    assert receiver.next().json["message"].startswith("## Sundae Drive, turn 1\n")
    assert receiver.count() == 0


def due(hosted: Hosted) -> list[tuple[str, int]]:
    """The posts that are due: channels and turns."""
    found = storage.find_due(engine_of(hosted), time.time())
    return [(one.channel, one.version) for one in found if one.kind == storage.POST]


def channel(hosted: Hosted, **owner: str) -> None:
    row: dict[str, Any] = {
        "profile_id": None,
        "table_id": None,
        "league_id": None,
        "device_id": None,
        **owner,
    }
    row |= {"id": "c1", "kind": "json", "address": "json://127.0.0.1:9/", "name": "json"}
    row |= {"base": SITE, "created": 0.0, "sent": 0.0, "problem": "", "failed": 0}
    storage.add_channel(engine_of(hosted), {**row, "rest_until": 0.0, "tells": "posts"}, 9)


def test_posts_come_in_order_and_a_failed_one_holds_no_race_up(tmp_path: Path) -> None:
    with hosting(tmp_path / "table.db") as hosted:
        made, line = running(hosted)
        to_turn(line, 2)
        channel(hosted, table_id=made.id)
        engine, now = engine_of(hosted), time.time()
        assert due(hosted) == [("c1", 1)], "it begins with the last complete turn"
        storage.keep(engine, storage.find_due(engine, now), now)
        to_turn(line, 4)
        assert due(hosted) == [], "one after another"
        (taken,) = storage.take(engine, now, 9)
        assert (taken.kind, taken.version) == ("post", 1)
        assert due(hosted) == []
        storage.finish(engine, taken, Outcome("it is full", unsure=True), now)
        (shown,) = hosted.post(f"/api/tables/{made.id}/channels", token=made.host, tells="posts")[
            "channels"
        ]
        assert shown["problem"] == "it is full"
        assert due(hosted) == [], "the channel rests after a failure"
        with engine.begin() as connection:
            connection.execute(update(schema.channels).values(rest_until=0.0))
        assert due(hosted) == [("c1", 2)]


def test_league_posts_the_turns_of_all_its_races(tmp_path: Path) -> None:
    with hosting(tmp_path / "table.db") as hosted:
        made, line = running(hosted)
        to_turn(line, 1)
        ann, bob = Device(hosted, "Ann"), Device(hosted, "Bob")
        rounds = [{"ruleset": "rtd", "courses": ["sundae_drive"]}]
        league = ann.post("/api/leagues", title="Cup", owner="Ann", rounds=rounds, token=ann.token)
        path = f"/api/leagues/{league['id']}/channels"
        assert bob.refused("POST", path, token=bob.token)[0] == 403
        assert ann.post(path, token=ann.token)["channels"] == []
        channel(hosted, league_id=league["id"])
        assert due(hosted) == []
        row = {"league_id": league["id"], "key": "1-1-1-1-1", "table_id": TableId(made.id)}
        row |= {"state": "awaited", "starts": 0.0, "seats": "[]"}
        with engine_of(hosted).begin() as connection:
            connection.execute(insert(schema.league_races).values(**row))
        assert due(hosted) == [("c1", 0)]


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_notices_outlive_the_new_columns(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Else a question would be told again after an upgrade."""
    address = str(tmp_path / "table.db")
    if kind == "postgresql":
        address = request.getfixturevalue("postgres").new_database()
    engine = open_empty(read_address(address))
    with engine.begin() as connection:
        build_up_to(connection, "0007")
        table = "'t', 'running', false, 1, 0, 0, NULL, '{}', '', '{}', '{}', ''"
        connection.execute(text(f"INSERT INTO tables VALUES ({table})"))
        columns = "id, table_id, kind, address, name, base, created, sent, problem, failed"
        values = "'c', 't', 'json', 'json://a', 'json', 'http://a/', 0, 0, '', 0, 0"
        connection.execute(text(f"INSERT INTO channels ({columns}, rest_until) VALUES ({values})"))
        columns = "channel_id, table_id, version, state, tries, due, at"
        connection.execute(
            text(f"INSERT INTO notices ({columns}) VALUES ('c', 't', 3, 'sent', 1, 0, 0)")
        )
    engine.dispose()
    engine = open_database(read_address(address))
    with engine.connect() as connection:
        (notice,) = connection.execute(schema.notices.select())
        (channel,) = connection.execute(schema.channels.select())
    engine.dispose()
    assert (notice.version, notice.kind) == (3, "asked")
    assert (channel.tells, channel.league_id) == ("turn", None)


def test_each_kind_gets_the_markup_that_it_shows() -> None:
    table = Sitting("Ann@here", "Bob").start()
    table.play_until(lambda: turn_now(table.game) == 2)
    posts = {kind: channel_post(table.game, SITE, 1, kind) for kind in ("discord", "json", "ntfy")}
    assert posts["discord"].pieces[0].startswith("**Sundae Drive, turn 1**")
    assert posts["json"].pieces[0].startswith("## Sundae Drive, turn 1")
    assert posts["ntfy"].title == "Sundae Drive, turn 1"
    for post in posts.values():
        assert "Ann@here" not in "".join(post.pieces)
        assert post.picture.startswith(b"\x89PNG")
        assert post.link == f"{SITE}api/tables/t1/board.png?turn=1"


@pytest.mark.filterwarnings("ignore:'imghdr'")  # of a plugin of Apprise that looks for it
def test_where_no_picture_can_be_attached_its_link_is_added(receiver: Receiver) -> None:
    letter = Letter(
        "gotify", f"gotify://127.0.0.1:{receiver.port}/AAAAAAAAAAAAAAA", "Title", "", ""
    )
    post = {"pieces": ("One", "Two"), "picture": b"png", "picture_link": f"{SITE}board.png"}
    outcome = send(Letter(**{**vars(letter), **post}))
    assert outcome == Outcome()
    told = [receiver.next().json["message"] for _ in range(2)]
    assert told == ["One", f"Two\n{SITE}board.png"]
