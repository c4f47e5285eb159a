"""A new database has the schema to which migrations bring an old one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import Engine, inspect
from tests.table.postgres import Postgres

from wreckoning.server.store import database, migrating, schema
from wreckoning.server.store.database import build_up_to, open_database, open_empty, read_address


def shape(engine: Engine) -> dict[str, Any]:
    """All tables with their columns, keys and indexes, each in alphabetical order."""
    found = inspect(engine)

    def foreign_keys(table: str) -> list[Any]:
        if engine.dialect.name != "sqlite":
            return found.get_foreign_keys(table)
        with engine.connect() as connection:  # SQLAlchemy misreads those of added columns
            rows = connection.exec_driver_sql(f"PRAGMA foreign_key_list({table})").mappings()
            return [{**row, "id": 0} for row in rows]

    def ordered(parts: list[Any]) -> list[str]:
        return sorted(str(sorted(dict(part).items(), key=str)) for part in parts)

    return {
        name: [
            ordered(
                [{**column, "type": str(column["type"])} for column in found.get_columns(name)]
            ),
            ordered([found.get_pk_constraint(name)]),
            ordered(foreign_keys(name)),
            ordered(found.get_unique_constraints(name)),
            ordered(found.get_indexes(name)),
        ]
        for name in found.get_table_names()
    }


def test_revisions_are_those_of_the_migrations() -> None:
    scripts = migrating.scripts(database.MIGRATIONS).walk_revisions()
    assert database.revisions() == [script.revision for script in scripts]


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_new_database_has_the_migrated_schema(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    def address(name: str) -> str:
        if kind == "sqlite":
            return str(tmp_path / f"{name}.db")
        postgres: Postgres = request.getfixturevalue("postgres")
        return postgres.new_database()

    old = open_empty(read_address(address("old")))
    oldest, newest = database.revisions()[-1], database.revisions()[0]
    with old.begin() as connection:
        build_up_to(connection, oldest)
        build_up_to(connection, newest)
    monkeypatch.setattr(command, "upgrade", None)  # a new one takes no step of theirs
    new = open_database(read_address(address("new")))
    for engine in (old, new):
        with engine.connect() as connection:
            assert database.revision_of(connection) == newest
    assert shape(new) == shape(old)
    assert set(shape(new)) == {*schema.metadata.tables, "alembic_version"}
    old.dispose()
    new.dispose()
