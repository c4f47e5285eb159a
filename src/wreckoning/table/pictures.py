"""Draws pictures of boards as PNG, on the server, without a browser."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from functools import cache

from pydantic import TypeAdapter

from wreckoning.core.shown import Ground, Piece
from wreckoning.show.picture import board_text, card
from wreckoning.table.posts import report_of, turn_svg
from wreckoning.table.table import Table

KEPT = 64  # pictures, of about 100 kB each


class Pictures:
    """The latest pictures, by table and version. One is drawn at a time, in a thread."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int, int | None], bytes] = OrderedDict()
        self._drawing = asyncio.Lock()

    async def of(self, table: Table, turn: int | None = None) -> bytes:
        """The board as it stands, or at the end of a turn, as a PNG for chats.

        The table must not change meanwhile. Raises Illegal or Malformed for a turn without a post.
        """
        key = table.id, table.version, turn
        async with self._drawing:
            if key not in self._kept:
                self._kept[key] = await asyncio.to_thread(_drawn, table, turn)
            self._kept.move_to_end(key)
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            return self._kept[key]


def _drawn(table: Table, turn: int | None) -> bytes:
    return as_png(table_svg(table) if turn is None else turn_svg(report_of(table, turn)))


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


def as_png(svg: str) -> bytes:
    """An SVG document as PNG, in the font that comes with the package."""
    import resvg_py

    return bytes(
        resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=list(_fonts()))
    )


@cache
def _fonts() -> tuple[str, ...]:
    import font_roboto

    return (str(font_roboto.RobotoBold),)
