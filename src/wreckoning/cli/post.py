"""`wreck post`: a turn of a race as a post for a forum, a chat or an e-mail, with a picture."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from wreckoning.core.log_file import LogFile
    from wreckoning.core.match import Match
    from wreckoning.show.reports import Report


class Markup(StrEnum):
    """The forms of a post."""

    MARKDOWN = "markdown"
    BBCODE = "bbcode"
    DISCORD = "discord"
    TEXT = "text"


def post(
    log: Annotated[str, typer.Argument(metavar="LOG|-", help="A race's log; - is standard input.")],
    turn: Annotated[
        int | None, typer.Option(min=0, help="The turn to report; the last one if left out.")
    ] = None,
    markup: Annotated[Markup, typer.Option("--as", help="The form of the text.")] = Markup.MARKDOWN,
    picture: Annotated[
        Path | None,
        typer.Option(
            dir_okay=False,
            help="Also write the board at the end of the turn: FILE.png or FILE.svg.",
        ),
    ] = None,
    address: Annotated[
        str, typer.Option(help="Where readers find the picture; its file name if left out.")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="The report as data.")] = False,
) -> None:
    """Report a turn: each line with its dice and rules, the standings, the open questions.

    The text goes to standard output, ready to paste. Markdown and BBCode show the picture if
    there is one.
    """
    from dataclasses import asdict

    from wreckoning.cli.reading import name_of, print_json
    from wreckoning.cli.replay import read_file
    from wreckoning.show.picture import board_text
    from wreckoning.show.reports import MARKUPS, messages

    where, (written, _) = name_of(log), read_file(log)
    found, match = report_of(written, where, turn)
    if picture is not None:
        write_picture(match, picture)
        from dataclasses import replace

        found = replace(found, picture=address or picture.name, alt=board_text(match))
    if as_json:
        print_json(asdict(found))
        return
    text = MARKUPS[markup](found)
    parts = messages(text) if markup is Markup.DISCORD else [text]
    typer.echo("\n".join(parts), nl=False)


def report_of(log: LogFile, where: str, turn: int | None) -> tuple[Report, Match]:
    """The report of a turn, and the race at its end. Raises WreckError."""
    from wreckoning.core.errors import Malformed
    from wreckoning.core.log_file import replay_steps
    from wreckoning.core.ruleset import find_ruleset
    from wreckoning.show.notes import notes_from, notes_of, with_notes
    from wreckoning.show.reports import Report, waiting_in

    ruleset = find_ruleset(log.header["ruleset"])
    view = ruleset.view
    first: int | None = None
    at_end: Match | None = None
    for match in replay_steps(log, ruleset, where):
        now = view.headline(match).turn
        first = now if first is None else first
        if turn is not None and now > turn and at_end is None:
            at_end = match.fork()
    last = view.headline(match).turn
    if turn is not None and not (first or 0) <= turn <= last:
        raise Malformed("--turn", f"the log has turns {first} to {last}, found {turn}")
    number, end = (last if turn is None else turn), at_end or match
    mine, told, before = list[object](), first, 0
    for event in match.events():
        told = view.new_turn(event) or told
        if told == number:
            mine.append(event)
        before += not mine
    notes = notes_from(notes_of(match), before)
    headline = view.headline(end)
    over = at_end is None
    return Report(
        course=headline.title,
        unit=headline.unit,
        number=number,
        lines=tuple(with_notes(match, mine, range(len(mine)), notes, at_end is None)),
        standings=tuple(view.standings(end)),
        energy=view.ENERGY,
        waiting=() if over and match.is_over else waiting_in(end),
    ), end


def write_picture(match: Match, path: Path) -> None:
    """The board as an image, by the file's ending. Raises Malformed."""
    from wreckoning.core.errors import Malformed
    from wreckoning.show.picture import board_svg

    svg = board_svg(match)
    if path.suffix == ".svg":
        path.write_text(svg, "utf-8")
    elif path.suffix == ".png":
        from wreckoning.table.pictures import as_png

        path.write_bytes(as_png(svg))
    else:
        raise Malformed("--picture", f"expected a file that ends in .png or .svg, found {path}")
