"""Courses (N6): TOML in, a checked `CourseFile` out.

    names()          the courses that come with the game, easiest first
    load(source)     one of them, a file of your own, or the document out of a log

Everything that is wrong with a file is one `Malformed` that names the file, the place in it, what
was expected and what was found. Tiles stand in `data/tiles.toml`; a course may bring its own.
"""

from __future__ import annotations

import copy
import re
import tomllib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path as FilePath
from typing import Any

from wreckoning.core.errors import Malformed
from wreckoning.core.rules import table_rule
from wreckoning.core.tables import MAX_NAME, Table, distinct, show, suggestion
from wreckoning.rulesets.rush.course_check import against_n6, check_course
from wreckoning.rulesets.rush.course_words import CourseFile, Tile
from wreckoning.rulesets.rush.laying import join, lay, places_of
from wreckoning.rulesets.rush.race import Course
from wreckoning.rulesets.rush.squares import MAX_TILES
from wreckoning.rulesets.rush.tiles import FRONT, SIDES, read_tile, shipped_tiles

MAX_LAPS = 9
MIN_TILES = 3
MAX_BLURB = 300
MAX_BYTES = 64 * 1024
COURSE_KEYS = ("title", "blurb", "difficulty", "laps", "closed", "tile", "own_tile")
DOCUMENT_KEYS = ("key", *COURSE_KEYS)
TILE_KEYS = ("tile", "side", "name")

# --- where courses come from


def names() -> list[str]:
    """The courses that come with the game, easiest first."""
    return list(_shipped())


def load(source: str | FilePath | dict[str, Any]) -> CourseFile:
    """The course of a shipped name, of a `.toml` file, or of a document.

    Raises Malformed. Give a stranger's text as a document, never as a path.
    """
    if isinstance(source, dict):
        title = source.get("title")
        document = {"key": _as_key(title if isinstance(title, str) else ""), **source}
        return _course(f"course {show(document['key'])}", document)
    if isinstance(source, FilePath) or source.endswith(".toml"):
        path = FilePath(source)
        return _from_file(_as_key(path.stem), path.name, _parse(path.name, _read(path)))
    if source not in _shipped():
        known = ", ".join(names())
        raise Malformed(
            f"course {show(source)}",
            f"no such course; expected one of {known}, or a file ending in .toml"
            + suggestion(source, names()),
        )
    return _from_file(source, f"{source}.toml", _shipped()[source])


@cache
def _shipped() -> dict[str, dict[str, Any]]:
    """Every shipped document by its key, easiest first. Never handed out uncopied."""
    folder = files("wreckoning.rulesets.rush") / "data" / "courses"
    documents = {
        entry.name.removesuffix(".toml"): _parse(entry.name, _read(entry))
        for entry in folder.iterdir()
        if entry.name.endswith(".toml")
    }
    order = sorted(documents, key=lambda key: (documents[key]["difficulty"], key))
    return {key: documents[key] for key in order}


def _read(path: FilePath | Traversable) -> str:
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        problem = getattr(error, "strerror", None) or error
        raise Malformed(path.name, f"cannot be read: {problem}") from None
    if len(data) > MAX_BYTES:
        raise Malformed(path.name, f"expected a course of at most {MAX_BYTES} bytes, found more")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Malformed(f"{path.name}: line {line}", "expected UTF-8 text") from None


def _parse(where: str, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise Malformed(where, "not readable as TOML: nested too deeply") from None
    except ValueError as error:
        problem = str(error)
        found = re.search(r"at line (\d+)", problem)
        line = int(found[1]) if found else text.rstrip().count("\n") + 1
        raise Malformed(f"{where}: line {line}", f"not readable as TOML: {problem}") from None


def _as_key(stem: str) -> str:
    """A file's stem as a key: small letters, digits, `_` and `-`."""
    return re.sub(r"[^a-z0-9_-]+", "-", stem.lower())[:MAX_NAME].strip("-") or "course"


def _from_file(key: str, where: str, parsed: dict[str, Any]) -> CourseFile:
    """A file has no `key` inside: its name is the key."""
    Table(where, parsed, COURSE_KEYS)
    return _course(where, {"key": key, **parsed})


# --- building the course


@table_rule("N6")
def _course(where: str, document: dict[str, Any]) -> CourseFile:
    """Tiles one after another, open or closed; more than one lap only if closed."""
    table = Table(where, document, DOCUMENT_KEYS)
    key = table.text("key")
    if key != _as_key(key):
        table.wrong("key", "small letters, digits, _ and -")
    title, blurb = table.text("title"), table.text("blurb", MAX_BLURB)
    difficulty = table.whole("difficulty", 1, 5)
    closed = table.flag("closed")
    laps = table.whole("laps", 1, MAX_LAPS, 1)
    if laps > 1 and not closed:
        table.wrong("laps", "1 on an open course")
    tiles = lay(_chosen(table, _known(table)))
    record = Course()
    record.laps = laps
    join(record, [laid.tile for laid in tiles], closed)
    check_course(where, tiles, closed, record)
    places = {
        square: place
        for number, laid in enumerate(tiles)
        for square, place in places_of(number, laid)
    }
    kept = copy.deepcopy(document)  # only now is it known not to be bottomless
    return CourseFile(key, title, blurb, difficulty, closed, kept, record, tiles, places)


def _known(table: Table) -> dict[tuple[str, str], Tile]:
    """All tiles by key and side: those that come with the game, and the course's own."""
    known = dict(shipped_tiles())
    own = table.tables("own_tile", 0, MAX_TILES)
    for where, value in own:
        for side, tile in read_tile(where, value).items():
            if (tile.key, side) in known:
                raise Malformed(f"{where}: key", f'expected a new one, found "{tile.key}" again')
            known[tile.key, side] = tile
    return known


def _chosen(table: Table, known: dict[tuple[str, str], Tile]) -> list[tuple[Tile, str]]:
    """The tiles of the course in their order, each with its name there."""
    keys = list(dict.fromkeys(key for key, _ in known))
    found = []
    for where, value in table.tables("tile", MIN_TILES, MAX_TILES, numbered=True):
        given = Table(where, value, TILE_KEYS)
        key = _key_of(given, keys)
        side = given.word("side", SIDES) if "side" in given.values else FRONT
        if (key, side) not in known:
            given.wrong("side", f'"{FRONT}": "{key}" has but one side')
        tile = known[key, side]
        found.append((tile, given.text("name") if "name" in given.values else tile.name))
    distinct(f"{table.where}: tile", "name", [name for _, name in found])
    return found


def _key_of(given: Table, keys: list[str]) -> str:
    try:
        return given.word("tile", keys)
    except Malformed as error:
        against_n6(error.where, error.problem)
