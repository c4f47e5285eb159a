"""What a link to a table shows in a chat: a title, a line about its state, a picture of its board.

Chats read it from the head of the page, as the Open Graph protocol has it.
"""

from __future__ import annotations

from pydantic import TypeAdapter

from wreckoning.core.shown import Ground, Piece
from wreckoning.core.texts.wording import listed
from wreckoning.readers.texts import markup
from wreckoning.show.picture import board_text, card
from wreckoning.table.replies import TableSummary
from wreckoning.table.table import Table

HEAD_END = "</head>"


def with_preview(html: str, base: str, table: TableSummary, version: int) -> str:
    """The page with the preview of a table in its head. `base` is the address of the site."""
    facts = {
        "og:type": "website",
        "og:site_name": "Wreckoning",
        "og:title": f"{table.title} · {table.ruleset_title}",
        "og:description": described(table),
        "og:url": f"{base}table/{table.id}",
        "og:image": f"{base}api/tables/{table.id}/board.png?v={version}",
        "og:image:type": "image/png",
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": f"The board of {table.title}",
        "twitter:card": "summary_large_image",
    }
    lines = [f'<meta property="{name}" content="{markup(told)}" />' for name, told in facts.items()]
    return html.replace(HEAD_END, "\n".join([*lines, HEAD_END]), 1)


def described(table: TableSummary) -> str:
    """The state of a table in one line."""
    names, winner, free = table.names, table.winner, table.open_seats
    there = listed(names)
    if table.state == "open" and free:
        drivers = f"{there} {'is' if len(names) == 1 else 'are'} there. " if names else ""
        return f"{drivers}{free} of {table.seats} seats {'is' if free == 1 else 'are'} free."
    if table.state == "open":
        return f"On the grid, about to start: {there}."
    if table.state == "running":
        where = f"{table.where[:1].upper()}{table.where[1:]}. " if table.where else ""
        return f"{where}On the track: {there}."
    if table.state == "over" and winner:
        beaten = listed([name for name in names if name != winner])
        return f"Won by {winner}{f' against {beaten}' if beaten else ''}."
    return f"A race of {there} that was given up." if names else "A race that was given up."


def table_svg(table: Table) -> str:
    """The board of a table, or its course before the start, in the shape that chats show."""
    view, title = table.ruleset.view, table.settings.course_title
    if table.ended is not None:
        ground = TypeAdapter(Ground).validate_python(table.ended.stand["ground"])
        return card(
            ground, TypeAdapter(list[Piece]).validate_python(table.ended.board["things"]), title
        )
    if table.match is None:
        return card(view.ground(table.course), [], title)
    return card(view.ground(table.course), view.things(table.match), board_text(table.match))
