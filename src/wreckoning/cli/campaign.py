"""`wreck campaign`: games in rounds, with repairs between them, in a file and without a server."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="markdown",
    help="Campaigns: begin one, play its games, repair and buy between them, undo.",
)

File = Annotated[Path, typer.Argument(metavar="FILE", help="The campaign's file.")]
Me = Annotated[str, typer.Option("--as", help="The player whose page or move it is.")]
Plain = Annotated[bool, typer.Option("--plain", help="No colours, no drawings: plain lines.")]


@app.command("new")
def new(
    file: File,
    players: Annotated[
        str,
        typer.Option(help="Who plays: [NAME=]WHO, …; WHO is you or a bot, e.g. Ann=you,rookie."),
    ] = "you,rookie",
    title: Annotated[str, typer.Option(help="What the campaign is called.")] = "Campaign",
    game: Annotated[str, typer.Option(help="Which game; the first that has campaigns.")] = "",
    option: Annotated[
        list[str] | None,
        typer.Option(help="A term, NAME=VALUE, e.g. rounds=4; may be repeated."),
    ] = None,
) -> None:
    """Begin a campaign in a new file."""
    from wreckoning.cli.terminal.campaign import begin_file
    from wreckoning.cli.terminal.voice import Voice

    begin_file(Voice(), file, game, title, players, option or [])


@app.command("show")
def show(
    file: File,
    me: Me = "",
    in_full: Annotated[
        bool, typer.Option("--all", help="Only the moves: all of them, with what they mean.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="For programs to read.")] = False,
) -> None:
    """Show a campaign: standings, games, your roster, and the moves you can make."""
    from wreckoning.cli.terminal.campaign import show_file
    from wreckoning.cli.terminal.voice import Voice

    show_file(Voice(), file, me, in_full, as_json)


@app.command("do")
def do(
    file: File,
    move: Annotated[
        list[str],
        typer.Argument(
            metavar="MOVE…",
            help="The number of a move that `show` lists, or its name and fields: start, "
            "`repair vehicle=2`, `field vehicles=0,2,3`, `roster team=CODE` (or a .toml file).",
        ),
    ],
    me: Me = "",
) -> None:
    """Make a move: choose a roster or a team, repair, refit, buy, be done; or start."""
    from wreckoning.cli.terminal.campaign import do_move
    from wreckoning.cli.terminal.voice import Voice

    do_move(Voice(), file, me, move)


@app.command("play")
def play(file: File, plain: Plain = False) -> None:
    """Play on: asks each player who must move, and runs the games, until you stop."""
    from wreckoning.cli.terminal.campaign import CampaignDesk
    from wreckoning.cli.terminal.voice import Voice

    CampaignDesk(Voice(plain), file).play()


@app.command("undo")
def undo(file: File) -> None:
    """Take the last move back. A game whose result is taken back is raced again."""
    from wreckoning.cli.terminal.campaign import undo_move
    from wreckoning.cli.terminal.voice import Voice

    undo_move(Voice(), file)
