"""Courses of any ruleset, and own TOML files: their sources, and refusals."""

from __future__ import annotations

import copy
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from wreckoning.core.errors import Malformed
from wreckoning.core.files.course_files import (
    MAX_BYTES,
    CourseFiles,
    CourseHead,
    Documented,
    once,
    read_head,
)
from wreckoning.core.files.toml_files import as_key, parse_toml, read_toml
from wreckoning.core.files.toml_tables import TomlTable

PACKAGE = "toy_with_courses"
LAWN = """
title = "Lawn"
blurb = "Round the roses."
difficulty = 2
laps = 1
"""
Made = tuple[CourseHead, int, dict[str, Any]]


def build(table: TomlTable) -> Made:
    head = read_head(table)
    return head, table.whole("laps", 1, 9), copy.deepcopy(table.values)


@pytest.fixture(scope="module", autouse=True)
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A package with four courses."""
    root = tmp_path_factory.mktemp("site")
    folder = root / PACKAGE / "data" / "courses"
    folder.mkdir(parents=True)
    (root / PACKAGE / "__init__.py").touch()
    for name, difficulty, laps in (("a", 3, 1), ("b_lawn", 1, 2), ("c", 1, 1), ("d", 2, 3)):
        text = LAWN.replace("difficulty = 2", f"difficulty = {difficulty}")
        (folder / f"{name}.toml").write_text(text.replace("laps = 1", f"laps = {laps}"), "utf-8")
    (folder / "notes.txt").write_text("no course", "utf-8")
    sys.path.insert(0, str(root))
    yield
    sys.path.remove(str(root))


@pytest.fixture
def courses() -> CourseFiles[Made]:
    return CourseFiles(PACKAGE, ("laps",), build)


def test_shipped_courses_are_sorted_by_difficulty_and_name(courses: CourseFiles[Made]) -> None:
    assert courses.names() == ["b_lawn", "c", "d", "a"]
    assert courses.load("b_lawn")[:2] == (CourseHead("b_lawn", "Lawn", "Round the roses.", 1), 2)


def test_shipped_courses_may_have_another_order() -> None:
    courses = CourseFiles(PACKAGE, ("laps",), build, lambda document: -document["laps"])
    assert courses.names() == ["d", "b_lawn", "a", "c"]


def test_shipped_course_cannot_be_changed_by_its_reader(courses: CourseFiles[Made]) -> None:
    courses.load("c")[2].clear()
    assert courses.load("c")[2]["key"] == "c"


def test_key_of_a_file_is_its_name(courses: CourseFiles[Made], tmp_path: Path) -> None:
    path = tmp_path / "My Own.toml"
    path.write_text(LAWN, "utf-8")
    made = courses.load(path)
    assert made[0].key == "my-own"
    assert courses.load(str(path)) == made
    assert courses.load(made[2]) == made, "its document"


def test_a_document_without_a_key_takes_one_from_its_title(courses: CourseFiles[Made]) -> None:
    document = {"title": "The Lawn!", "blurb": "b", "difficulty": 1, "laps": 1}
    assert courses.load(document)[0].key == "the-lawn"
    assert "key" not in document
    with pytest.raises(Malformed, match=r'^course "course": title: expected a line'):
        courses.load({**document, "title": 7})


def test_an_unknown_name_is_refused(courses: CourseFiles[Made]) -> None:
    with pytest.raises(Malformed) as refused:
        courses.load("b_lwan")
    assert str(refused.value) == (
        'course "b_lwan": no such course; expected one of b_lawn, c, d, a, or a file ending in '
        '.toml; did you mean "b_lawn"?'
    )


@pytest.mark.parametrize(
    ("text", "where", "problem"),
    [
        (f'key = "x"\n{LAWN}', "garden.toml", 'unknown key "key"; expected title, blurb, diff'),
        (LAWN.replace("laps", "lapse"), "garden.toml", 'unknown key "lapse"'),
        (LAWN.replace('"Lawn"', '" "'), "garden.toml: title", "expected a line of 1 to 40"),
        (LAWN.replace("roses", "r" * 300), "garden.toml: blurb", "expected a line of 1 to 300"),
        (LAWN.replace("= 2", "= 6"), "garden.toml: difficulty", "whole number from 1 to 5"),
        ("#" * (MAX_BYTES + 1), "garden.toml", "expected a course of at most 65536 bytes, found m"),
    ],
)
def test_a_faulty_file_is_refused(
    courses: CourseFiles[Made], tmp_path: Path, text: str, where: str, problem: str
) -> None:
    path = tmp_path / "garden.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(Malformed) as refused:
        courses.load(path)
    assert refused.value.where == where
    assert problem in refused.value.problem


@pytest.mark.parametrize("key", ["Lawn", "a b", "", "-a"])
def test_invalid_keys_are_refused(courses: CourseFiles[Made], key: str) -> None:
    document = {**courses.load("c")[2], "key": key}
    with pytest.raises(Malformed, match=": key: expected "):
        courses.load(document)


# --- TOML


@pytest.mark.parametrize(
    ("text", "where", "problem"),
    [
        ('title = "A"\nlaps = = 3\n', "x: line 2", "not readable as TOML: Invalid value"),
        ('title = "A"\nblurb = "B', "x: line 2", "not readable as TOML: "),
        ("laps = 1\nlaps = 2\n", "x: line 2", "not readable as TOML: Cannot overwrite"),
        (f"laps = {'9' * 5000}\n", "x: line 1", "not readable as TOML: "),
        (f"laps = {'[' * 20_000}\n", "x", "not readable as TOML: nested too deeply"),
    ],
)
def test_text_that_is_no_toml_is_refused(text: str, where: str, problem: str) -> None:
    with pytest.raises(Malformed) as refused:
        parse_toml("x", text)
    assert refused.value.where == where
    assert problem in refused.value.problem
    assert str(refused.value).isprintable()


def test_a_file_may_come_from_any_editor(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_bytes(b"\xef\xbb\xbfa = 1\r\nb = 2\r\n")
    assert read_toml(path, "team", 18) == {"a": 1, "b": 2}
    with pytest.raises(Malformed, match=r"^x\.toml: expected a team of at most 16 bytes, found m"):
        read_toml(path, "team", 16)


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_bytes(b'# one\ntitle = "\xff"\n')
    with pytest.raises(Malformed, match=r"^x\.toml: line 2: expected UTF-8 text"):
        read_toml(path, "team", 100)


def test_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Malformed, match=r"^nowhere\.toml: cannot be read: No such file"):
        read_toml(tmp_path / "nowhere.toml", "team", 100)
    with pytest.raises(Malformed, match=r"cannot be read: "):
        read_toml(Path("a\0b.toml"), "team", 100)


def test_file_names_become_keys() -> None:
    stems = ("My Garden", "a_b-1", "-Ä-", "x" * 50)
    assert [as_key(stem, "course") for stem in stems] == ["my-garden", "a_b-1", "course", "x" * 40]


def test_drawing_of_a_course_is_cached_by_its_document() -> None:
    drawn: list[str] = []

    @dataclass
    class Lawn(Documented):
        title: str
        document: dict[str, Any]

    @once
    def draw(course: Lawn) -> int:
        drawn.append(course.title)
        return len(drawn)

    lawn = Lawn("Lawn", {"laps": 1, "title": "Lawn"})
    same = Lawn("Lawn, loaded again", {"title": "Lawn", "laps": 1})
    other = Lawn("Longer", {"laps": 2, "title": "Lawn"})
    assert [draw(course) for course in (lawn, same, other, lawn)] == [1, 1, 2, 1]
    assert drawn == ["Lawn", "Longer"]
