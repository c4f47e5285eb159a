"""`wreck`: the commands, and one line for bad input.

Every command stands in a module of its own that imports what it needs when it is called, so that
`wreck --help` answers at once.
"""

from __future__ import annotations

import sys

import typer

from wreckoning.cli import bench, course, games, play, referee, replay, rules, simulate
from wreckoning.core.errors import WreckError

app = typer.Typer(
    name="wreck",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",  # paragraphs of help are filled
)
app.command("games")(games.games)
app.command("play")(play.play)
app.command("simulate")(simulate.simulate)
app.command("bench")(bench.bench)
app.command("referee")(referee.referee)
app.command("replay")(replay.replay)
app.command("rules")(rules.rules)
app.add_typer(course.app, name="course")


@app.callback()
def wreck() -> None:
    """Race night for tabletop car combat."""


def run() -> None:
    """Run a command; bad input is one clear line and exit status 2."""
    try:
        app(prog_name="wreck")
    except WreckError as error:
        print(f"wreck: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
