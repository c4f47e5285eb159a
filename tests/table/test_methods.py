"""HEAD, OPTIONS and 304 everywhere; 404 where nothing is; what crawlers and browsers ask for."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any

import pytest
from httpx import Response
from PIL import Image
from starlette.datastructures import Headers
from tests.table.hosting import Hosted, hosting
from tests.table.serving import REQUESTS, Made, make_table, start

from wreckoning.core.ruleset import registered
from wreckoning.server.http.conditional import has_same
from wreckoning.server.http.routes import pages
from wreckoning.server.http.routes.pages import OF_RULESETS, routes

ROUND = {"ruleset": "rtd", "courses": ["sundae_drive"], "laps": 1, "seats": 4}
TERMS = {"points": {"places": [10, 6, 4]}, "divisions": [{"title": "One", "places": 4}]}
COURSES = "/api/rulesets/rtd/courses/sundae_drive"
FILES = [  # which programs ask for again and again
    "/api/leagues/{league}/feed.atom",
    "/api/leagues/{league}/calendar.ics",
    "/api/leagues/{league}/standings.csv",
    "/api/leagues/{league}/results.csv",
    "/api/tables/{table_id}/board.png",
    "/api/tables/{table_id}/invitation.svg",
    "/api/tables/{table_id}/log",
    f"{COURSES}/picture.svg",
]
BESIDE = ["/", "/new", "/table/{table_id}", "/docs", "/robots.txt", "/favicon.ico", "/sw.js"]


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    """A server for all tests of this file."""
    with hosting(tmp_path_factory.mktemp("methods") / "table.db") as server:
        yield server


@pytest.fixture(scope="module")
def made(hosted: Hosted) -> Made:
    """A table whose race runs."""
    made = make_table(hosted, "mine", "rookie")
    start(hosted, made)
    return made


@pytest.fixture(scope="module")
def names(hosted: Hosted, made: Made) -> dict[str, str]:
    """What stands for the names in the paths of routes."""
    league = hosted.post("/api/leagues", title="Cup", terms=TERMS, rounds=[ROUND])["id"]
    return {
        "table_id": made.id,
        "league": league,
        "key": "rtd",
        "course": "sundae_drive",
        "entry": "1",
        "race": "1-1-1-1-1",
    }


def filled(path: str, names: dict[str, str]) -> str:
    return re.sub(r"\{(\w+)(?::\w+)?\}", lambda found: names.get(found[1], "zzzz"), path)


def paths(hosted: Hosted, method: str, names: dict[str, str]) -> list[str]:
    """All paths of routes with this method. No review begins: it takes a core for a minute."""
    found = [
        filled(route.path, {} if "review" in route.path else names)  # type: ignore[attr-defined]
        for route in hosted.app.router.routes
        if method in (getattr(route, "methods", None) or ())
    ]
    assert len(found) > 30
    return sorted(set(found))


VARIES = (
    "date",
    "server-time",
    "content-length",
    "etag",
)  # for answers with the time or a count of requests


@pytest.mark.sampled(3)
def test_every_address_answers_head_as_get(hosted: Hosted, names: dict[str, str]) -> None:
    beside = [filled(path, names) for path in BESIDE]
    for path in [*paths(hosted, "GET", names), *beside, "/nowhere", "/api/nowhere"]:
        got, head = hosted.http.get(path), hosted.http.head(path)
        assert (head.status_code, head.content) == (got.status_code, b""), path
        assert got.status_code < 405 or got.status_code in (409, 422), path
        there, here = dict(got.headers), dict(head.headers)
        for name in VARIES if path == "/metrics" else ("date", "server-time", "transfer-encoding"):
            there.pop(name, None), here.pop(name, None)
        assert here == there, path
    assert hosted.http.head("/api/tables").headers["content-type"] == "application/json"


def test_every_address_says_its_methods(hosted: Hosted, names: dict[str, str]) -> None:
    gets, posts = paths(hosted, "GET", names), paths(hosted, "POST", names)
    for path in {*gets, *posts, "/", "/new", "/nowhere", "/robots.txt"}:
        answer = hosted.http.options(path)
        assert (answer.status_code, answer.content) == (204, b""), path
        methods = set(answer.headers["allow"].split(", "))
        if path in gets or not path.startswith("/api/"):
            assert methods >= {"GET", "HEAD", "OPTIONS"}, path
        if path in posts:
            assert methods >= {"POST", "OPTIONS"}, path
        refused = hosted.http.request("DELETE", path)
        assert refused.status_code == 405, path
        assert set(refused.headers["allow"].split(", ")) == methods, path
        assert refused.json()["error"]["kind"] == "malformed", path
    assert hosted.http.options("/api/tables").headers["allow"] == "GET, HEAD, OPTIONS, POST"
    assert hosted.http.options("/api/nowhere").status_code == 404
    asked = {"origin": "http://evil.example", "access-control-request-method": "POST"}
    answer = hosted.http.options("/api/tables", headers=asked)
    assert not [name for name in answer.headers if name.startswith("access-control")]


@pytest.mark.parametrize("path", [*FILES, *BESIDE])
def test_what_has_not_changed_is_not_sent_again(
    hosted: Hosted, names: dict[str, str], path: str
) -> None:
    path = filled(path, names)
    first = hosted.http.get(path)
    assert first.status_code == 200
    assert first.headers["cache-control"] not in ("", "no-store")
    tag = first.headers["etag"]
    plain = hosted.http.get(path, headers={"accept-encoding": "identity"})
    assert plain.headers["etag"] == tag, "the same content, however it is compressed"
    for known in (tag, f'"other", {tag}', "*", tag.removeprefix("W/")):
        again = hosted.http.get(path, headers={"if-none-match": known})
        assert (again.status_code, again.content) == (304, b""), known
        assert again.headers["etag"] == tag
        assert again.headers["cache-control"] == first.headers["cache-control"]
        assert "content-length" not in again.headers
        assert again.headers["vary"].lower() == "accept-encoding"
        head = hosted.http.head(path, headers={"if-none-match": known})
        assert head.status_code == 304
    assert hosted.http.get(path, headers={"if-none-match": '"other"'}).content == first.content
    for lines in (['"other"', tag], [tag, '"other"'], ["", f"{tag},"]):
        several = [("if-none-match", line) for line in lines]
        assert hosted.http.get(path, headers=several).status_code == 304, lines


@pytest.mark.parametrize("asked", ["bytes=0-9", "bytes=99999999-", "bytes=-1", "bytes=x", "x", ""])
def test_files_come_whole_or_not_at_all(hosted: Hosted, asked: str) -> None:
    """A part of a file would be one of what the file is after it was compressed."""
    for path in ("/favicon.ico", "/sw.js", "/robots.txt", "/"):
        first = hosted.http.get(path)
        assert first.headers.get("accept-ranges", "none") == "none"
        for more in ({}, {"if-range": first.headers["etag"]}, {"accept-encoding": "identity"}):
            answer = hosted.http.get(path, headers={"range": asked, **more})
            assert (answer.status_code, answer.content) == (200, first.content), path
        known = {"range": asked, "if-none-match": first.headers["etag"]}
        assert hosted.http.get(path, headers=known).status_code == 304, path
        assert hosted.http.head(path, headers={"range": asked}).status_code == 200, path


def test_no_address_redirects(hosted: Hosted, names: dict[str, str]) -> None:
    """It would name the host as this server was reached, which a proxy may have changed."""
    for path in [*paths(hosted, "GET", names), "/nowhere", "/docs", "/favicon.ico"]:
        answer = hosted.http.get(f"{path}/")
        assert (answer.status_code in (200, 404), "location" in answer.headers) == (True, False)
        assert hosted.http.post(f"{path}/", json={}).status_code in (404, 405), path
    assert hosted.http.get("/docs/").text == hosted.http.get("/docs").text


@pytest.mark.parametrize("path", [one for one in FILES if "feed" in one or "ics" in one])
def test_feeds_and_calendars_say_when_they_changed(
    hosted: Hosted, names: dict[str, str], path: str
) -> None:
    path = filled(path, names)
    changed = hosted.http.get(path).headers["last-modified"]
    assert hosted.http.get(path, headers={"if-modified-since": changed}).status_code == 304
    nonsense = (
        "yesterday",
        "",
        f"Mon, 1 Jan {'9' * 20} 00:00:00 GMT",
        "Mon, 1 Jan 0 00:00 +99999999",
    )
    for since in ("Thu, 01 Jan 1970 00:00:00 GMT", *nonsense):
        assert hosted.http.get(path, headers={"if-modified-since": since}).status_code == 200


@pytest.mark.parametrize(
    ("asked", "answer", "is_same"),
    [
        ({"if-none-match": 'W/"a"'}, {"etag": '"a"'}, True),
        ({"if-none-match": '"b"'}, {"etag": '"a"', "last-modified": "x"}, False),
        ({"if-none-match": ""}, {"etag": '"a"'}, False),
        *(
            ({"if-modified-since": since}, {"last-modified": "Sun, 06 Nov 1994 08:49:37 GMT"}, same)
            for since, same in (
                ("Sun, 06 Nov 1994 08:49:37 GMT", True),
                ("Sun, 06 Nov 1994 08:49:37 -0000", True),
                ("Sunday, 06-Nov-94 08:49:37 GMT", True),
                ("Sun Nov  6 08:49:37 1994", True),
                ("Sun Nov  6 08:49:36 1994", False),
                ("Sun, 06 Nov 1994 08:49:36 GMT", False),
            )
        ),
        ({"if-none-match": "*"}, {}, False),
        (
            {"if-none-match": '"b"', "if-modified-since": "Fri, 01 Jan 2100 00:00:00 GMT"},
            {"etag": '"a"', "last-modified": "Thu, 01 Jan 1970 00:00:00 GMT"},
            False,
        ),
        ({}, {"etag": '"a"'}, False),
    ],
)
def test_tags_count_before_dates(
    asked: dict[str, str], answer: dict[str, str], is_same: bool
) -> None:
    assert has_same(Headers(asked), Headers(answer)) is is_same


def test_a_changed_feed_is_sent(hosted: Hosted) -> None:
    made = hosted.post("/api/leagues", title="Cup", terms=TERMS, rounds=[ROUND])
    path = f"/api/leagues/{made['id']}/feed.atom"
    tag = hosted.http.get(path).headers["etag"]
    sign_up = {"request": next(REQUESTS), "token": "", "do": "sign_up", "name": "Ann"}
    hosted.post(f"/api/leagues/{made['id']}/do", **sign_up)
    assert hosted.http.get(path, headers={"if-none-match": tag}).status_code == 200


def test_news_keep_their_ids_by_whichever_address_they_are_read(hosted: Hosted) -> None:
    made = hosted.post("/api/leagues", title="Cup", terms=TERMS, rounds=[ROUND])
    sign_ups = [{"do": "sign_up", "name": name, "bot": "rookie"} for name in ("Bolt", "Rivet")]
    opening: dict[str, Any] = {"do": "open", "round": 1}
    for wanted in [*sign_ups, opening]:
        said = {"request": next(REQUESTS), "token": made["host"], **wanted}
        hosted.post(f"/api/leagues/{made['id']}/do", **said)
    port = hosted.address.rsplit(":", 1)[1]
    hosts = [f"127.0.0.1:{port}", f"localhost:{port}", "box.localhost", "[::1]:80"]

    def ids(path: str, pattern: str) -> list[list[str]]:
        where = f"/api/leagues/{made['id']}/{path}"
        texts = [hosted.http.get(where, headers={"host": host}).text for host in hosts]
        return [re.findall(pattern, text) for text in texts]

    first, *others = ids("feed.atom", "<id>(.*?)</id>")
    assert len(first) == len(set(first)) >= 2
    assert all(one.startswith("urn:uuid:") for one in first)
    assert others == [first] * 3
    first, *others = ids("calendar.ics", "UID:(.*)")
    assert others == [first] * 3


# --- pages


def status(hosted: Hosted, path: str) -> int:
    answer = hosted.http.get(path)
    assert answer.headers["content-type"] == "text/html; charset=utf-8", path
    assert answer.headers["cache-control"] == "no-cache", path
    assert '<div id="app">' in answer.text, path
    return answer.status_code


def test_pages_that_exist(hosted: Hosted, names: dict[str, str]) -> None:
    profile = hosted.post("/api/profile", name="Ann")["profile"]["id"]
    ids = {"league": names["league"], "profile": profile}
    for pattern, page in routes():
        if "(" not in pattern.pattern:
            assert status(hosted, f"/{pattern.pattern}") == 200
            continue
        known = "rtd" if page in OF_RULESETS else ids.get(page, names["table_id"])
        if page != "campaign":
            path = re.sub(r"\(.*\)", known, pattern.pattern)
            assert status(hosted, f"/{path}") == 200, path
            assert status(hosted, f"/{path}/more") == 404
        assert status(hosted, "/" + re.sub(r"\(.*\)", "zzzzzzzz", pattern.pattern)) == 404, page


@pytest.mark.parametrize(
    "path",
    [
        *("/nowhere", "/wp-login.php", "/.env", "/table", "/me/x", "/table/%00", "/apiary", "/a/b"),
        *("/index", "/index.html", "/nowhere/", "/.//nowhere", "/.well-known/x", "/healthz/"),
        "/%2e%2e/%2e%2e/etc/passwd",
    ],
)
def test_pages_that_do_not_exist(hosted: Hosted, path: str) -> None:
    """The page itself says so, in its own look."""
    assert status(hosted, path) == 404


@pytest.mark.parametrize("ruleset", registered())
def test_every_ruleset_has_its_page(hosted: Hosted, ruleset: str) -> None:
    """Its links lead to places on the page, or away; files of the source are not served."""
    assert status(hosted, f"/rules/{ruleset}") == 200
    text = hosted.http.get(f"/api/rulesets/{ruleset}/rules").text
    assert [one for one in re.findall(r'href=\\"([^"]*)\\"', text) if one[0] not in "#h"] == []


def test_races_are_not_for_search_engines(hosted: Hosted, names: dict[str, str]) -> None:
    assert hosted.http.get(f"/table/{names['table_id']}").headers["x-robots-tag"] == "noindex"
    assert hosted.http.get(f"/league/{names['league']}").headers["x-robots-tag"] == "noindex"
    assert "x-robots-tag" not in hosted.http.get("/rules/rtd").headers


def test_what_crawlers_and_browsers_ask_for(hosted: Hosted) -> None:
    robots = hosted.http.get("/robots.txt")
    assert robots.headers["content-type"].startswith("text/plain")
    assert "Disallow: /api/" in robots.text
    icon = hosted.http.get("/favicon.ico")
    assert icon.headers["content-type"] in ("image/x-icon", "image/vnd.microsoft.icon")
    assert (32, 32) in Image.open(io.BytesIO(icon.content)).info["sizes"]
    kinds = {
        "/manifest.json": "application/json",
        "/sw.js": "text/javascript",
        "/icons/icon.svg": "image/svg+xml",
    }
    for path, kind in kinds.items():
        assert hosted.http.get(path).headers["content-type"].startswith(kind), path


def test_unbuilt_pages_are_said_to_be(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    monkeypatch.setattr(pages, "PAGES", tmp_path)
    answer: Response = hosted.http.get("/table/abc")
    assert (answer.status_code, "not built" in answer.text) == (503, True)
