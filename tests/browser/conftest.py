"""One Chromium, one server, and nothing that may go wrong in any browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.evening import Evening, begin
from tests.browser.visiting import WITHIN, Visitors, Windows
from tests.table.forking import ForkServer
from tests.table.serving import Served
from wreckoning.cli.bench_pages import ARGUMENTS, find_chromium
from wreckoning.table.api.pages import PAGES

SCREENSHOTS = Path(__file__).parent / "screenshots"
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


def missing(line: str) -> NoReturn:
    """Without it there is nothing to test, and that is no success."""
    pytest.fail(line, pytrace=False)


def check_pages() -> None:
    """Are the pages built, and all of one build?"""
    index = PAGES / "index.html"
    named = re.findall(r'"/(assets/[^"]+)"', index.read_text()) if index.exists() else []
    if not named or not all((PAGES / name).exists() for name in named):
        missing("The pages are not built: `make pages` builds them.")


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """The system's Chromium; playwright's own is never fetched."""
    check_pages()
    path = find_chromium()
    if path is None:
        missing("These tests need a browser: scripts/need chromium installs it.")
    expect.set_options(timeout=WITHIN * 1000)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@dataclass(frozen=True)
class Home:
    """A server, and where it keeps everything."""

    served: Served
    db: Path

    @property
    def address(self) -> str:
        return self.served.address


@pytest.fixture(scope="package")
def home(fork_server: ForkServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    """A server that lets one address make many tables, for all tests that do not kill it."""
    db = tmp_path_factory.mktemp("browser") / "table.db"
    with fork_server.serve(str(db), helpers=True) as served:
        yield Home(served, db)
        assert "Traceback" not in served.errors


@pytest.fixture(scope="package")
def windows(chromium: Browser, home: Home) -> Iterator[Windows]:
    """Windows for one test after the other."""
    opened = Windows(chromium, home.address)
    yield opened
    opened.close()


@pytest.fixture
def visitors(windows: Windows, home: Home) -> Iterator[Visitors]:
    """Browsers at that server. None of them may report an error."""
    everybody = Visitors(windows, home.address)
    yield everybody
    assert everybody.go() == []


@pytest.fixture(scope="package")
def evening(home: Home) -> Evening:
    """Three tables that stay as they are."""
    return begin(home.served)


@pytest.fixture(scope="session")
def screenshots(pytestconfig: pytest.Config) -> Path | None:
    """Where --pictures keeps pictures of the pages until the next run."""
    if not pytestconfig.getoption("--pictures"):
        return None
    SCREENSHOTS.mkdir(exist_ok=True)
    return SCREENSHOTS


@pytest.fixture(scope="session")
def axe() -> str:
    """The script of axe-core."""
    if not AXE.exists():
        missing("axe-core is missing: `make` fetches it with the rest of web/, or `npm ci` there.")
    return AXE.read_text()


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Say where the pictures are."""
    taken = sorted(SCREENSHOTS.glob("*.png"))
    if taken and config.getoption("--pictures"):
        terminalreporter.write_line(f"{len(taken)} screenshots in {SCREENSHOTS}")
