"""The site behind nginx, with its configuration from docs/operations.md: TLS on a port of its own.

At the root of its name, and below a path that nginx leaves in the addresses or takes off.
"""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from benchmarks.ours.pages import ARGUMENTS, find_chromium
from playwright.sync_api import Browser, Playwright

from tests.browser.conftest import missing
from tests.browser.visiting import WITHIN, Visitor
from tests.table.serving import Made, Served, make_table, serving, start

pytestmark = pytest.mark.slow
GUIDE = Path(__file__).parents[2] / "docs" / "operations.md"
NAME = "race.example"
ROUND = {"ruleset": "rtd", "courses": ["sundae_drive"], "seats": 4, "opens": "2090-10-01T20:00"}
TERMS = {"points": {"places": [10, 6, 4]}, "divisions": [{"title": "One", "places": 4}]}
FETCH = "(address) => fetch(address).then(async (one) => [one.status, await one.text()])"
WHOLE = """
daemon off; worker_processes 1; pid {folder}/pid; error_log {folder}/error.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
    {told}
}}
"""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


class Nginx:
    """nginx as the guide says, in front of a server, on a free port."""

    def __init__(self, folder: Path, behind: Served, root: str, strips: bool, host: str) -> None:
        program = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")
        if program is None:
            missing("These tests need nginx: scripts/need nginx installs it.")
        self.port = free_port()
        self.home = f"https://{NAME}:{self.port}{root}"
        own = "req -x509 -newkey rsa:2048 -nodes -days 2 -keyout own.key -out own.pem -subj"
        names = ["-addext", f"subjectAltName=DNS:{NAME}"]
        made = ["openssl", *own.split(), f"/CN={NAME}", *names]
        subprocess.run(made, cwd=folder, check=True, capture_output=True)
        [told] = re.findall(r"```\n(map \$http_upgrade.*?)```", GUIDE.read_text(), re.DOTALL)
        upstream = behind.address.split("/")[2]
        for old, new in (
            ("listen 443 ssl", f"listen 127.0.0.1:{self.port} ssl"),
            (f"/etc/ssl/{NAME}", f"{folder}/own"),
            ("http://127.0.0.1:8740", f"http://{upstream}{'/' if strips else ''}"),
            ("location / {", f"location {root}/ {{"),
            ("$http_host", host),
        ):
            assert old in told, old
            told = told.replace(old, new)
        (folder / "nginx.conf").write_text(WHOLE.format(folder=folder, told=told))
        command = [program, "-p", str(folder), "-c", str(folder / "nginx.conf")]
        self._command = command
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self.process = subprocess.Popen(self._command, stderr=subprocess.PIPE)
        end = time.monotonic() + WITHIN
        while time.monotonic() < end and self.process.poll() is None:
            with socket.socket() as line:
                if line.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.02)
        raise AssertionError(self.process.stderr.read() if self.process.stderr else "")

    def stop(self) -> None:
        """Stop it: all connections through it end."""
        self.process.terminate()
        self.process.wait(WITHIN)
        if self.process.stderr:
            self.process.stderr.close()


@pytest.fixture(scope="module")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """A browser that finds the server by its name."""
    path = find_chromium()
    if path is None:
        missing("These tests need a browser: scripts/need chromium installs it.")
    arguments = [*ARGUMENTS, f"--host-resolver-rules=MAP {NAME} 127.0.0.1"]
    browser = playwright.chromium.launch(executable_path=path, args=arguments)
    yield browser
    browser.close()


@pytest.mark.parametrize(
    ("root", "strips", "host"),
    [
        ("", False, "$http_host"),
        ("", False, "$host"),
        ("/race", False, "$http_host"),
        ("/race", True, "$http_host"),
        ("/race", True, "$host"),
    ],
)
def test_an_evening_behind_nginx(
    chromium: Browser,
    tmp_path: Path,
    root: str,
    strips: bool,
    host: str,
) -> None:
    """Take a seat, answer, reload, reconnect, read the feed and the calendar, give the link."""
    options = ["--proxy", "127.0.0.1", "--name", NAME, *(["--root-path", root] if root else [])]
    with serving(str(tmp_path / "table.db"), tmp_path, *options) as served:
        nginx = Nginx(tmp_path, served, root, strips, host)
        try:
            ann = Visitor(chromium, nginx.home, ignore_https_errors=True)
            evening(ann, served, nginx, host)
            assert ann.wrong == []
            ann.context.close()
        finally:
            nginx.stop()


def evening(ann: Visitor, served: Served, nginx: Nginx, host: str) -> None:
    """What people do, and what other programs read."""
    page, home = ann.page, nginx.home
    made: Made = make_table(served, "mine", "open")
    ann.enter(home).sits(made, 0, host=True)
    page.goto(f"{home}/table/{made.id}")
    assert page.get_by_label("The table’s address").input_value() == f"{home}/table/{made.id}"
    race: Made = make_table(served, "mine", "rookie")
    start(served, race)
    page.goto("about:blank")
    ann.sits(race, 0, host=True).to(race)
    ann.choose()
    version = ann.standing.version
    page.reload()
    ann.reach(version)
    nginx.stop()
    nginx.start()
    ann.choose()
    ann.forgive("WebSocket connection", "net::ERR_")  # while nginx was away
    wanted = {"title": "Cup", "terms": TERMS, "rounds": [ROUND]}
    # As a page does it: a browser names its origin, with its port.
    league = page.evaluate(
        """async ([address, wanted]) => {
          const headers = {'content-type': 'application/json'};
          const body = JSON.stringify(wanted);
          return (await (await fetch(address, {method: 'POST', headers, body})).json()).id;
        }""",
        [f"{home}/api/leagues", wanted],
    )
    # Without the port in Host, links for other programs lack it; the guide passes it on.
    known = home if host == "$http_host" else home.replace(f":{nginx.port}", "")
    for file in ("feed.atom", "calendar.ics"):
        _, text = page.evaluate(FETCH, f"{home}/api/leagues/{league}/{file}")
        assert f"{known}/league/{league}" in text.replace("\r\n ", ""), file
    _, html = page.evaluate(FETCH, f"{home}/table/{race.id}")
    assert f'content="{known}/table/{race.id}"' in html
    assert page.evaluate(FETCH, f"{home}/robots.txt")[0] == 200
    page.goto(f"{home}/league/{league}")
    page.get_by_role("link", name="News feed").wait_for()
