"""No cache on the way keeps a reply that belongs to one person."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from tests.table.hosting import Hosted, hosting
from tests.table.serving import make_table


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    """A server for all tests of this file."""
    with hosting(tmp_path_factory.mktemp("private") / "table.db") as server:
        yield server


def routes(hosted: Hosted) -> list[tuple[str, str]]:
    """Every method and path of the API, with an id that may exist or not in each place."""
    made = make_table(hosted, "mine", "rookie")
    found = []
    for path, operations in hosted.get("/api/openapi.json")["paths"].items():
        place = re.sub(r"\{table_id\}", made.id, path)
        place = re.sub(r"\{key\}", "rtd", re.sub(r"\{course\}", "sundae_drive", place))
        found += [(method.upper(), re.sub(r"\{[a-z_]+\}", "1", place)) for method in operations]
    return found


def test_every_reply_to_a_token_is_kept_nowhere(hosted: Hosted) -> None:
    token = hosted.post("/api/profile", name="Ann")["token"]
    asked = 0
    for method, path in routes(hosted):
        if not path.startswith("/api/"):
            continue
        headers = {"authorization": f"Bearer {token}"}
        answer = hosted.http.request(method, path, headers=headers, json={"token": token})
        assert answer.headers["cache-control"] == "no-store", (method, path)
        asked += 1
    assert asked > 50


def test_what_is_written_is_kept_nowhere(hosted: Hosted) -> None:
    for method, path in routes(hosted):
        if method != "GET" and path.startswith("/api/"):
            answer = hosted.http.request(method, path, json={})
            assert answer.headers["cache-control"] == "no-store", (method, path)


def test_what_anyone_may_read_is_kept_if_it_says_so(hosted: Hosted) -> None:
    picture = hosted.http.get("/api/rulesets/rtd/courses/sundae_drive/picture.svg")
    assert picture.headers["cache-control"] == "public, max-age=3600"
    assert hosted.http.get("/api/profile").headers["cache-control"] == "no-store"
    assert hosted.http.get("/api/tables").headers["cache-control"] == "no-store"
