"""Only requests meant for this server are answered, and only its own pages may do things."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.cli.run import refused, wreck
from tests.table.hosting import Hosted, hosting
from tests.table.raw import UPGRADE, Raw
from tests.table.serving import make_table

from wreckoning.server.http.host_header import HOST, check_name, hosts_of, is_origin

SEATS = [{"player": "mine", "name": "Ann"}, {"player": "rookie"}]
WANTED = {"ruleset": "rtd", "course": "sundae_drive", "seats": SEATS}
NOT_OURS = "a page of another host may not do this here"


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    """A server on 127.0.0.1 for all tests of this file."""
    with hosting(tmp_path_factory.mktemp("hosts") / "table.db") as server:
        yield server


def port_of(hosted: Hosted) -> str:
    return hosted.address.rsplit(":", 1)[1]


def problem(answer: Any) -> str:
    """The reason for the refusal."""
    assert answer.status_code == 403
    assert answer.headers["x-content-type-options"] == "nosniff"
    error = answer.json()["error"]
    assert error["kind"] == "forbidden"
    return str(error["text"])


HERE = ["localhost", "box.localhost", "127.0.0.1", "127.8.9.1", "[::1]"]
IN_NETWORK = ["192.168.1.7", "8.8.8.8", "[fd00::7]", "box", "box.local", "box.lan", "b.home.arpa"]
ELSEWHERE = ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "a.local.com"]


@pytest.mark.parametrize(
    ("listens_at", "known", "unknown"),
    [
        ("127.0.0.1", HERE, IN_NETWORK + ELSEWHERE),
        ("::1", HERE, IN_NETWORK + ELSEWHERE),
        ("localhost", HERE, IN_NETWORK + ELSEWHERE),
        ("0.0.0.0", HERE + IN_NETWORK, ELSEWHERE),
        ("::", HERE + IN_NETWORK, ELSEWHERE),
        ("192.168.1.7", HERE + IN_NETWORK, ELSEWHERE),
        ("box.example", [*HERE, *IN_NETWORK, "box.example"], ELSEWHERE),
    ],
)
def test_local_names_of_the_server(listens_at: str, known: list[str], unknown: list[str]) -> None:
    hosts = hosts_of(listens_at, ["race.example"])
    assert [host for host in unknown if hosts.include(host)] == []
    assert [host for host in [*known, "race.example"] if not hosts.include(host)] == []


def test_the_machines_own_name_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "Box.Example.Net")
    assert hosts_of("0.0.0.0", []).include("box.example.net")
    assert not hosts_of("127.0.0.1", []).include("box.example.net")


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("Race.Example.", "race.example"),
        (" box ", "box"),
        ("münchen.example", "xn--mnchen-3ya.example"),
    ],
)
def test_names_from_the_option(given: str, name: str) -> None:
    assert check_name(given) == name


@pytest.mark.parametrize(
    "given", ["https://race.example", "race.example:8740", "*", "", "a..b", "a b"]
)
def test_invalid_names_are_refused(given: str) -> None:
    said = refused("serve", "--port", "0", "--name", given)
    assert said == f"--name: expected a host's name (race.example), found {given!r}"


def test_the_environment_may_give_several_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WRECK_NAME", "race.example https://other.example")
    assert "found 'https://other.example'" in refused("serve", "--port", "0")
    shown = " ".join(wreck("serve", "--help").out.replace("│", " ").split())
    for name in ("WRECK_NAME", "WRECK_PROXY"):
        assert f"Repeatable; {name} takes several, with spaces between." in shown


def test_request_for_another_host_is_refused(hosted: Hosted) -> None:
    """By whatever way: a page, the list of tables, a new table, a line."""
    port = port_of(hosted)
    for host in ("evil.example", f"evil.example:{port}", "127.0.0.1.evil.example"):
        headers = {"host": host}
        for path in ("/", "/api/tables", "/metrics"):
            text = problem(hosted.http.get(path, headers=headers))
            assert "does not go by the name " + host.split(":")[0] in text
        problem(hosted.http.post("/api/tables", json=WANTED, headers=headers))
    made = make_table(hosted, "mine", "open")
    head = f"GET /api/tables/{made.id}/live HTTP/1.1\r\nhost: evil.example\r\n".encode()
    with Raw(hosted) as raw:
        heard = raw.send(head + UPGRADE + b"\r\n").read()
    assert heard.startswith(b"HTTP/1.1 403")
    assert b"does not go by the name evil.example" in heard


@pytest.mark.parametrize(
    "host",
    ["", "a b", "localhost:", "localhost:x", "127.0.0.1@evil.example", "http://localhost"],
)
def test_malformed_host_is_refused(hosted: Hosted, host: str) -> None:
    assert "expected one Host header" in problem(hosted.http.get("/", headers={"host": host}))


def test_browser_gets_a_page_for_a_wrong_host(hosted: Hosted) -> None:
    """Where it opens a page; scripts that ask for anything else get JSON."""
    wants = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
    name = "evil.example"
    told = f"This server does not go by the name {name}; wreck serve --name {name} adds it.\n"
    answer = hosted.http.get("/", headers={"host": name, "accept": wants})
    assert (answer.status_code, answer.text) == (403, told)
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.headers["x-content-type-options"] == "nosniff"
    for other in ("*/*", "application/json", ""):
        problem(hosted.http.get("/", headers={"host": name, "accept": other}))


def test_two_host_headers_are_refused_and_none_is_allowed(hosted: Hosted) -> None:
    """Browsers send one; a monitor that speaks HTTP/1.0 may send none."""
    with Raw(hosted) as raw:
        twice = (
            b"GET / HTTP/1.1\r\nhost: localhost\r\nhost: evil.example\r\nconnection: close\r\n\r\n"
        )
        assert raw.send(twice).refused()[0] == 403
    with Raw(hosted) as raw:
        assert raw.send(b"GET /healthz HTTP/1.0\r\n\r\n").read().startswith(b"HTTP/1.1 200")


def test_own_pages_may_send_commands(hosted: Hosted) -> None:
    port = port_of(hosted)
    for host in (f"127.0.0.1:{port}", "localhost:5173", "LOCALHOST", "[::1]:80"):
        headers = {"host": host, "origin": "http://" + host.lower().removesuffix(":80")}
        assert hosted.http.post("/api/tables", json=WANTED, headers=headers).status_code == 200
    assert hosted.http.post("/api/tables", json=WANTED).status_code == 200, "no page at all"


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "null",
        "http://127.0.0.1",
        "http://localhost:{port}",
        "ws://127.0.0.1:{port}",
        "x",
    ],
)
def test_foreign_pages_may_not_send_commands(hosted: Hosted, origin: str) -> None:
    """Neither post nor open a line; also a page of another server on this machine."""
    origin = origin.format(port=port_of(hosted))
    headers = {"origin": origin}
    assert problem(hosted.http.post("/api/tables", json=WANTED, headers=headers)) == NOT_OURS
    assert problem(hosted.http.delete("/api/tables", headers=headers)) == NOT_OURS
    assert hosted.http.get("/api/tables", headers=headers).status_code == 200
    made = make_table(hosted, "mine", "open")
    host = hosted.address.removeprefix("http://")
    head = f"GET /api/tables/{made.id}/live HTTP/1.1\r\nhost: {host}\r\norigin: {origin}\r\n"
    with Raw(hosted) as raw:
        heard = raw.send(head.encode() + UPGRADE + b"\r\n").read()
    assert heard.startswith(b"HTTP/1.1 403")
    assert NOT_OURS.encode() in heard


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("https://race.example", "race.example"),
        ("https://race.example", "race.example:443"),
        ("https://race.example:8443", "race.example:8443"),
        ("http://race.example", "race.example"),
        ("http://[fd00::7]:8740", "[fd00::7]:8740"),
    ],
)
def test_own_origin_behind_a_proxy(origin: str, host: str) -> None:
    assert is_origin(origin, HOST.fullmatch(host))
    assert not is_origin(origin + "1", HOST.fullmatch(host))
    assert not is_origin(origin, HOST.fullmatch("x" + host))
