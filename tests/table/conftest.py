"""What several files of tests need."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.table.forking import ForkServer, forking
from tests.table.postgres import Postgres, private_postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server of our own."""
    with private_postgres() as server:
        yield server


@pytest.fixture(scope="session")
def fork_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ForkServer]:
    """A process that forks servers, which start in no time."""
    with forking(tmp_path_factory.mktemp("servers")) as server:
        yield server
