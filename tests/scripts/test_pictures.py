"""The README's pictures: what counts as a change of the pages, and of a picture."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PIL import Image, ImageDraw
from tests.browser import looks
from tests.browser.pictures import FOLDER, SHOTS, differ

TABLE = """<script>
  import Clock from './Clock.svelte';
</script>
<main data-table={id}>
  <Clock />
</main>
<style>
  main { color: red; }
</style>
"""


@pytest.fixture
def web(tmp_path: Path) -> Path:
    """Pages: a table with a clock, another page, and a style sheet."""
    for name, text in {
        "table/Table.svelte": TABLE,
        "table/Clock.svelte": "<b>12:00</b>",
        "pages/Leagues.svelte": "<h1>Leagues</h1>",
        "styles/base.css": "p { margin: 0 }",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    return tmp_path


def after(web: Path, name: str, old: str, new: str) -> str:
    """The line after this change of a file."""
    before, path = looks.looks(web), web / name
    assert old in path.read_text("utf-8")
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    return looks.changed(before, looks.looks(web))


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("table/Table.svelte", "color: red", "color: blue"),
        ("table/Table.svelte", "  <Clock />", "  <p><Clock /></p>"),
        ("table/Clock.svelte", "12:00", "13:00"),
        ("styles/base.css", "0", "1px"),
    ],
)
def test_what_can_be_seen_of_a_table_counts(web: Path, name: str, old: str, new: str) -> None:
    assert f"older than {Path(name).name}: scripts/pictures " in after(web, name, old, new)


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("table/Table.svelte", "</script>", "  const more = 1;\n</script>"),
        ("table/Table.svelte", "  main { color: red; }", "/* day */\nmain {\n  color: red\n}"),
        ("table/Clock.svelte", "<b>", "<!-- noon -->\n<b>"),
        ("pages/Leagues.svelte", "h1", "h2"),
    ],
)
def test_what_cannot_be_seen_does_not(web: Path, name: str, old: str, new: str) -> None:
    assert after(web, name, old, new) == ""


def test_a_file_that_moves_is_no_change(web: Path) -> None:
    before = looks.looks(web)
    (web / "table" / "head").mkdir()
    (web / "table" / "Clock.svelte").rename(web / "table" / "head" / "Clock.svelte")
    table = web / "table" / "Table.svelte"
    table.write_text(table.read_text("utf-8").replace("./Clock", "./head/Clock"), "utf-8")
    assert looks.changed(before, looks.looks(web)) == ""


def test_many_changes_are_one_line() -> None:
    line = looks.changed({}, dict.fromkeys("abcde", ""))
    assert "older than a, b, c and 2 more: " in line


def test_the_pages_of_a_table_are_found() -> None:
    assert len(looks.looks()) > 50
    assert looks.KEPT.is_file()


def test_the_readme_shows_every_picture() -> None:
    readme = (looks.ROOT / "README.md").read_text("utf-8")
    shown = re.findall(r'src="docs/pictures/(\w+)\.png"', readme)
    assert sorted(shown) == sorted(SHOTS)
    assert all((FOLDER / f"{name}.png").stat().st_size < 130_000 for name in shown)


def test_a_picture_differs_by_what_is_seen_at_a_glance() -> None:
    kept = Image.new("RGB", (400, 300), "white")
    ImageDraw.Draw(kept).rectangle((20, 20, 120, 120), fill="black")
    blurred, moved = kept.copy(), Image.new("RGB", (400, 300), "white")
    ImageDraw.Draw(blurred).line((20, 122, 120, 122), fill="grey")
    ImageDraw.Draw(moved).rectangle((40, 20, 140, 120), fill="black")
    assert not differ(kept, blurred)
    assert differ(kept, moved)
    assert differ(kept, kept.resize((401, 300)))
