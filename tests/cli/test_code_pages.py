"""Every command under code pages that lack most of our signs, into a pipe or a file."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import icalendar
import pytest
from tests.cli.run import MAIN, PLAIN, Ran, bytes_in

GOLDEN = Path(__file__).parents[1] / "golden"
LOG = str(GOLDEN / "rtd" / "tie.jsonl")
REFUSED = [["verify", LOG], ["league", "show", "−×王.json"], ["no such command 王"]]
COMMANDS = [
    ["--help"],
    ["games"],
    ["rules", "rtd"],
    ["rules", "rally"],
    ["course", "list", "rtd"],
    ["course", "show", "sundae_drive"],
    ["replay", LOG],
    *(["post", LOG, "--as", markup] for markup in ("markdown", "bbcode", "discord", "text")),
    ["team", "list"],
    ["play", "rtd", "--seats", "Ann=you,Žofie=rookie", "--dice", "seeded:1"],
    ["play", "rush", "--seats", "王=you,rookie"],
    ["league", "show", "{league}"],
    ["league", "show", "{league}", "drivers"],
    *REFUSED,
]


def as_json(data: bytes) -> str:
    return json.dumps(json.loads(data.decode()), ensure_ascii=False)


def as_xml(data: bytes) -> str:
    return "".join(ElementTree.fromstring(data).itertext())


def as_calendar(data: bytes) -> str:
    assert data.count(b"\r\n") == data.count(b"\n") == data.count(b"\r")
    calendar = icalendar.Calendar.from_ical(data.decode())
    return "".join(str(event["summary"]) for event in calendar.walk("VEVENT"))


def as_csv(data: bytes) -> str:
    rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), strict=True))
    assert len({len(row) for row in rows}) == 1
    assert data.count(b"\r\n") == len(rows)
    return "".join(map("".join, rows))


SIGNS = "王„Ž” − 🏁"  # some in a code page, some not, some that look like quotes in ASCII
HOUSE = f"""# {SIGNS}
[karts.standard]
maximum = 6
"""
FILES: list[tuple[list[str], Callable[[bytes], str], str]] = [
    (["league", "show", "{league}", "calendar.ics"], as_calendar, SIGNS),
    (["league", "show", "{league}", "feed.atom"], as_xml, SIGNS),
    (["league", "show", "{league}", "standings.csv"], as_csv, SIGNS),
    (["league", "show", "{league}", "results.csv"], as_csv, SIGNS),
    (["league", "show", "{league}", "--json"], as_json, SIGNS),
    (["league", "show", "{league}", "1.toml"], lambda data: data.decode(), SIGNS),
    (["replay", LOG, "--json"], as_json, ""),
    (["post", LOG, "--json"], as_json, ""),
    (["games", "--json"], as_json, ""),
    (["bot", "list", "rtd", "--json"], as_json, ""),
    (["lab", "list", "--json"], as_json, ""),
    (["simulate", "rush", "--races", "4", "--json"], as_json, ""),
]


def ran_in(code: str, *arguments: str) -> Ran:
    """Run `wreck` in this process, with both streams in a code page."""
    status, out, err = bytes_in(code, *arguments)
    return Ran(status, out.decode(code), err.decode(code))


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("league") / "league.json"
    given = ("--game", "rtd", "--rounds", "2", "--bots", "3", "--opens", "2030-05-31T20:00")
    assert ran_in("utf-8", "league", "new", str(path), "--title", "Cup", *given).status == 0
    document = json.loads(path.read_text("utf-8"))
    document["title"] = "王の杯 − \x1b]0;owned\x07\r\nBEGIN:VEVENT"
    path.write_text(json.dumps(document), "utf-8")
    return str(path)


@pytest.fixture(scope="module")
def lettered(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A league that was raced, with signs of many code pages in its title, names and files."""
    folder = tmp_path_factory.mktemp("lettered")
    path, house = folder / "league.json", folder / "house.toml"
    house.write_text(HOUSE, "utf-8")
    given = ["--game", "rtd", "--rounds", "2", "--opens", "2030-05-31T20:00", "--house", str(house)]
    for command in (
        ["new", str(path), "--title", SIGNS, *given],
        *(["join", str(path), name, "--bot", "rookie"] for name in (SIGNS, "Ann")),
        ["advance", str(path)],
    ):
        assert ran_in("utf-8", "league", *command).status == 0
    return str(path)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("code", ["cp1252", "ascii", "utf-8"])
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_no_command_fails_at_a_sign(command: list[str], code: str, league: str) -> None:
    ran = ran_in(code, *(part.format(league=league) for part in command))
    assert ran.status == (2 if command in REFUSED else 0), ran
    assert ran.err if command in REFUSED else ran.out
    assert "Traceback" not in ran.err
    assert not set(ran.out + ran.err) & {"\x1b", "\x07", "\x00"}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("code", ["cp1252", "ascii", "utf-8"])
@pytest.mark.parametrize(
    ("command", "read", "signs"), FILES, ids=[" ".join(command) for command, *_ in FILES]
)
def test_a_file_for_another_program_is_the_same_in_every_code_page(
    command: list[str], read: Callable[[bytes], str], signs: str, code: str, lettered: str
) -> None:
    status, out, err = bytes_in(code, *(part.format(league=lettered) for part in command))
    assert (status, b"Traceback" in err) == (0, False)  # compiling may be told there
    assert signs in read(out)


def test_signs_are_written_so_that_they_can_be_read() -> None:
    usual, ascii_only = ran_in("utf-8", "post", LOG), ran_in("ascii", "post", LOG)
    assert set(usual.out) & set("⚀⚁⚂⚃⚄⚅")
    assert any(f"[{face}]" in ascii_only.out for face in range(1, 7))
    assert "\\u26" not in ascii_only.out
    assert len(usual.out.splitlines()) == len(ascii_only.out.splitlines())


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "setting", [{"PYTHONIOENCODING": "cp1252"}, {"LC_ALL": "C", "PYTHONIOENCODING": ""}]
)
def test_a_real_pipe_with_a_code_page(setting: dict[str, str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", MAIN, "post", LOG],
        capture_output=True,
        timeout=60,
        env={**os.environ, **PLAIN, **setting},
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Standings" in done.stdout
