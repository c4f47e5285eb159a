"""The server's time comes with every reply and message: the reader's clock may be wrong."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from tests.table.hosting import Ear, Hosted, hosting
from tests.table.serving import make_table, start

CLOSE = 0.5  # seconds; far more than a reply takes


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    """A server for all tests of this file."""
    with hosting(tmp_path_factory.mktemp("time") / "table.db") as server:
        yield server


@pytest.mark.parametrize(
    "path",
    ["/api/tables?state=open", "/api/tables/{id}", "/api/tables/several?id={id}", "/api/daily"]
    + ["/api/tables/none", "/api/tables?state=no", "/api/leagues", "/api/none", "/healthz", "/"],
)
def test_every_reply_tells_the_time_whatever_it_says(hosted: Hosted, path: str) -> None:
    made = make_table(hosted, "mine", "open")
    before = time.time()
    reply = hosted.http.get(path.format(id=made.id))
    told = float(reply.headers["server-time"])
    assert before - 0.001 <= told <= time.time() + 0.001  # rounded to the millisecond


def test_a_reply_that_browsers_keep_does_not(hosted: Hosted) -> None:
    """At the next look its time would be an old one."""
    (course, *_) = next(one for one in hosted.get("/api/rulesets") if one["key"] == "rtd")[
        "courses"
    ]
    kept = hosted.http.get(f"/api/rulesets/rtd/courses/{course['key']}/picture.svg")
    assert "max-age" in kept.headers["cache-control"]
    assert "server-time" not in kept.headers


def test_every_list_of_messages_begins_with_the_time(hosted: Hosted) -> None:
    """Also one of old changes, which a browser missed: their time would be an old one."""
    made = make_table(hosted, "mine", "mine")
    began = time.time()
    ann = Ear(hosted, made.id, [made.tokens[0]])
    ann.until(lambda: "here" in ann.heard)
    seen = ann.version
    start(hosted, made)
    ann.reach(seen + 1)
    ann.do("chat", text="hello")
    told = [one["now"] for one in ann.all("time")]
    assert told == sorted(told)
    assert len(told) >= 3
    assert began - CLOSE < told[0] <= told[-1] < time.time() + CLOSE
    late = time.time()
    again = Ear(hosted, made.id, [made.tokens[0]], seen)
    again.until(lambda: "here" in again.heard)
    assert "state" not in again.heard
    assert again.all("time")[0]["now"] >= late - 0.001
