"""Stores the races of an arena on this machine: a folder for each contest.

    contest.json    the bots, the course, the time to think
    races.jsonl     a line for each finished race, with a checksum; only appended to

An interrupted contest can go on where it stopped; a torn last line is raced again.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from wreckoning.core.errors import Malformed, WreckError
from wreckoning.core.files.places import data_folder
from wreckoning.lab.arena import ArenaRace, Contest

CONTEST, RACES = "contest.json", "races.jsonl"


def home() -> Path:
    """The folder of contests. WRECK_ARENA names another one."""
    named = os.environ.get("WRECK_ARENA")
    return Path(named) if named else data_folder() / "arena"


def folder_of(contest: Contest) -> Path:
    """The folder of a contest, which may not exist yet."""
    return home() / f"{contest.ruleset}-{contest.key}"


def read_races(folder: Path) -> dict[int, ArenaRace]:
    """The finished races, by number. Raises Malformed if they cannot be read."""
    path = folder / RACES
    try:
        return {race.number: race for _, race in _read(path)}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Malformed(str(path), f"cannot be read: {error}") from None


def forget(contest: Contest) -> None:
    """Delete the races of a contest."""
    path = folder_of(contest) / RACES
    if os.path.exists(path):
        try:
            path.unlink()
        except OSError as error:
            raise Malformed(str(path), f"cannot be deleted: {error.strerror}") from None


def mend(contest: Contest) -> None:
    """Remove what a killed run left half written, before races are kept. Raises Malformed."""
    path = folder_of(contest) / RACES
    if not os.path.exists(path):
        return
    try:
        os.truncate(path, sum(size for size, _ in _read(path)))
    except OSError as error:
        raise Malformed(str(path), f"cannot be written: {error.strerror}") from None


def keep(contest: Contest, race: ArenaRace) -> None:
    """Append a finished race. Raises Malformed if it cannot be written."""
    folder = folder_of(contest)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / CONTEST
        if not path.exists():
            path.write_text(json.dumps(asdict(contest)), "utf-8")
        text = json.dumps(asdict(race), separators=(",", ":"))
        with (folder / RACES).open("ab") as stream:
            stream.write(f"{zlib.crc32(text.encode()):08x} {text}\n".encode())
    except OSError as error:
        raise Malformed(str(folder), f"cannot be written: {error.strerror}") from None


def _read(path: Path) -> Iterator[tuple[int, ArenaRace]]:
    """The complete lines before the first torn one: its size, and the race."""
    if not os.path.exists(path):
        return
    with path.open("rb") as stream:
        for line in stream:
            head, _, text = line.rstrip(b"\n").partition(b" ")
            if not line.endswith(b"\n") or head != f"{zlib.crc32(text):08x}".encode():
                return
            found = json.loads(text)
            yield len(line), ArenaRace(found["number"], tuple(found["places"]), found["ms"])


def kept_contests() -> Iterator[tuple[Contest, dict[int, ArenaRace], bool]]:
    """All contests raced on this machine, the latest first; whether by the present rules and bots.

    The same contest may be there several times: by earlier rules, in folders of their own.
    """
    folders = sorted(home().glob(f"*/{CONTEST}"), key=lambda path: -path.stat().st_mtime)
    for path in folders:
        try:
            found = json.loads(path.read_text("utf-8"))
            found["bots"] = tuple(found["bots"])
            found["options"] = tuple((name, value) for name, value in found["options"])
            contest = Contest(**found)
        except (OSError, ValueError, KeyError, TypeError):
            continue  # by another version
        yield contest, read_races(path.parent), _is_current(contest, path.parent)


def _is_current(contest: Contest, folder: Path) -> bool:
    try:
        return folder == folder_of(contest)
    except WreckError:
        return False  # a course or bot that is no more


def current_contests() -> Iterator[tuple[Contest, dict[int, ArenaRace]]]:
    """The contests raced on this machine by the present rules and bots."""
    for contest, races, is_current in kept_contests():
        if is_current:
            yield contest, races
