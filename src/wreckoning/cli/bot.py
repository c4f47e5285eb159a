"""`wreck bot`: lists the bots of a game, trains them, and starts a bot of your own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="markdown",
    help="Bots: which there are, how they are trained, and how to write one.",
)

AsJson = Annotated[bool, typer.Option("--json", help="For programs to read.")]


@app.command("list")
def list_bots(
    ruleset: Annotated[str, typer.Argument(help="Which game, e.g. rush.")], as_json: AsJson = False
) -> None:
    """Print the bots that can play a game, with a line on each."""
    from rich.console import Console
    from rich.table import Table

    from wreckoning.bots.menu import bot_menu
    from wreckoning.cli.reading import print_json
    from wreckoning.core.ruleset import find_ruleset

    found = bot_menu(find_ruleset(ruleset))
    if as_json:
        print_json(found)
        return
    table = Table("bot", "what it does", box=None, pad_edge=False)
    for name, text in found.items():
        table.add_row(name, text)
    Console().print(table)


@app.command("train")
def train(
    ruleset: Annotated[str, typer.Argument(help="Which game, e.g. kart.")],
    races: Annotated[int, typer.Option(min=20, help="Races to learn from.")] = 2000,
    seed: Annotated[int, typer.Option(min=0, help="The same seed, the same races.")] = 1,
    driver: Annotated[
        str, typer.Option(help="The bot in every seat; by default the usual opponent.")
    ] = "",
    out: Annotated[
        Path | None, typer.Option(help="The file to write; by default the one that bots read.")
    ] = None,
) -> None:
    """Make the weights by which a game's positions are judged, from races of bots.

    Needed after a change of the game's features, or of rules that change what wins.
    """
    import json

    from rich.console import Console
    from rich.progress import Progress

    from wreckoning.bots.search.settings import weights_file
    from wreckoning.bots.search.training import fit, play_positions
    from wreckoning.cli.compiling import compile_search
    from wreckoning.cli.files import write_atomic
    from wreckoning.core.errors import Malformed, unknown
    from wreckoning.core.ruleset import find_ruleset

    rules, screen = find_ruleset(ruleset), Console(stderr=True)
    if not rules.study.names:
        raise Malformed(
            "train", f"{rules.title} needs no weights: its search plays races to the end"
        )
    if driver and driver not in rules.bots:
        raise Malformed("--driver", unknown("bot", driver, rules.bots))
    path = out or weights_file(rules)
    compile_search(rules, screen)
    with Progress(console=screen, transient=True) as bar:
        task = bar.add_task("Racing", total=races)
        played = play_positions(
            rules, races, seed, driver, lambda done: bar.update(task, completed=done)
        )
    made = fit(rules, played)
    text = {
        "made_by": f"wreck bot train {ruleset} --races {races} --seed {seed}"
        + (f" --driver {driver}" if driver else ""),
        "rules": rules.version,
        "positions": made.positions,
        "loss": round(made.loss, 4),
        "even": round(made.even, 4),
        "weights": made.weights,
    }
    write_atomic(path, json.dumps(text, indent=1) + "\n")
    print(
        f"{path}: from {made.positions:,} positions. Mean -log of the winner's chance in races "
        f"kept out: {made.loss:.3f}; {made.even:.3f} if all had the same."
    )


@app.command("new")
def new(
    name: Annotated[str, typer.Argument(help="What it is called, e.g. timid.")],
    ruleset: Annotated[str, typer.Option(help="Its game; by default the first there is.")] = "",
    folder: Annotated[
        Path | None, typer.Option("--out", help="Where to; by default a folder NAME, here.")
    ] = None,
) -> None:
    """Write a bot of your own that works, with its test."""
    from wreckoning.cli.bot_starter import write_bot
    from wreckoning.core.ruleset import find_ruleset, rulesets

    rules = find_ruleset(ruleset) if ruleset else rulesets()[0]
    for path in write_bot(rules, name, folder or Path(name)):
        print(path)
