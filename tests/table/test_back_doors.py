"""While a race without hints runs, nobody learns its chances or best moves from the server."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.table.devices import Device
from tests.table.hosting import FREELY, Hosted, hosting
from tests.table.serving import REQUESTS, Browser, Made, make_table, start
from tests.table.sitting import HOST, Sitting

from wreckoning.core.errors import Illegal
from wreckoning.server import days
from wreckoning.server.live.hints import check_hint
from wreckoning.table import next_race
from wreckoning.table.models import WantHint
from wreckoning.table.refusals import Forbidden
from wreckoning.table.table import Table

NOON = datetime.datetime(2026, 11, 24, 12, tzinfo=datetime.UTC).timestamp()
HOME, PHONE, FAR = "192.0.2.1", "198.51.100.7", "203.0.113.9"
HELP = {"hint", "review", "fork"}  # the routes that tell more of a race than all may know
PLAIN = {
    *("", "again", "board.png", "invitation.svg", "log", "orders", "post", "referee", "replay"),
    *("ruleset", "abandon", "answer", "call", "change", "chat", "claim", "correct"),
    *("emote", "lift", "leave", "mute", "orders/check", "hand_over", "race_on", "read", "remove"),
    *(
        "seat_bot",
        "skip",
        "start",
        "take_back",
        "undo",
        "channels",
        "channels/add",
    ),
    *("channels/{name}/remove", "channels/{name}/test"),
}


class NoReviews:
    """Stands for the reviews of a server, which take a process and a compiler."""

    is_idle = True

    async def of(self, table: Table) -> bytes:
        return b'{"state":"looking","spent":0.0,"seconds":1.0,"why":"","review":null}'

    def close(self) -> None:
        pass


@pytest.fixture
def hosted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hosted]:
    """A server at noon of that day, behind a proxy on this machine."""
    with hosting(tmp_path / "table.db", FREELY, "127.0.0.1") as server:
        monkeypatch.setattr(days, "now", lambda: NOON)
        server.app.state.serving.tables.clock = lambda: NOON
        server.app.state.serving.reviews = NoReviews()
        yield server


def reach(hosted: Hosted, address: str, made: Made, what: str, **body: Any) -> tuple[int, Any]:
    """Ask a route of a table from this address. Returns the status and the reply."""
    method = "GET" if what == "review" else "POST"
    path, headers = f"/api/tables/{made.id}/{what}", {"x-forwarded-for": address}
    answer = hosted.http.request(method, path, headers=headers, json=body or None)
    return answer.status_code, answer.json()


def begun(hosted: Hosted, *seats: str, **more: Any) -> Made:
    """A race that was made at home, and has begun."""
    hosted.http.headers["x-forwarded-for"] = HOME
    made = make_table(hosted, *seats, **more)
    start(hosted, made)
    del hosted.http.headers["x-forwarded-for"]
    return made


def tables_of(hosted: Hosted) -> int:
    """How many tables there are in the store."""
    with hosted.app.state.serving.tables.store.engine.connect() as connection:
        return int(connection.exec_driver_sql("SELECT count(*) FROM tables").scalar_one())


def asks_all(hosted: Hosted, address: str, made: Made, token: str = "") -> dict[str, int]:
    """Try every back door with this token, or with none. Returns the statuses."""
    number = hosted.get(f"/api/tables/{made.id}")["play"]["number"]
    found = {}
    for moment in {0, number // 2, number}:
        own = {"token": token} if token.startswith("d.") else {"tokens": [token] if token else []}
        found[f"fork {moment}"] = reach(hosted, address, made, "fork", number=moment, **own)[0]
    asked = {"request": next(REQUESTS), "token": token, "version": 0, "seat": 0, "ask": "order"}
    found["hint"] = reach(hosted, address, made, "hint", **asked)[0]
    found["again"] = reach(hosted, address, made, "again", tokens=[token])[0]
    found["review"] = reach(hosted, address, made, "review")[0]
    return found


def test_every_route_of_a_table_is_known_to_tell_more_or_not(hosted: Hosted) -> None:
    """A new route belongs into one of both lists; one that tells more, into the tests below."""
    start = "/api/tables/{table_id}"
    paths = hosted.get("/api/openapi.json")["paths"]
    found = {path.removeprefix(start).strip("/") for path in paths if path.startswith(start)}
    assert found == HELP | PLAIN


def test_a_race_without_hints_helps_nobody_from_anywhere(hosted: Hosted) -> None:
    ann = Device(hosted, "Ann")
    made = begun(hosted, "mine", "mine", token=ann.token)
    phone = Device(hosted).joins(ann)
    before = tables_of(hosted)
    whose = {made.tokens[0], made.tokens[1], made.host, ann.token, phone.token, ""}
    for token in whose:
        for address in (HOME, PHONE, FAR):
            found = asks_all(hosted, address, made, token)
            assert set(found.values()) <= {403, 409}, (address, found)
    assert tables_of(hosted) == before
    table = hosted.get(f"/api/tables/{made.id}")["table"]
    assert (table["hints"], table["chances"], table["hinted"]) == (False, False, [])
    status, reply = reach(hosted, FAR, made, "review")
    assert (status, reply["error"]["text"]) == (
        409,
        "this table shows nobody the chances before the race is over",
    )


def test_the_race_of_the_day_helps_nobody_before_the_day_is_over(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor once it is finished: others, and the same person's other profile, still race."""
    ann = Device(hosted, "Ann")
    made = Made(ann.post("/api/daily", name="Ann", token=ann.token)["table"], "", {})
    before = tables_of(hosted)
    found = asks_all(hosted, FAR, made) | asks_all(hosted, HOME, made, ann.token)
    line = Browser(hosted, made.id, [ann.token])
    while (menu := line.asked()) is not None:
        line.answered(line.answer(menu, 0))
    line.close()
    found |= {f"over: {at}": status for at, status in asks_all(hosted, FAR, made).items()}
    found.pop("over: again")  # the same course with other dice
    assert set(found.values()) <= {403, 409}, found
    assert tables_of(hosted) == before
    monkeypatch.setattr(days, "now", lambda: NOON + 24 * 3600)
    assert reach(hosted, FAR, made, "review")[0] == 200
    assert reach(hosted, FAR, made, "fork", number=0)[0] == 200


def test_spectators_see_the_chances_if_the_host_allows_it(hosted: Hosted) -> None:
    made = begun(hosted, "mine", "mine", chances=True)
    assert hosted.get(f"/api/tables/{made.id}")["table"]["chances"] is True
    assert reach(hosted, FAR, made, "review")[0] == 200
    assert reach(hosted, HOME, made, "review")[0] == 403
    assert reach(hosted, FAR, made, "fork", number=0, tokens=[made.host])[0] == 409


def test_players_of_a_race_with_hints_play_on_elsewhere_and_all_see_it(hosted: Hosted) -> None:
    made = begun(hosted, "mine", "mine", "rookie", hints=True)
    assert reach(hosted, FAR, made, "fork", number=0)[0] == 403
    mine = [made.tokens[1]]
    status, fork = reach(hosted, PHONE, made, "fork", number=0, tokens=mine)
    assert status == 200
    assert reach(hosted, PHONE, made, "fork", number=0, tokens=mine)[0] == 200
    assert reach(hosted, PHONE, made, "fork", number=10**6, tokens=mine)[0] == 409
    table = hosted.get(f"/api/tables/{made.id}")["table"]
    (noted,) = table["hinted"]
    assert (noted["seat"], noted["what"]) == (1, "fork")
    came_from = hosted.get(f"/api/tables/{fork['id']}")["table"]["came_from"]
    assert came_from == {"table": made.id, "number": 0}


def test_a_note_outlives_a_restart(tmp_path: Path) -> None:
    for begins in (True, False):
        with hosting(tmp_path / "t.db") as hosted:
            if begins:
                made = make_table(hosted, "mine", "rookie")
                start(hosted, made)
                body = {"number": 0, "tokens": [made.host]}
                hosted.post(f"/api/tables/{made.id}/fork", **body)
            (noted,) = hosted.get(f"/api/tables/{made.id}")["table"]["hinted"]
            assert (noted["seat"], noted["what"]) == (-1, "fork")


# Whose race it is, and what its host allows: who may ask for hints, who may see the chances.
KINDS = [
    (("Ann", "Bob"), {}, "", (False, False)),
    (("Ann", "open"), {}, "", (False, False)),
    (("Ann", "Bob"), {"hints": True}, "", (True, True)),
    (("Ann", "Bob"), {"chances": True}, "", (False, True)),
    (("Ann", "Cid:rookie"), {}, "", (True, True)),
    (("Cid:rookie", "Dot:rookie"), {}, "", (False, True)),
    (("Ann", "Bob"), {}, "campaign", (False, False)),
    (("Ann", "Bob"), {"hints": True, "chances": True}, "league", (False, False)),
    (("Ann", "Cid:rookie"), {}, "league", (False, False)),
    (("Cid:rookie", "Dot:rookie"), {}, "league", (False, False)),
    (("Ann", "Cid:rookie"), {"hints": True, "chances": True}, "day", (False, False)),
    (("Ann", "Cid:rookie"), {"hints": True, "chances": True}, "lesson", (False, False)),
]


@pytest.mark.parametrize(("players", "rules", "of", "expected"), KINDS)
def test_who_may_learn_what_follows_from_the_table(
    players: tuple[str, ...], rules: dict[str, Any], of: str, expected: tuple[bool, bool]
) -> None:
    """One player alone in a league's race plays against those of other races."""
    table = Sitting(*players, **rules)
    if of:
        values = {"lesson": True, "day": "2000-01-01"}
        setattr(table.game.settings, of, values.get(of, "k7"))
    assert (table.game.allows_hints, table.game.shows_chances) == expected
    if "open" in players:
        return
    table.start()
    if not expected[0] or "Ann" not in players:
        with pytest.raises((Illegal, Forbidden)):
            next_race.check_fork(table.game, [HOST if "Ann" in players else ""])
        asked = {"request": "request-0", "version": 0, "seat": 0, "ask": "order"}
        want = WantHint.model_validate({**asked, "token": table.tokens.get(0, "")})
        with pytest.raises((Illegal, Forbidden)):
            check_hint(table.game, want)
    else:
        next_race.check_fork(table.game, [HOST])
        with pytest.raises(Forbidden, match="only its players"):
            next_race.check_fork(table.game, ["", "a stranger's"])


def test_a_race_that_is_over_may_be_played_on_by_anyone() -> None:
    table = Sitting("Ann", "Bob").start()
    table.do("abandon")
    next_race.check_fork(table.game, [])
