"""Draws pictures of boards as PNG, on the server, without a browser."""

from __future__ import annotations

import re

from wreckoning.readers.pictures import font_file
from wreckoning.server.fair_queue import FairQueue
from wreckoning.server.limits import VISITOR
from wreckoning.server.worked_out import Kept
from wreckoning.table.shown.posts import report_of, turn_svg
from wreckoning.table.shown.previews import table_svg
from wreckoning.table.table import Table

KEPT = 8 * 2**20  # bytes; a picture has about 100 kB


class Pictures:
    """The latest pictures, by table and version."""

    def __init__(self, drawing: FairQueue) -> None:
        self._kept, self._drawing = Kept(KEPT), drawing

    async def of(self, table: Table, turn: int | None = None) -> bytes:
        """The board as it stands, or at the end of a turn, as a PNG for chats.

        The table must not change meanwhile. Raises Illegal or Malformed for a turn without a post.
        """
        visitor = VISITOR.get()

        async def draw() -> list[bytes]:
            return [await self._drawing.in_thread(visitor, _drawn, table, turn)]

        (kept,) = await self._kept.get((table.id, table.version, turn), draw)
        return kept


def _drawn(table: Table, turn: int | None) -> bytes:
    return as_png(table_svg(table) if turn is None else turn_svg(report_of(table, turn)))


def as_png(svg: str) -> bytes:
    """An SVG document as PNG, in the fonts that it names."""
    import resvg_py

    fonts = fonts_of(svg)
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=fonts))


def fonts_of(svg: str) -> list[str]:
    """The files of the fonts that a document names."""
    named = dict.fromkeys(re.findall(r'font-family="([^",]+)', svg))
    return [font_file(family) for family in named]
