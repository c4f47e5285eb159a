"""`wreck`: the commands, and one line for bad input.

Every command has a module of its own, which imports its dependencies when it is called, so that
`wreck --help` answers at once.
"""

from __future__ import annotations

import gc
import sys
from typing import Any

import typer

from wreckoning.cli import bench, bot, campaign, course, games, play, post, referee, replay, review
from wreckoning.cli.checks import verify
from wreckoning.cli.hosting import healthy, serve, table
from wreckoning.cli.leagues import league
from wreckoning.cli.numbers import ExactNumbers
from wreckoning.cli.rulebooks import rules
from wreckoning.cli.simulations import arena, lab, odds, simulate
from wreckoning.cli.teams import team
from wreckoning.core.errors import WreckError
from wreckoning.readers.terminals import NotWritten, drop_output, make_readable, shown

USAGE_ERROR: Any = typer.BadParameter.__base__  # Typer does not export it
COLLECT_AFTER = 50_000  # new objects: imports make many that last, and looking among them costs
UNREAD = 128 + 13  # as a shell shows a program that SIGPIPE ended

app = typer.Typer(
    name="wreck",
    cls=ExactNumbers,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",  # joins the lines of a paragraph of help
)
app.command("games")(games.games)
app.command("play")(play.play)
app.command("serve")(serve.serve)
app.command("healthy")(healthy.healthy)
app.command("simulate")(simulate.simulate)
app.command("arena")(arena.arena)
app.command("odds")(odds.odds)
app.command("bench")(bench.bench)
app.command("referee")(referee.referee)
app.command("replay")(replay.replay)
app.command("review")(review.review)
app.command("post")(post.post)
app.command("verify")(verify.verify)
app.command("rules")(rules.rules)
app.add_typer(bot.app, name="bot")
app.add_typer(campaign.app, name="campaign")
app.add_typer(course.app, name="course")
app.add_typer(lab.app, name="lab")
app.add_typer(league.app, name="league")
app.add_typer(table.app, name="table")
app.add_typer(team.app, name="team")


@app.callback()
def wreck() -> None:
    """Race night for tabletop car combat."""


def _say_usage(error: Any) -> None:
    """Print what is wrong with a command line, and where its help is."""
    message = " ".join(error.format_message().split()).rstrip(".")
    if message:  # without a message, help was requested and is printed already
        command = error.ctx.command_path if error.ctx else "wreck"
        message = message[:1].lower() + message[1:]
        print(f"wreck: {shown(message)}; see {command} --help", file=sys.stderr)


def run() -> None:
    """Run a command; bad input gives one clear line and exit status 2.

    So does an output that cannot be written. If its reader has gone, the command ends without a
    word, with the status of a program that was ended by that.
    """
    make_readable()
    gc.set_threshold(COLLECT_AFTER)
    try:
        status = _status()
        sys.stdout.flush()
    except NotWritten as error:
        drop_output()
        status = UNREAD if error.is_unread else 2
        if not error.is_unread:
            print(f"wreck: {error}", file=sys.stderr)
    sys.exit(status)


def _status() -> Any:
    try:
        return app(prog_name="wreck", standalone_mode=False)
    except WreckError as error:
        print(f"wreck: {shown(str(error))}", file=sys.stderr)
        return 2
    except USAGE_ERROR as error:
        _say_usage(error)
        return 2
    except typer.Abort:  # the end of standard input at a prompt
        return 1
    except KeyboardInterrupt:
        return 130
    except OSError as error:  # such as a file's name that is too long
        if error.filename is None:
            raise
        print(f"wreck: {shown(str(error.filename)[:200])}: {error.strerror}", file=sys.stderr)
        return 2
