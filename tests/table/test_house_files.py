"""House files at a server's tables: own cards and figures, and everything that follows them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import orjson
import pytest
from tests.table.hosting import Hosted, hosting
from tests.table.serving import make_table, start
from tests.table.sitting import Sitting, chance

from wreckoning.core.errors import Malformed
from wreckoning.core.logs.entries import entry_json
from wreckoning.core.logs.log_file import read_log, replay
from wreckoning.core.logs.snapshot import take
from wreckoning.core.ruleset import course_key, find_ruleset, registered
from wreckoning.server.store import rows
from wreckoning.server.store.store import Stored
from wreckoning.server.workers.menu_worker import task_of, work_out
from wreckoning.table import next_race
from wreckoning.table.house_files import example_of, read_house_file, ruleset_with
from wreckoning.table.logs import log_of
from wreckoning.table.messages import menu_of
from wreckoning.table.models import MAX_HOUSE, Settings
from wreckoning.table.shown.posts import turn_post

OWN = """
[items]
table = ["star", "banana"]

[[karts.perk]]
key = "drift_king"
title = "Drift King"
text = "+2 on Power Slides."
touches = "slide"
figures = { slide = 2 }

[[karts.perk]]
key = "keen_eye"
figures = { box = 2 }
"""
KING = {"perk": "drift_king", "debuff": "slow"}
TOLD = [
    "items: table is Star, Banana (printed: Banana, Fake Item Box, Green Shell, Blooper, Bob-omb, "
    "Mushroom, Red Shell, Boo, Blue Shell, Triple Red Shell, Star, Thunderbolt)",
    "Drift King is a new perk: +2 on Power Slides (touches slide, slide 2)",
    "Keen Eye: box is 2 (printed: 1)",
]


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    """One server for all tests here."""
    with hosting(tmp_path_factory.mktemp("served") / "t.db") as served:
        yield served


def king(**rest: Any) -> Sitting:
    """A running race by the house file; Ann has its Perk."""
    table = Sitting("open", "Bob", house=OWN, **rest)
    table.claim(0, "Ann", setup=KING)
    return table.start()


def test_house_file_is_told_before_the_table_is_made_and_before_a_seat_is_taken(
    hosted: Hosted,
) -> None:
    """A player who comes by the link takes a seat with the new card, and races."""
    read = hosted.post("/api/rulesets/rtd/house", text=OWN)
    assert [rule["text"] for rule in read["rules"]] == TOLD
    assert read["ruleset"]["setup"]["perk"]["drift_king"]["title"] == "Drift King"
    printed = hosted.get("/api/rulesets")[0]
    assert "drift_king" not in printed["setup"]["perk"]

    made = make_table(hosted, "open", "rookie", house=OWN)
    told = hosted.get(f"/api/tables/{made.id}")["table"]
    assert [rule["text"] for rule in told["house_rules"]] == TOLD
    assert told["own_data"]
    assert hosted.get("/api/tables?state=open")["tables"][0]["own_data"]
    assert hosted.get(f"/api/tables/{made.id}/ruleset") == read["ruleset"]
    seat = {"seat": 0, "name": "Ann", "setup": KING, "request": "request-1"}
    hosted.post(f"/api/tables/{made.id}/claim", **seat)
    start(hosted, made)
    seated = hosted.get(f"/api/tables/{made.id}")["table"]["seats"][0]
    assert seated["vehicle"] == "Drift King + Slow"


@pytest.mark.parametrize("key", registered())
def test_example_of_a_house_file_can_be_raced(key: str) -> None:
    text = example_of(find_ruleset(key))
    assert ruleset_with(key, read_house_file(key, text)).changed


def test_table_without_house_file_plays_the_printed_game(hosted: Hosted) -> None:
    made = make_table(hosted, "open", "rookie", house="")
    told = hosted.get(f"/api/tables/{made.id}")["table"]
    assert not told["own_data"]
    assert told["house_rules"] == []
    assert hosted.get(f"/api/tables/{made.id}/ruleset") == hosted.get("/api/rulesets")[0]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[items", "house file: line 1: not readable as TOML"),
        ("# nothing", "house file: expected tables of items, karts"),
        ("[karts.standard]\nmaximum = 99", "house file: karts: standard: maximum: expected"),
        (OWN.replace('"star"', '"starr"'), 'items.table: row 1: .*found "starr"; did you mean'),
        (OWN.replace("slide = 2", "slide = 9"), "figures: slide: expected a whole number from -4"),
        (f"[[karts.perk]]\nkey = '{'x' * 7000}'\n" * 2, "house file: "),
        ("x" * (MAX_HOUSE + 1), "16000"),
    ],
)
def test_faults_in_a_house_file_are_one_line(hosted: Hosted, text: str, problem: str) -> None:
    """When it is read, and when a table is made with it."""
    seats = [{"player": "open"}, {"player": "rookie"}]
    table = {"ruleset": "rtd", "course": "sundae_drive", "seats": seats, "house": text}
    read = hosted.http.post("/api/rulesets/rtd/house", json={"text": text})
    for answer in (read, hosted.http.post("/api/tables", json=table)):
        assert answer.status_code == 422
        told = answer.json()["error"]["text"]
        assert re.search(problem, told)
        assert "\n" not in told
        assert len(told) < 500


def test_change_that_no_log_can_carry_is_refused_with_its_place() -> None:
    given = '[[cars.car]]\nkey = "ironclad"\ntext = "\\u0000"'
    words = r"^house file: cars\.car\.ironclad\.text: expected text without NUL"
    with pytest.raises(Malformed, match=words):
        read_house_file("rush", given)


def test_log_of_a_race_by_a_house_file_is_replayed_and_its_digest_covers_it() -> None:
    table = king(dice="fair")
    text = log_of(table.game)
    changes = read_log(text).header["data"]
    assert changes == table.game.settings.data
    again = replay(read_log(text), find_ruleset("rtd"))
    assert again.ruleset.changes == changes
    assert again.position() == table.match.position()
    log = read_log(text)
    log.header["data"]["karts.perk.keen_eye.figures.box"] = 1
    assert log.digests[0] != read_log(text).digests[0]


def test_course_records_are_apart_from_those_of_the_printed_game() -> None:
    own, printed = king().match, Sitting("Ann", "Bob").start().match
    assert course_key(own.ruleset, own.course, own.options) != course_key(
        printed.ruleset, printed.course, printed.options
    )


def test_another_process_works_out_chances_by_the_same_house_file() -> None:
    table = king()
    match = table.match
    (_, menu), *_ = work_out(task_of(match, table.game.number))
    ask = match.person_asks()[0]
    prompt = match.ruleset.view.describe_ask(match, ask)
    assert menu == orjson.dumps(menu_of(match, ask, prompt, table.game.number, True))
    table.play_until(lambda: table.match.race.door.asks[0].by == 0)
    assert work_out(task_of(table.match, table.game.number))


def test_rematch_and_fork_keep_the_house_file() -> None:
    table = king()
    for after in (
        next_race.again(table.game, chance("t2")),
        next_race.forked(table.game, 0, chance("t3")),
    ):
        assert after.settings.data == table.game.settings.data
        assert "drift_king" in after.ruleset.setup["perk"]()


def test_race_by_a_house_file_is_loaded_as_it_stands() -> None:
    """From its entries, and from a snapshot."""
    table = king()
    table.play_until(lambda: table.match.race.turn > 1)
    entries = [entry_json(entry) for entry in table.match.entries]
    row = rows.new_row(table.game, 0.0)
    given = {key: row[key] for key in ("id", "state", "version", "settings", "secret")}
    standing = json.loads(row["standing"])
    for snapshot in (None, take(table.match)):
        stored = Stored(
            **given,
            created=0,
            updated=0,
            deadline=None,
            standing=standing,
            entries=entries,
            snapshot=snapshot,
        )
        match = rows.read_table(stored).match
        assert match is not None
        assert match.position() == table.match.position()
        assert match.ruleset.changes == table.match.ruleset.changes


def test_settings_stored_before_house_files_are_read() -> None:
    settings = json.loads(Sitting("Ann", "Bob").game.settings.model_dump_json())
    del settings["data"]
    assert Settings.model_validate_json(json.dumps(settings), strict=False).data == {}


def test_turn_of_a_race_by_a_house_file_is_posted() -> None:
    table = king()
    table.play_until(lambda: table.match.race.turn > 1)
    post = turn_post(table.game, "http://x/", 1, "markdown")
    assert "**Ann**" in "".join(post.messages)
