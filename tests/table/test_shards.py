"""Two shards, as docs/scaling.md has them: two servers, a database each, and tables by their id.

What belongs to a table is at its shard, all of it; of what does not, each shard has its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cli.run import wreck
from tests.table.serving import REQUESTS, Browser, Made, Served, make_table, serving, start


@pytest.fixture(scope="module")
def shards(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, Served]]:
    one, two = (tmp_path_factory.mktemp(name) for name in ("one", "two"))
    with (
        serving(str(one / "table.db"), one) as first,
        serving(str(two / "table.db"), two) as second,
    ):
        yield first, second


def race(served: Served) -> Made:
    """A running race of a person and two bots."""
    made = make_table(served, "mine", "rookie", "rookie")
    start(served, made)
    return made


def play_on(served: Served, made: Made, answers: int) -> int:
    """Answer so often, or to the end; the version of the table after that."""
    browser = Browser(served, made.id, [made.tokens[0]])
    for _ in range(answers):
        menu = browser.asked()
        if menu is None:
            break
        browser.answered(browser.answer(menu))
    version = browser.version
    browser.close()
    return version


def test_a_table_is_all_at_its_shard(shards: tuple[Served, Served]) -> None:
    here, there = shards
    made = race(here)
    play_on(here, made, 3)
    for path in ("", "/log", "/replay", "/board.png"):
        answer = there.http.get(f"/api/tables/{made.id}{path}")
        assert answer.status_code == 404, path
        assert answer.json()["error"]["text"].startswith("no such table")
    refused = there.http.post(
        f"/api/tables/{made.id}/start", json={"request": next(REQUESTS), "token": made.host}
    )
    assert refused.status_code == 404


def test_a_list_has_the_tables_of_its_shard(shards: tuple[Served, Served]) -> None:
    made = [race(served).id for served in shards]
    for served, own in zip(shards, made, strict=True):
        listed = {card["id"] for card in served.get("/api/tables?state=running")["tables"]}
        assert listed & set(made) == {own}


def test_a_profile_and_a_seat_are_strangers_at_the_other_shard(
    shards: tuple[Served, Served],
) -> None:
    here, there = shards
    signed = here.post("/api/profile", name="Ann")
    known = {"Authorization": f"Bearer {signed['token']}"}
    assert here.http.get("/api/profile", headers=known).status_code == 200
    refused = there.http.get("/api/profile", headers=known)
    assert refused.status_code == 403, refused.text
    made, own = race(here), race(there)
    body = {"request": next(REQUESTS), "token": made.host}
    assert there.http.post(f"/api/tables/{own.id}/abandon", json=body).status_code == 403


def test_a_shard_that_ends_stops_its_own_races_only(
    shards: tuple[Served, Served], tmp_path: Path
) -> None:
    here, there = shards
    made, own = race(here), race(there)
    before = play_on(there, own, 2)
    there.kill()
    assert play_on(here, made, 10_000) > 0
    assert here.get(f"/api/tables/{made.id}")["table"]["state"] == "over"
    with serving(there.db, there.folder) as again:
        assert again.get(f"/api/tables/{own.id}")["version"] >= before
        play_on(again, own, 10_000)
        assert again.get(f"/api/tables/{own.id}")["table"]["state"] == "over"
        for served, table in ((here, made), (again, own)):
            log = tmp_path / f"{table.id}.jsonl"
            log.write_text(served.http.get(f"/api/tables/{table.id}/log").text)
            assert wreck("verify", str(log)).status == 0
