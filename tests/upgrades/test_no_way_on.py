"""Races of earlier releases, damaged archives and damaged rows leave players a way on.

Each table is shown, replayed and given up, with its log: by its rules, or without them.
"""

from __future__ import annotations

import asyncio
import io
import json
import shutil
import sqlite3
import subprocess
import tarfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from tests.cli.run import wreck
from tests.table.devices import Device
from tests.table.hosting import Hosted, hosting
from tests.table.serving import REQUESTS, WITHIN, Browser, make_table, start
from tests.upgrades.test_upgrades import RELEASES, keys_of, restored
from wreckoning.core.logs.log_file import read_log
from wreckoning.server import upgrade_check
from wreckoning.server.earlier import archives
from wreckoning.server.live.service import TableService
from wreckoning.server.notices import storage as notices
from wreckoning.server.store.database import open_database, read_address
from wreckoning.server.store.store import Store
from wreckoning.table.identity import proof_of
from wreckoning.table.refusals import Busy

STUCK = "rally running 60"  # its team had another size then (V11)
OLDEST = RELEASES[0]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the database of the oldest release, as `table.db`."""
    with restored(OLDEST, tmp_path):
        return tmp_path


def races(release: Path, *names: str) -> dict[str, dict[str, Any]]:
    """Tables of a release that have a race, by their names; all if none is named."""
    made = keys_of(release)["tables"]
    found = {name: one for name, one in made.items() if "open" not in name and name != "campaign"}
    return {name: found[name] for name in names or found}


def looked_at(hosted: Hosted, made: dict[str, Any], gives_up: bool = True) -> Any:
    """See a table's page, its log, replay and picture; give it up if it runs. Returns the page."""
    path = f"/api/tables/{made['id']}"
    shown = hosted.get(path)
    state = shown["table"]["state"]
    assert shown["play"]["number"] >= 0
    assert shown["lines"] or shown["play"]["number"] < 5
    frames = hosted.get(f"{path}/replay")["frames"]
    assert frames[-1]["number"] <= shown["play"]["number"]
    assert hosted.http.get(f"{path}/board.png").status_code == 200
    first = hosted.http.get(f"{path}/log")
    assert first.status_code == 200 or (shown["table"]["stuck"] and gives_up), first.text
    if state == "running" and gives_up:
        hosted.post(f"{path}/abandon", request=next(REQUESTS), token=made["host"])
        shown = hosted.get(path)
        assert shown["table"]["state"] == "abandoned"
        text = hosted.http.get(f"{path}/log").text
        read = read_log(text)
        fair = shown["table"]["fair"]
        assert fair is None or read.secret == fair["secret"] != ""
        assert len(read.entries) >= shown["play"]["number"]
    return shown


async def with_tables(folder: Path, does: Any) -> None:
    """Do something with the tables of this database."""
    of = TableService(Store(open_database(read_address(str(folder / "table.db")))))
    try:
        await does(of)
    finally:
        of.store.close()


@pytest.mark.slow
@pytest.mark.parametrize("release", RELEASES, ids=lambda path: path.name)
def test_every_old_race_is_shown_told_and_given_up(release: Path, tmp_path: Path) -> None:
    with restored(release, tmp_path):
        pass
    with hosting(tmp_path / "table.db") as hosted:
        for made in races(release).values():
            looked_at(hosted, made)
    with hosting(tmp_path / "table.db") as hosted:  # and after a restart
        for made in races(release).values():
            assert looked_at(hosted, made)["table"]["state"] in ("over", "abandoned")
        campaign = keys_of(release)["tables"]["campaign"]
        assert hosted.post(f"/api/campaigns/{campaign['id']}/look", tokens=[])["version"] >= 0


@pytest.mark.slow
def test_race_that_cannot_go_on_is_shown_and_given_up(folder: Path) -> None:
    (made,) = races(OLDEST, STUCK).values()
    path = f"/api/tables/{made['id']}"
    with hosting(folder / "table.db") as hosted:
        shown = looked_at(hosted, made, gives_up=False)
        assert "(V11)" in shown["table"]["stuck"]
        assert len(shown["lines"]) > 10
        answers = shown["play"]["number"]
        log = hosted.http.get(f"{path}/log").text
        assert len(read_log(log).entries) == answers > 100
        assert read_log(log).secret is None
        body = {"request": next(REQUESTS), "token": made["seats"][0]["token"], "seat": 0}
        refused = hosted.http.post(
            f"{path}/answer", json={**body, "version": 0, "ask": "plan", "answer": "x"}
        )
        assert refused.status_code == 409
        assert "this race does not go on" in refused.json()["error"]["text"]
        assert hosted.get(f"/api/tables/several?id={made['id']}")["tables"]
    with hosting(folder / "table.db") as hosted:  # nothing was lost by looking at it
        assert hosted.get(path)["play"]["number"] == answers
        looked_at(hosted, made)
        text = hosted.http.get(f"{path}/log").text
    assert text.startswith(log.removesuffix("\n"))
    with hosting(folder / "table.db") as hosted:  # nor by giving it up
        assert hosted.http.get(f"{path}/log").text == text
        assert hosted.get(path)["table"]["stuck"] == ""


def test_clock_of_a_race_that_cannot_go_on_runs_out_once(folder: Path) -> None:
    (made,) = races(OLDEST, STUCK).values()
    with closing(sqlite3.connect(folder / "table.db")) as database, database:
        database.execute("UPDATE tables SET deadline = 1.0 WHERE id = ?", (made["id"],))

    async def does(of: TableService) -> None:
        assert of.store.due(2.0) == [made["id"]]
        await of.expire(made["id"])
        assert of.store.due(2.0) == []

    asyncio.run(with_tables(folder, does))


def test_race_that_could_not_be_stored_goes_on_later(folder: Path) -> None:
    """A full disk is no reason to stand still for good."""
    (made,) = races(OLDEST, "rtd running 17").values()

    async def does(of: TableService) -> None:
        full = "CREATE TRIGGER full BEFORE INSERT ON moves BEGIN SELECT RAISE(ABORT, 'full'); END"
        with of.store.engine.begin() as connection:
            connection.exec_driver_sql(full)
        with pytest.raises(Busy):
            await of.live_tables.get(made["id"])
        with of.store.engine.begin() as connection:
            connection.exec_driver_sql("DROP TRIGGER full")
        live = await of.live_tables.get(made["id"])
        assert live.table.match is not None
        assert live.table.stuck == ""

    asyncio.run(with_tables(folder, does))


def test_a_change_at_an_old_race_keeps_its_answers(folder: Path) -> None:
    """Its players sign in to a profile, or race again."""
    (made,) = races(OLDEST, "rtd over").values()

    async def does(of: TableService) -> None:
        before = of.store.load(made["id"])
        tokens = [made["host"], *(seat["token"] for seat in made["seats"])]
        await of.adopt(made["id"], tokens, "p1")
        await of.again(made["id"], tokens)
        after = of.store.load(made["id"])
        assert before is not None
        assert after is not None
        assert after.version >= before.version + 2
        assert after.entries == before.entries
        assert after.standing["turn"] > 10
        live = await of.live_tables.get(made["id"])
        assert live.table.is_host([proof_of(["p1"])])

    asyncio.run(with_tables(folder, does))


# --- damaged archives


def cut_short(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-2000])


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def missing(path: Path) -> None:
    path.unlink()


def rewritten(path: Path, change: Callable[[str, bytes], bytes | None]) -> None:
    """Change the files of the oldest release, or leave them out."""
    with tarfile.open(path) as archive:
        files = {one.name: archive.extractfile(one).read() for one in archive}  # type: ignore[union-attr]
    with tarfile.open(path, "w:xz", preset=0) as archive:
        for name, content in files.items():
            kept = change(name, content) if name.startswith(oldest_in(files)) else content
            if kept is not None:
                entry = tarfile.TarInfo(name)
                entry.size = len(kept)
                archive.addfile(entry, io.BytesIO(kept))


def oldest_in(names: Iterable[str]) -> str:
    return min(name.split("/")[0] for name in names)


def without_versions(path: Path) -> None:
    rewritten(path, lambda name, old: None if name.endswith("/versions.json") else old)


def of_nonsense(path: Path) -> None:
    rewritten(path, lambda name, old: b'["1.0"]' if name.endswith("/versions.json") else old)


def without_rules(path: Path) -> None:
    rewritten(path, lambda name, old: old if name.endswith("/versions.json") else None)


def of_another_version(path: Path) -> None:
    other = b'{"rtd": "0.9"}'
    rewritten(path, lambda name, old: other if name.endswith("/versions.json") else old)


def flipped(path: Path) -> None:
    content = bytearray(path.read_bytes())
    middle = len(content) // 2
    content[middle : middle + 64] = bytes(64)
    path.write_bytes(bytes(content))


DAMAGES = (
    *(cut_short, emptied, missing, without_versions, of_nonsense, without_rules),
    *(of_another_version, flipped),
)


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the archive, that is used instead of the package's own."""
    copy = tmp_path / archives.ARCHIVE.name
    shutil.copy(archives.ARCHIVE, copy)
    monkeypatch.setattr(archives, "ARCHIVE", copy)
    caches = archives._read_archive, archives._digest
    for each in caches:
        each.cache_clear()
    yield copy
    for each in caches:
        each.cache_clear()


@pytest.mark.sampled(4)
@pytest.mark.parametrize("damage", DAMAGES, ids=lambda does: does.__name__)
def test_damaged_archive_takes_no_table_down(damage: Any, folder: Path, kept: Path) -> None:
    damage(kept)
    of_one = damage in (without_versions, of_nonsense, without_rules)
    with capture_logs() as logs:
        found = archives.earlier_rules()
    whole = len(RELEASES) - of_one
    assert len(found) == (whole if of_one or damage is of_another_version else 0)
    skipped = [line["archive"] for line in logs if line["event"] == "earlier rules cannot be read"]
    assert len(skipped) == (damage is not of_another_version)
    with hosting(folder / "table.db") as hosted:
        for name, made in races(OLDEST, "rtd over", "rtd running 17").items():
            shown = looked_at(hosted, made)
            (line,) = shown["lines"]
            assert line["parts"][0]["text"].startswith("This race cannot be shown: ")
            text = hosted.http.get(f"/api/tables/{made['id']}/log").text
            if name == "rtd over":
                before = (OLDEST / "logs" / f"{made['id']}.jsonl").read_text("utf-8")
                assert read_log(text).entries == read_log(before).entries
                assert read_log(text).secret == read_log(before).secret
        assert hosted.get("/api/tables?state=over")["tables"]


# --- damaged rows of one table


ROWS = {
    "answers are no JSON": "UPDATE moves SET entries = '[{' WHERE table_id = :id",
    "answers are no list": "UPDATE moves SET entries = '{\"a\": 1}' WHERE table_id = :id",
    "an answer of another game": "UPDATE moves SET entries = replace(entries, 'answer', 'anwser')"
    " WHERE table_id = :id",
    "settings are no JSON": "UPDATE tables SET settings = 'x' WHERE id = :id",
    "settings lack a field": "UPDATE tables SET settings = '{}' WHERE id = :id",
    "a ruleset that is not here": "UPDATE tables SET settings ="
    ' replace(settings, \'"ruleset":"rtd"\', \'"ruleset":"nope"\') WHERE id = :id',
    "settings are a list": "UPDATE tables SET settings = '[]' WHERE id = :id",
    "standing is no JSON": "UPDATE tables SET standing = '' WHERE id = :id",
    "standing lacks a field": "UPDATE tables SET standing = '{}' WHERE id = :id",
    "a summary is no JSON": "UPDATE tables SET summary = '{' WHERE id = :id",
    "a summary is a list": "UPDATE tables SET summary = '[]' WHERE id = :id",
    "snapshot is damaged": "UPDATE snapshots SET data = x'00' WHERE table_id = :id",
}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("damage", ROWS)
def test_damaged_rows_of_one_table_take_no_other_down(damage: str, tmp_path: Path) -> None:
    made = {}
    with hosting(tmp_path / "table.db") as hosted:
        for name in ("good", "bad"):
            seats = [{"player": "mine", "name": "Ann"}, {"player": "rookie"}]
            wanted = {"ruleset": "rtd", "course": "sundae_drive", "seats": seats}
            made[name] = hosted.post("/api/tables", **wanted)
            path = f"/api/tables/{made[name]['id']}"
            hosted.post(f"{path}/start", request=next(REQUESTS), token=made[name]["host"])
    with closing(sqlite3.connect(tmp_path / "table.db")) as database, database:
        database.execute(ROWS[damage], {"id": made["bad"]["id"]})
    with hosting(tmp_path / "table.db") as hosted:
        answer = hosted.http.get(f"/api/tables/{made['bad']['id']}")
        assert answer.status_code in (200, 404, 409), answer.text
        assert "\n" not in answer.json().get("error", {"text": ""})["text"]
        both = "&".join(f"id={one['id']}" for one in made.values())
        assert made["good"]["id"] in {
            one["table"]["id"] for one in hosted.get(f"/api/tables/several?{both}")["tables"]
        }
        listed = {one["id"] for one in hosted.get("/api/tables?state=running")["tables"]}
        assert made["good"]["id"] in listed
        assert hosted.get(f"/api/tables/{made['good']['id']}")["table"]["state"] == "running"
        assert hosted.get("/healthz")
        for one in made.values():
            assert hosted.http.get(f"/table/{one['id']}").status_code == 200
    check_commands(tmp_path, made["good"]["id"], made["bad"]["id"])


def check_commands(folder: Path, good: str, bad: str) -> None:
    """See that the server's host can still list, preview, export and delete the tables."""
    db, logs = ["--db", str(folder / "table.db")], str(folder / "logs")
    for command in (["list"], ["check-upgrade"], ["export", logs], ["delete", bad]):
        ran = wreck("table", *command, *db)
        assert ran.status == 0, (command, ran.err)
        assert command != ["list"] or (good in ran.out and bad in ran.out)
    left = json.loads(wreck("table", "list", *db, "--json").out)
    assert [one["id"] for one in left] == [good]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("column", ["standing", "summary", "settings"])
@pytest.mark.parametrize("text", ["", "[]", "{}", "7"])
def test_damaged_row_holds_up_no_notices_and_no_profile(
    column: str, text: str, tmp_path: Path
) -> None:
    with hosting(tmp_path / "table.db") as hosted:
        ann, store = Device(hosted, "Ann"), hosted.app.state.serving.tables.store
        made = [make_table(hosted, "mine", "rookie", token=ann.token) for _ in range(2)]
        for one in made:
            start(hosted, one)
        owner = {"profile_id": ann.get("/api/profile")["id"], "tells": notices.TURN}
        row = {"id": "c1", "table_id": None, "league_id": None, "device_id": None, **owner}
        row |= {"kind": "json", "address": "json://x.example", "name": "x", "base": "http://x/"}
        row |= {"created": 0.0, "sent": 0.0, "problem": "", "failed": 0, "rest_until": 0.0}
        assert notices.add_channel(store.engine, row, 5)
        later = hosted.app.state.serving.tables.clock() + 3600
        due = {one.table for one in notices.find_due(store.engine, later)}
        assert due == {one.id for one in made}
        with closing(sqlite3.connect(tmp_path / "table.db")) as database, database:
            database.execute(f"UPDATE tables SET {column} = ? WHERE id = ?", (text, made[0].id))
        due = {one.table for one in notices.find_due(store.engine, later)}
        assert made[1].id in due
        for part in ("current", "races", "export"):
            assert ann.get(f"/api/profile/{part}"), part


LISTS = ("leagues", "campaigns")


@pytest.mark.parametrize("which", LISTS)
@pytest.mark.parametrize("text", ["", "[]", "7"])
def test_damaged_line_of_a_list_is_left_out(which: str, text: str, tmp_path: Path) -> None:
    round_ = {"ruleset": "rtd", "courses": ["sundae_drive"], "laps": 1, "seats": 4}
    terms = {"points": {"places": [10]}, "divisions": [{"title": "One", "places": 4}]}
    people = [{"player": "mine", "name": "Ann"}, {"player": "open"}]
    wanted: dict[str, dict[str, Any]] = {
        "leagues": {"title": "Cup", "terms": terms, "rounds": [round_]},
        "campaigns": {"ruleset": "rally", "title": "Tour", "players": people},
    }
    with hosting(tmp_path / "table.db") as hosted:
        made = [hosted.post(f"/api/{which}", **wanted[which])["id"] for _ in range(2)]
        with closing(sqlite3.connect(tmp_path / "table.db")) as database, database:
            database.execute(f"UPDATE {which} SET summary = ? WHERE id = ?", (text, made[0]))
        assert [one["id"] for one in hosted.get(f"/api/{which}?state=open")[which]] == made[1:]


STORED = [
    *(f"UPDATE leagues SET document = '{text}' WHERE id = :id" for text in ("x", "{}", "[]")),
    *(f"UPDATE leagues SET keeping = '{text}' WHERE id = :id" for text in ("x", "7")),
    *(f"UPDATE leagues SET standings = '{text}' WHERE id = :id" for text in ("x", "")),
    *(f"UPDATE league_races SET race = '{text}' WHERE league_id = :id" for text in ("x", "{}")),
    *(f"UPDATE league_races SET log = {text} WHERE league_id = :id" for text in ("'x'", "x'00'")),
]
VIEWS = ("standings", "calendar", "results", "records", "ratings", "entries", "file", "feed.atom")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("damage", STORED)
def test_a_damaged_league_is_said_to_be_damaged(damage: str, tmp_path: Path) -> None:
    """Its visitors are not told that their request was wrong; what can be worked out is."""
    round_ = {"ruleset": "rtd", "courses": ["sundae_drive"], "laps": 1, "seats": 4}
    terms = {"points": {"places": [10]}, "divisions": [{"title": "One", "places": 4}]}
    made = list[str]()
    with hosting(tmp_path / "table.db") as hosted:
        for _ in range(2):
            new = hosted.post("/api/leagues", title="Cup", terms=terms, rounds=[round_])
            at = f"/api/leagues/{new['id']}/do"
            for body in (
                *({"do": "sign_up", "name": name, "bot": "rookie"} for name in ("Bo", "Di")),
                {"do": "advance"},
            ):
                hosted.post(at, request=next(REQUESTS), token=new["host"], **body)
            made.append(new["id"])
        end = time.monotonic() + WITHIN
        while not all(hosted.get(f"/api/leagues/{one}/results")["rows"] for one in made):
            assert time.monotonic() < end
            time.sleep(0.05)
    with closing(sqlite3.connect(tmp_path / "table.db")) as database, database:
        assert database.execute(damage, {"id": made[0]}).rowcount
    with hosting(tmp_path / "table.db") as hosted:
        for view in VIEWS:
            answer = hosted.http.get(f"/api/leagues/{made[0]}/{view}")
            assert answer.status_code in (200, 409), (view, answer.text)
            if answer.status_code == 409:
                assert "what is stored of this league is damaged" in answer.text
            is_known_otherwise = "SET standings" in damage or "SET log" in damage
            assert answer.status_code == 200 or not is_known_otherwise
            assert hosted.http.get(f"/api/leagues/{made[1]}/{view}").status_code == 200


@pytest.mark.parametrize("text", ["", "x", "{}", "[]"])
@pytest.mark.parametrize("column", ["document", "keeping"])
def test_a_damaged_campaign_is_said_to_be_damaged(column: str, text: str, tmp_path: Path) -> None:
    people = [{"player": "mine", "name": "Ann"}, {"player": "open"}]
    with hosting(tmp_path / "table.db") as hosted:
        made = hosted.post("/api/campaigns", ruleset="rally", title="Tour", players=people)
        with closing(sqlite3.connect(tmp_path / "table.db")) as database, database:
            database.execute(f"UPDATE campaigns SET {column} = ?", (text,))
        answer = hosted.http.post(f"/api/campaigns/{made['id']}/look", json={"tokens": []})
        assert (answer.status_code, "campaign is damaged" in answer.text) == (409, True)


@pytest.mark.parametrize("text", ["x", "", "[]", '{"rhythm": 7}'])
def test_damaged_settings_of_one_person_stop_no_race(text: str, tmp_path: Path) -> None:
    """By post, deadlines ask for everybody's settings. Their owner gets the usual ones."""
    with hosting(tmp_path / "table.db") as hosted:
        ann, bea = Device(hosted, "Ann"), Device(hosted, "Bea")
        made = ann.makes(pace={"kind": "days", "days": 2})
        bea.claims(made, 1, "Bea")
        start(hosted, made)
        with closing(sqlite3.connect(tmp_path / "table.db")) as database, database:
            assert database.execute("UPDATE profiles SET settings = ?", (text,)).rowcount
    with hosting(tmp_path / "table.db") as hosted:
        ann.hosted = bea.hosted = hosted
        line = Browser(hosted, made.id, [ann.token])
        asked = line.asked()
        assert asked
        assert line.answered(line.answer(asked))["type"] == "reply"
        for part in ("", "/current", "/races", "/export"):
            assert bea.get(f"/api/profile{part}"), part
        with capture_logs() as logs:
            bea.post("/api/profile/change", wait=7)
        assert bea.get("/api/profile")["wait"] == 7
        assert logs == []  # it is told once


# --- the preview


@pytest.mark.slow
def test_preview_takes_one_process_for_each_archive(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[str] = []
    popen = subprocess.Popen

    def noted(command: list[str], **options: Any) -> Any:
        begun.append(command[-1])
        return popen(command, **options)

    monkeypatch.setattr(subprocess, "Popen", noted)
    wanted = {one["id"] for one in races(OLDEST, "rtd over", "rtd running 17", STUCK).values()}

    async def does(of: TableService) -> None:
        with of.store.engine.connect() as connection:
            names = connection.exec_driver_sql("SELECT id FROM tables").scalars().all()
        of.store.delete([name for name in names if name not in wanted])
        found = {one.id: one.what for one in upgrade_check.look_ahead(of.store)}
        assert sorted(found.values()) in (
            [upgrade_check.AGREES, upgrade_check.CANNOT, upgrade_check.EARLIER],
            [upgrade_check.CANNOT, upgrade_check.CHECKPOINT, upgrade_check.EARLIER],
        )

    asyncio.run(with_tables(folder, does))
    assert len(begun) == 1, json.dumps(begun)
