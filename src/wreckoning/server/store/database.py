"""Opens a database by its address: SQLite in a file, or PostgreSQL; migrates it if needed."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, event, exists, inspect, select, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from wreckoning.core.errors import Malformed
from wreckoning.server.store.at_rest import claim, make_private_folder
from wreckoning.server.store.schema import Values, metadata

MIGRATIONS = Path(__file__).parent / "migrations"
REVISION = "alembic_version"  # the table with the revision of the schema
HEAD = "head"
BUSY_TIMEOUT = 30_000  # milliseconds of waiting for SQLite's lock
NEWER = "was made by a newer version than this"
LOCK = 0x77726563  # so that only one process migrates a PostgreSQL at a time
ALIVE: Values = {  # detects a lost machine within a minute
    "connect_timeout": 5,
    "keepalives_idle": 20,
    "keepalives_interval": 5,
    "keepalives_count": 4,
    "tcp_user_timeout": 30_000,
}
EXPECTED = "expected a file for SQLite, or postgresql://user@host/name"


class UnknownRevision(Exception):
    """The database has a schema that this version does not know."""


def read_address(given: str) -> URL:
    """Read an address: `postgresql://…`, `sqlite:///file`, or a file. Raises Malformed."""
    if "://" not in given:
        try:
            return URL.create("sqlite", database=str(Path(given).expanduser()))
        except RuntimeError:
            raise Malformed("--db", f"{given}: this user has no home folder") from None
    try:
        url = make_url(given)
    except ArgumentError:
        raise Malformed("--db", EXPECTED) from None
    if url.drivername in ("postgresql", "postgres", "postgresql+psycopg"):
        return url.set(drivername="postgresql+psycopg")
    if url.drivername == "sqlite" and url.database:
        return url
    raise Malformed("--db", f"{EXPECTED}, found {url.drivername}://…")


def open_database(url: URL) -> Engine:
    """Open a database, create it if needed, and migrate it to this version. Raises Malformed."""
    engine = connect(url)
    with _refusals(engine), _in_its_folder(url), engine.begin() as connection:
        lock(connection)
        build_up_to(connection, HEAD)
    return engine


def open_existing(url: URL) -> Engine:
    """Open a database as it is. Raises Malformed if it is missing, or of another version."""
    shown = _shown(url)
    if url.get_backend_name() == "sqlite" and not Path(str(url.database)).is_file():
        raise Malformed("--db", f"{shown} is not there")
    engine = connect(url)
    with _refusals(engine), engine.connect() as connection:
        form = revision_of(connection)
        if form is None:
            raise Malformed("--db", f"{shown} holds no tables of Wreckoning")
        newest, *older = revisions()
        if form in older:
            raise Malformed("--db", f"{shown} is of an older version; `wreck serve` renews it")
        if form != newest:
            raise Malformed("--db", f"{shown} {NEWER}")
    return engine


def open_empty(url: URL) -> Engine:
    """Open a database without tables, or create one. Raises Malformed."""
    engine = connect(url)
    with _refusals(engine), _in_its_folder(url), engine.connect() as connection:
        check_empty(connection)
    return engine


def _shown(url: URL) -> str:
    """The address as given, without the password."""
    if url.get_backend_name() == "sqlite":
        return str(url.database)
    return url.set(drivername="postgresql").render_as_string(hide_password=True)


@contextlib.contextmanager
def _in_its_folder(url: URL) -> Iterator[None]:
    """Create the folder and the file if needed; other users cannot read them."""
    if url.get_backend_name() == "sqlite":
        make_private_folder(Path(str(url.database)).parent)
        if url.database != ":memory:":
            claim(Path(str(url.database)))
    yield


def connect(url: URL) -> Engine:
    """Make an engine for a database, which connects when it is used."""
    if url.get_backend_name() == "sqlite":
        given = {"timeout": BUSY_TIMEOUT / 1000, "check_same_thread": False}
        engine = create_engine(
            url,
            connect_args=given,
            hide_parameters=True,
            pool_reset_on_return=None,  # reading leaves no transaction open here
        )
        event.listen(engine, "connect", _prepare_sqlite)
        return engine
    return create_engine(
        url,
        pool_size=8,
        max_overflow=8,
        pool_timeout=10,
        pool_pre_ping=True,
        connect_args=ALIVE,
        hide_parameters=True,
    )


def _prepare_sqlite(connection: sqlite3.Connection, _: object) -> None:
    """Configure SQLite.

    WAL: readers never wait for the writer. FULL: acknowledged changes are on the disk. MEMORY:
    statements with many rows need no file for a rollback.
    """
    wanted = "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "temp_store=MEMORY"
    for pragma in wanted:
        connection.execute(f"PRAGMA {pragma}")


@contextlib.contextmanager
def _refusals(engine: Engine) -> Iterator[None]:
    """Turn the database's errors into one line, and close the engine then."""
    shown = _shown(engine.url)
    try:
        yield
    except Malformed:
        engine.dispose()
        raise
    except UnknownRevision:
        engine.dispose()
        raise Malformed("--db", f"{shown} {NEWER}") from None
    except (SQLAlchemyError, OSError) as error:
        engine.dispose()
        said = getattr(error, "strerror", None) or str(getattr(error, "orig", error))
        first = (said.strip().splitlines() or ["?"])[0]
        raise Malformed("--db", f"{shown} cannot be opened: {first}") from None


# --- schema


def lock(connection: Connection) -> None:
    """Lock the schema and the data for other writers until this transaction ends."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
    else:
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # the driver would not


def revision_of(connection: Connection) -> str | None:
    """The revision of its schema; None if it has none."""
    if not inspect(connection).has_table(REVISION):
        return None
    found: str | None = connection.execute(text(f"SELECT version_num FROM {REVISION}")).scalar()
    return found


def revisions() -> list[str]:
    """All revisions that this version knows, the newest first."""
    names = (path.name for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))
    return sorted((name.partition("_")[0] for name in names), reverse=True)


def check_empty(connection: Connection) -> None:
    """Raise Malformed if it contains any data of Wreckoning."""
    if revision_of(connection) is None:
        return
    for table in metadata.sorted_tables:
        if connection.execute(select(exists(select(table)))).scalar():
            raise Malformed("--db", "holds tables already; restore into an empty database")


def build_up_to(connection: Connection, revision: str) -> None:
    """Bring its schema to this revision, within the transaction.

    An empty database gets the present schema at once, without the migrations that led to it.
    """
    form, known = _known_revision(connection), revisions()
    wanted = known[0] if revision == HEAD else revision
    if form == wanted:
        return
    from wreckoning.server.store import migrating  # here: a server starts sooner without it

    if form is None and wanted == known[0]:
        metadata.create_all(connection, checkfirst=False)
        migrating.stamp(connection, MIGRATIONS, wanted)
    else:
        migrating.upgrade(connection, MIGRATIONS, wanted)


def take_down(connection: Connection) -> None:
    """Remove the whole schema, within the transaction."""
    if _known_revision(connection) is not None:
        from wreckoning.server.store import migrating

        migrating.remove(connection, MIGRATIONS)


def _known_revision(connection: Connection) -> str | None:
    """The same as `revision_of`. Raises UnknownRevision for one of a later version."""
    form = revision_of(connection)
    if form is not None and form not in revisions():
        raise UnknownRevision(form)
    return form
