"""Notices tell a person who is away that it is their turn, once."""

from __future__ import annotations

import datetime
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, select, update
from tests.table.campaigning import EIGHT
from tests.table.devices import Device
from tests.table.hosting import Hosted, hosting
from tests.table.postgres import Postgres
from tests.table.receiving import PushBrowser, Receiver, receiving
from tests.table.serving import REQUESTS, Browser, Made, make_table, start

from wreckoning.server.live.live_table import LiveTable
from wreckoning.server.notices import storage
from wreckoning.server.notices.kinds import NoticeSettings, read_kinds
from wreckoning.server.notices.notifier import EVERY, LONGEST, pause_after
from wreckoning.server.notices.sending import Outcome
from wreckoning.server.notices.wording import words_for
from wreckoning.server.store import schema
from wreckoning.server.store.database import open_database, read_address
from wreckoning.table.deadlines import USUAL
from wreckoning.table.ids import TableId
from wreckoning.table.profile_messages import ProfileSettings

AT_HOME = NoticeSettings(("push", "json"), private=True)
HOUR = 3600.0


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    """A server that may send to this machine."""
    with hosting(tmp_path_factory.mktemp("notices") / "table.db", sends=AT_HOME) as server:
        yield server


@pytest.fixture
def hosted(home: Hosted) -> Iterator[Hosted]:
    """The same, without channels, and with the right time."""
    yield home
    with engine_of(home).begin() as connection:
        connection.execute(schema.channels.delete())
    home.app.state.serving.profiles._clock = time.time


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as service:
        yield service


def engine_of(hosted: Hosted) -> Engine:
    engine: Engine = hosted.app.state.serving.tables.store.engine
    return engine


def later(hosted: Hosted, seconds: float = HOUR) -> None:
    """Let the server's notices believe that so much time has passed."""
    serving = hosted.app.state.serving
    serving.notifier._noted = 0.0  # long ago by the new time: all who are here are noted at once
    serving.profiles._clock = lambda: time.time() + seconds


def adds(ann: Device, receiver: Receiver, path: str = "turn") -> str:
    """Add a channel to the receiver. Returns its id."""
    address = f"json://127.0.0.1:{receiver.port}/{path}"
    channels = ann.post("/api/profile/channels", address=address)["channels"]
    return str(channels[-1]["id"])


def races(ann: Device, receiver: Receiver) -> tuple[Made, Browser, str]:
    """Ann has a channel, and is asked for her first decision. With the channel's id."""
    channel = adds(ann, receiver)
    made = make_table(ann.hosted, "mine", "rookie", token=ann.token)
    start(ann.hosted, made)
    return made, Browser(ann.hosted, made.id, [ann.token]), channel


def due(hosted: Hosted, after: float) -> list[Any]:
    return storage.find_due(engine_of(hosted), time.time() + after)


def test_person_who_is_away_is_told_of_each_question_once(
    hosted: Hosted, receiver: Receiver
) -> None:
    made, line, _ = races(Device(hosted, "Ann"), receiver)
    menu = line.asked()
    assert menu is not None
    later(hosted)
    told = receiver.next().json
    assert told["title"] == "Your turn: Sundae Drive (Kart RTD)"
    assert told["message"].startswith(f"Driver 0: {menu['prompt']['question']}\n")
    assert told["message"].endswith(f"\n{hosted.address}/table/{made.id}")
    number = line.number
    line.answered(line.answer(menu))
    line.until(lambda: line.number > number)
    assert line.asked() is not None
    assert "/table/" in receiver.next().json["message"]
    assert receiver.count() == 0


def test_notice_waits_for_the_persons_minutes_and_until_they_are_away(
    hosted: Hosted, receiver: Receiver
) -> None:
    ann = Device(hosted, "Ann")
    ann.post("/api/profile/change", wait=30)
    races(ann, receiver)
    assert due(hosted, 29 * 60) == []
    assert len(due(hosted, 31 * 60)) == 1
    ann.post("/api/profile/change", wait=0)
    assert due(hosted, 50) == []  # she did something in the last minute
    assert len(due(hosted, 70)) == 1
    phone = Device(hosted).joins(ann)
    profiles = hosted.app.state.serving.profiles
    profiles._noted.clear()
    with engine_of(hosted).begin() as connection:
        connection.execute(update(schema.profiles).values(seen=0.0))
    assert len(due(hosted, 50)) == 1
    phone.post("/api/profile/active")  # on another device
    assert due(hosted, 50) == []


PACES: dict[str, dict[str, Any]] = {
    "live": {"kind": "live", "seconds": 3600},
    "relaxed": {"kind": "relaxed"},
    "days": {"kind": "days", "days": 2},
}


def away(hosted: Hosted) -> None:
    """Everyone did something long ago."""
    with engine_of(hosted).begin() as connection:
        connection.execute(update(schema.profiles).values(seen=0.0))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("pace", PACES)
@pytest.mark.parametrize("kind", ["race", "campaign"])
def test_each_pace_has_minutes_of_its_own_or_never(
    hosted: Hosted, receiver: Receiver, pace: str, kind: str
) -> None:
    ann = Device(hosted, "Ann")
    adds(ann, receiver)
    if kind == "race":
        start(hosted, make_table(hosted, "mine", "rookie", token=ann.token, pace=PACES[pace]))
    else:
        campaigns(ann, pace=PACES[pace])
    others = {other: "never" for other in PACES if other != pace}
    for chosen, minutes in ((None, 2), (30, 30), ("never", None), (0, 0)):
        own = ann.post("/api/profile/change", waits={**others, pace: chosen})
        assert own["waits"][pace] == chosen
        away(hosted)
        if minutes is None:
            assert due(hosted, 47 * HOUR) == [], "not even a reminder"
        else:
            assert len(due(hosted, minutes * 60 + 30)) == 1
            assert minutes == 0 or due(hosted, minutes * 60 - 30) == []


def test_profile_of_an_earlier_release_has_one_wait_for_all_paces() -> None:
    old = ProfileSettings.model_validate_json('{"wait": 7, "public": true}')
    assert {old.wait_at(pace) for pace in PACES} == {7}


@pytest.mark.parametrize("chosen", [-1, 10081, "always", 1.5, [], {"live": 1}])
def test_wait_of_a_pace_is_minutes_or_never(hosted: Hosted, chosen: Any) -> None:
    ann = Device(hosted, "Ann")
    assert ann.refused("POST", "/api/profile/change", waits={"live": chosen})[0] == 422
    assert ann.refused("POST", "/api/profile/change", waits={"fast": 1})[0] == 422


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("pace", "is_told"), [("live", False), ("relaxed", True), ("days", True)])
def test_live_race_that_is_open_tells_its_player_nothing(
    hosted: Hosted, receiver: Receiver, pace: str, is_told: bool
) -> None:
    """They may be thinking, or watch the others; another person's page does not count."""
    ann = Device(hosted, "Ann")
    adds(ann, receiver)
    made = make_table(hosted, "mine", "rookie", token=ann.token, pace=PACES[pace])
    start(hosted, made)
    away(hosted)
    mine, watcher = Browser(hosted, made.id, [ann.token]), Browser(hosted, made.id, [])
    mine.until(lambda: 0 in mine.here["here"])
    later(hosted)
    if not is_told:
        end = time.monotonic() + 120
        while seen_last(hosted) < time.time() + HOUR - 60:
            assert time.monotonic() < end, "nobody noted that she is here"
            time.sleep(0.05)
        assert due(hosted, HOUR + 50) == []
        assert len(due(hosted, HOUR + 150)) == 1, "the question still waits"
        mine.close()
        while [client for client in live_table(hosted, made).clients if client.seats]:
            time.sleep(0.01)
        later(hosted, 2 * HOUR)
    assert receiver.next().json["title"].startswith("Your turn")
    assert receiver.count() == 0
    watcher.close()


def seen_last(hosted: Hosted) -> float:
    with engine_of(hosted).connect() as connection:
        return float(max(connection.execute(select(schema.profiles.c.seen)).scalars()))


def live_table(hosted: Hosted, made: Made) -> LiveTable:
    live: LiveTable = hosted.app.state.serving.tables.live_tables.in_memory[TableId(made.id)]
    return live


def by_post(ann: Device, receiver: Receiver, days: int, **rhythm: Any) -> float:
    """Ann is asked at a race by post; she acted before. Returns when she was asked."""
    ann.post("/api/profile/change", rhythm=rhythm)
    adds(ann, receiver)
    pace = {"kind": "days", "days": days}
    made = make_table(ann.hosted, "mine", "rookie", token=ann.token, pace=pace)
    start(ann.hosted, made)
    with engine_of(ann.hosted).begin() as connection:
        connection.execute(update(schema.profiles).values(seen=0.0))
    return time.time()


def kinds_due(hosted: Hosted, now: float) -> list[str]:
    """What is due then; it is kept, as the notifier does."""
    found = storage.find_due(engine_of(hosted), now)
    if found:
        storage.keep(engine_of(hosted), found, now)
    return [one.kind for one in found]


def test_one_reminder_before_a_deadline(hosted: Hosted, receiver: Receiver) -> None:
    asked = by_post(Device(hosted, "Ann"), receiver, 2, remind=6)
    assert kinds_due(hosted, asked + HOUR) == ["asked"]
    assert kinds_due(hosted, asked + 41 * HOUR) == []
    assert kinds_due(hosted, asked + 43 * HOUR) == ["reminder"]
    assert kinds_due(hosted, asked + 44 * HOUR) == []
    later(hosted, 43 * HOUR)
    titles = {receiver.next().json["title"] for _ in range(2)}
    race = "Sundae Drive (Kart RTD)"
    assert titles == {f"Your turn: {race}", f"Soon over: your turn: {race}"}


def test_no_reminder_while_the_person_is_active(hosted: Hosted, receiver: Receiver) -> None:
    asked = by_post(Device(hosted, "Ann"), receiver, 2, remind=6)
    now = asked + 43 * HOUR
    with engine_of(hosted).begin() as connection:
        connection.execute(update(schema.profiles).values(seen=now - 30))
    assert kinds_due(hosted, now) == []
    assert kinds_due(hosted, now + 60) == ["reminder"]


def test_reminder_stands_alone_if_the_question_was_not_told_before(
    hosted: Hosted, receiver: Receiver
) -> None:
    ann = Device(hosted, "Ann")
    ann.post("/api/profile/change", wait=7 * 24 * 60)
    asked = by_post(ann, receiver, 2, remind=6)
    assert kinds_due(hosted, asked + 43 * HOUR) == ["reminder"]
    short = by_post(Device(hosted, "Bob"), receiver, 1, remind=24)
    assert kinds_due(hosted, short + 23 * HOUR) == ["asked"], "its reminder would come at once"


def test_quiet_hours_and_holidays_hold_notices_back(hosted: Hosted, receiver: Receiver) -> None:
    """And a reminder that falls into quiet hours comes before them."""
    now = datetime.datetime.now(datetime.UTC)
    since, until = ((now + datetime.timedelta(hours=n)).strftime("%H:%M") for n in (-1, 4))
    asked = by_post(Device(hosted, "Ann"), receiver, 2, quiet={"since": since, "until": until})
    assert kinds_due(hosted, asked + HOUR) == []
    assert kinds_due(hosted, asked + 5 * HOUR) == ["asked"]
    first, last = ((now + datetime.timedelta(days=n)).strftime("%Y-%m-%d") for n in (-1, 1))
    holidays = [{"first": first, "last": last}]
    asked = by_post(Device(hosted, "Bob"), receiver, 2, holidays=holidays)
    assert "asked" not in kinds_due(hosted, asked + HOUR)


def campaigns(ann: Device, **more: Any) -> tuple[str, Callable[..., None]]:
    """Ann has a campaign of her own, against a bot. With a way to make her moves, or the host's."""
    players = [{"player": "mine", "name": "Ann"}, {"player": "rookie", "name": "Bot"}]
    wanted = {"ruleset": "rally", "title": "The long road", "players": players, "token": ann.token}
    made = ann.post("/api/campaigns", **wanted, **more)

    def move(seat: int, **move: Any) -> None:
        given = {"request": next(REQUESTS), "version": 0, "seat": seat}
        token = ann.token if seat >= 0 else made["host"]
        ann.post(f"/api/campaigns/{made['id']}/move", token=token, move=move, **given)

    return made["id"], move


def test_person_is_told_once_that_a_campaign_waits_for_their_move(
    hosted: Hosted, receiver: Receiver
) -> None:
    ann = Device(hosted, "Ann")
    adds(ann, receiver)
    name, move = campaigns(ann)
    assert due(hosted, 50) == []  # she did something in the last minute
    later(hosted)
    told = receiver.next().json
    assert told["title"] == "Your turn: The long road (Wasteland Rally)"
    assert "The campaign waits for Ann.\n" in told["message"]
    assert told["message"].endswith(f"\n{hosted.address}/campaign/{name}")
    given = {"request": next(REQUESTS), "seat": 0, "token": ann.token}
    ann.post(f"/api/campaigns/{name}/text", text="heads", **given)
    assert due(hosted, HOUR) == []  # the same move
    move(0, do="roster", team=EIGHT)
    told = receiver.next().json
    assert told["title"] == "Ready to start: The long road (Wasteland Rally)"
    assert told["message"].startswith("All players have chosen their rosters: you can start")
    move(-1, do="start")
    assert "The campaign waits for Ann.\n" in receiver.next().json["message"]
    assert due(hosted, HOUR) == []
    assert receiver.count() == 0


@pytest.mark.slow
def test_campaign_waits_for_its_players_once_a_game_is_over(
    hosted: Hosted, receiver: Receiver
) -> None:
    ann = Device(hosted, "Ann")
    name, move = campaigns(ann)
    move(0, do="roster", team=EIGHT)
    move(-1, do="start")
    move(0, do="field", vehicles=[0, 1, 2])
    [game] = ann.post(f"/api/campaigns/{name}/look", tokens=[ann.token])["tables"]
    [seat] = game["seats"]
    table, token = f"/api/tables/{game['table']}", seat["token"]
    given = {"seat": seat["seat"], "token": token, "player": "rookie"}
    ann.post(f"{table}/hand_over", request=next(REQUESTS), **given)
    ann.post(f"{table}/race_on", request=next(REQUESTS), token=token)
    adds(ann, receiver)
    later(hosted)
    told = receiver.next().json["message"]  # nobody looked at the campaign's page
    assert told.startswith("Round 1 of ")
    assert told.endswith(f"/campaign/{name}")


def test_campaign_of_a_league_tells_its_players(hosted: Hosted, receiver: Receiver) -> None:
    ann = Device(hosted, "Ann")
    adds(ann, receiver)
    plan = {"ruleset": "rally", "courses": [], "campaign": {"rounds": "3"}}
    scoring = {"points": {"places": [3, 2, 1]}, "divisions": [{"title": "All"}]}
    terms = {**scoring, "check_in": 60}
    made = {"title": "Cup", "rounds": [plan], "terms": terms, "token": ann.token}
    league = ann.post("/api/leagues", **made)["id"]
    for command in (
        {"do": "sign_up", "name": "Ann"},
        {"do": "sign_up", "name": "Bot", "bot": "rookie"},
        {"do": "open", "round": 1},
    ):
        given = {"request": next(REQUESTS), "token": ann.token}
        ann.post(f"/api/leagues/{league}/do", **given, **command)
    [told] = due(hosted, HOUR)
    campaign = f"/api/campaigns/{told.campaign}"
    assert ann.post(f"{campaign}/look", tokens=[])["league"] == league
    [invited] = ann.post(f"/api/leagues/{league}/look", tokens=[ann.token])["you"]["invitations"]
    roster = {"version": 0, "move": {"do": "roster", "team": EIGHT}, **invited["seats"][0]}
    ann.post(f"{campaign}/move", request=next(REQUESTS), **roster)
    assert due(hosted, HOUR) == [], "it starts by itself, an hour after the round opened"


def test_campaign_with_days_tells_nobody_in_quiet_hours(hosted: Hosted, receiver: Receiver) -> None:
    now = datetime.datetime.now(datetime.UTC)
    since, until = ((now + datetime.timedelta(hours=n)).strftime("%H:%M") for n in (-1, 4))
    ann = Device(hosted, "Ann")
    ann.post("/api/profile/change", rhythm={"quiet": {"since": since, "until": until}})
    adds(ann, receiver)
    campaigns(ann, pace={"kind": "days", "days": 2})
    assert due(hosted, HOUR) == []
    [told] = due(hosted, 5 * HOUR)
    assert told.campaign


def test_question_to_a_bot_or_another_player_tells_nobody(
    hosted: Hosted, receiver: Receiver
) -> None:
    ann, bob = Device(hosted, "Ann"), Device(hosted, "Bob")
    adds(bob, receiver)
    made = make_table(hosted, "mine", "rookie", token=ann.token)
    start(hosted, made)
    assert due(hosted, HOUR) == []


@pytest.mark.slow
def test_only_one_process_on_a_postgresql_takes_a_notice(
    receiver: Receiver, postgres: Postgres
) -> None:
    address = postgres.new_database()
    with hosting(address, sends=AT_HOME) as hosted:
        races(Device(hosted, "Ann"), receiver)
    taken, together, now = list[Any](), threading.Barrier(2), time.time() + HOUR

    def work() -> None:
        engine = open_database(read_address(address))
        found = storage.find_due(engine, now)
        together.wait()
        storage.keep(engine, found, now)
        together.wait()
        taken.extend(storage.take(engine, now, 9))
        engine.dispose()

    processes = [threading.Thread(target=work) for _ in range(2)]
    for one in processes:
        one.start()
    for one in processes:
        one.join()
    assert len(taken) == 1


@pytest.mark.slow
def test_notice_kept_before_a_stop_is_sent_after_it(tmp_path: Path, receiver: Receiver) -> None:
    db = tmp_path / "table.db"
    with hosting(db, sends=AT_HOME) as hosted:
        races(Device(hosted, "Ann"), receiver)
        found = due(hosted, HOUR)
        storage.keep(engine_of(hosted), found, time.time())
        storage.keep(engine_of(hosted), found, time.time())
    assert len(found) == 1
    assert receiver.count() == 0
    engine = open_database(read_address(str(db)))
    with engine.begin() as connection:  # she goes away
        connection.execute(update(schema.profiles).values(seen=0.0))
    engine.dispose()
    with hosting(db, sends=AT_HOME) as hosted:
        assert receiver.next().json["title"].startswith("Your turn")
        assert storage.take(engine_of(hosted), time.time() + HOUR, 9) == []
        assert due(hosted, HOUR) == []


def test_failure_is_shown_to_the_channels_owner_and_tried_again_later(
    hosted: Hosted, receiver: Receiver
) -> None:
    receiver.status = 500
    ann = Device(hosted, "Ann")
    name = adds(ann, receiver)
    (channel,) = ann.post(f"/api/profile/channels/{name}/test")["channels"]
    assert "500" in channel["problem"]
    assert channel["sent"] is None
    receiver.status = 200
    (channel,) = ann.post(f"/api/profile/channels/{name}/test")["channels"]
    assert channel["problem"] == ""
    assert channel["sent"] is not None
    made = make_table(hosted, "mine", "rookie", token=ann.token)
    start(hosted, made)
    engine, now = engine_of(hosted), time.time() + HOUR
    storage.keep(engine, storage.find_due(engine, now), now)
    (taken,) = storage.take(engine, now, 9)
    storage.finish(engine, taken, Outcome("it is full"), now)
    assert storage.take(engine, now + 299, 9) == []
    (again,) = storage.take(engine, now + 301, 9)
    storage.finish(engine, again, Outcome("no answer", unsure=True), now)
    assert storage.take(engine, now + HOUR * 24, 9) == []  # it may have come


def test_one_slow_look_does_not_put_notices_off() -> None:
    """A busy machine: the next look comes within seconds all the same."""
    assert pause_after(0.0) == EVERY
    assert EVERY < pause_after(0.1) < pause_after(60.0) == LONGEST


def test_service_that_never_answers_holds_no_race_up(hosted: Hosted, receiver: Receiver) -> None:
    receiver.status = 0
    hosted.app.state.serving.sender._within = 1.0
    ann = Device(hosted, "Ann")
    _, line, _ = races(ann, receiver)
    menu = line.asked()
    assert menu is not None
    later(hosted)
    receiver.next()  # now the process waits for an answer
    began = time.monotonic()
    assert line.answered(line.answer(menu))["type"] == "reply"
    assert time.monotonic() - began < 1.0
    deadline = time.monotonic() + 120
    while not (shown := ann.get("/api/profile/channels")["channels"][0]["problem"]):
        assert time.monotonic() < deadline
    assert shown == "no answer within 1 s"


def test_only_kinds_that_are_switched_on_are_taken(hosted: Hosted, receiver: Receiver) -> None:
    ann = Device(hosted, "Ann")
    refused = ann.refused("POST", "/api/profile/channels", address="ntfy://127.0.0.1/topic")
    assert refused == (
        422,
        "address: expected an address of Webhook (JSON), found one of ntfy",
    )
    for address in ("file:///etc/passwd", "dbus://", "syslog://", "nonsense"):
        assert ann.refused("POST", "/api/profile/channels", address=address)[0] == 422
    assert read_kinds(["push,ntfy discord"]) == ("push", "discord", "ntfy")
    for number in range(10):
        adds(ann, receiver, f"n{number}")
    address = f"json://127.0.0.1:{receiver.port}/one-more"
    assert ann.refused("POST", "/api/profile/channels", address=address) == (
        409,
        "expected at most 10 channels; remove one first",
    )


def test_web_push_is_received_and_decrypted(hosted: Hosted, receiver: Receiver) -> None:
    ann = Device(hosted, "Ann")
    browser = PushBrowser(f"http://127.0.0.1:{receiver.port}/push/ann")
    (channel,) = ann.post("/api/profile/channels/push", **browser.subscription)["channels"]
    assert (channel["name"], channel["here"]) == ("Firefox on Linux", True)
    made = make_table(hosted, "mine", "rookie", token=ann.token)
    start(hosted, made)
    later(hosted)
    posted = receiver.next()
    told = browser.read(posted)
    assert told["title"] == "Your turn: Sundae Drive (Kart RTD)"
    assert told["url"] == f"{hosted.address}/table/{made.id}"
    key = ann.get("/api/profile/channels")["push"]
    assert posted.headers["authorization"].startswith("vapid t=")
    assert f"k={key}" in posted.headers["authorization"]
    receiver.status = 410
    (channel,) = ann.post(f"/api/profile/channels/{channel['id']}/test")["channels"]
    assert channel["problem"] == "the browser takes no more notices"


def test_browser_is_told_no_more_when_it_is_signed_out(hosted: Hosted, receiver: Receiver) -> None:
    desk = Device(hosted, "Ann")
    phone = Device(hosted).joins(desk)
    browser = PushBrowser(f"http://127.0.0.1:{receiver.port}/push/phone")
    phone.post("/api/profile/channels/push", **browser.subscription)
    (other,) = (one["id"] for one in desk.get("/api/profile")["devices"] if not one["here"])
    desk.post(f"/api/profile/devices/{other}/sign_out")
    assert desk.get("/api/profile/channels")["channels"] == []


def test_host_adds_an_address_for_the_table(hosted: Hosted, receiver: Receiver) -> None:
    ann, bob = Device(hosted, "Ann"), Device(hosted, "Bob")
    made = ann.makes()
    path = f"/api/tables/{made.id}/channels"
    address = f"json://127.0.0.1:{receiver.port}/table"
    assert bob.refused("POST", f"{path}/add", token=bob.token, address=address)[0] == 403
    (channel,) = ann.post(f"{path}/add", token=ann.token, address=address)["channels"]
    bob.claims(made, 1, "Bob")
    start(hosted, made)
    later(hosted)
    told = receiver.next().json
    assert told["title"].startswith("Sundae Drive (Kart RTD) waits for ")
    assert told["message"].endswith(f"/table/{made.id}")
    left = ann.post(f"{path}/{channel['id']}/remove", token=ann.token)
    assert left["channels"] == []


def test_channels_are_exported_and_deleted_with_the_profile(
    hosted: Hosted, receiver: Receiver
) -> None:
    ann = Device(hosted, "Ann")
    adds(ann, receiver)
    (kept,) = ann.get("/api/profile/export")["channels"]
    assert kept["address"] == f"json://127.0.0.1:{receiver.port}/turn"
    ann.post("/api/profile/delete")
    with engine_of(hosted).connect() as connection:
        assert connection.execute(schema.channels.select()).all() == []


def test_names_mention_nobody_elsewhere(hosted: Hosted) -> None:
    ann = Device(hosted, "Ann")
    made = ann.makes()
    ann.claims(made, 1, "@everyone")
    start(hosted, made)
    table = hosted.app.state.serving.tables.live_tables.in_memory[made.id].table
    words = words_for(table, [0, 1])
    assert words is not None
    assert "@everyone" not in words.title + words.body
    assert words_for(table, [2], USUAL) is None
