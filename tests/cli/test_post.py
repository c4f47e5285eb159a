"""`wreck post`: a turn of a log as a post."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import quote

import pytest
from markdown_it import MarkdownIt
from tests.cli.run import refused, wreck

LOG = str(Path(__file__).parents[1] / "golden" / "rtd" / "by_pulling_ahead.jsonl")


def test_a_turn_has_its_own_lines_and_the_standings_at_its_end() -> None:
    second, third = (wreck("post", LOG, "--turn", turn).out for turn in ("2", "3"))
    assert second.splitlines()[0].endswith(", turn 2")
    assert third.splitlines()[0].endswith(", turn 3")
    assert second.splitlines()[2].startswith("Kart RTD · lap 1 of ")
    lines = [line for line in second.splitlines() if line.startswith("- ")]
    assert not set(lines[:-1]) & {line for line in third.splitlines() if "): " in line}
    told = wreck("replay", LOG, "--from", "2", "--to", "2", "--plain").out
    first = lines[0].removeprefix("- ").split(":")[0].split(" (")[0]
    assert first in " ".join(told.split())


def test_the_last_turn_of_a_race_that_is_over_asks_nothing() -> None:
    found = json.loads(wreck("post", LOG, "--json").out)
    assert found["waiting"] == []
    assert "the race is over" in found["scene"]
    assert [row["place"] for row in found["standings"]] == sorted(
        row["place"] for row in found["standings"]
    )


def test_the_picture_is_written_and_named(tmp_path: Path) -> None:
    board = tmp_path / "board.svg"
    out = wreck("post", LOG, "--turn", "2", "--picture", str(board), "--as", "bbcode").out
    assert "[img]board.svg[/img]" in out
    assert board.read_text("utf-8").startswith("<svg")
    address = "http://race.example/board.svg"
    more = ("--picture", str(board), "--address", address)
    assert f"]({address})" in wreck("post", LOG, "--turn", "2", *more).out


def test_bad_input_is_refused_in_one_line(tmp_path: Path) -> None:
    assert "turn: the race has turns" in refused("post", LOG, "--turn", "999")
    gif = str(tmp_path / "board.gif")
    assert "expected a file that ends in .png or .svg" in refused("post", LOG, "--picture", gif)
    for option in ("--rules", "--link"):
        for wrong in ("rules.html", "javascript:alert(1)", "https://a b", "https://"):
            expected = f"{option}: expected an address that begins with https:// or http://, found"
            assert expected in refused("post", LOG, option, wrong)
    told = wreck("post", LOG, "--turn", "2", "--rules", "https://wiki.example/RTD_(game)").out
    assert "https://wiki.example/RTD_%28game%29" in told
    assert "--by: expected a time with its offset" in refused("post", LOG, "--by", "2027-05-31")


def test_the_deadline_of_what_is_asked_next() -> None:
    out = wreck("post", LOG, "--turn", "2", "--by", "2027-05-31T20:00+02:00").out
    assert "### Next, until Mon 31 May 2027, 18:00 UTC" in out


def test_messages_for_discord_have_a_line_between_them() -> None:
    pieces = wreck("post", LOG, "--turn", "0", "--as", "discord").out.split("-----\n")
    assert len(pieces) > 1
    assert all(0 < len(piece) <= 2000 for piece in pieces)


@pytest.mark.parametrize("name", ["my turn.svg", "王 (1).svg", "a]b.svg", "a&b;c#d.svg"])
def test_a_picture_is_found_by_any_file_name(name: str, tmp_path: Path) -> None:
    out = wreck("post", LOG, "--turn", "2", "--picture", str(tmp_path / name)).out
    assert f'src="{quote(name)}"' in MarkdownIt().render(out)
