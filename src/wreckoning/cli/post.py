"""`wreck post`: a turn of a race as a post for a forum, a chat or an e-mail, with a picture."""

from __future__ import annotations

import os
import re
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from wreckoning.core.match import Match
    from wreckoning.show.reports import Limit


BETWEEN = "-----\n"  # two messages


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
    by: Annotated[
        str, typer.Option(metavar="TIME", help="Until when to answer: 2027-05-31T20:00+02:00.")
    ] = "",
    link: Annotated[str, typer.Option(help="Where to answer.")] = "",
    rules: Annotated[
        str, typer.Option(help="Where the rules are, e.g. https://race.example/rules/rtd.")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="The report as data.")] = False,
) -> None:
    """Report a turn: each line with its dice and rules, the standings, the open questions.

    The text goes to standard output, ready to paste. Markdown and BBCode show the picture if
    there is one. For Discord a line ----- stands between messages of at most 2000 characters.
    """
    from dataclasses import asdict, replace
    from urllib.parse import quote

    from wreckoning.cli.reading import name_of, print_json
    from wreckoning.cli.replay import read_file
    from wreckoning.core.logs.log_file import replay
    from wreckoning.core.ruleset import find_ruleset
    from wreckoning.show.picture import board_text
    from wreckoning.show.reports import MARKUPS, messages, report_turn

    where, (written, _) = name_of(log), read_file(log)
    told = report_turn(replay(written, find_ruleset(written.header["ruleset"]), where), turn)
    found = replace(
        told.report, link=web_address("--link", link), rules=web_address("--rules", rules)
    )
    if by:
        limit = limit_of(by)
        found = replace(found, waiting=tuple(replace(one, by=limit) for one in found.waiting))
    if picture is not None:
        write_picture(told.end, picture)
        found = replace(
            found,
            picture=address or quote(os.fsencode(picture.name)),
            alt=board_text(told.end, found.number),
        )
    if as_json:
        print_json(asdict(found))
        return
    text = MARKUPS[markup](found)
    parts = messages(text) if markup is Markup.DISCORD else [text]
    print(BETWEEN.join(parts), end="")


def web_address(option: str, given: str) -> str:
    """An address as it stands in a link, without parentheses, or ''. Raises Malformed."""
    from wreckoning.core.errors import Malformed

    if given and not re.fullmatch(r"https?://[^\s<>\[\]]+", given):
        expected = "expected an address that begins with https:// or http://"
        raise Malformed(option, f"{expected}, found {given[:40]!r}")
    return given.replace("(", "%28").replace(")", "%29")


def limit_of(time: str) -> Limit:
    """Until when to answer, from a time with its offset. Raises Malformed."""
    from wreckoning.core.errors import Malformed
    from wreckoning.show.reports import Limit
    from wreckoning.table.dates import read_moment
    from wreckoning.table.deadlines import utc_words

    try:
        moment = read_moment(time)
    except ValueError as error:
        raise Malformed("--by", str(error)) from None
    return Limit(moment, utc_words(moment))


def write_picture(match: Match, path: Path) -> None:
    """The board as an image, by the file's ending. Raises Malformed."""
    from wreckoning.cli.files import write_atomic
    from wreckoning.core.errors import Malformed
    from wreckoning.show.picture import board_svg

    svg = board_svg(match)
    if path.suffix == ".svg":
        write_atomic(path, svg)
    elif path.suffix == ".png":
        from wreckoning.server.live.pictures import as_png

        write_atomic(path, as_png(svg))
    else:
        raise Malformed("--picture", f"expected a file that ends in .png or .svg, found {path}")
