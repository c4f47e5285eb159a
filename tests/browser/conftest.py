"""A Chromium, a Firefox and a server for all browser tests; no browser may report an error."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import pytest
from benchmarks.ours.pages import ARGUMENTS, find_chromium
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from tests.browser import firefox as stock_firefox
from tests.browser.evening import Evening, begin
from tests.browser.visiting import WITHIN, Engine, Visitors, Windows
from tests.table.forking import ForkServer
from tests.table.serving import Served
from wreckoning.server.http.routes.pages import PAGES

SCREENSHOTS = Path(__file__).parent / "screenshots"
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


def missing(line: str) -> NoReturn:
    """Fail: without this program nothing can be tested."""
    pytest.fail(line, pytrace=False)


def check_pages() -> None:
    """Check that the pages are built, and all from one build."""
    index = PAGES / "index.html"
    named = re.findall(r'"./(assets/[^"]+)"', index.read_text()) if index.exists() else []
    if not named or not all((PAGES / name).exists() for name in named):
        missing("The pages are not built: `make pages` builds them.")


# Decorates what has to work in Firefox as well; the second, what takes too long for every day.
RARELY_IN_FIREFOX = pytest.mark.parametrize(
    "engine", ["chromium", pytest.param("firefox", marks=pytest.mark.slow)], indirect=True
)


@pytest.fixture(scope="package")  # its event loop must end before the tests of another folder
def playwright() -> Iterator[Playwright]:
    """What drives the system's browsers; its own are never fetched."""
    check_pages()
    expect.set_options(timeout=WITHIN * 1000)
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="package")
def launch(
    playwright: Playwright, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[Engine], Browser]]:
    """A function that starts the system's Chromium or Firefox, once each."""
    started: dict[Engine, Browser] = {}

    def start(engine: Engine) -> Browser:
        path = find_chromium() if engine == "chromium" else stock_firefox.find_firefox()
        if path is None:
            missing(f"These tests need a browser: scripts/need {engine} installs it.")
        if engine == "chromium":
            return playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        return stock_firefox.launch(playwright, path, tmp_path_factory.mktemp("firefox"))

    def once(engine: Engine) -> Browser:
        if engine not in started:
            started[engine] = start(engine)
        return started[engine]

    yield once
    for browser in started.values():
        browser.close()


@pytest.fixture(scope="package")
def chromium(launch: Callable[[Engine], Browser]) -> Browser:
    """The system's Chromium."""
    return launch("chromium")


@pytest.fixture
def engine(request: pytest.FixtureRequest) -> Engine:
    """The browser of this test's visitors: Chromium, unless the test is decorated otherwise."""
    chosen: Engine = getattr(request, "param", "chromium")
    return chosen


@dataclass(frozen=True)
class Home:
    """A server and its folder."""

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
def windows(launch: Callable[[Engine], Browser], home: Home) -> Iterator[Windows]:
    """Browser windows, reused from test to test."""
    opened = Windows(launch, home.address)
    yield opened
    opened.close()


@pytest.fixture
def visitors(windows: Windows, home: Home, engine: Engine) -> Iterator[Visitors]:
    """Browsers at that server. None of them may report an error."""
    everybody = Visitors(windows, home.address, engine)
    yield everybody
    assert everybody.go() == []


@pytest.fixture(scope="package")
def evening(home: Home) -> Evening:
    """Three tables that no test changes."""
    return begin(home.served)


@pytest.fixture(scope="session")
def screenshots(pytestconfig: pytest.Config) -> Path | None:
    """The folder in which --pictures keeps pictures of the pages until the next run."""
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
