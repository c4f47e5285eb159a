"""Changes a database's schema from one revision to another, by the migrations in a folder."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection


def upgrade(connection: Connection, migrations: Path, revision: str) -> None:
    """Run the migrations up to this revision, within the transaction."""
    command.upgrade(_config(connection, migrations), revision)


def remove(connection: Connection, migrations: Path) -> None:
    """Undo all migrations, within the transaction."""
    command.downgrade(_config(connection, migrations), "base")


def stamp(connection: Connection, migrations: Path, revision: str) -> None:
    """Note that the schema is of this revision, without a migration."""
    MigrationContext.configure(connection).stamp(scripts(migrations), revision)


@cache
def scripts(migrations: Path) -> ScriptDirectory:
    """The migrations, read once."""
    return ScriptDirectory(str(migrations))


def _config(connection: Connection, migrations: Path) -> Config:
    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config
