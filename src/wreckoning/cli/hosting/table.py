"""`wreck table`: lists, exports, backs up and deletes the data of a server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wreckoning.core.documents import Json

if TYPE_CHECKING:
    from sqlalchemy import Engine

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="markdown",
    help="Tables that `wreck serve` keeps: list, delete, back up, restore, export.",
)

Db = Annotated[
    str,
    typer.Option(
        envvar="WRECK_DB",
        show_default=False,
        help="As for `wreck serve`: a file, or postgresql://user@host/name.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="For programs to read.")]


@app.command("backup")
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Must not be there yet.")],
    db: Db = "",
    as_json: AsJson = False,
) -> None:
    """Write everything into one file, while the server runs on.

    The file is compressed JSON Lines with a sum at its end, and fits SQLite and PostgreSQL alike.
    It holds the secrets of dice that are still rolled: keep it as you keep the database.
    """
    from wreckoning.cli.files import new_file
    from wreckoning.server.store.backup import write_backup

    with _existing(db) as engine, new_file(file) as stream:
        counts = write_backup(engine, stream)
    _say(as_json, {"file": str(file), "rows": counts}, f"{file}: {_in_words(counts)}.")


@app.command("restore")
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Written by `wreck table backup`.")],
    db: Db = "",
    as_json: AsJson = False,
) -> None:
    """Fill an empty database from a backup, wholly or not at all."""
    from wreckoning.core.errors import Malformed
    from wreckoning.server.store.backup import check_backup, restore_backup
    from wreckoning.server.store.database import open_empty

    try:
        stream = file.open("rb")
    except OSError as error:
        raise Malformed(str(file), f"cannot be read: {error.strerror or error}") from None
    with stream:
        read = check_backup(stream, str(file))
        with _swept_up(db) as url:
            engine = open_empty(url)
            try:
                restore_backup(engine, stream, read)
            finally:
                engine.dispose()
    words = f"Restored from {file}, made {read.made}: {_in_words(read.counts)}."
    _say(as_json, {"file": str(file), "made": read.made, "rows": read.counts}, words)


@app.command("export")
def export(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Created if needed.")],
    db: Db = "",
    as_json: AsJson = False,
) -> None:
    """Write the log of every race that is over or given up: FOLDER/ID.jsonl.

    `wreck replay` and `wreck verify` read them. Logs that are there already are left alone. Only
    you can read the files, as is the case with backups.
    """
    import sys

    from wreckoning.cli.files import write_new
    from wreckoning.server.exporting import export_logs
    from wreckoning.server.store.store import Store

    with _existing(db) as engine:
        store = Store(engine)
        try:
            found = list(export_logs(store, folder, partial(write_new, private=True)))
        finally:
            store.close()
    written = [one.id for one in found if one.what == "written"]
    there = [one.id for one in found if one.what == "there"]
    without = {one.id: one.what for one in found if one.what not in ("written", "there")}
    words = f"{_count(len(written), 'race')} written to {folder}, {len(there)} there already."
    _say(as_json, {"written": written, "there": there, "without": without}, words)
    if not as_json:
        for table, why in without.items():
            print(f"wreck: no log of {table}: {why}", file=sys.stderr)


@app.command("check-upgrade")
def check_upgrade(db: Db = "", as_json: AsJson = False) -> None:
    """Say what this release would mean for the races of a database; nothing is changed.

    Races that are over stay as they are. Races that run go on: as if nothing had happened where the
    new rules agree with all that was played, else from their last checkpoint. Run it with the new
    release before you stop the old one.
    """
    import dataclasses

    from wreckoning.server import upgrade_check as checks
    from wreckoning.server.store.store import Store

    with _existing(db) as engine:
        store = Store(engine)
        try:
            found = list(checks.look_ahead(store))
        finally:
            store.close()
    if as_json:
        _say(True, [dataclasses.asdict(one) for one in found], "")
        return
    running = [one for one in found if one.runs]
    count = {what: sum(one.what == what for one in running) for what in checks.WHAT}
    alike = count[checks.SAME] + count[checks.AGREES]
    print(
        f"{_count(len(running), 'race')} running: {alike} go on as they are, "
        f"{count[checks.CHECKPOINT]} from a checkpoint, {count[checks.CANNOT]} cannot go on."
    )
    without = sum(one.what == checks.CANNOT for one in found if not one.runs)
    print(f"{_count(len(found) - len(running), 'race')} over: {without} cannot be shown any more.")
    for one in found:
        if one.what in (checks.CHECKPOINT, checks.CANNOT):
            print(checks.in_words(one))


@app.command("delete")
def delete(
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="[ID]...", help="As in `wreck table list`.")
    ] = None,
    idle: Annotated[
        int | None,
        typer.Option(
            "--idle",
            metavar="DAYS",
            min=1,
            show_default=False,
            help="Also all that were never started, and stand still for so many days.",
        ),
    ] = None,
    db: Db = "",
) -> None:
    """Delete tables with all that was done and said there. Course records stay."""
    import time

    from wreckoning.core.errors import Malformed
    from wreckoning.server.store.store import Store

    if not ids and idle is None:
        raise Malformed("ID", "expected a table, or --idle DAYS")
    with _existing(db) as engine:
        known = {one["id"] for one in _tables(engine)}
        named = sorted(set(ids or []))
        unknown = next((one for one in named if one not in known), None)
        if unknown is not None:
            raise Malformed("ID", f"no table {unknown[:40]!r}; nothing was deleted")
        store = Store(engine)
        try:
            store.delete(named)
            count = len(named)
            if idle is not None:
                count += store.forget(time.time() - idle * 86400)
        finally:
            store.close()
    print(f"Deleted {_count(count, 'table')}.")


@app.command("list")
def list_tables(db: Db = "", as_json: AsJson = False) -> None:
    """List all tables, the latest last: public ones and those by link."""
    with _existing(db) as engine:
        found = _tables(engine)
    if as_json:
        _say(True, found, "")
        return
    import datetime

    for one in found:
        when = datetime.datetime.fromtimestamp(one["updated"]).strftime("%Y-%m-%d %H:%M")
        who = ", ".join(one.get("names", [])) or "nobody yet"
        what = f"{one['course']}: {who}" if "course" in one else "cannot be read: it is damaged"
        print(f"{one['id']}  {when}  {one['state']:<9}  {what}")


def _tables(engine: Engine) -> list[Json]:
    import contextlib
    import json

    from sqlalchemy import select

    from wreckoning.server.damage import DAMAGED, read_summary
    from wreckoning.server.encoding import dump
    from wreckoning.server.store.schema import tables

    own = [tables.c[name] for name in ("id", "state", "listed", "created", "updated")]
    wanted = select(tables.c.summary, *own).order_by(tables.c.updated)
    with engine.connect() as connection:
        rows = connection.execute(wanted).mappings().all()
    found = []
    for row in rows:
        one: Json = {}
        with contextlib.suppress(*DAMAGED):  # it can still be deleted
            one = json.loads(dump(read_summary(row["summary"])))
        found.append(one | {name: row[name] for name in row if name != "summary"})
    return found


def address(db: str) -> str:
    """The address of the database: by default the one that `wreck serve` uses."""
    from wreckoning.core.files.places import usual_data_folder

    return db or str(usual_data_folder() / "table.db")


@contextmanager
def _existing(db: str) -> Iterator[Engine]:
    from wreckoning.server.store.database import open_existing, read_address

    engine = open_existing(read_address(address(db)))
    try:
        yield engine
    finally:
        engine.dispose()


@contextmanager
def _swept_up(db: str) -> Iterator[Any]:
    """The address of a database; if that is a new file, it is removed after a failure."""
    from wreckoning.server.store.database import read_address

    url = read_address(address(db))
    path = Path(str(url.database))
    is_new = url.get_backend_name() == "sqlite" and not path.exists()
    try:
        yield url
    except BaseException:
        if is_new:
            for ending in ("", "-wal", "-shm"):
                path.with_name(path.name + ending).unlink(missing_ok=True)
        raise


def _in_words(counts: dict[str, int]) -> str:
    tables, moves, chats = (counts.get(name, 0) for name in ("tables", "moves", "chats"))
    what = _count(tables, "table"), _count(moves, "move"), _count(chats, "chat line")
    return ", ".join(what)


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _say(as_json: bool, document: object, words: str) -> None:
    from wreckoning.cli.reading import print_json

    if as_json:
        print_json(document)
    else:
        print(words)
