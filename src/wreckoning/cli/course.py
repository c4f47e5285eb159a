"""`wreck course`: lists, shows and checks courses, shipped or your own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wreckoning.core.documents import Json

if TYPE_CHECKING:
    from wreckoning.core.protocols import Course
    from wreckoning.core.ruleset import Ruleset

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="markdown",
    help="Courses: list them, show one, check your own.",
)

RulesetKey = Annotated[
    str | None, typer.Option("--ruleset", help="Its key; by default whichever game it fits.")
]
UNKNOWN_KEY = "unknown key"  # a sure sign of a course of another game
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
    show_course(*find(file, ruleset), as_json)


@app.command("show")
def show(
    name: Annotated[str, typer.Argument(help="As in `wreck course list`, or a .toml file.")],
    ruleset: RulesetKey = None,
    as_json: AsJson = False,
) -> None:
    """Show a course: its map and what it has."""
    show_course(*find(name, ruleset), as_json)


@app.command("list")
def list_courses(
    ruleset: Annotated[
        str | None, typer.Argument(help="Which game, e.g. rush; by default all.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the courses that come with a game, easiest first; without one, of all games."""
    from rich.padding import Padding

    from wreckoning.cli.reading import print_json
    from wreckoning.cli.terminal.voice import Voice
    from wreckoning.core.ruleset import find_ruleset, rulesets

    games = [find_ruleset(ruleset)] if ruleset else rulesets()
    courses = [(game, game.load_course(name)) for game in games for name in game.course_names()]
    if as_json:
        print_json([course_json(game, course) for game, course in courses])
        return
    voice = Voice()
    for game, course in courses:
        card, blurb = game.view.course_card(course)
        voice.say(f"{course.title} ({course.key}), {game.title}", "bold")
        voice.say(Padding(card, (0, 0, 0, 2)))
        voice.say(Padding(blurb, (0, 0, 0, 2)), "dim")


def find(course: str | Path, key: str | None) -> tuple[Ruleset, Course]:
    """Load a course with this ruleset, or with the one that it fits.

    Raises Malformed if it fits none, with the message of the ruleset that it fits best.
    """
    from wreckoning.core.errors import Malformed, WreckError
    from wreckoning.core.ruleset import find_ruleset, rulesets

    if key is not None:
        found = find_ruleset(key)
        return found, found.load_course(course)
    problems: list[tuple[bool, int, Ruleset, WreckError]] = []
    for game in rulesets():
        try:
            return game, game.load_course(course)
        except WreckError as error:
            problems.append((UNKNOWN_KEY in str(error), len(problems), game, error))
    is_strange, _, best, problem = min(problems, key=lambda found: found[:2])
    if is_strange or len(problems) == 1:
        raise problem
    raise Malformed(f"as a course of {best.title}", str(problem))


def course_json(ruleset: Ruleset, course: Course) -> Json:
    """A course as JSON."""
    card, blurb = ruleset.view.course_card(course)
    return {
        "game": ruleset.key,
        "key": course.key,
        "title": course.title,
        "card": card,
        "blurb": blurb,
    }


def show_course(ruleset: Ruleset, course: Course, as_json: bool) -> None:
    """Print the map, the course's features, and warnings about probable mistakes."""
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
    """Wrap a line that is too wide, indented by two columns."""
    import textwrap

    indent = " " * (len(line) - len(line.lstrip()) + 2)
    return textwrap.wrap(line, width, subsequent_indent=indent) or [""]
