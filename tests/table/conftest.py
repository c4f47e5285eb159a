"""Fixtures for several files of tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.table.postgres import Postgres, private_postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server of our own."""
    with private_postgres() as server:
        yield server
