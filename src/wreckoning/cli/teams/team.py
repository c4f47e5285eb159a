"""`wreck team`: shipped teams and your own: points, codes, files, and checks.

A team is named by its key (`wreck team list`), by its code, or by a `.toml` file. The ruleset
decides what a team consists of: everything here comes from its `builder`.
"""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wreckoning.core.documents import Json

if TYPE_CHECKING:
    from wreckoning.core.ruleset import Ruleset
    from wreckoning.core.shown_teams import Built

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="markdown",
    help="Teams: list them, show one, check your own, build one.",
)

RulesetKey = Annotated[
    str | None, typer.Option("--ruleset", help="Its key; by default the game that has teams.")
]
Size = Annotated[
    str, typer.Option("--size", help="Of the game; by default the first that the team fits.")
]
Given = Annotated[
    str, typer.Argument(metavar="TEAM", help="A key of `wreck team list`, a code, or a .toml file.")
]
AsJson = Annotated[bool, typer.Option("--json", help="For programs to read.")]


@app.command("list")
def list_teams(ruleset: RulesetKey = None, size: Size = "", as_json: AsJson = False) -> None:
    """List the teams that come with the game, by size."""
    from wreckoning.cli.reading import print_json
    from wreckoning.cli.terminal.voice import Voice

    game = find_game(ruleset)
    sizes = [size] if size else [each.key for each in build(game, "").sizes]
    found = [build(game, "", each) for each in sizes]
    if as_json:
        print_json(
            [{"size": each.size, **vars(team)} for each in found for team in each.ready_made]
        )
        return
    voice = Voice()
    for each in found:
        voice.say(each.size_words, "bold")
        for team in each.ready_made:
            voice.say(f"  {team.title} ({team.key}), {team.points} points")
            voice.say(f"    {team.text}", "dim")


@app.command("show")
def show(team: Given, ruleset: RulesetKey = None, size: Size = "", as_json: AsJson = False) -> None:
    """Show a team: its vehicles, what is on them, and what is wrong with it, if anything is."""
    from wreckoning.cli.reading import print_json
    from wreckoning.cli.teams.words import problem_words, standing, team_table
    from wreckoning.cli.terminal.voice import Voice

    found = load(find_game(ruleset), team, size)
    if as_json:
        print_json(without_choices(found))
        return
    voice = Voice()
    if found.title:
        voice.say(found.title, "bold")
        voice.say(found.text)
    voice.say(team_table(found))
    voice.say(standing(found))
    for problem in found.problems:
        voice.say(f"Illegal: {problem_words(found, problem)}", "yellow")


@app.command("check")
def check(team: Given, ruleset: RulesetKey = None, size: Size = "") -> None:
    """Check a team: its points if it is legal, else what is wrong, and exit status 2."""
    from wreckoning.cli.teams.words import place_of, standing
    from wreckoning.cli.terminal.voice import Voice
    from wreckoning.core.errors import Illegal

    found = load(find_game(ruleset), team, size)
    for problem in found.problems:
        raise Illegal(f"{team}: {place_of(found, problem)}{problem.text}", problem.rule)
    Voice().say(standing(found))


@app.command("points")
def points(
    team: Given, ruleset: RulesetKey = None, size: Size = "", as_json: AsJson = False
) -> None:
    """What a team costs, vehicle by vehicle."""
    from wreckoning.cli.reading import print_json
    from wreckoning.cli.terminal.voice import Voice

    found = load(find_game(ruleset), team, size)
    if as_json:
        costs = [{"name": each.name, "points": each.points} for each in found.vehicles]
        print_json({"points": found.points, "limit": found.limit, "vehicles": costs})
        return
    voice = Voice()
    for each in found.vehicles:
        voice.say(f"{each.points:4}  {each.name}")
    voice.say(f"{found.points:4}  of {found.limit}")


@app.command("code")
def code(team: Given, ruleset: RulesetKey = None) -> None:
    """A team's code: one line, for a seat's setup and for friends."""
    print(load(find_game(ruleset), team, "").code)


@app.command("file")
def file(team: Given, ruleset: RulesetKey = None) -> None:
    """A team as the text of a .toml file, to be kept and edited."""
    from wreckoning.cli.reading import print_file

    print_file(load(find_game(ruleset), team, "").file)


@app.command("new")
def new(
    out: Annotated[Path | None, typer.Option("--out", help="The file to write it to.")] = None,
    ruleset: RulesetKey = None,
    size: Size = "",
    start: Annotated[str, typer.Option("--from", help="A team to begin with.")] = "",
) -> None:
    """Build a team step by step: every step shows the points, and why something may not be."""
    from wreckoning.cli.teams.builder import build_team
    from wreckoning.cli.terminal.voice import Voice

    game = find_game(ruleset)
    build_team(Voice(), game, load(game, start, size) if start else build(game, "", size), out)


# --- what the ruleset says


def find_game(key: str | None) -> Ruleset:
    """The ruleset of this key, or else the first that has teams. Raises Malformed."""
    from wreckoning.core.errors import Malformed
    from wreckoning.core.ruleset import find_ruleset, rulesets

    if key is not None:
        game = find_ruleset(key)
        if game.builder is None:
            raise Malformed("--ruleset", f"there are no teams in {game.title}")
        return game
    for game in rulesets():
        if game.builder is not None:
            return game
    raise Malformed("--ruleset", "no game that is installed has teams")


def build(game: Ruleset, team: str, size: str = "") -> Built:
    """A team and its possible changes, from the ruleset's builder. Raises Malformed."""
    assert game.builder is not None
    return game.builder(team, size)


def load(game: Ruleset, team: str, size: str) -> Built:
    """Load a team by its key, its code or from a `.toml` file. Raises Malformed."""
    from wreckoning.cli.reading import STANDARD_INPUT, read_text
    from wreckoning.core.errors import Malformed

    is_file = team.endswith(".toml") or team == STANDARD_INPUT
    try:
        return build(game, read_text(team) if is_file else team, size)
    except Malformed as error:
        if is_file and error.where.startswith("team"):
            raise Malformed(error.where.replace("team", team, 1), error.problem) from None
        raise


def without_choices(found: Built) -> Json:
    """A team without its possible changes, as JSON."""
    shown = asdict(found)
    for key in ("add", "sizes", "ready_made"):
        del shown[key]
    for vehicle in shown["vehicles"]:
        for key in ("add", "without", "again"):
            del vehicle[key]
        vehicle["parts"] = [
            {"title": part["title"], "points": part["points"]} for part in vehicle["parts"]
        ]
    return shown


# --- words
