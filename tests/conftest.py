"""Options and settings for all tests."""

from __future__ import annotations

import gc
import signal
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

import hypothesis
import pytest
from xdist.scheduler import LoadFileScheduling

if TYPE_CHECKING:
    from xdist.remote import Producer

    from tests.table.forking import ForkServer

# Run in the background by a shell, tests and all that they start would be deaf to Ctrl+C.
signal.signal(signal.SIGINT, signal.default_int_handler)


# The same examples every time: a test that fails for one person fails for all. Other ones are
# tried with --hypothesis-profile=explore.
hypothesis.settings.register_profile("daily", derandomize=True, deadline=None, database=None)
hypothesis.settings.register_profile("explore", deadline=None, max_examples=1000)
hypothesis.settings.load_profile("daily")


# Thousands of tests and all modules stay until the end: looking through them for garbage again and
# again takes a tenth of the time.
gc.set_threshold(50_000, 20, 100)


def pytest_collection_finish() -> None:
    """Leave all that collecting made out of the search for garbage."""
    gc.collect()
    gc.freeze()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add --slow: all that the daily run leaves out. Also --alone, --pictures."""
    parser.addoption(
        "--slow",
        action="store_true",
        help="also run the tests marked slow, and all cases of the sampled ones",
    )
    parser.addoption("--alone", action="store_true", help="run no browser and no PostgreSQL")
    parser.addoption("--pictures", action="store_true", help="also take pictures of the pages")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect what the options leave out. Begin with the folders that take longest."""
    left_out = set() if config.getoption("--slow") else {*_rare(items)}
    if config.getoption("--alone"):
        left_out.update(filter(_drives, items))
    items.sort(key=lambda item: not item.nodeid.startswith(LONGEST))
    config.hook.pytest_deselected(items=[item for item in items if item in left_out])
    items[:] = [item for item in items if item not in left_out]


def _rare(items: list[pytest.Item]) -> Iterator[pytest.Item]:
    """Those that the daily run leaves out: the long ones, and most cases of a test in samples."""
    cases = Counter[str]()
    for item in items:
        sampled = item.get_closest_marker("sampled")
        if item.get_closest_marker("slow"):
            yield item
        elif sampled:
            test, _, _ = item.nodeid.partition("[")
            if cases[test] % sampled.args[0]:
                yield item
            cases[test] += 1


def _drives(item: pytest.Item) -> bool:
    """Whether a test drives a browser or PostgreSQL."""
    names = [item.nodeid, *getattr(item, "fixturenames", ())]
    return item.nodeid.startswith("tests/browser/") or any("postgres" in name for name in names)


LONGEST = ("tests/browser/", "tests/cli/", "tests/conformance/", "tests/table/")


class ByFolder(LoadFileScheduling):
    """Gives each folder to one process, so that a browser or a game's rules are loaded only there.

    tests/table, which would take one too long, goes to two; from test_n on is half of it. All tests
    of chances go to one: they share rows.
    """

    def _split_scope(self, nodeid: str) -> str:
        file: str = super()._split_scope(nodeid)
        folder, _, rest = file.removeprefix("tests/").partition("/")
        if folder == "table":
            return f"{folder} {rest >= 'test_n'}"
        return "odds" if rest == "test_odds.py" else folder


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> ByFolder | None:
    """Load each browser and each game's rules in as few processes as possible."""
    return ByFolder(config, log) if config.getvalue("dist") == "loadfile" else None


@pytest.fixture(scope="session")
def fork_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ForkServer]:
    """A process that forks servers, which start in no time."""
    from tests.table.forking import forking

    with forking(tmp_path_factory.mktemp("servers")) as server:
        yield server
