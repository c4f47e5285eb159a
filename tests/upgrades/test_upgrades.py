"""Races of earlier releases: over ones stay as they were, running ones go on.

`rules-1.0/` and its like are what a release left behind: see `make`. Each is restored and played by
the rules of now.
"""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from tests.cli.run import process
from tests.upgrades.make import Maker
from wreckoning.cli.checks.race import check_log
from wreckoning.core.errors import Illegal, Malformed
from wreckoning.core.logs.log_file import read_log
from wreckoning.core.ruleset import find_ruleset
from wreckoning.server.campaigns.service import CampaignService
from wreckoning.server.earlier import archives, carrying
from wreckoning.server.earlier.archives import find
from wreckoning.server.encoding import dump
from wreckoning.server.kept_races import keep_told
from wreckoning.server.live.live_table import LiveTable
from wreckoning.server.live.live_tables import LiveTables
from wreckoning.server.live.service import TableService, draw_randomness
from wreckoning.server.store import schema
from wreckoning.server.store.backup import check_backup, restore_backup
from wreckoning.server.store.database import open_database, open_empty, read_address
from wreckoning.server.store.rows import read_table
from wreckoning.server.store.store import Store, Stored
from wreckoning.table import models, next_race
from wreckoning.table.ids import TableId
from wreckoning.table.logs import log_of
from wreckoning.table.messages import replay_json
from wreckoning.table.table import Table

HERE = Path(__file__).parent
RELEASES = sorted(HERE.glob("rules-*"))
GAMES = ("rtd", "rush", "kart", "rally")
# What goes the same way for every game is looked at for one of them each day.
MOSTLY_SLOW = [GAMES[0], *(pytest.param(key, marks=pytest.mark.slow) for key in GAMES[1:])]
# Nobody chose a team there; the one that three drivers got then had a smaller vehicle in its place.
OTHER_TEAMS = {("rules-1.0", "rally running 60")}
RALLY_SLOW = [*GAMES[:3], pytest.param(GAMES[3], marks=pytest.mark.slow)]  # its rules take longest
Does = Callable[[TableService, dict[str, Any]], Awaitable[None]]


def keys_of(release: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((release / "keys.json").read_text())
    return found


def log_file(release: Path, made: dict[str, Any]) -> Path:
    return release / "logs" / f"{made['id']}.jsonl"


@contextmanager
def restored(release: Path, folder: Path) -> Iterator[Store]:
    """Its database, as a server of this release finds it."""
    url = read_address(str(folder / "table.db"))
    engine = open_empty(url)
    with (release / "tables.wreck").open("rb") as stream:
        restore_backup(engine, stream, check_backup(stream, "tables.wreck"))
    engine.dispose()
    store = Store(open_database(url))
    try:
        yield store
    finally:
        store.close()


def serve(release: Path, folder: Path, does: Does) -> None:
    """Do something at its tables."""

    async def go(store: Store) -> None:
        async with asyncio.timeout(120):
            await does(TableService(store), keys_of(release)["tables"])

    with restored(release, folder) as store:
        asyncio.run(go(store))


@pytest.fixture(
    params=[*(pytest.param(path, marks=pytest.mark.slow) for path in RELEASES[:-1]), RELEASES[-1]],
    ids=lambda path: path.name,
)
def release(request: pytest.FixtureRequest) -> Path:
    """A release that left races behind."""
    found: Path = request.param
    return found


def test_each_release_kept_its_rules(release: Path) -> None:
    for key, version in keys_of(release)["rules"].items():
        assert version == find_ruleset(key).version or find(key, version) is not None


@pytest.mark.sampled(3)
@pytest.mark.parametrize("key", RALLY_SLOW)
def test_finished_race_is_unchanged(release: Path, tmp_path: Path, key: str) -> None:
    async def does(tables: TableService, made: dict[str, Any]) -> None:
        for name in [f"{key} over"] + ["rtd given up"] * (key == "rtd"):
            one = made[name]
            room = await tables.live_tables.get(one["id"])
            text = log_file(release, one).read_text("utf-8")
            assert log_of(room.table) == text
            said = json.loads(dump(room.state([])))
            assert said["play"]["number"] == len(read_log(text).entries)
            assert said["play"]["digest"] == read_log(text).digests[-1]
            assert said["table"]["fair"]["secret"] == read_log(text).secret
            assert said["lines"]
            assert (said["play"]["podium"] is not None) == (name == f"{key} over")
            replay = json.loads(dump(replay_json(room.table)))
            assert replay["frames"][-1]["number"] == said["play"]["number"]
            assert len(replay["lines"]) == len(said["lines"])

    serve(release, tmp_path, does)


async def play_to_the_end(tables: TableService, one: dict[str, Any]) -> Table:
    """Bots take over all seats; the race ends."""
    maker = Maker(tables)
    await maker.finish(one)
    return (await tables.live_tables.get(one["id"])).table


@pytest.mark.sampled(2)
@pytest.mark.parametrize("key", MOSTLY_SLOW)
def test_old_log_is_read_by_its_own_rules(release: Path, key: str) -> None:
    path = log_file(release, keys_of(release)["tables"][f"{key} over"])
    rules = f"{find_ruleset(key).title} {keys_of(release)['rules'][key]}"
    story = process("replay", str(path), "--plain", "--to", "1")
    assert (story.status, story.err) == (0, "")
    assert story.out.startswith(rules)
    checked = process("verify", "-", given=path.read_text("utf-8"))
    assert (checked.status, checked.err) == (0, "")
    assert f"Every answer is one that the rules of {rules} allow" in checked.out


@pytest.mark.parametrize("key", RALLY_SLOW)
@pytest.mark.parametrize("which", ["17", pytest.param("", marks=pytest.mark.slow)])
def test_running_race_goes_on_to_its_end(
    release: Path, tmp_path: Path, key: str, which: str
) -> None:
    async def does(tables: TableService, made: dict[str, Any]) -> None:
        for name, one in made.items():
            if not name.startswith(f"{key} running {which}"):
                continue
            stored = tables.store.load(one["id"])
            assert stored is not None
            if stored.state != "running":
                continue
            before = stored.entries
            if (release.name, name) in OTHER_TEAMS:
                room = await tables.live_tables.get(one["id"])
                assert "(V11)" in room.table.stuck
                assert room.table.ended is not None
                left = tables.store.load(one["id"])
                assert left is not None
                assert left.entries == before
                continue
            room = await tables.live_tables.get(one["id"])
            match = room.table.match
            assert match is not None
            carried, kept = tables.store.load(one["id"]), max(match.first - 1, 0)
            assert carried is not None
            assert carried.entries[:kept] == before[:kept]
            if room.table.earlier is not None:
                assert "The rules have changed from" in room.table.earlier.lines[-1].text
            game = await play_to_the_end(tables, one)
            assert game.state == "over"
            text = log_of(game)
            checked = check_log(text, "the log", [])
            assert all(roll.holds for roll in checked.rolls)
            frames = json.loads(dump(replay_json(game)))["frames"]
            assert frames[0]["number"] == 0
            assert frames[-1]["number"] == game.number
            again = TableService(tables.store)
            assert log_of((await again.live_tables.get(one["id"])).table) == text

    serve(release, tmp_path, does)


def test_a_grand_prix_goes_on(release: Path, tmp_path: Path) -> None:
    """Its first race was over, the second ran: its points count, and a third follows."""

    async def does(tables: TableService, made: dict[str, Any]) -> None:
        game = await play_to_the_end(tables, made["grand prix 2"])
        assert game.state == "over"
        tokens = [made["grand prix 2"]["host"]]
        after = await tables.again(made["grand prix 2"]["id"], tokens)
        room = await tables.live_tables.get(TableId(after.id))
        series = room.table.series
        assert series is not None
        assert [raced.race for raced in series.past] == [
            made["grand prix 1"]["id"],
            made["grand prix 2"]["id"],
        ]
        first = await tables.live_tables.get(made["grand prix 1"]["id"])
        shown = json.loads(dump(first.table_message()))["series"]
        assert shown["standings"][0]["score"] > 0

    serve(release, tmp_path, does)


@pytest.mark.slow
def test_a_campaign_goes_on(release: Path, tmp_path: Path) -> None:
    """Its first game runs: it is played to its end, counted, and the campaign waits for moves."""

    async def does(tables: TableService, made: dict[str, Any]) -> None:
        campaigns = CampaignService(tables)
        tokens = [seat["token"] for seat in made["campaign"]["seats"]]
        before = await campaigns.look(made["campaign"]["id"], tokens)
        game = await play_to_the_end(tables, made["campaign game 0"])
        assert game.state == "over"
        after = await campaigns.look(made["campaign"]["id"], tokens)
        assert after.version > before.version
        assert after.state == "running"

    serve(release, tmp_path, does)


def test_upgrade_preview_lists_the_fate_of_each_race(release: Path, tmp_path: Path) -> None:
    versions = {key: find_ruleset(key).version for key in GAMES}
    made = keys_of(release)["tables"]
    names = ("rtd over", "rtd running 17", "kart running 17")
    made = {name: made[name] for name in names}
    others = {one["id"] for one in keys_of(release)["tables"].values()}
    with restored(release, tmp_path) as store:
        store.delete(sorted(others - {one["id"] for one in made.values()}))
        one = made["rtd running 17"]["id"]
        before = store.load(one)
    ran = process("table", "check-upgrade", "--db", str(tmp_path / "table.db"), "--json")
    assert (ran.status, ran.err) == (0, "")
    found = {each["id"]: each for each in json.loads(ran.out)}
    assert len(found) == len(made)
    for name, each in made.items():
        outlook = found[each["id"]]
        is_old = keys_of(release)["rules"][each["ruleset"]] != versions[each["ruleset"]]
        goes_on = ("agrees", "checkpoint") if name.endswith("17") else ("earlier",)
        assert outlook["what"] in (goes_on if is_old else ("same",))
        assert outlook["kept"] + outlook["lost"] <= outlook["answers"]
    store = Store(open_database(read_address(str(tmp_path / "table.db"))))
    try:
        assert store.load(one) == before
    finally:
        store.close()


@pytest.mark.slow
@pytest.mark.parametrize("key", MOSTLY_SLOW[::-1])
def test_a_race_in_the_terminal_goes_on(release: Path, tmp_path: Path, key: str) -> None:
    path = tmp_path / "left.jsonl"
    path.write_bytes((release / f"{key}.jsonl").read_bytes())
    before = read_log(path.read_text("utf-8"))
    ran = process("play", "--resume", str(path), given="quit\n")
    assert (ran.status, ran.err) == (0, "")
    after = read_log(path.read_text("utf-8"))
    assert after.rules == find_ruleset(key).version
    if after.change is not None:
        assert f"The rules have changed from {before.rules} to {after.rules}" in " ".join(
            ran.out.split()
        )
    told = process("replay", str(path), "--plain")
    assert (told.status, told.err) == (0, "")


def test_fork_of_a_finished_old_race(release: Path, tmp_path: Path) -> None:
    """By the rules of now, at a table of its own."""

    async def does(tables: TableService, made: dict[str, Any]) -> None:
        new = await tables.fork(made["rtd over"]["id"], 50)
        room = await tables.live_tables.get(TableId(new.id))
        assert room.table.settings.came_from == (made["rtd over"]["id"], 50)
        assert room.table.settings.rules_version == find_ruleset("rtd").version

    serve(release, tmp_path, does)


def test_waiting_table_starts_by_the_current_rules(release: Path, tmp_path: Path) -> None:
    async def does(tables: TableService, made: dict[str, Any]) -> None:
        one = made["rtd open"]
        claim = models.Claim(request="claim-it-now", seat=1, name="Bea")
        await tables.do(one["id"], claim)
        await Maker(tables).do(one["id"], models.Start, one["host"])
        game = (await tables.live_tables.get(one["id"])).table
        version = find_ruleset("rtd").version
        assert json.loads(log_of(game).splitlines()[0])["version"] == version

    serve(release, tmp_path, does)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("key", MOSTLY_SLOW)
def test_finished_race_outlives_its_rules(
    release: Path, tmp_path: Path, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once it was told, it is shown the same without these rules; only playing on needs them."""
    name = f"{key} over" if release.name == "rules-1.0" else "rally over"

    def shown(table: Table) -> tuple[str, str, str]:
        room = LiveTable(table, 0.0, 0.0)
        return dump(room.state([])), dump(replay_json(table)), log_of(table)

    with restored(release, tmp_path) as store:
        one = TableId(keys_of(release)["tables"][name]["id"])
        before = shown(read_table(stored(store, one)))
        asyncio.run(keep_told(LiveTables(store), begins=0.0, pause=0.0))
        packed = stored(store, one).told
        assert packed is not None
        assert 10_000 < len(packed) < 60_000
        damaged = replace(stored(store, one), told=b"damaged")
        assert shown(read_table(damaged)) == before, "its rules are here still"
        monkeypatch.setattr(carrying, "find", lambda *_: None)
        after = read_table(stored(store, one))
        assert shown(after) == before
        with pytest.raises(Illegal, match="these rules are not here"):
            next_race.forked(after, 10, draw_randomness())


def test_each_finished_race_is_asked_for_once(tmp_path: Path) -> None:
    async def twice(store: Store) -> None:
        live_tables = LiveTables(store)
        await keep_told(live_tables, begins=0.0, pause=0.0)
        with store.engine.connect() as connection:
            kept = connection.execute(select(func.count()).select_from(schema.told)).scalar()
        assert kept == 3, "rally's: two that are over, one given up"
        store.load = None  # type: ignore[method-assign,assignment]
        await keep_told(live_tables, begins=0.0, pause=0.0)

    with restored(RELEASES[-1], tmp_path) as store:
        asyncio.run(twice(store))


def stored(store: Store, name: TableId) -> Stored:
    found = store.load(name)
    assert found is not None
    return found


def test_a_race_that_could_not_be_asked_for_is_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(*_: object) -> None:
        raise OSError("no space left")

    monkeypatch.setenv("WRECK_CACHE", str(tmp_path / "cache"))
    with restored(RELEASES[-1], tmp_path) as store:
        with monkeypatch.context() as patch:
            patch.setattr(archives, "make_folder", no_room)
            asyncio.run(keep_told(LiveTables(store), begins=0.0, pause=0.0))
        made = keys_of(RELEASES[-1])["tables"]
        one = TableId(made["rally over"]["id"])
        assert stored(store, one).told is None
        asyncio.run(keep_told(LiveTables(store), begins=0.0, pause=0.0))
        assert stored(store, one).told is not None


def test_rules_are_unpacked_once_by_many_and_again_when_the_cache_was_emptied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WRECK_CACHE", str(tmp_path))
    rules = find("rtd", "1.0")
    assert rules is not None
    path = str(log_file(RELEASES[0], keys_of(RELEASES[0])["tables"]["rtd over"]))
    with ThreadPoolExecutor() as several:
        ran = [several.submit(process, "verify", path) for _ in range(3)]
        assert [one.result().status for one in ran] == [0, 0, 0]
    shutil.rmtree(rules.path / "wreckoning" / "core")
    assert process("verify", path).status == 0
    shutil.rmtree(rules.path)
    teller = archives.Teller(tmp_path / "gone")
    with closing(teller), pytest.raises(Malformed, match="not there any more"):
        teller.tell({"header": {}, "entries": [], "wants": ["stand"]})
