"""`wreck course`: courses that come with the game, and files of your own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from wreckoning.core.ruleset import Course, Ruleset

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="markdown",
    help="Courses: list them, show one, check your own.",
)

RulesetKey = Annotated[str | None, typer.Option("--ruleset", help="Its key; the first by default.")]
AsJson = Annotated[bool, typer.Option("--json", help="For programs to read.")]


@app.command("check")
def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A course, in TOML.")],
    ruleset: RulesetKey = None,
    as_json: AsJson = False,
) -> None:
    """Check a course of your own: its map if it is right, else what is wrong and where.

    Warnings are about what is allowed but hardly meant. What is wrong is one line, and exit
    status 2.
    """
    found = find(ruleset)
    show_course(found, found.load_course(file), as_json)


@app.command("show")
def show(
    name: Annotated[str, typer.Argument(help="As in `wreck course list`, or a .toml file.")],
    ruleset: RulesetKey = None,
    as_json: AsJson = False,
) -> None:
    """Show a course: its map and what it has."""
    found = find(ruleset)
    show_course(found, found.load_course(name), as_json)


@app.command("list")
def list_courses(ruleset: RulesetKey = None, as_json: AsJson = False) -> None:
    """List the courses that come with the game, easiest first."""
    from rich.padding import Padding

    from wreckoning.cli.reading import print_json
    from wreckoning.cli.terminal.voice import Voice

    found = find(ruleset)
    courses = [found.load_course(name) for name in found.course_names()]
    if as_json:
        print_json([course_json(found, course) for course in courses])
        return
    voice = Voice()
    for course in courses:
        card, blurb = found.view.course_card(course)
        voice.say(f"{course.title} ({course.key})", "bold")
        voice.say(Padding(card, (0, 0, 0, 2)))
        voice.say(Padding(blurb, (0, 0, 0, 2)), "dim")


def find(key: str | None) -> Ruleset:
    """The ruleset of this key, or the first there is."""
    from wreckoning.core.ruleset import find_ruleset, registered

    return find_ruleset(key or min(registered()))


def course_json(ruleset: Ruleset, course: Course) -> dict[str, Any]:
    """A course as programs read it."""
    card, blurb = ruleset.view.course_card(course)
    return {"key": course.key, "title": course.title, "card": card, "blurb": blurb}


def show_course(ruleset: Ruleset, course: Course, as_json: bool) -> None:
    """The map, what the course has, and what was hardly meant."""
    from wreckoning.cli.reading import print_json
    from wreckoning.cli.terminal.voice import Voice

    view = ruleset.view
    features, warnings = view.course_features(course), view.course_warnings(course)
    if as_json:
        more = {"features": features, "warnings": warnings, "map": view.course_map(course)}
        print_json({**course_json(ruleset, course), **more, "document": course.document})
        return
    voice = Voice()
    title, *lines = view.course_map(course)
    voice.say(title, "bold")
    for line in lines:
        voice.say_all(hang(line, voice.width))
    voice.say()
    counts = ", ".join(f"{name} {count}" for name, count in features.items() if count)
    voice.say_all(hang(f"Counted: {counts}.", voice.width))
    for warning in warnings:
        voice.say_all(hang(f"Warning: {warning}", voice.width), "yellow")


def hang(line: str, width: int) -> list[str]:
    """A line that is too wide goes on below, two columns further in."""
    import textwrap

    indent = " " * (len(line) - len(line.lstrip()) + 2)
    return textwrap.wrap(line, width, subsequent_indent=indent) or [""]
