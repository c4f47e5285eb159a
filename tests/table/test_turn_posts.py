"""Each turn's post goes to the channels of its table or league: once, in order, with a picture."""

from __future__ import annotations

import base64
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, insert, text, update
from tests.table.devices import Device
from tests.table.hosting import Hosted, hosting
from tests.table.receiving import Receiver, receiving
from tests.table.serving import Browser, Made, make_table, start
from tests.table.sitting import Sitting

from wreckoning.server.notices import storage
from wreckoning.server.notices.kinds import NoticeSettings
from wreckoning.server.notices.pieces import PICTURE, Letter, send_post
from wreckoning.server.notices.sending import Outcome, send
from wreckoning.server.notices.wording import channel_post
from wreckoning.server.store import schema
from wreckoning.server.store.database import build_up_to, open_database, open_empty, read_address
from wreckoning.table.ids import TableId
from wreckoning.table.shown.posts import turn_now

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
    address = f"gotify://127.0.0.1:{receiver.port}/AAAAAAAAAAAAAAA"
    letter = Letter("gotify", address, "Title", "", "", is_private=True)
    post = {"pieces": ("One", "Two"), "picture": b"png", "picture_link": f"{SITE}board.png"}
    outcome = send(Letter(**{**vars(letter), **post}))
    assert outcome == Outcome()
    told = [receiver.next().json["message"] for _ in range(2)]
    assert told == ["One", f"Two\n{SITE}board.png"]


@dataclass
class Service:
    """Takes what Apprise would send, but refuses the calls of these numbers."""

    refuses: set[int]
    body_maxlen: int = 2000
    attachment_support: bool = True
    calls: int = 0
    taken: list[str] = field(default_factory=list)

    def notify(self, title: str, body: str, attach: object = None) -> bool:
        """Take a call, unless it is refused."""
        self.calls += 1
        if self.calls in self.refuses:
            return False
        self.taken.append(f"{title}|{body}{'+board' if attach else ''}".replace("\n", " ").strip())
        return True


POST = Letter("json", "", "T", "", "", pieces=("1", "2", "3"), picture=b"png", picture_link="at")
ATTACHED = ["T|1", "|2", "|3+board"]
APART = ["T|1", "|2", "|3", "|+board"]
LINKED = ["T|1", "|2", "|3 at"]


@pytest.mark.parametrize(
    ("kind", "whole"),
    [("json", ATTACHED), ("email", ATTACHED), ("discord", APART), ("matrix", APART)]
    + [("telegram", APART), ("slack", LINKED)],
)
@pytest.mark.parametrize("refused", [1, 2, 3, 4])
def test_a_post_goes_on_at_the_piece_that_was_refused(
    kind: str, whole: list[str], refused: int
) -> None:
    """Each piece is taken once, in order; a picture that is refused gives way to its address."""
    is_pictured = kind != "slack" and refused == len(whole)
    service = Service({refused, refused + 1} if is_pictured else {refused})
    letter, begun = replace(POST, kind=kind), list[tuple[str, ...]]()
    taken, left = send_post(service, letter, begun.append)
    assert (taken, len(left)) == (min(refused - 1, len(whole)), max(0, len(whole) - refused + 1))
    assert [len(after) for after in begun] == [*range(len(whole))][::-1][:refused]
    if left:
        again = replace(letter, pieces=left, title="" if taken else letter.title)
        assert send_post(service, again, begun.append)[1] == ()
    assert service.taken == whole


def test_a_picture_that_is_refused_gives_way_to_its_address() -> None:
    for kind, last in (("json", "|3 at"), ("discord", "|at")):
        service = Service({len(APART) if kind == "discord" else len(ATTACHED)})
        assert send_post(service, replace(POST, kind=kind), lambda after: None)[1] == ()
        assert service.taken[-1] == last


def test_pieces_are_cut_to_what_a_service_takes() -> None:
    service = Service(set(), body_maxlen=300)
    long = replace(POST, pieces=("line\n" * 100 + "word " * 100,))
    assert send_post(service, long, lambda after: None)[1] == ()
    assert all(len(one) <= 300 for one in service.taken)


def test_the_owner_hears_what_is_missing_and_the_rest_is_sent_later(tmp_path: Path) -> None:
    with hosting(tmp_path / "table.db") as hosted:
        made, line = running(hosted)
        to_turn(line, 2)
        channel(hosted, table_id=made.id)
        engine, now = engine_of(hosted), time.time()

        def problem() -> str:
            path, asked = f"/api/tables/{made.id}/channels", {"token": made.host, "tells": "posts"}
            (shown,) = hosted.post(path, **asked)["channels"]
            return str(shown["problem"])

        storage.keep(engine, storage.find_due(engine, now), now)
        (taken,) = storage.take(engine, now, 9)
        storage.finish(engine, taken, Outcome("it is full", left=("2", "3", PICTURE)), now)
        missing = "the last 3 messages of turn 1 are missing"
        assert problem() == f"it is full; {missing}; they are sent later"
        now += storage.DAY
        (taken,) = storage.take(engine, now, 9)
        assert taken.unsent == ("2", "3", PICTURE)
        storage.finish(engine, taken, Outcome("late", unsure=True, left=("3",)), now)
        assert problem() == "late; the last message of turn 1 is missing; it is sent later"
        now += storage.DAY
        (taken,) = storage.take(engine, now, 9)
        assert taken.unsent == ("3",), "a piece that may have been taken is not sent again"
        storage.finish(engine, taken, Outcome("it is full"), now)
        assert problem() == "it is full; the last message of turn 1 is missing"
        assert storage.take(engine, now + storage.DAY, 9) == []


@pytest.mark.slow
def test_a_refused_post_is_resumed_by_the_server(tmp_path: Path) -> None:
    with receiving() as receiver, hosting(tmp_path / "table.db", sends=AT_HOME) as hosted:
        made, line = running(hosted)
        to_turn(line, 2)
        channel(hosted, table_id=made.id)
        address = f"json://127.0.0.1:{receiver.port}/posts"
        with engine_of(hosted).begin() as connection:
            connection.execute(update(schema.channels).values(address=address))
            row = {"channel_id": "c1", "table_id": made.id, "version": 1, "kind": "post"}
            row |= {"state": "waiting", "tries": 1, "due": 0.0, "at": 0.0, "unsent": '["rest"]'}
            connection.execute(insert(schema.notices).values(**row))
        told = receiver.next().json
        assert (told["message"], len(told["attachments"])) == ("rest", 1)
