"""How a request came: through which proxies, by which name, on which port, below which path."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator

import pytest
from starlette.types import Receive, Scope, Send
from tests.cli.run import refused
from tests.table.hosting import FREELY, Hosted, hosting
from tests.table.raw import UPGRADE, Raw
from tests.table.serving import Browser, make_table, start

from wreckoning.core.errors import Malformed
from wreckoning.server.arrivals import Arrivals, Forwarding, check_root
from wreckoning.server.http.routes.pages import first_words, routes
from wreckoning.server.running import addresses_of

HERE, NAME = "127.0.0.1", "race.example"
SEATS = [{"player": "mine", "name": "Ann"}, {"player": "open"}]
WANTED = {"ruleset": "rtd", "course": "sundae_drive", "seats": SEATS}
ROUND = {"ruleset": "rtd", "courses": ["sundae_drive"], "laps": 1, "seats": 4}
LEAGUE = {
    "title": "Cup",
    "terms": {"points": {"places": [10, 6]}, "divisions": [{"title": "One", "places": 4}]},
    "rounds": [{**ROUND, "opens": "2090-10-01T20:00"}],
}
Headers = dict[str, str]


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    """A server behind a trusted proxy: us."""
    with hosting(tmp_path_factory.mktemp("x") / "t.db", FREELY, HERE, names=[NAME]) as one:
        yield one


@pytest.fixture(scope="module")
def direct(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    """A server that trusts no proxy."""
    with hosting(tmp_path_factory.mktemp("direct") / "t.db", names=[NAME]) as one:
        yield one


@pytest.fixture(scope="module")
def below(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    """A server below /games/race, behind a trusted proxy."""
    given = {"names": [NAME], "root": "/games/race"}
    with hosting(tmp_path_factory.mktemp("below") / "t.db", FREELY, HERE, **given) as one:
        yield one


def site(hosted: Hosted, headers: Headers, path: str = "") -> str:
    """The address of the site in a link that the server makes for this request."""
    made = make_table(hosted, "mine", "open")
    html = hosted.http.get(f"{path}/table/{made.id}", headers=headers).text
    [link] = re.findall('"og:url" content="([^"]*)"', html)
    return str(link).removesuffix(f"/table/{made.id}")


TOLD = [  # headers of a proxy, and where they say that the site is
    ({"host": "race.example:8443", "x-forwarded-proto": "https"}, "https://race.example:8443"),
    ({"host": NAME, "x-forwarded-proto": "https"}, "https://race.example"),
    ({"host": NAME, "x-forwarded-proto": "HTTPS"}, "https://race.example"),
    (
        {"host": NAME, "x-forwarded-proto": "https", "x-forwarded-port": "8443"},
        "https://race.example:8443",
    ),
    (
        {"host": NAME, "x-forwarded-proto": "https", "x-forwarded-port": "443"},
        "https://race.example",
    ),
    ({"host": NAME, "x-forwarded-proto": "wss"}, "https://race.example"),
    ({"host": NAME, "x-forwarded-proto": "ws"}, "http://race.example"),
    ({"host": NAME, "x-forwarded-port": "443"}, "http://race.example:443"),
    ({"host": "race.example:8443", "x-forwarded-port": "443"}, "http://race.example:8443"),
    (
        {"host": "127.0.0.1:8740", "x-forwarded-host": "race.example:8443"},
        "http://race.example:8443",
    ),
    (
        {"host": "localhost", "x-forwarded-host": NAME, "x-forwarded-port": "81"},
        "http://race.example:81",
    ),
    (
        {
            "host": "localhost",
            "x-forwarded-host": f"{NAME}, inner.local",
            "x-forwarded-proto": "https, http",
            "x-forwarded-port": "8443, 80",
        },
        "https://race.example:8443",
    ),
    (
        {"host": "localhost", "forwarded": 'for=192.0.2.60;proto=https;host="race.example:8443"'},
        "https://race.example:8443",
    ),
    (
        {"host": "localhost", "forwarded": "For=a;Host=race.example;Proto=https, for=b;host=x.y"},
        "https://race.example",
    ),
    ({"host": "[::1]", "x-forwarded-port": "8443"}, "http://[::1]:8443"),
    ({"host": NAME, "x-forwarded-port": "x", "x-forwarded-proto": "ftp"}, "http://race.example"),
    ({"host": NAME, "x-forwarded-prefix": "/race"}, "http://race.example/race"),
    ({"host": NAME, "x-forwarded-prefix": "/a/b/, /c"}, "http://race.example/a/b"),
    ({"host": NAME, "x-forwarded-prefix": "//evil.example"}, "http://race.example"),
    ({"host": NAME, "x-forwarded-prefix": "/a/../b"}, "http://race.example"),
    ({"host": NAME, "x-forwarded-prefix": '/"><script>'}, "http://race.example"),
    ({"host": NAME, "x-forwarded-prefix": "/" + "a" * 200}, "http://race.example"),
]


@pytest.mark.parametrize(("headers", "where"), TOLD)
def test_trusted_proxy_says_where_the_site_is(
    proxied: Hosted, headers: Headers, where: str
) -> None:
    assert site(proxied, headers) == where


@pytest.mark.parametrize(("headers", "where"), TOLD)
def test_nobody_else_is_believed(direct: Hosted, headers: Headers, where: str) -> None:
    del where
    host = headers["host"]
    assert site(direct, headers) == f"http://{host}"


def posts(hosted: Hosted, headers: Headers, path: str = "/api/tables") -> int:
    return hosted.http.post(path, json=WANTED, headers=headers).status_code


def connects(hosted: Hosted, headers: Headers, path: str = "") -> int:
    """The status of a WebSocket's handshake."""
    made = make_table(hosted, "mine", "open")
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    head = f"GET {path}/api/tables/{made.id}/live HTTP/1.1\r\n{lines}".encode()
    with Raw(hosted) as raw:
        return int(raw.send(head + UPGRADE + b"\r\n").read_some().split()[1])


OF_PAGES = [  # headers of a command from our own page, as several proxies pass them on
    {"host": NAME, "x-forwarded-proto": "https"},  # nginx with `Host $host`
    {"host": NAME},
    {"host": NAME, "x-forwarded-port": "8443", "x-forwarded-proto": "https"},
    {"host": f"{NAME}:8443", "x-forwarded-proto": "https"},
    {"host": f"{NAME}:8443", "x-forwarded-port": "443", "x-forwarded-proto": "https"},
    {"host": "localhost:8740", "x-forwarded-host": f"{NAME}:8443", "x-forwarded-proto": "https"},
    {"host": "localhost:8740", "x-forwarded-host": NAME},  # Apache
    {"host": "localhost:8740", "forwarded": f'host="{NAME}:8443";proto=https'},
]


@pytest.mark.parametrize("headers", OF_PAGES)
def test_own_pages_on_another_port_may_send_commands(proxied: Hosted, headers: Headers) -> None:
    own = {**headers, "origin": f"https://{NAME}:8443"}
    assert (posts(proxied, own), connects(proxied, own)) == (200, 101)
    for origin in (f"https://{NAME}.evil.example:8443", "https://evil.example", "null"):
        foreign = {**headers, "origin": origin}
        assert (posts(proxied, foreign), connects(proxied, foreign)) == (403, 403), origin


def test_a_known_port_counts(proxied: Hosted) -> None:
    """Another site on the same host is another site, if the proxy names the port of ours."""
    for headers in ({"host": f"{NAME}:8443"}, {"host": NAME, "x-forwarded-port": "8443"}):
        assert posts(proxied, {**headers, "origin": f"http://{NAME}:8443"}) == 200
        assert posts(proxied, {**headers, "origin": f"http://{NAME}:9000"}) == 403


def test_port_may_be_missing_for_a_name_that_was_given(direct: Hosted) -> None:
    """An untrusted proxy with `Host $host` works too, but only by a name given with --name."""
    assert posts(direct, {"host": NAME, "origin": f"https://{NAME}:8443"}) == 200
    assert posts(direct, {"host": "localhost", "origin": "http://localhost:3000"}) == 403


@pytest.mark.parametrize(
    ("headers", "text"),
    [
        ({"host": NAME, "x-forwarded-host": "evil.example"}, "go by the name evil.example"),
        ({"host": "evil.example", "x-forwarded-host": NAME}, "go by the name evil.example"),
        ({"host": NAME, "forwarded": "host=evil.example"}, "go by the name evil.example"),
        ({"host": NAME, "x-forwarded-host": "a b"}, "expected one Host header"),
        ({"host": "a b", "x-forwarded-host": NAME}, "expected one Host header"),
    ],
)
def test_forwarded_names_are_checked_as_well(proxied: Hosted, headers: Headers, text: str) -> None:
    """A page may set such a header itself, and most proxies pass on what they do not know."""
    answer = proxied.http.get("/api/tables", headers=headers)
    assert (answer.status_code, text in answer.text) == (403, True)


@pytest.mark.parametrize(
    ("headers", "client"),
    [
        ({"x-forwarded-for": "192.0.2.7"}, "192.0.2.7"),
        ({"x-forwarded-for": "10.9.9.9, 192.0.2.7"}, "192.0.2.7"),
        ({"x-forwarded-for": "192.0.2.7, 127.0.0.1"}, "192.0.2.7"),
        ({"forwarded": 'for="[2001:db8::1]:4711"'}, "2001:db8::1"),
        ({"forwarded": "for=10.9.9.9, for=192.0.2.7;host=localhost"}, "192.0.2.7"),
        ({"x-forwarded-for": "192.0.2.7", "forwarded": "for=10.9.9.9"}, "192.0.2.7"),
        ({}, HERE),
    ],
)
def test_the_client_is_the_last_that_no_trusted_proxy_names(headers: Headers, client: str) -> None:
    """What stands before it may have been sent by the client itself."""
    seen: list[str] = []

    async def note(scope: Scope, receive: Receive, send: Send) -> None:
        del receive, send
        seen.append(scope["client"][0])

    lines = [(name.encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "path": "/", "scheme": "http", "client": (HERE, 1), "headers": lines}
    asyncio.run(Arrivals(note, [HERE])(scope, None, None))  # type: ignore[arg-type]
    assert seen == [client]


# --- below a path


@pytest.mark.parametrize("path", ["", "/games/race"], ids=["stripped", "left"])
def test_site_below_a_path(below: Hosted, path: str) -> None:
    """Whether its proxy takes the path off or leaves it there."""
    headers = {"host": NAME, "x-forwarded-proto": "https"}
    where = "https://race.example/games/race"
    assert site(below, headers, path) == where
    assert posts(below, {**headers, "origin": "https://race.example"}, f"{path}/api/tables") == 200
    assert connects(below, {**headers, "origin": "https://race.example"}, path) == 101
    html = below.http.get(f"{path}/table/abc/replay", headers=headers).text
    assert '<meta name="root" content="/games/race/" />' in html
    local = set(re.findall(r'(?:src|href)="([^"#]*)"', html))
    assert {one for one in local if not one.startswith("/games/race/")} == set()
    for one in local:
        there = below.http.get(path + one.removeprefix("/games/race"), headers=headers)
        assert there.status_code == 200, one
    docs = below.http.get(f"{path}/docs", headers=headers).text
    assert 'src="/games/race/assets/' in docs
    document = below.http.get(f"{path}/api/openapi.json", headers=headers).json()
    assert document["servers"] == [{"url": "/games/race"}]
    assert below.http.get(f"{path}/api/tables/", headers=headers).status_code == 404


def test_links_for_other_programs_are_below_the_path(below: Hosted) -> None:
    headers = {"host": NAME}
    where = f"http://{NAME}/games/race"
    league = below.http.post("/api/leagues", json=LEAGUE, headers=headers).json()["id"]
    feed = below.http.get(f"/api/leagues/{league}/feed.atom", headers=headers).text
    own = f"{where}/api/leagues/{league}/feed.atom"
    assert set(re.findall('href="([^"]*)"', feed)) == {f"{where}/league/{league}", own}
    dates = below.http.get(f"/api/leagues/{league}/calendar.ics", headers=headers).text
    assert f"URL:{where}/league/{league}" in dates.replace("\r\n ", "")
    made = make_table(below, "mine", "rookie")
    start(below, made)
    post = below.http.get(f"/api/tables/{made.id}/post?turn=0", headers=headers).text
    assert f"{where}/api/tables/{made.id}/board.png" in post
    assert f"http://{NAME}/api" not in post


def test_a_race_is_driven_below_the_path(below: Hosted) -> None:
    made = make_table(below, "mine", "rookie")
    start(below, made)
    ann = Browser(below, made.id, [made.tokens[0]])
    menu = ann.asked()
    assert menu is not None
    assert ann.answered(ann.answer(menu))["type"] == "reply"
    ann.close()


@pytest.mark.slow
def test_files_are_large_below_the_path_too(below: Hosted) -> None:
    """A league's file may be larger than other bodies, by whichever path it comes."""
    padding = " " * 100_000
    for path in ("/api/leagues", "/games/race/api/leagues"):
        body = f'{{"title": "Cup",{padding} "rounds": 3}}'
        answer = below.http.post(path, content=body, headers={"content-type": "application/json"})
        assert answer.status_code == 422


@pytest.mark.slow
def test_prefix_of_one_request_is_not_that_of_the_next(proxied: Hosted) -> None:
    def servers(headers: Headers) -> object:
        document = proxied.http.get("/api/openapi.json", headers={"host": NAME, **headers}).json()
        return document.get("servers")

    assert servers({"x-forwarded-prefix": "/a"}) == [{"url": "/a"}]
    assert servers({"x-forwarded-prefix": "/b"}) == [{"url": "/b"}]
    assert servers({}) is None


def test_the_root_without_a_slash_leads_to_the_root(below: Hosted) -> None:
    for path, there in (
        ("/games/race", "/games/race/"),
        ("/games/race?x=1%20", "/games/race/?x=1%20"),
    ):
        answer = below.http.get(path)
        assert (answer.status_code, answer.headers["location"]) == (308, there)
    assert below.http.get("/games/race/").status_code == 200
    assert below.http.get("/healthz").status_code == 200, "for those who ask the server itself"


@pytest.mark.parametrize(
    ("given", "root"),
    [
        ("", ""),
        ("/", ""),
        ("/race", "/race"),
        (" race/ ", "/race"),
        ("/games/Race-2/", "/games/Race-2"),
        ("/tables", "/tables"),
    ],
)
def test_roots(given: str, root: str) -> None:
    assert check_root(given, first_words()) == root


@pytest.mark.parametrize(
    "given", ["/a b", "//race", "/race//x", "/../x", "/ra?ce", "http://race.example/", "/é"]
)
def test_malformed_roots_are_refused(given: str) -> None:
    expected = f"--root-path: expected a path such as /race, found {given!r}"
    assert refused("serve", "--port", "0", "--root-path", given) == expected


@pytest.mark.parametrize("word", ["api", "assets", "docs", "table", "rules", "me"])
def test_roots_that_begin_like_a_page_are_refused(word: str) -> None:
    """Else `/table/x` could be the table, or a page x below the root."""
    with pytest.raises(Malformed, match="no page of the site begins with"):
        check_root(f"/{word}/race", first_words())


def test_every_page_has_its_first_word_taken() -> None:
    assert {pattern.pattern.split("/")[0] for pattern, _ in routes()} == {"", *first_words()}


def test_printed_addresses_have_the_root() -> None:
    assert addresses_of(HERE, 8740, "/race") == ["http://127.0.0.1:8740/race/"]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("pump", ["a", "1", "_", "a;", "é", "=", "a=b;", '"', "\\"])
def test_a_long_header_is_read_in_one_pass(pump: str) -> None:
    """A visitor may send one through a proxy. In many passes this would take hours."""
    long = pump.encode() * 1_000_000
    said = Forwarding([(b"forwarded", long), (b"forwarded", b"host=race.example")])
    assert said.host == "race.example" or "=" in pump or pump in ('"', "\\")
